package rules

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestALineIsASortedList under insertions and removals at random places, of few
// keys and of many, with thousands of jobs and down to none.
func TestALineIsASortedList(t *testing.T) {
	for seed := range uint64(6) {
		r := rand.New(rand.NewPCG(seed, 5))
		var l line
		var want []entry
		for n := range 6000 {
			if len(want) > 0 && r.IntN(6000) < n {
				i := r.IntN(len(want))
				l.remove(&want[i])
				want = slices.Delete(want, i, i+1)
			} else {
				e := entry{key: r.Int64N(1 + 3000*int64(seed%2)), index: int32(n), estimate: 1 + r.Int64N(100), procs: 1 + r.Int32N(50)}
				i, _ := slices.BinarySearchFunc(want, e, func(a, b entry) int {
					if a.before(&b) {
						return -1
					}
					return 1
				})
				want = slices.Insert(want, i, e)
				l.add(e)
			}
			if n%50 == 0 || len(want) < 100 && n > 5000 {
				checkLine(t, &l, want)
			}
		}
		for len(want) > 0 {
			l.remove(&want[0])
			want = want[1:]
		}
		checkLine(t, &l, nil)
	}
}

func checkLine(t *testing.T, l *line, want []entry) {
	t.Helper()
	var got []entry
	least := int32(math.MaxInt32)
	for _, b := range l.blocks {
		if len(b.entries) == 0 || len(b.entries) > blockSize {
			t.Fatalf("a block of %d jobs", len(b.entries))
		}
		for _, e := range b.entries {
			if e.estimate < b.shortest || e.procs < b.narrowest {
				t.Fatalf("a block from %d s and %d processors holds %+v", b.shortest, b.narrowest, e)
			}
			least = min(least, e.procs)
		}
		got = append(got, b.entries...)
	}
	if !slices.Equal(got, want) || l.narrowest() != least {
		t.Fatalf("%d jobs, the narrowest of %d processors, not %d of %d", len(got), l.narrowest(), len(want), least)
	}
}
