package twin

import (
	"testing"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// A limitCase is a limit that a first job keeps and a second, beside it or alone, breaks: with a size, or forbidding all.
type limitCase struct {
	set        func(l *cluster.Limits, size func(float64) float64)
	qos, assoc string // squeue's codes as Slurm 22.05 has them; "" where there is no such limit
}

// limitCases are of a first job of 2 cores on a node, with 10 MiB, a GPU and a licence, for a minute, and a second of 4 cores on two
// nodes, with 10 MiB and a GPU on each, and two licences, for two minutes. A core is a billing unit.
func limitCases() []limitCase {
	whole := func(n int64, size func(float64) float64) *int64 { return ptr(int64(size(float64(n)))) }
	var all []limitCase
	add := func(qos, assoc string, set func(*cluster.Limits, func(float64) float64)) {
		all = append(all, limitCase{set, qos, assoc})
	}
	tres := func(field func(*cluster.Limits) *cluster.TRES, name string, n float64) func(*cluster.Limits, func(float64) float64) {
		return func(l *cluster.Limits, size func(float64) float64) { *field(l) = cluster.TRES{name: size(n)} }
	}
	grp := func(l *cluster.Limits) *cluster.TRES { return &l.GrpTRES }
	mins := func(l *cluster.Limits) *cluster.TRES { return &l.GrpTRESMins }
	runMins := func(l *cluster.Limits) *cluster.TRES { return &l.GrpTRESRunMins }
	perJob := func(l *cluster.Limits) *cluster.TRES { return &l.MaxTRESPerJob }
	minsPerJob := func(l *cluster.Limits) *cluster.TRES { return &l.MaxTRESMinsPerJob }
	perUser := func(l *cluster.Limits) *cluster.TRES { return &l.MaxTRESPerUser }
	perAccount := func(l *cluster.Limits) *cluster.TRES { return &l.MaxTRESPerAccount }

	add("QOSGrpJobsLimit", "AssocGrpJobsLimit", func(l *cluster.Limits, size func(float64) float64) { l.GrpJobs = whole(1, size) })
	add("QOSGrpWallLimit", "AssocGrpWallLimit", func(l *cluster.Limits, size func(float64) float64) { l.GrpWallS = whole(60, size) })
	add("QOSMaxJobsPerUserLimit", "", func(l *cluster.Limits, size func(float64) float64) { l.MaxJobsPerUser = whole(1, size) })
	add("MaxJobsPerAccount", "", func(l *cluster.Limits, size func(float64) float64) { l.MaxJobsPerAccount = whole(1, size) })
	add("", "AssocMaxJobsLimit", func(l *cluster.Limits, size func(float64) float64) { l.MaxJobs = whole(1, size) })
	add("QOSMaxWallDurationPerJobLimit", "AssocMaxWallDurationPerJobLimit",
		func(l *cluster.Limits, size func(float64) float64) { l.MaxWallS = whole(60, size) })
	add("QOSGrpCpuLimit", "AssocGrpCpuLimit", tres(grp, "cpu", 5))
	add("QOSGrpMemLimit", "AssocGrpMemLimit", tres(grp, "mem", 25))
	add("QOSGrpNodeLimit", "AssocGrpNodeLimit", tres(grp, "node", 2))
	add("QOSGrpBilling", "AssocGrpBilling", tres(grp, "billing", 5))
	add("QOSGrpGRES", "AssocGrpGRES", tres(grp, "gres/gpu", 2))
	add("QOSGrpGRES", "AssocGrpGRES", tres(grp, "gres/gpu:v100", 2))
	add("QOSGrpLicense", "AssocGrpLicense", tres(grp, "license/matlab", 2))
	add("QOSGrpCPUMinutesLimit", "AssocGrpCPUMinutesLimit", tres(mins, "cpu", 9))
	add("QOSGrpMemoryMinutes", "AssocGrpMemMinutes", tres(mins, "mem", 49))
	add("QOSGrpBillingMinutes", "AssocGrpBillingMinutes", tres(mins, "billing", 9))
	add("QOSGrpNodeMinutes", "AssocGrpNodeMinutes", tres(mins, "node", 4))
	add("QOSGrpGRESMinutes", "AssocGrpGRESMinutes", tres(mins, "gres/gpu", 4))
	add("QOSGrpCPURunMinutesLimit", "AssocGrpCPURunMinutesLimit", tres(runMins, "cpu", 9))
	add("QOSGrpBillingRunMinutes", "AssocGrpBillingRunMinutes", tres(runMins, "billing", 9))
	add("QOSGrpNodeRunMinutes", "AssocGrpNodeRunMinutes", tres(runMins, "node", 4))
	add("QOSMaxCpuPerJobLimit", "AssocMaxCpuPerJobLimit", tres(perJob, "cpu", 3))
	add("QOSMaxNodePerJobLimit", "AssocMaxNodePerJobLimit", tres(perJob, "node", 1))
	add("QOSMaxMemoryPerJob", "AssocMaxMemPerJob", tres(perJob, "mem", 15))
	add("QOSMaxBillingPerJob", "AssocMaxBillingPerJob", tres(perJob, "billing", 3))
	add("QOSMaxGRESPerJob", "AssocMaxGRESPerJob", tres(perJob, "gres/gpu:v100", 1))
	add("QOSMaxLicensePerJob", "AssocMaxLicensePerJob", tres(perJob, "license/matlab", 1))
	add("QOSMaxCpuMinutesPerJobLimit", "AssocMaxCpuMinutesPerJobLimit", tres(minsPerJob, "cpu", 7))
	add("QOSMaxBillingMinutesPerJob", "AssocMaxBillingMinutesPerJob", tres(minsPerJob, "billing", 7))
	add("QOSMaxCpuPerUserLimit", "", tres(perUser, "cpu", 5))
	add("QOSMaxNodePerUserLimit", "", tres(perUser, "node", 2))
	add("QOSMaxMemoryPerUser", "", tres(perUser, "mem", 25))
	add("QOSMaxBillingPerUser", "", tres(perUser, "billing", 5))
	add("QOSMaxGRESPerUser", "", tres(perUser, "gres/gpu", 2))
	add("QOSMaxLicensePerUser", "", tres(perUser, "license/matlab", 2))
	add("MaxCpuPerAccount", "", tres(perAccount, "cpu", 5))
	add("MaxNodePerAccount", "", tres(perAccount, "node", 2))
	add("MaxGRESPerAccount", "", tres(perAccount, "gres/gpu", 2))
	return all
}

// waitsFor returns why the second job waits after the first has started.
func waitsFor(t *testing.T, change func(*cluster.Description)) string {
	t.Helper()
	d := &cluster.Description{Format: cluster.Format,
		Nodes:      []cluster.NodeType{{Names: "n[1-3]", Cores: 4, MemoryMiB: 100, GPUs: map[string]int{"v100": 1}}},
		Partitions: []cluster.Partition{{Name: "p", Nodes: "n1"}, {Name: "q", Nodes: "n[2-3]"}},
		QOS:        []cluster.QOS{{Name: "job"}, {Name: "part"}}, Licenses: []cluster.License{{Name: "matlab", Count: 9}},
		Accounts: []cluster.Account{{Name: "x", Users: []cluster.User{{Name: "ann"}}}}, Priority: cluster.Priority{Type: "basic"}}
	for i := range d.Partitions {
		d.Partitions[i].BillingWeights = cluster.TRES{"cpu": 1}
	}
	change(d)
	s, err := cluster.New(d)
	if err != nil {
		t.Fatal(err)
	}
	user := s.User("ann", "x", "")
	job := cluster.Job{ID: 1, Run: 50, Limit: 60, Begin: cluster.None, MinNodes: 1, Tasks: 2, CoresPerTask: 1, MemoryMiB: 10, GPUs: 1,
		Partitions: []int32{0}, User: user, Licenses: []cluster.Needed{{Count: 1}}}
	second := job
	second.ID, second.Submit, second.Limit, second.MinNodes, second.Tasks, second.Partitions = 2, 10, 120, 2, 4, []int32{1}
	second.Licenses = []cluster.Needed{{Count: 2}}
	tw := New(s)
	e, err := cluster.NewEngine(cluster.Config{System: s, Jobs: []cluster.Job{job, second}, Scheduler: tw})
	if err != nil {
		t.Fatal(err)
	}
	for e.Now < 20 && e.Step() {
	}
	if e.Placed[0].Start != 0 {
		return "the first job does not start"
	}
	for _, r := range tw.Reasons(e) {
		if r.Job == 1 {
			return r.Code
		}
	}
	return "it runs"
}

// Each limit holds where it is set: on the job's QOS; on the partition's, though the job's is stricter; on the job's with OverPartQOS,
// though the partition's is stricter; on the account and on the user. These are the cases of Slurm's own tests 21.21, 21.30 and 21.34,
// and more, by its own codes.
func TestEachLimitHoldsWhereItIsSet(t *testing.T) {
	as := func(n float64) float64 { return n }
	none := func(float64) float64 { return 0 }
	cases := 0
	for _, c := range limitCases() {
		check := func(where, want string, change func(*cluster.Description)) {
			cases++
			if got := waitsFor(t, change); got != want {
				t.Errorf("%s on %s: %s", want, where, got)
			}
		}
		partition := func(d *cluster.Description) { d.Partitions[0].QOS, d.Partitions[1].QOS = "part", "part" }
		if c.qos != "" {
			check("the job's QOS", c.qos, func(d *cluster.Description) { c.set(&d.QOS[0].Limits, as) })
			check("the partition's QOS", c.qos, func(d *cluster.Description) {
				partition(d)
				c.set(&d.QOS[1].Limits, as)
				c.set(&d.QOS[0].Limits, none)
			})
			check("the job's QOS over the partition's", c.qos, func(d *cluster.Description) {
				partition(d)
				d.QOS[0].OverPartQOS = true
				c.set(&d.QOS[0].Limits, as)
				c.set(&d.QOS[1].Limits, none)
			})
		}
		if c.assoc == "" {
			continue
		}
		check("the account", c.assoc, func(d *cluster.Description) { c.set(&d.Accounts[0].Limits, as) })
		check("the user", c.assoc, func(d *cluster.Description) { c.set(&d.Accounts[0].Users[0].Limits, as) })
		if c.qos != "" { // a QOS with the same limit lifts it
			check("the user, lifted by the QOS", c.qos, func(d *cluster.Description) {
				c.set(&d.QOS[0].Limits, as)
				c.set(&d.Accounts[0].Users[0].Limits, none)
			})
		}
	}
	t.Log(cases, "cases")
	if got := waitsFor(t, func(*cluster.Description) {}); got != "it runs" {
		t.Error(got)
	}
}
