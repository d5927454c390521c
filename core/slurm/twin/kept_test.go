package twin

import (
	"testing"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// Sixteen cores on four nodes, cycles at multiples of 30 s. Job 1 has a core of each node and must end by 120. Job 2, of a security label,
// wants four nodes without others. If it has no plan, the cycle at 30 starts job 3, of four minutes. Else only job 4, of one.
func TestPlansForKeptNodesByHand(t *testing.T) {
	release := func(version string) func(*cluster.Description) {
		return func(d *cluster.Description) {
			d.SlurmVersion, d.Scheduling = version, cluster.Scheduling{MCS: "account"}
		}
	}
	each := func(j *cluster.Job) { j.MinNodes = 4 }
	apart := func(j *cluster.Job) { j.Apart = true }
	own := func(j *cluster.Job) { j.OwnNodes = true }
	jobs := func(how func(*cluster.Job)) []cluster.Job {
		return []cluster.Job{handmade(0, 100, 120, 4, each), handmade(1, 10, 60, 4, each, how), handmade(2, 200, 240, 4), handmade(3, 10, 60, 4)}
	}
	for _, c := range []busyDay{
		{"no plan", release("24.05"), jobs(apart), nil, "0 230 30 30"},
		{"a plan for 120", release("24.11"), jobs(apart), nil, "0 100 110 30"},
		{"all are jobs of one user", release("24.11"), jobs(own), nil, "0 3 3 3"},
	} {
		c.check(t)
	}
}
