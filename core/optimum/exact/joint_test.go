package exact

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/slow"
)

// jointOf returns the ascent by a kernel of some jobs for a tree whose checker knows the best
// schedule, unless that is nil. There is none if the tree has no root or no job was drawn.
func jointOf(r *rand.Rand, in *Instance, best []int64) *joint {
	a, dom := bare(in, r)
	if best != nil {
		a.check.knows(best, true)
	}
	a.sow(dom)
	if len(a.open) == 0 {
		return nil
	}
	a.stop = func() bool { return false } // parts may lie below a joint bound
	root := a.open[0]
	u := newDual(a.p, a.u.g*int64(a.u.k), a.u.k)
	u.cut = slices.Clone(a.u.cut)
	u.keep(len(u.cut))
	if len(kernelOf(r, in, u).job) == 0 {
		return nil
	}
	return &joint{t: a, in: in, u: u, dom: clone(root.dom), prices: slices.Clone(root.pi), stop: a.stop}
}

// An ascent by a kernel that goes on in smaller buckets never claims more than the optimum,
// loses no optimal schedule while a worse one is the incumbent, and often ends higher than in
// the buckets it began with.
func TestJointAscentsInSmallerBucketsAreSound(t *testing.T) {
	slow.AsWebAssembly(t)
	r := rand.New(rand.NewPCG(54, 1))
	halved, higher := 0, 0
	for seed := range uint64(24) {
		in := busy(seed, 6)
		if seed%3 == 0 {
			in = random(r, 6)
		}
		best := optimum(in)
		k := jointOf(r, in, best)
		if k == nil {
			continue
		}
		a := k.t
		first := k.climb(firstPace)
		k.run(first)
		want := in.Cost(best) - a.p.fixed
		if a.least > want*a.u.one && a.best.cost > want {
			t.Fatalf("%+v: at least %d/%d, and %v costs %d", in, a.least, a.u.one, best, want)
		}
		if k.halved > 0 {
			halved++
			if a.least > first {
				higher++
			}
		}
	}
	if halved < 8 || higher < 3 {
		t.Errorf("only %d ascents in smaller buckets, %d of them higher", halved, higher)
	}
}

// Halving keeps the kernel's jobs and what an ascent may be asked next: cuts and climbs.
func TestHalvedJointsGoOn(t *testing.T) {
	r := rand.New(rand.NewPCG(54, 2))
	seen := 0
	for seed := range uint64(12) {
		in := busy(seed, 5)
		best := optimum(in)
		k := jointOf(r, in, best)
		if k == nil || !k.halvable() {
			continue
		}
		a := k.t
		jobs := slices.Clone(k.u.kernel.job)
		for k.halvable() {
			k.climb(firstPace)
			k.cut()
			g := k.u.g
			if k.halve(); k.u.g >= g || !slices.Equal(slices.Sorted(slices.Values(k.u.kernel.job)), slices.Sorted(slices.Values(jobs))) {
				t.Fatalf("%+v: buckets of %d s and jobs %v become %d s and %v", in, g, jobs, k.u.g, k.u.kernel.job)
			}
			want := in.Cost(best) - a.p.fixed
			if bound := k.climb(firstPace); bound > want*a.u.one && k.t.check.holds(k.dom) {
				t.Fatalf("%+v: a bound of %d/%d, and %v costs %d", in, bound, a.u.one, best, want)
			}
			seen++
		}
		if k.halved > jointHalves {
			t.Fatalf("halved %d times", k.halved)
		}
	}
	if seen < 8 {
		t.Errorf("only %d halvings", seen)
	}
}

// A joint that is stopped keeps the bound it has.
func TestStoppedJointsEnd(t *testing.T) {
	r := rand.New(rand.NewPCG(54, 3))
	for seed := range uint64(10) {
		in := busy(seed, 7)
		if k := jointOf(r, in, nil); k != nil {
			k.stop = func() bool { return true }
			k.run(k.climb(firstPace))
			if k.halved > 0 {
				t.Fatal("the buckets are halved after stop")
			}
		}
	}
}
