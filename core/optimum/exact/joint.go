package exact

import (
	"cmp"
	"slices"
)

// The effort of a bound by a kernel. Most instances of two dozen jobs are proven before it
// begins, after hardAfter; where the tree has not ended by then, the bound of its root hardly
// rises any more.
const (
	jointFirst  = 3 * workTicks // of its first ascent
	jointMost   = 60 * workTicks
	jointSteps  = 150     // of an ascent between two looks for cuts
	firstPace   = 0.5     // theta of the first
	jointPace   = 0.25    // theta of the others
	jointEach   = 4       // ascents in buckets of a size; only one in the first
	jointHalves = 3       // times that the buckets are halved
	jointGain   = 0.002   // of the missing bound, not to be idle
	jointIdle   = 3       // idle ascents that end it
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
	most := t.p.ticks + jointFirst
	stop := func() bool { return t.stop() || t.p.ticks >= most }
	prices := t.kernel(u, g, stop)
	if prices == nil {
		return
	}
	k := &joint{t: t, in: g.in, u: u, dom: g.dom, prices: prices, stop: stop}
	if bound := k.climb(firstPace); bound >= t.least { // without a kernel it is not higher
		most += jointMost - jointFirst
		k.run(bound)
	}
}

// A joint is the ascent of a tree's bound by a kernel.
type joint struct {
	t      *tree
	in     *Instance
	u      *dual
	dom    []domain // of the root, narrowed
	prices []int64
	stop   func() bool
	halved int // times that the buckets were
}

// run raises the tree's bound from the first one, with more cuts and in smaller buckets. An
// ascent may end below the one before it, because new cuts disturb the prices.
func (k *joint) run(bound int64) {
	t, best, idle := k.t, int64(0), 0
	for n := 0; ; n++ {
		limit := t.limit()
		t.raise(bound)
		if bound > limit || !t.fixAround(k.u, k.prices, k.dom, limit) {
			t.raise(never)
			return
		}
		idle++
		if n == 0 || float64(bound-best) >= jointGain*float64(limit-best) {
			best, idle = bound, 0
		}
		if k.stop() || idle >= jointIdle {
			return
		}
		k.cut()
		if n%jointEach == 0 && k.halvable() {
			k.halve()
		}
		bound = k.climb(jointPace)
	}
}

// climb is ascent.climb with the kernel.
func (k *joint) climb(theta float64) int64 {
	a := newAscent(k.u)
	a.stop, a.shares = k.stop, true
	return a.climb(k.prices, k.dom, jointSteps, theta, k.t.best.cost, k.t.limit())
}

// cut looks for cuts that the last ascent violates.
func (k *joint) cut() {
	prices := k.u.drop(k.prices)
	old := len(k.u.cut)
	k.prices, _ = k.u.cuts(prices, k.dom, k.stop)
	k.t.check.cuts(k.u, old, k.dom)
}

// halvable reports whether the buckets may become smaller.
func (k *joint) halvable() bool { return k.halved < jointHalves && k.u.g > 4 }

// halve goes on in buckets half as long, with the same kernel.
func (k *joint) halve() {
	old := k.u.kernel
	k.u, k.prices = k.u.finer(k.prices, k.dom)
	k.t.check.cuts(k.u, 0, k.dom)
	k.u.kernel = newKernel(k.in, k.u, old.job, k.t.best.starts, k.t.chrono.memo, k.stop)
	k.halved++
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
