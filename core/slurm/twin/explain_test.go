package twin

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/drawn/clusters"
	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// Whatever the twin says about a job that waits is so, its codes are those of Reasons where that looks at
// partitions alone, and asking changes nothing.
func TestExplanationsAreTrue(t *testing.T) {
	codes := map[string]int{}
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 31))
		s, err := cluster.New(clusters.BusySystem(r))
		if err != nil {
			t.Fatal(err)
		}
		c := cluster.Config{System: s, Cut: r.IntN(2) == 0}
		c.Jobs, c.Changes = clusters.BusyJobs(r, s)
		twin, pass := New(s), 0
		c.Scheduler = cluster.Watch(twin, func(e *cluster.Engine, started []int32) {
			if pass++; pass%5 > 0 {
				return
			}
			said := map[int32]string{}
			for _, r := range twin.Reasons(e) {
				said[r.Job] = r.Code
			}
			for i := range e.Jobs {
				if i := int32(i); e.Phase[i] == cluster.Waiting {
					r := twin.Explain(e, i, started)
					codes[r.Code]++
					explained(t, seed, twin, e, i, r, said[i])
				}
			}
		})
		e, err := cluster.NewEngine(c)
		if err != nil {
			t.Fatal(err)
		}
		_ = e.Run(context.Background()) // some never start
		c.Scheduler = New(s)
		alone, err := cluster.NewEngine(c)
		if err != nil {
			t.Fatal(err)
		}
		if _ = alone.Run(context.Background()); !reflect.DeepEqual(e.Starts(), alone.Starts()) {
			t.Fatalf("seed %d: asking changes the schedule", seed)
		}
	}
	for _, code := range []string{cluster.Resources, cluster.Behind, cluster.UnmetDependency, cluster.NotBegun, cluster.HeldByUser,
		"QOSMaxJobsPerUserLimit"} {
		if codes[code] < 20 {
			t.Errorf("%s was said %d times of %v", code, codes[code], codes)
		}
	}
}

func explained(t *testing.T, seed uint64, twin *Twin, e *cluster.Engine, i int32, r cluster.Reason, said string) {
	t.Helper()
	j := &e.Jobs[i]
	fail := func(text string) { t.Fatalf("seed %d at %d: job %d: %s: %+v, %s", seed, e.Now, j.ID, text, r, said) }
	set := cluster.NewBits(len(e.System.Nodes))
	copy(set, e.System.Partitions[r.Partition].Bits)
	set.And(e.Up)
	e.Allow(j, e.Now, set)
	_, fits := e.Free.Place(j, r.Partition, set)
	switch r.Code {
	case cluster.Resources:
		if fits || r.Fits {
			fail("there is a place")
		}
	case cluster.Behind:
		if r.First == cluster.None || r.First == i || e.Phase[r.First] != cluster.Waiting || !e.Ready(r.First) || r.Ahead < 1 {
			fail("nobody is before it")
		}
	case cluster.NotLooked:
		if twin.entries == nil && !fits {
			fail("there is no place")
		}
	case cluster.UnmetDependency:
		if e.Depends(i) != cluster.Unmet || len(r.After) == 0 {
			fail("it waits for no job")
		}
	case cluster.NotBegun:
		if e.Begin[i] <= e.Now {
			fail("its begin has come")
		}
	case cluster.HeldByUser:
		if !e.Held[i] {
			fail("nobody holds it")
		}
	}
	waits := func(code string) bool {
		return code == cluster.Resources || code == cluster.Behind || code == cluster.NotLooked
	}
	if waits(r.Code) != waits(said) || !waits(said) && r.Code != said || said == cluster.Behind && r.Code != said {
		fail("squeue says something else")
	}
}
