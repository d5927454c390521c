package queue

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/drawn/clusters"
	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/verify"
	referee "github.com/backfill-lab/backfill/core/verify/cluster"
)

// Whatever people do and nodes suffer, every schedule is legal, and jobs that never start wait for what
// cannot happen any more, or for nodes that are reserved.
func law(t *testing.T, seed uint64) { lawOf(t, seed, false) }

// lawOf is law, also with jobs that share nodes only with their user's or of their label, or have a deadline.
func lawOf(t *testing.T, seed uint64, choosy bool) {
	r := rand.New(rand.NewPCG(seed, 23))
	d := clusters.BusySystem(r)
	d.Preemption = cluster.Preemption{}
	s, err := cluster.New(d)
	if err != nil {
		t.Fatal(err)
	}
	c := cluster.Config{System: s, Cut: r.IntN(2) == 0, UnixStart: int64(r.IntN(1000))}
	c.Jobs, c.Changes = clusters.BusyJobs(r, s)
	for i := range c.Jobs {
		if r.IntN(4) == 0 {
			c.Jobs[i].Partitions = append(c.Jobs[i].Partitions, int32(r.IntN(len(s.Partitions))))
		}
		if j := &c.Jobs[i]; choosy {
			d.Scheduling.MCS = []string{"user", "account"}[seed%2]
			if j.OwnNodes, j.Apart = r.IntN(5) == 0, r.IntN(3) == 0; r.IntN(4) == 0 {
				j.Wishes = &cluster.Wishes{Deadline: j.Limit + int64(r.IntN(3000))}
			}
		}
	}
	all := names()
	if choosy { // plans do not know who shares nodes with whom
		all = slices.DeleteFunc(all, func(name string) bool {
			return strings.Contains(name, "cons") || strings.HasPrefix(name, "plan") || strings.HasPrefix(name, "dynp")
		})
	}
	name := all[r.IntN(len(all))]
	if c.Scheduler, err = New(s, name); err != nil {
		t.Fatal(err)
	}
	e, err := cluster.NewEngine(c)
	if err != nil {
		t.Fatal(err)
	}
	_ = e.Run(context.Background()) // what never starts is looked at below
	placed := slices.Clone(e.Placed)
	for i := range c.Jobs {
		j := &c.Jobs[i]
		if e.Phase[i] == cluster.Done {
			continue
		}
		if e.Phase[i] != cluster.Waiting || e.Depends(int32(i)) == cluster.Met && !e.Held[i] && j.Reservation == 0 && len(e.Reserved) == 0 {
			t.Errorf("seed %d: %s: job %d never ended: phase %d, %+v", seed, name, j.ID, e.Phase[i], *j)
		}
		placed[i].How, placed[i].End = cluster.Cancelled, e.Now // as the referee knows them
		c.Changes = append(c.Changes, cluster.Change{At: e.Now, Kind: cluster.Cancel, Job: int32(i)})
	}
	if err := verify.Err(referee.Check(cluster.Retold(c, placed, e.Earlier...))); err != nil {
		t.Fatalf("seed %d: %s: %v", seed, name, err)
	}
}

func TestEveryScheduleIsLegal(t *testing.T) {
	for seed := range uint64(400) {
		law(t, seed)
	}
}

func TestEveryScheduleOfChoosyJobsIsLegal(t *testing.T) {
	for seed := range uint64(200) {
		lawOf(t, seed, true)
	}
}

func FuzzQueue(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(law)
}
