package twin

import (
	"testing"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// Limits on resources are tested once there are nodes for a job, with what it would get of them; those on a number of jobs before.
// Sixteen cores on four nodes; cycles are at multiples of 30 s, other passes at ends, 3 s apart at least.
func TestWhenLimitsAreTestedByHand(t *testing.T) {
	job := handmade
	qos := func(q int32) func(*cluster.Job) { return func(j *cluster.Job) { j.QOS = q } }
	two := func(held cluster.Limits) func(*cluster.Description) {
		return func(d *cluster.Description) {
			d.QOS = []cluster.QOS{{Name: "free"}, {Name: "held", Limits: held}}
			d.Scheduling.Backfill, d.Scheduling.BfMaxJobUser = nil, ptr(2)
		}
	}
	waits := []cluster.Job{job(0, 100, 200, 12, qos(0)), job(1, 10, 20, 16, qos(0)), job(2, 10, 20, 2, qos(1)), job(2, 10, 20, 2, qos(0))}
	for _, c := range []busyDay{
		{"a job of one core that takes a node of four: a second would make it eight",
			func(d *cluster.Description) {
				d.Partitions[0].WholeNodes, d.Partitions[0].QOS = true, "alone"
				d.QOS = []cluster.QOS{{Name: "alone", Limits: cluster.Limits{GrpTRES: cluster.TRES{"cpu": 6}}}}
			}, []cluster.Job{job(0, 50, 60, 1), job(0, 50, 60, 1)}, nil, "0 50"},
		{"the third job is held by its cores, and is one of the two of its user that a cycle looks at: the fourth is not",
			two(cluster.Limits{MaxTRESPerJob: cluster.TRES{"cpu": 1}}), waits, nil, "0 100 - 110"},
		{"or by the number of its user's jobs, and is none", two(cluster.Limits{MaxJobsPerUser: ptr(0)}), waits, nil, "0 100 - 30"},
	} {
		c.check(t)
	}
}
