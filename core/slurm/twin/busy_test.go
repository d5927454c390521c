package twin

import (
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/drawn/clusters"
	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/verify"
	referee "github.com/backfill-lab/backfill/core/verify/cluster"
)

// Whatever people do and nodes suffer: every schedule is legal, a second run is the same, and jobs that
// never start wait for what cannot happen any more, for a reservation
// that is over, or for nodes that are reserved every day.
func busyLaw(t *testing.T, seed uint64) { busyWith(t, seed, func(*cluster.Description) {}) }

// busyWith is busyLaw on changed systems.
func busyWith(t *testing.T, seed uint64, change func(*cluster.Description)) {
	r := rand.New(rand.NewPCG(seed, 17))
	d := clusters.BusySystem(r)
	change(d)
	s, err := cluster.New(d)
	if err != nil {
		t.Fatal(err)
	}
	c := cluster.Config{System: s, Cut: r.IntN(2) == 0, UnixStart: int64(r.IntN(1000))}
	c.Jobs, c.Changes = clusters.BusyJobs(r, s)
	play := func() *cluster.Engine {
		c.Scheduler = New(s)
		e, err := cluster.NewEngine(c)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		_ = e.Run(context.Background()) // what never starts is looked at below
		return e
	}
	e := play()
	var stuck []int
	for i := range c.Jobs {
		j := &c.Jobs[i]
		if e.Phase[i] == cluster.Done {
			continue
		}
		if e.Phase[i] != cluster.Waiting || e.Depends(int32(i)) == cluster.Met && !e.Held[i] && j.Reservation == 0 && len(e.Reserved) == 0 {
			t.Errorf("seed %d: job %d never ended: phase %d, %+v", seed, j.ID, e.Phase[i], *j)
		}
		stuck = append(stuck, i)
	}
	if again := play(); !reflect.DeepEqual(e.Placed, again.Placed) || !reflect.DeepEqual(e.Earlier, again.Earlier) {
		t.Errorf("seed %d: a second run differs", seed)
	}
	placed := slices.Clone(e.Placed)
	for _, i := range stuck { // the referee knows them as cancelled at the end
		placed[i].How, placed[i].End = cluster.Cancelled, e.Now
		c.Changes = append(c.Changes, cluster.Change{At: e.Now, Kind: cluster.Cancel, Job: int32(i)})
	}
	if d := s.Description; d.Preemption.Type != "" && d.QOS[0].GraceS > 0 {
		return // a job that is given time may run into what the referee forbids
	}
	if err := verify.Err(referee.Check(cluster.Retold(c, placed, e.Earlier...))); err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
}

func TestEveryScheduleOfABusyClusterIsLegal(t *testing.T) {
	for seed := range uint64(120) {
		busyLaw(t, seed)
	}
}

func FuzzBusyTwin(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(busyLaw)
}
