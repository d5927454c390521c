package exact

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/slow"
)

// kernelOf gives u a kernel of some jobs of in, never half of those that are equal.
func kernelOf(r *rand.Rand, in *Instance, u *dual) *kernel {
	var jobs []int
	for i := range u.p.n {
		if i > 0 && u.p.same(i-1, i) {
			if slices.Contains(jobs, i-1) {
				jobs = append(jobs, i)
			}
		} else if r.IntN(3) > 0 {
			jobs = append(jobs, i)
		}
	}
	starts, _ := u.p.list(r.Perm(u.p.n))
	u.kernel = newKernel(in, u, jobs, starts, newMemo(1, &u.p.ticks), func() bool { return false })
	return u.kernel
}

// together is the least sum of worths of a kernel's jobs, by all orders: each job starts as
// early as those before it allow, and no earlier than they do.
func (k *kernel) together(dom []domain) int64 {
	least := int64(never)
	starts := make([]int64, k.p.n)
	var try func(order []int, tau, paid int64)
	try = func(order []int, tau, paid int64) {
		if len(order) == k.p.n {
			least = min(least, paid)
			return
		}
		for q := range k.p.n {
			if slices.Contains(order, q) || q > 0 && k.p.same(q-1, q) && !slices.Contains(order, q-1) {
				continue
			}
			t := max(tau, k.p.early[q])
			for !k.fits(order, starts, q, t) {
				t++
			}
			worth := int64(never)
			for _, s := range dom[k.job[q]] {
				for at := max(s.from, t); at <= s.to; at++ {
					worth = min(worth, k.u.cost(k.job[q], at))
				}
			}
			if starts[q] = t; worth < never {
				try(append(slices.Clone(order), q), t, paid+worth)
			}
		}
	}
	try(nil, 0, 0)
	return least
}

// fits reports whether job q can run from second t on beside the others.
func (k *kernel) fits(others []int, starts []int64, q int, t int64) bool {
	for at := t; at < t+k.p.d[q]; at++ {
		held := k.p.w[q]
		for _, o := range others {
			if starts[o] <= at && at < starts[o]+k.p.d[o] {
				held += k.p.w[o]
			}
		}
		b := len(k.p.base.at) - 1
		for k.p.base.at[b] > at {
			b--
		}
		if held > k.p.base.free[b] {
			return false
		}
	}
	return true
}

// A kernel's cheapest schedule is that of all orders, whatever the prices, the domains and
// the schedule it begins with; its jobs cost together no less than each on its own, and
// nothing if the domains hold no schedule.
func TestKernelsAreBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(51, 1))
	more, none := 0, 0
	for range 400 {
		in := random(r, 2+r.IntN(4))
		p := newProblem(in)
		u := newDual(p, 40+r.Int64N(60), 2+r.IntN(12))
		prices := make([]int64, u.k)
		for b := range prices {
			prices[b] = r.Int64N(1 + u.one*r.Int64N(3))
		}
		dom := whole(p)
		for i := range dom {
			for range r.IntN(3) {
				from := dom[i].least() + r.Int64N(20)
				if cut := slices.Clone(dom[i]).without(from, from+r.Int64N(20)); len(cut) > 0 {
					dom[i] = cut
				}
			}
		}
		k := kernelOf(r, in, u)
		if len(k.job) == 0 {
			continue
		}
		u.kernel = nil
		u.set(prices)
		alone := u.bound(dom)
		u.kernel = k
		want, sum := k.together(dom), int64(0)
		joined := u.bound(dom)
		for _, i := range k.job {
			sum += u.least[i]
		}
		switch {
		case want == never:
			if none++; joined != never {
				t.Fatalf("%+v: a bound of %d where the domains %v have no schedule", in, joined, dom)
			}
		case sum != want || joined < alone || !k.whole:
			t.Fatalf("%+v in %v: jobs %v cost %d together, expected %d; the bound falls from %d to %d",
				in, dom, k.job, sum, want, alone, joined)
		case joined > alone:
			more++
		}
	}
	if more < 50 || none < 5 {
		t.Errorf("%d kernels raised a bound, %d had no schedule: too few to tell", more, none)
	}
}

// A bound with a kernel is at most the optimum, and fixing around a kernel keeps every
// cheaper schedule.
func TestKernelsBoundTheOptimum(t *testing.T) {
	slow.AsWebAssembly(t)
	r := rand.New(rand.NewPCG(51, 2))
	fixed := 0
	for range 200 {
		in := random(r, 2+r.IntN(5))
		p := newProblem(in)
		best := optimum(in)
		c := newChecker(in, p).knows(best, true)
		u := newDual(p, 40+r.Int64N(60), 4+r.IntN(12))
		a := newAscent(u)
		a.stop = func() bool { return false }
		kernelOf(r, in, u)
		dom, prices := whole(p), u.fluid()
		if bound := a.climb(prices, dom, 30, 1, c.cost, never); bound > c.cost*u.one {
			t.Fatalf("%+v: a bound of %d/%d, and %v costs %d", in, bound, u.one, best, c.cost)
		}
		u.set(prices)
		u.bound(dom)
		before := size(dom)
		if !u.fix(dom, c.cost*u.one) || !c.holds(dom) {
			t.Fatalf("%+v: the schedule %v, which costs no more than allowed, is not in %v", in, best, dom)
		}
		if size(dom) < before {
			fixed++
		}
	}
	if fixed < 20 {
		t.Errorf("only %d times something was fixed", fixed)
	}
}

// A guide only shortens the search: with any prices of its own the kernel costs the same.
func TestGuidesChangeNoResult(t *testing.T) {
	r := rand.New(rand.NewPCG(51, 3))
	for range 200 {
		in := random(r, 3+r.IntN(4))
		p := newProblem(in)
		u := newDual(p, 40+r.Int64N(60), 4+r.IntN(8))
		k := kernelOf(r, in, u)
		dom := whole(p)
		u.set(u.fluid())
		want := u.bound(dom)
		for range 4 {
			for m := range k.guide.best {
				k.guide.best[m] = float64(r.Int64N(3*u.one)) * r.Float64()
			}
			starts, _ := k.p.list(r.Perm(k.p.n))
			k.best.starts = starts
			if got := u.bound(dom); got != want {
				t.Fatalf("%+v: %d, with other guides %d", in, want, got)
			}
		}
	}
}

// On steps full of equal wide jobs a kernel raises the bound of the root, and a tree that
// begins with it still ends with the optimum.
func TestJointBoundsRaiseTheRoot(t *testing.T) {
	slow.AsWebAssembly(t)
	r := rand.New(rand.NewPCG(51, 4))
	raised := 0
	for seed := range uint64(40) {
		in := busy(seed, 8)
		if seed%2 == 0 {
			in = random(r, 8)
		}
		best := optimum(in)
		a, dom := bare(in, r)
		a.check.knows(best, true)
		a.stop = func() bool { return a.pops > 200 } // parts may lie below a joint bound
		a.ascent.stop, a.chrono.stop = a.stop, a.stop
		a.sow(dom)
		if len(a.open) == 0 {
			continue
		}
		root := a.open[0]
		a.ground = &ground{in: in, dom: clone(root.dom), prices: slices.Clone(root.pi), cut: slices.Clone(a.u.cut)}
		a.joint()
		if a.least > root.bound {
			raised++
		}
		if want := in.Cost(best) - a.p.fixed; a.least > want*a.u.one && a.best.cost > want {
			t.Fatalf("%+v: at least %d/%d, and %v costs %d", in, a.least, a.u.one, best, want)
		}
		a.run()
		if want := in.Cost(best) - a.p.fixed; a.least == never && a.best.cost != want {
			t.Fatalf("%+v: %d is proven, the optimum is %d", in, a.best.cost, want)
		}
	}
	if raised < 10 {
		t.Errorf("only %d bounds rose", raised)
	}
}

// Softened prices are no higher, and the dearest falls no faster than by 1 in d seconds.
func TestSoftenedPricesFallSlowly(t *testing.T) {
	r := rand.New(rand.NewPCG(51, 5))
	for range 200 {
		u := priced(r)
		prices := make([]int64, u.k+len(u.cut))
		for b := range prices {
			prices[b] = r.Int64N(2 * u.one)
		}
		d := 1 + r.Int64N(100)
		soft := u.soften(prices, d)
		for b := range soft {
			if soft[b] < 0 || soft[b] > prices[b] {
				t.Fatalf("a price of %d becomes %d", prices[b], soft[b])
			}
		}
		u.set(soft)
		dearest := func(b int) (price int64) {
			for c, w := range u.width {
				price = max(price, u.price[c][b]/w)
			}
			return price
		}
		for b := range u.k - 1 {
			if fall := dearest(b) - dearest(b+1); fall > u.one*u.g/d+100 {
				t.Fatalf("a price falls by %d from bucket %d on, more than %d", fall, b, u.one*u.g/d)
			}
		}
	}
}
