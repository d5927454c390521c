package twin

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// Jobs that suspend others, and jobs that take turns of 30 s, by hand, on sixteen cores. Jobs are written as start-end, with the seconds
// for which they are suspended in brackets.
func TestTurnsByHand(t *testing.T) {
	job, all := handmade, int32(16)
	high := func(j *cluster.Job) { j.Partitions = []int32{1} }
	mib := func(n int64) func(*cluster.Job) { return func(j *cluster.Job) { j.MemoryMiB = n } }
	qos := func(q int32) func(*cluster.Job) { return func(j *cluster.Job) { j.QOS = q } }
	tiers := func(d *cluster.Description) {
		d.Nodes[0].MemoryMiB = 10
		d.Partitions = append(d.Partitions, cluster.Partition{Name: "high", Nodes: "ALL", PriorityTier: 2})
		d.Preemption = cluster.Preemption{Type: "partition_prio", Mode: "suspend", Gang: true}
		d.Scheduling.RequeueDelayS = ptr(10)
	}
	rows := func(d *cluster.Description) {
		d.Partitions[0].OverSubscribe, d.Partitions[0].OverForce = 2, true
		d.Preemption.Gang = true
	}
	with := func(change, more func(*cluster.Description)) func(*cluster.Description) {
		return func(d *cluster.Description) { change(d); more(d) }
	}
	pair := []cluster.Job{job(0, 100, 200, all), job(10, 20, 60, all, high), job(11, 5, 9, all)}
	person := []cluster.Change{{At: 10, Kind: cluster.Suspend, Job: 0}, {At: 20, Kind: cluster.Continue, Job: 0}}
	for _, c := range []struct {
		name    string
		change  func(*cluster.Description)
		jobs    []cluster.Job
		want    string
		changes []cluster.Change
	}{
		{"the first waits for the second, and the third for the first", tiers, pair, "0-120[10-30] 10-30 120-125", nil},
		{"so does its limit of 60", tiers, []cluster.Job{job(0, 100, 60, all), pair[1], pair[2]}, "0-80[10-30] 10-30 80-85", nil},
		{"there is room for both", tiers, []cluster.Job{job(0, 100, 200, 1), job(10, 20, 60, 15, high)}, "0-100 10-30", nil},
		{"one core is missing", tiers, []cluster.Job{job(0, 100, 200, 1), job(10, 20, 60, 16, high)}, "0-120[10-30] 10-30", nil},
		{"memory stays where it is: 6 and 4 of 10 MiB", tiers, []cluster.Job{job(0, 100, 200, all, mib(6)), job(10, 20, 60, all, high, mib(4))},
			"0-120[10-30] 10-30", nil},
		{"6 and 5", tiers, []cluster.Job{job(0, 100, 200, all, mib(6)), job(10, 20, 60, all, high, mib(5))}, "0-100 100-120", nil},
		{"nobody is below", tiers, []cluster.Job{job(0, 100, 200, all, high), job(10, 20, 60, all, high)}, "0-100 100-120", nil},
		{"a partition whose jobs are not suspended", with(tiers, func(d *cluster.Description) { d.Partitions[0].PreemptMode = "off" }), pair,
			"0-100 100-120 120-125", nil},
		{"or go back to the queue", with(tiers, func(d *cluster.Description) { d.Partitions[0].PreemptMode = "requeue" }), pair,
			"30-130 10-30 130-135", nil},
		{"without gang scheduling nobody is suspended", with(tiers, func(d *cluster.Description) { d.Preemption.Gang = false }), pair,
			"0-100 100-120 120-125", nil},
		// Turn 30 finds the first job new, and keeps it: so the first to change is that of 60. Each of the two rows has one job.
		{"turns", rows, []cluster.Job{job(0, 100, 200, all), job(0, 50, 200, all), job(0, 10, 60, all)},
			"0-150[60-90,120-140] 0-140[0-60,90-120] 140-160[140-150]", nil},
		{"of 20 s", with(rows, func(d *cluster.Description) { d.Preemption.TimeSliceS = ptr(20) }),
			[]cluster.Job{job(0, 50, 200, all), job(0, 30, 200, all)}, "0-70[40-60] 0-80[0-40,60-70]", nil},
		{"somebody suspends the first, for which the second goes on, until it is the first's turn again", rows,
			[]cluster.Job{job(0, 50, 200, all), job(0, 50, 200, all)}, "0-60[10-20] 0-100[0-10,20-60]", person},
		{"two beside each other, and one of all cores", rows, []cluster.Job{job(0, 70, 200, 8), job(0, 70, 200, 8), job(0, 20, 60, all)},
			"0-90[60-80] 0-90[60-80] 0-80[0-60]", nil},
		{"a job of a QOS that may take the cores has turns with the others of its partition, in a row of its own", func(d *cluster.Description) {
			d.Partitions[0].OverSubscribe, d.Partitions[0].OverForce = 1, true
			d.QOS = []cluster.QOS{{Name: "low"}, {Name: "high", Preempt: []string{"low"}}}
			d.Preemption = cluster.Preemption{Type: "qos", Mode: "suspend", Gang: true}
		}, []cluster.Job{job(0, 100, 200, all, qos(0)), job(10, 20, 60, all, qos(1)), job(11, 5, 9, all, qos(0))},
			"0-120[60-80] 10-80[10-60] 120-125", nil},
	} {
		day := busyDay{name: c.name, change: c.change, jobs: c.jobs, changes: c.changes}
		var got []string
		for _, p := range day.play(t).Placed {
			text := fmt.Sprintf("%d-%d", p.Start, p.End)
			var pauses []string
			for _, s := range p.Pauses {
				if s.From < s.Until {
					pauses = append(pauses, fmt.Sprintf("%d-%d", s.From/cluster.Second, s.Until/cluster.Second))
				}
			}
			if pauses != nil {
				text += "[" + strings.Join(pauses, ",") + "]"
			}
			got = append(got, text)
		}
		if want := strings.Fields(c.want); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", c.name, got, want)
		}
	}
}
