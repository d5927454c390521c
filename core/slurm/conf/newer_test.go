package conf

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// truth are the runs of real Slurms that the repository keeps, by scenario and version.
const truth = "../accounting/testdata/truth"

// The dump of 25.05 and later has the QOS, as the table of them that is kept in the same file.
func TestTheDumpHasTheQOS(t *testing.T) {
	for _, scenario := range []string{"partitions", "preemption", "classic", "priority"} {
		folder := filepath.Join(truth, scenario)
		files := lab(t, folder)
		files.Sacctmgr = open(t, filepath.Join(folder, "24.11.5", "sacctmgr.txt"))
		old := read(t, files)
		files = lab(t, folder)
		files.Sacctmgr = open(t, filepath.Join(folder, "25.11.7", "sacctmgr.txt"))
		if diff := cmp.Diff(old, read(t, files)); diff != "" {
			t.Errorf("%s: %s", scenario, diff)
		}
	}
	d := accounts(t, `QOS - 'normal':Description='Normal QOS default'
QOS - 'gold':Description='gold: the best':Flags='NoReserve':GraceTime=60:GrpTRES=cpu=10,gres/gpu:a100=2:MaxJobsPU=3:MaxWall=60:`+
		`Preempt='normal':PreemptMode='requeue':Priority=5:UsageThreshold=0.5:UsageFactor=2
Parent - 'root'
Account - 'a':Fairshare=1:QOS='gold'`)
	want := `[{"name":"normal"},{"name":"gold","priority":5,"preempt":["normal"],"preempt_mode":"requeue","grace_s":60,"usage_factor":2,` +
		`"no_reserve":true,"grp_tres":{"cpu":10,"gres/gpu:a100":2},"max_jobs_per_user":3,"max_wall_s":3600}]`
	if got := js(t, d.QOS); got != want || len(d.Ignored) != 1 {
		t.Errorf("%s\n%v", got, d.Ignored)
	}
}
