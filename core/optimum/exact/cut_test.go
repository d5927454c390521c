package exact

import (
	"math/rand/v2"
	"slices"
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
				in.Jobs[i].Procs = in.Jobs[i].Procs*by - r.IntN(2)*r.IntN(by)
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
		dom := randomDomains(r, p)
		prices := u.fluid()
		for range 3 {
			prices, _ = u.cuts(prices, dom, goOn)
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

// A cut that is found is broken by the averaged starts and takes half of its bucket's
// price, at a rate at which it costs no job more than that half did.
func TestCutsAreBrokenAndTakeHalfOfAPrice(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 62))
	cuts := 0
	for range 300 {
		p := newProblem(random(r, 2+r.IntN(7)))
		u := newDual(p, 1+r.Int64N(p.end), 1+r.IntN(6))
		u.average(1)
		for c := range u.share {
			for k := range u.share[c] {
				u.share[c][k] = r.Float64() * float64(u.g)
			}
		}
		before := u.fluid()
		after, found := u.cuts(slices.Clone(before), whole(p), goOn)
		if found != (len(u.cut) > 0) || len(u.mu) != len(u.cut) || len(u.used) != len(u.cut) || len(after) != u.k+len(u.cut) {
			t.Fatalf("%d cuts with %d prices and %d uses", len(u.cut), len(u.mu), len(u.used))
		}
		changed := make([]int, u.k)
		for j, c := range u.cut {
			cuts++
			changed[c.bucket]++
			use, rate := 0.0, 0.0
			for class, part := range c.part {
				use += float64(part) * u.share[class][c.bucket]
				rate = max(rate, float64(part)/float64(u.width[class]))
			}
			if use <= broken*float64(c.room) || c.rate != rate {
				t.Fatalf("%+v has a use of %g and a rate of %g", c, use, rate)
			}
			half := before[c.bucket] / 2
			if mu := after[u.k+j]; after[c.bucket] != before[c.bucket]-half || float64(mu)*rate > float64(half)+1e-6 ||
				float64(mu+1)*rate < float64(half)-1e-6 {
				t.Fatalf("a price of %d becomes %d, and that of the cut %d at a rate of %g", before[c.bucket], after[c.bucket], mu, rate)
			}
		}
		for k, n := range changed {
			if n > 1 || n == 0 && before[k] != after[k] {
				t.Fatalf("bucket %d has %d new cuts, and its price of %d becomes %d", k, n, before[k], after[k])
			}
		}
	}
	if cuts < 100 {
		t.Errorf("only %d cuts", cuts)
	}
}

// Cuts without a price go, and the bound does not change.
func TestDroppedCutsHadNoPrice(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 63))
	for range 200 {
		u := priced(r)
		for j := range u.cut {
			u.cut[j].room = r.Int64N(50)
		}
		dom := whole(u.p)
		before := u.bound(dom)
		kept := 0
		for _, mu := range u.mu {
			if mu > 0 {
				kept++
			}
		}
		prices := u.drop(slices.Concat(u.pi, u.mu))
		u.set(prices)
		if after := u.bound(dom); len(u.cut) != kept || len(prices) != u.k+kept || len(u.used) != kept || after != before {
			t.Fatalf("%d cuts are left, expected %d; the bound was %d and is %d", len(u.cut), kept, before, after)
		}
	}
}

// No cut is sought after stop, nor beyond the most a dual holds.
func TestCutsHaveALimit(t *testing.T) {
	for _, c := range []struct {
		name      string
		old, want int
		stop      bool
	}{
		{"none yet", 0, 3, false},
		{"one more", mostCuts - 1, mostCuts, false},
		{"no more", mostCuts, mostCuts, false},
		{"stopped", 0, 0, true},
	} {
		// in each of three buckets one of two jobs of 2 processors runs at once on 3
		in := &Instance{Procs: 3, Free: []Step{{0, 3}}, Jobs: []Job{{0, 2, 100, 0}, {1, 2, 100, 0}}}
		p := newProblem(in)
		u := newDual(p, 12, 3)
		u.average(1)
		for k := range u.share[0] {
			u.share[0][k] = 1.5 * float64(u.g)
		}
		u.cut = make([]cut, c.old)
		prices, found := u.cuts(make([]int64, u.k+c.old), whole(p), func() bool { return c.stop })
		if len(u.cut) != c.want || found != (c.want > c.old) || len(prices) != u.k+c.want {
			t.Errorf("%s: %d cuts become %d, expected %d; found: %t", c.name, c.old, len(u.cut), c.want, found)
		}
	}
}

// The jobs of a bucket are those that can run in one of its seconds.
func TestJobsAreCountedWhereTheyCanRun(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 64))
	for range 200 {
		u := priced(r)
		p := u.p
		dom := randomDomains(r, p)
		s := newCutter(u)
		for k := range u.k {
			want := make([]int64, len(u.width))
			for i, d := range dom {
				for at := int64(k) * u.g; at < int64(k+1)*u.g; at++ {
					runs := false
					for start := at - p.d[i] + 1; start <= at; start++ {
						runs = runs || d.has(start)
					}
					if runs {
						want[u.class[i]]++
						break
					}
				}
			}
			if s.count(k, dom); !slices.Equal(s.most, want) {
				t.Fatalf("%v can run in bucket %d of %d s: counted are %v, expected %v", dom, k, u.g, s.most, want)
			}
		}
	}
}
