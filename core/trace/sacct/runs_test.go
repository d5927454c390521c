package sacct

import "testing"

func TestEarlierRunsAreRecordsWithTheirOwnSteps(t *testing.T) {
	const head = "JobID|Submit|Start|End|NCPUS|State|MaxRSS|NTasks\n"
	early := "7|100|110|120|4|NODE_FAIL||\n7.batch|110|110|120|4|NODE_FAIL|8G|1\n"
	late := "7|130|140|190|4|COMPLETED||\n7.batch|140|140|190|4|COMPLETED|4G|1\n"
	for _, log := range []string{early + late, late + early} {
		all := read(t, head+log)
		if len(all.Jobs) != 2 || count(all, "earlier-run") != 1 {
			t.Fatalf("%+v", all)
		}
		for _, j := range all.Jobs {
			first := j.Submit == 100
			if j.Steps != 1 || first != (j.Earlier == 1) || first != (j.MaxRSSKiB == 8<<20) || !first && j.Earlier != 0 {
				t.Errorf("%+v", j)
			}
		}
	}
}
