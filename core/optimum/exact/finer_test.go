package exact

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// A finer dual has buckets of half the length or a little more, and covers what the coarse one
// covers. Its buckets have the prices and the cuts of those at their middle seconds.
func TestFinerDualsHaveThePricesOfTheirMiddles(t *testing.T) {
	r := rand.New(rand.NewPCG(53, 1))
	smaller := 0
	for range 400 {
		u := priced(r)
		prices := slices.Concat(u.pi, u.mu)
		v, got := u.finer(prices, whole(u.p))
		if v.g < u.g {
			smaller++
		}
		if 2*v.g < u.g || v.g > max(4, u.g/2+4) {
			t.Fatalf("buckets of %d s become buckets of %d s", u.g, v.g)
		}
		if len(got) != v.k+len(v.cut) || int64(v.k)*v.g < int64(u.k)*u.g {
			t.Fatalf("%d prices of %d cuts and %d buckets of %d s, which were %d of %d s", len(got), len(v.cut), v.k, v.g, u.k, u.g)
		}
		next := 0 // cut of v
		for b := range v.k {
			old := 0
			for old < u.k && int64(old+1)*u.g <= int64(b)*v.g+v.g/2 {
				old++
			}
			if old == u.k {
				if got[b] != 0 {
					t.Fatalf("a price of %d beyond the coarse buckets", got[b])
				}
				continue
			}
			if got[b] != prices[old] {
				t.Fatalf("bucket %d costs %d, and %d of the coarse ones %d", b, got[b], old, prices[old])
			}
			for j, c := range u.cut {
				if c.bucket != old {
					continue
				}
				d := v.cut[next]
				if d.bucket != b || !slices.Equal(d.part, c.part) || d.rate != c.rate || got[v.k+next] != prices[u.k+j] {
					t.Fatalf("cut %d of bucket %d is %+v for %d, the coarse one %+v for %d", next, b, d, got[v.k+next], c, prices[u.k+j])
				}
				next++
			}
		}
		if next != len(v.cut) {
			t.Fatalf("%d cuts, expected %d", len(v.cut), next)
		}
	}
	if smaller < 40 {
		t.Errorf("only %d duals are finer", smaller)
	}
}

// The cuts of a finer dual hold for the domains, and its prices prove no more than the least
// cost of the schedules in them.
func TestFinerDualsProveBounds(t *testing.T) {
	r := rand.New(rand.NewPCG(53, 2))
	cuts, tight := 0, 0
	for range 300 {
		in := random(r, 2+r.IntN(5))
		best := optimum(in)
		a, dom := bare(in, r)
		c := a.check.knows(best, true)
		for i := range dom {
			if at := c.known[i] + 1 + r.Int64N(9); r.IntN(2) == 0 && at < dom[i].most() {
				dom[i] = dom[i].without(at, forever)
			}
		}
		prices := a.u.fluid()
		a.ascent.shares = true
		for range 3 {
			a.climb(prices, dom, 10, 1, never)
			prices, _ = a.cuts(prices, dom)
		}
		a.climb(prices, dom, 10, 1, never)
		v, finer := a.u.finer(prices, dom)
		c.cuts(v, 0, dom)
		cuts += len(v.cut)
		a.u, a.ascent = v, newAscent(v)
		a.within(never)
		if a.climb(finer, dom, 20, 0.5, never) > 0 { // the checker looks at it
			tight++
		}
	}
	if cuts < 200 || tight < 100 {
		t.Errorf("only %d cuts and %d bounds above 0", cuts, tight)
	}
}
