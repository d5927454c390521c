package profile

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestStairsAreWhatTakingLeaves compares Gain with Take and Holds with Fit.
func TestStairsAreWhatTakingLeaves(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for n := range 300 {
		now, free := r.Int64N(20), 8
		taken, stairs := New(now, free), &Profile{}
		var ends []int64
		for range r.IntN(8) {
			ends = append(ends, now+1+r.Int64N(12))
			free--
		}
		slices.Sort(ends)
		stairs.Reset(now, free)
		for _, end := range ends {
			taken.Take(now, end-now, 1)
			stairs.Gain(end, 1)
		}
		if !slices.Equal(stairs.at, taken.at) || !slices.Equal(stairs.free, taken.free) {
			t.Fatalf("case %d: ends %v: %v, not %v", n, ends, stairs, taken)
		}
		for range 5 { // make it go down as well as up
			length, procs := 1+r.Int64N(6), 1+r.IntN(3)
			from, _ := stairs.Fit(now+r.Int64N(10), length, procs)
			stairs.Take(from, length, procs)
		}
		for length := range int64(25) {
			for procs := 1; procs <= 9; procs++ {
				at, ok := stairs.Fit(now, length+1, procs)
				if got, want := stairs.Holds(length+1, procs), ok && at == now; got != want {
					t.Fatalf("case %d: Holds(%d, %d) is %t of %v", n, length+1, procs, got, stairs)
				}
				if until := stairs.Until(procs); stairs.Holds(length+1, procs) != (until-now > length) || until < Forever && stairs.At(until) >= procs {
					t.Fatalf("case %d: Until(%d) is %d of %v", n, procs, until, stairs)
				}
			}
		}
	}
}
