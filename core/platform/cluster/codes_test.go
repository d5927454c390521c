package cluster

import "testing"

func TestCodesOfLimitsInWords(t *testing.T) {
	for code, want := range map[string]string{
		"QOSMaxJobsPerUserLimit":        "its user may run no more jobs in the QOS",
		"MaxJobsPerAccount":             "its account may run no more jobs in the QOS",
		"AssocGrpCpuLimit":              "running jobs of its account or user have as many cores as they may, or nearly",
		"AssocGrpCPURunMinutesLimit":    "running jobs may still use all minutes of cores that its account or user may promise",
		"QOSGrpBillingMinutes":          "the minutes of billing units of its QOS are used up",
		"QOSMaxGRESPerUser":             "running jobs of its user have as many GPUs or other generic resources as its QOS allows, or nearly",
		"MaxLicensePerAccount":          "running jobs of its account have as many licences as its QOS allows, or nearly",
		"AssocMaxCpuMinutesPerJobLimit": "it asks for more minutes of cores than its account or user allows a job",
		"QOSMaxMemoryPerNode":           "it asks for more MiB of memory of each node than its QOS allows",
		"QOSMinCpuNotSatisfied":         "it asks for fewer cores than its QOS wants of a job",
		"QOSMaxCpuRunMinsPerUser":       "running jobs of its user may still use all minutes of cores that its QOS allows",
		"Resources":                     "",
	} {
		if got := limitOf(code); got != want {
			t.Errorf("%s: %q", code, got)
		}
	}
}
