package twin

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/drawn/clusters"
	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/verify"
	referee "github.com/backfill-lab/backfill/core/verify/cluster"
)

// gangedSystem gives a drawn system gang scheduling: tiers, rows, and what becomes of jobs that are in the way.
func gangedSystem(r *rand.Rand, d *cluster.Description) {
	p := &d.Preemption
	p.Gang, p.GangCounts, p.TimeSliceS = true, r.IntN(2) == 0, ptr(int64(5+r.IntN(60)))
	p.Type = []string{"partition_prio", "partition_prio", "qos", ""}[r.IntN(4)]
	p.Mode = []string{"suspend", "suspend", "requeue"}[r.IntN(3)]
	if p.Type == "qos" { // else jobs start over those of higher tiers and go back to the queue again and again
		p.Mode = "suspend"
		for k := range d.QOS {
			d.QOS[k].PreemptMode = []string{"", "cancel"}[r.IntN(2)]
		}
	}
	for k := range d.Partitions {
		q := &d.Partitions[k]
		q.PriorityTier = r.IntN(3)
		if !q.WholeNodes && r.IntN(2) == 0 {
			q.OverSubscribe, q.OverForce = 1+r.IntN(3), r.IntN(3) > 0
		}
		q.PreemptMode = []string{"", "", "suspend", "cancel", "off"}[r.IntN(5)]
	}
}

// Every schedule with gang scheduling is legal, whatever the system and the jobs: those that run at a time have different cores, jobs run
// for as long as they compute or their limits allow, and hold their memory while they are suspended. A second run is the same.
func gangLaw(t *testing.T, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 21))
	d := clusters.System(r)
	gangedSystem(r, d)
	s, err := cluster.New(d)
	if err != nil {
		t.Fatal(err)
	}
	c := cluster.Config{System: s, Jobs: clusters.Jobs(r, s), Cut: r.IntN(2) == 0, Within: r.IntN(2) == 0, UnixStart: int64(r.IntN(1000))}
	for range r.IntN(6) { // somebody suspends a job for a while, if it runs
		at, i := int64(r.IntN(5000)), int32(r.IntN(len(c.Jobs)))
		c.Changes = append(c.Changes, cluster.Change{At: at, Kind: cluster.Suspend, Job: i},
			cluster.Change{At: at + int64(r.IntN(1000)), Kind: cluster.Continue, Job: i})
	}
	play := func() *cluster.Engine {
		c.Scheduler = New(s)
		return run(t, c)
	}
	first := play()
	if err := verify.Err(referee.Check(cluster.Retold(c, first.Placed, first.Earlier...))); err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	if again := play(); !reflect.DeepEqual(first.Placed, again.Placed) {
		t.Errorf("seed %d: a second run differs", seed)
	}
}

func TestEveryScheduleWithTurnsIsLegal(t *testing.T) {
	for seed := range uint64(80) {
		gangLaw(t, seed)
	}
}

// And whatever people do and nodes suffer.
func TestTurnsOnBusyDays(t *testing.T) {
	for seed := range uint64(80) {
		busyWith(t, seed, func(d *cluster.Description) { gangedSystem(rand.New(rand.NewPCG(seed, 25)), d) })
	}
}

func FuzzGang(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(gangLaw)
}

// Where no partition is above another, and none lets jobs share cores, gang scheduling changes nothing.
func TestWithoutTiersAndRowsNothingIsSuspended(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 23))
		d := clusters.System(r)
		d.Preemption = cluster.Preemption{Type: "partition_prio", Mode: "cancel"}
		d.Partitions = d.Partitions[:1]
		d.Partitions[0].OverSubscribe, d.Partitions[0].OverForce = 0, false
		s, err := cluster.New(d)
		if err != nil {
			t.Fatal(err)
		}
		c := cluster.Config{System: s, Jobs: slices.DeleteFunc(clusters.Jobs(r, s), func(j cluster.Job) bool { return j.Asks != nil })}
		c.Scheduler = New(s)
		plain := run(t, c)
		d.Preemption = cluster.Preemption{Gang: true, Type: "partition_prio", Mode: "suspend"}
		c.Scheduler = New(s)
		ganged := run(t, c)
		for i := range c.Jobs {
			a, b := &plain.Placed[i], &ganged.Placed[i]
			if a.Start != b.Start || a.End != b.End || b.Pauses != nil || !slices.Equal(a.Held.Nodes, b.Held.Nodes) {
				t.Fatalf("seed %d: job %d from %d to %d, with gang scheduling from %d to %d, suspended %v", seed, i+1, a.Start, a.End,
					b.Start, b.End, b.Pauses)
			}
		}
	}
}
