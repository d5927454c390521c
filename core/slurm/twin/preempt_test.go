package twin

import (
	"testing"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// Who yields, by hand: two jobs of 8 cores fill the nodes from 0 and 3 on, and a third wants 8 at 10. Who yields ends at once, and
// starts again when the third has ended, at 33.
func TestWhoYieldsByHand(t *testing.T) {
	qos := func(q int32) func(*cluster.Job) { return func(j *cluster.Job) { j.QOS = q } }
	nice := func(n int64) func(*cluster.Job) { return func(j *cluster.Job) { j.Nice = n } }
	preempt := func(change func(*cluster.Description)) func(*cluster.Description) {
		return func(d *cluster.Description) {
			d.QOS = []cluster.QOS{{Name: "low", Priority: 1}, {Name: "high", Priority: 3, Preempt: []string{"low"}}}
			d.Preemption = cluster.Preemption{Type: "qos", Mode: "requeue"}
			d.Priority = cluster.Priority{WeightQOS: 1000, NoNormal: []string{"qos"}} // 1,000 and 3,000
			d.Scheduling.RequeueDelayS = ptr(10)
			change(d)
		}
	}
	within := func(d *cluster.Description) { d.QOS[0].PreemptWithin = true }
	jobs := func(third ...func(*cluster.Job)) []cluster.Job {
		return []cluster.Job{handmade(0, 100, 200, 8, qos(0)), handmade(1, 100, 200, 8, qos(0), nice(100)), handmade(10, 20, 30, 8, third...)}
	}
	for _, c := range []busyDay{
		{"the first by number", preempt(func(*cluster.Description) {}), jobs(qos(1)), nil, "0,33 3 13"},
		{"youngest_first: the last that started", preempt(func(d *cluster.Description) { d.Preemption.YoungestFirst = true }), jobs(qos(1)),
			nil, "0 3,33 13"},
		{"min_exempt_priority: the first has 1,000, the second 900",
			preempt(func(d *cluster.Description) { d.Preemption.MinExemptPriority = ptr(1000) }), jobs(qos(1)), nil, "0 3,33 13"},
		{"nobody, if both have enough", preempt(func(d *cluster.Description) { d.Preemption.MinExemptPriority = ptr(900) }), jobs(qos(1)),
			nil, "0 3 100"},
		{"nobody of the same QOS", preempt(func(*cluster.Description) {}), jobs(qos(0), nice(50)), nil, "0 3 100"},
		{"WITHIN: one of less priority than its 950", preempt(within), jobs(qos(0), nice(50)), nil, "0 3,33 13"},
		{"nobody of as much", preempt(within), jobs(qos(0), nice(100)), nil, "0 3 100"},
		{"WITHIN for the cluster", preempt(func(d *cluster.Description) { d.Preemption.Within = true }), jobs(qos(0), nice(50)), nil,
			"0 3,33 13"},
		{"PRIORITY: of a QOS that may take both, with 950", preempt(func(d *cluster.Description) { d.Preemption.Priority = true }),
			jobs(qos(1), nice(2050)), nil, "0 3,33 13"},
		{"and with 850", preempt(func(d *cluster.Description) { d.Preemption.Priority = true }), jobs(qos(1), nice(2150)), nil, "0 3 100"},
	} {
		c.check(t)
	}
}
