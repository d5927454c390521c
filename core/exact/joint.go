package exact

import (
	"cmp"
	"slices"
)

// The effort of a bound by a kernel. Most instances of two dozen jobs are proven before it
// begins; where the tree has not ended by then, the bound of its root hardly rises any more.
const (
	jointAfter  = 5 * workTicks // of work before it
	jointFirst  = 3 * workTicks // of its first ascent
	jointMost   = 20 * workTicks
	jointSteps  = 300     // of an ascent between two looks for cuts
	jointGain   = 0.01    // of the missing bound, to go on
	kernelNodes = 200_000 // of a search for a kernel's cheapest schedule
)

// A ground is what a bound by a kernel begins with: the root of a tree, before it is split.
type ground struct {
	in     *Instance
	dom    []domain
	prices []int64
	cut    []cut
	due    int64 // ticks
}

// joint raises the least bound by pricing the densest jobs together, once, when that is due.
func (t *tree) joint() {
	g := t.ground
	if g == nil || t.p.ticks < g.due {
		return
	}
	t.ground = nil
	u := newDual(t.p, t.u.g*int64(t.u.k), t.u.k) // the same buckets
	u.cut = slices.Clone(g.cut)
	u.keep(len(u.cut))
	begun := t.p.ticks
	most := begun + jointFirst
	stop := func() bool { return t.stop() || t.p.ticks >= most }
	dom, prices := g.dom, t.kernel(u, g, stop)
	if prices == nil {
		return
	}
	a := newAscent(u)
	a.stop, a.shares = stop, true
	for last := int64(0); ; {
		limit := t.limit()
		bound := a.climb(prices, dom, jointSteps, 0.5, t.best.cost, limit)
		if bound < t.least { // without a kernel it is higher
			return
		}
		most = begun + jointMost
		t.raise(bound)
		if bound > limit || !t.fixAround(u, prices, dom, limit) {
			t.raise(never)
			return
		}
		if stop() || last > 0 && float64(bound-last) < jointGain*float64(limit-last) {
			return
		}
		last = bound
		prices, _ = u.cuts(u.drop(prices), dom, stop)
	}
}

// fixAround fixes the jobs that are not in u's kernel. It returns false if nothing is left.
func (t *tree) fixAround(u *dual, prices []int64, dom []domain, limit int64) (some bool) {
	before := t.check.copy(dom)
	u.set(prices)
	some = u.bound(dom) < never && u.fix(dom, limit)
	t.check.fixedAround(t, before, dom, some)
	return some && t.propagate(dom)
}

// kernel gives u the largest kernel whose cheapest schedule is found quickly: types of jobs
// in the order of width by duration. It returns prices to begin with, or nil if there is none.
func (t *tree) kernel(u *dual, g *ground, stop func() bool) (prices []int64) {
	var types [][]int
	for i := range t.p.n {
		if i > 0 && t.p.same(i-1, i) {
			types[len(types)-1] = append(types[len(types)-1], i)
		} else {
			types = append(types, []int{i})
		}
	}
	slices.SortStableFunc(types, func(a, b []int) int { return cmp.Compare(t.p.w[b[0]]*t.p.d[a[0]], t.p.w[a[0]]*t.p.d[b[0]]) })
	var jobs []int
	longest := int64(0)
	for _, next := range types {
		longest = max(longest, t.p.d[next[0]])
		x := u.soften(g.prices, longest)
		more := slices.Sorted(slices.Values(slices.Concat(jobs, next)))
		k := newKernel(g.in, u, more, t.best.starts, t.chrono.memo, stop)
		u.set(x)
		if k.join(g.dom); !k.whole {
			break
		}
		jobs, prices, u.kernel = more, x, k
	}
	return prices
}

// soften returns the prices without what keeps jobs of that duration apart: so much lower
// that such a job hardly gains by waiting. If a job of d seconds starts a second later, each
// of its processors costs a second more, so the price of a processor, of the class that pays
// most, may fall by 1 in d seconds and no faster.
func (u *dual) soften(prices []int64, d int64) []int64 {
	u.set(prices)
	soft := u.padded(prices)
	rate := make([]float64, u.k)
	after, lower := int64(0), int64(0) // the highest price of a processor in the next bucket, and the softened one
	for b := u.k - 1; b >= 0; b-- {
		price := int64(0)
		for c, w := range u.width {
			price = max(price, u.price[c][b]/w)
		}
		lower = max(0, min(price, lower+min(max(0, price-after), u.one*u.g/d)))
		if after = price; price > 0 {
			rate[b] = float64(lower) / float64(price)
		}
		soft[b] = int64(float64(float64(soft[b]) * rate[b]))
	}
	for j, c := range u.cut {
		soft[u.k+j] = int64(float64(float64(soft[u.k+j]) * rate[c.bucket]))
	}
	return soft
}

// raise raises the least bound of the whole tree.
func (t *tree) raise(bound int64) {
	if t.whole != nil {
		t.whole(bound)
		return
	}
	if bound = min(bound, t.limit()+1); bound > t.least { // nothing is cheaper: the incumbent bounds all
		t.least = bound
		t.check.least(t)
		t.told()
	}
}
