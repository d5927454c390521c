package exact

import (
	"math/rand/v2"
	"testing"
)

// counters is a profile with one counter a second.
type counters []int64

func (c counters) fits(at, length, procs int64) bool {
	for s := at; s < at+length; s++ {
		if c[s] < procs {
			return false
		}
	}
	return true
}

// Placing jobs on a profile is placing them on a counter for each second, each at the
// first second from which enough are free.
func TestProfilesAreCounters(t *testing.T) {
	r := rand.New(rand.NewPCG(90, 1))
	var again profile
	for range 500 {
		in := random(r, 1)
		base := newProfile(in, in.Now)
		again.reset(&base)
		free := make(counters, 1000)
		for s, last := 0, 0; s < len(free); s++ {
			for last+1 < len(in.Free) && in.Free[last+1].At-in.Now <= int64(s) {
				last++
			}
			free[s] = int64(in.Free[last].Procs)
		}
		for range 12 {
			length, procs := 1+r.Int64N(20), 1+r.Int64N(int64(in.Procs))
			want := int64(0)
			for !free.fits(want, length, procs) {
				want++
			}
			if got := again.place(length, procs); got != want {
				t.Fatalf("%+v: a job of %d processors and %d s starts at %d, expected %d", in, procs, length, got, want)
			}
			for s := want; s < want+length; s++ {
				free[s] -= procs
			}
			for k, at := range again.at {
				if again.free[k] != free[at] || k > 0 && (at <= again.at[k-1] || again.free[k-1] != free[at-1]) {
					t.Fatalf("%+v: %+v is wrong at second %d, where %d processors are free", in, again, at, free[at])
				}
			}
		}
		if base.free[len(base.free)-1] != int64(in.Procs) || len(base.at) != len(in.Free) {
			t.Fatalf("a copy's jobs changed %+v", base)
		}
	}
}
