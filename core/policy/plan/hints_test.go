package plan

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/sim/job"
)

func TestClassesAreInOrderAndFit(t *testing.T) {
	for _, b := range [][]int64{lengthBounds, widthBounds} {
		if b[0] != 1 || !slices.IsSorted(b) || len(slices.Compact(slices.Clone(b))) != len(b) || len(b) > classes-2 {
			t.Fatalf("the bounds %v are not from 1, increasing and at most %d", b, classes-2)
		}
	}
	c := classOf(job.MaxSeconds, job.MaxProcs)
	if c.lengthUp >= classes || c.widthUp >= classes {
		t.Fatalf("the largest job is of class %+v", c)
	}
}

// A hint is never later than the latest start among the jobs that are neither
// wider nor longer, and is just that where widths and lengths are bounds.
func TestHintsNeverSayTooMuch(t *testing.T) {
	type placed struct {
		length, start int64
		procs         int32
	}
	r := rand.New(rand.NewPCG(9, 9))
	for range 100 {
		var h hints
		var all []placed
		h.reset(true)
		exact := r.IntN(2) == 0
		for range 60 {
			p := placed{1 + r.Int64N(200_000), r.Int64N(1_000_000), 1 + r.Int32N(500)}
			if exact {
				p.length, p.procs = lengthBounds[r.IntN(len(lengthBounds))], int32(widthBounds[r.IntN(len(widthBounds))])
			}
			want := int64(0)
			for _, q := range all {
				if q.length <= p.length && q.procs <= p.procs {
					want = max(want, q.start)
				}
			}
			c := classOf(p.length, p.procs)
			if got := h.least(c); got > want || exact && got != want {
				t.Fatalf("the hint for %+v after %+v is %d; the latest start of a lesser job is %d", p, all, got, want)
			}
			h.add(c, p.start)
			all = append(all, p)
		}
	}
}
