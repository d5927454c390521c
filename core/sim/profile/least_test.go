package profile

import (
	"math/rand/v2"
	"testing"
)

// TestLeastAndFitBeforeAgreeWithEverySecond checks both at every second.
func TestLeastAndFitBeforeAgreeWithEverySecond(t *testing.T) {
	const procs, horizon = 8, 80
	r := rand.New(rand.NewPCG(3, 7))
	for range 2000 {
		p := New(0, procs)
		for range r.IntN(8) {
			n := 1 + r.IntN(procs)
			length := 1 + r.Int64N(12)
			at, _ := p.Fit(r.Int64N(30), length, n)
			p.Take(at, length, n)
		}
		from := r.Int64N(horizon)
		length := 1 + r.Int64N(20)
		least, last := procs+1, int64(0)
		for s := from; s < from+length; s++ {
			if f := p.At(s); f <= least {
				least, last = f, s
			}
		}
		got, next := p.Least(from, from+length)
		if got != least || next <= last || next < from+length && p.At(next) == least {
			t.Fatalf("Least(%d, %d) = %d, %d; the fewest are %d, last at %d", from, from+length, got, next, least, last)
		}
		limit, n := r.Int64N(horizon), 1+r.IntN(procs)
		want, ok := p.Fit(from, length, n)
		ok = ok && want < limit
		if at, found := p.FitBefore(from, limit, length, n); found != ok || ok && at != want {
			t.Fatalf("FitBefore(%d, %d, %d, %d) = %d, %t; Fit says %d", from, limit, length, n, at, found, want)
		}
	}
}
