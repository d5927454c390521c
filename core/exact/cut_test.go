package exact

import (
	"math/rand/v2"
	"testing"
)

// No feasible set of jobs violates a cut: at every second its parts add up to at most the
// cut's room for that second.
func TestCutsHoldForAllThatFits(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 61))
	rounded, covered := 0, 0
	for range 600 {
		in := random(r, 2+r.IntN(7))
		if r.IntN(4) == 0 { // more processors than a knapsack tells apart
			by := 300 + r.IntN(1000)
			in.Procs *= by
			for i := range in.Free {
				in.Free[i].Procs *= by
			}
			for i := range in.Jobs {
				in.Jobs[i].Procs = max(1, in.Jobs[i].Procs*by-r.IntN(by))
			}
		}
		p := newProblem(in)
		u := newDual(p, 1+r.Int64N(p.end), 1+r.IntN(6))
		u.average(1)
		most := 0.3 + r.Float64()
		for c := range u.share { // any mix
			for k := range u.share[c] {
				u.share[c][k] = r.Float64() * most * float64(u.g)
			}
		}
		dom := make([]domain, p.n)
		for i := range dom {
			dom[i] = randomDomain(r, p.early[i], p.end-p.d[i])
		}
		prices := u.fluid()
		for range 3 {
			prices, _ = u.cuts(prices, dom, func() bool { return false })
		}
		if len(prices) != u.k+len(u.cut) {
			t.Fatalf("%d prices for %d buckets and %d cuts", len(prices), u.k, len(u.cut))
		}
		for _, c := range u.cut {
			if got := partsOfAll(u, dom, c); got > c.room {
				t.Fatalf("jobs that fit have %d parts of bucket %d, the cut's room is %d: %+v in %+v", got, c.bucket, c.room, c, in)
			}
			if c.part[0] > 100 || len(c.part) > 1 && c.part[1] > 100 {
				covered++
			} else {
				rounded++
			}
		}
	}
	if rounded < 100 || covered < 100 {
		t.Errorf("%d cuts by rounding, %d by covers: too few of each", rounded, covered)
	}
}

// partsOfAll is the most parts that jobs can have in a cut's bucket, if at each of
// its seconds the best of all sets that fit ran.
func partsOfAll(u *dual, dom []domain, c cut) (total int64) {
	p := u.p
	for s := int64(c.bucket) * u.g; s < int64(c.bucket+1)*u.g; s++ {
		free := int64(0)
		for k, at := range p.base.at {
			if at <= s {
				free = int64(p.base.free[k])
			}
		}
		best := int64(0)
		for set := range 1 << p.n {
			width, parts := int64(0), int64(0)
			for i := range p.n {
				if set>>i&1 == 1 {
					width += p.w[i]
					parts += c.part[u.class[i]]
					if !dom[i].within(s-p.d[i]+1, s) {
						width = never // it cannot run then
						break
					}
				}
			}
			if width <= free {
				best = max(best, parts)
			}
		}
		total += best
	}
	return total
}
