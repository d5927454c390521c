package exact

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/slow"
)

// cheaper returns the legal schedules of the domains that cost less than the incumbent.
func cheaper(t *tree, dom []domain) (all [][]int64) {
	t.p.schedules(dom, func(starts []int64) {
		if t.p.cost(starts) < t.best.cost {
			all = append(all, slices.Clone(starts))
		}
	})
	return all
}

func (p *problem) cost(starts []int64) (cost int64) {
	for i, s := range starts {
		cost += p.w[i] * s
	}
	return cost
}

// keeps fails unless each of the schedules is in a part, whose bound is no higher.
func keeps(t *testing.T, what string, p *problem, one int64, all [][]int64, parts ...*node) {
	t.Helper()
	for _, starts := range all {
		in := func(n *node) bool {
			for i, s := range starts {
				if n == nil || !n.dom[i].has(s) {
					return false
				}
			}
			return true
		}
		k := slices.IndexFunc(parts, in)
		if k < 0 {
			t.Fatalf("%s of %+v: no part has the schedule %v", what, p, starts)
		}
		if cost := p.cost(starts); parts[k].bound > cost*one {
			t.Fatalf("%s of %+v: %v costs %d, below the bound of its part, %d/%d", what, p, starts, cost, parts[k].bound, one)
		}
	}
}

// Whatever the tree does with a part, no schedule that is cheaper than the incumbent is
// lost: making it, cutting it, forking it at any second and splitting it in two.
func TestNoStepOfTheTreeLosesABetterSchedule(t *testing.T) {
	r := rand.New(rand.NewPCG(110, 1))
	var cuts, forks, halves int
	for range 1500 {
		p, dom := crowded(r)
		starts, cost := p.list(r.Perm(p.n))
		u := newDual(p, 1+r.Int64N(p.end), 1+r.IntN(12))
		a := &tree{p: p, u: u, ascent: newAscent(u), prop: propagator{p: p}, root: clone(dom),
			best: &incumbent{starts: starts, cost: cost + r.Int64N(10)}}
		a.stop, a.ascent.stop = goOn, goOn
		better := cheaper(a, dom)
		a.ascent.shares = true
		n := a.node(clone(dom), u.fluid(), r.IntN(20), 1)
		keeps(t, "making", p, u.one, better, n)
		if n == nil {
			continue
		}
		old := len(u.cut)
		cut := *n
		if !a.recut(&cut) {
			keeps(t, "cutting", p, u.one, better)
			continue
		}
		cuts += len(u.cut) - old
		keeps(t, "cutting", p, u.one, better, &cut)
		jobs := a.splits(n)
		if len(jobs) == 0 {
			continue
		}
		i := jobs[r.IntN(len(jobs))]
		f := a.fork(n, i, r.Int64N(p.end+1)-1)
		if f.job != i || !n.dom[i].within(0, f.at) || !n.dom[i].within(f.at+1, forever) {
			t.Fatalf("job %d, which starts in %v, is split after %d", i, n.dom[i], f.at)
		}
		if a, b := f.part[0], f.part[1]; a != nil && a.dom[i].most() > f.at || b != nil && b.dom[i].least() <= f.at {
			t.Fatalf("job %d is split after %d, and starts in %v", i, f.at, f.part)
		}
		keeps(t, "forking", p, u.one, better, f.part[:]...)
		parts := a.split(n, jobs)
		keeps(t, "splitting", p, u.one, better, parts[:]...)
		forks++
		if parts[0] != nil && parts[1] != nil {
			halves++
		}
	}
	if cuts < 5 || min(forks, halves) < 50 {
		t.Errorf("%d cuts, %d forks, %d splits in two: too few", cuts, forks, halves)
	}
}

// The part with the least bound comes first, of equals the newest.
func TestPartsComeInTheOrderOfTheirBounds(t *testing.T) {
	r := rand.New(rand.NewPCG(111, 1))
	a := &tree{}
	for range 200 {
		a.seq++
		a.push(&node{bound: r.Int64N(20), seq: a.seq})
		if r.IntN(3) == 0 {
			a.open = a.open[:len(a.open)-1]
		}
		if !slices.IsSortedFunc(a.open, func(a, b *node) int {
			if a.bound != b.bound {
				return int(b.bound - a.bound)
			}
			return int(a.seq - b.seq)
		}) {
			t.Fatal("the parts are not in order")
		}
	}
}

// Only jobs with a choice are split, those that moved if some did, by width times movement.
func TestJobsToSplitMoved(t *testing.T) {
	p := &problem{n: 5, w: []int64{1, 2, 3, 4, 5}}
	u := &dual{g: 400}
	a := &tree{p: p, u: u}
	wide, one := domain{{0, 10}, {20, 1000}}, domain{{7, 7}}
	for _, c := range []struct {
		name string
		dom  []domain
		dev  []float64
		want []int
	}{
		{"none can", []domain{one, one, one, one, one}, []float64{999, 999, 999, 999, 999}, nil},
		{"none moved", []domain{wide, wide, one, wide, {{3, 4}}}, []float64{0, 0, 999, 0, 0}, []int{3, 1, 0, 4}},
		{"some moved", []domain{wide, wide, one, wide, {{3, 4}}}, []float64{99, 100, 999, 99, 300}, []int{4, 1}},
		{"equal", []domain{wide, wide, wide, wide, wide}, []float64{600, 300, 200, 150, 120}, []int{4, 3, 2, 1, 0}},
	} {
		if got := a.splits(&node{dom: c.dom, dev: c.dev}); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, expected %v", c.name, got, c.want)
		}
	}
}

// Cuts that do not help are taken back: the dual is as before, and the next look is later.
func TestUselessCutsAreTakenBack(t *testing.T) {
	undone, kept := 0, 0
	for seed := range uint64(40) {
		in := busy(seed, 9)
		a, dom := bare(in, rand.New(rand.NewPCG(seed, 112)))
		a.best.take(a.p.list(identity(a.p.n)))
		a.ascent.shares = true
		n := a.node(dom, a.u.fluid(), 20, 1)
		if n == nil {
			continue
		}
		a.root, a.ascent.shares = clone(n.dom), false
		a.wait = 1 + int64(seed%2)*(longestWait-1)
		for range 3 {
			a.pops++
			a.u.set(n.pi)
			wait, old, bound, proven := a.wait, len(a.u.cut), n.bound, a.u.bound(n.dom)
			if !a.recut(n) {
				break
			}
			if a.ascent.shares {
				t.Fatal("the tree goes on to average shares")
			}
			if n.bound < bound {
				t.Fatalf("a bound of %d falls to %d", bound, n.bound)
			}
			if len(a.u.cut) > old {
				kept++
				if a.wait != max(1, wait/2) || a.next != a.pops+a.wait {
					t.Fatalf("cuts help, and the next look is at pop %d after %d", a.next, a.pops)
				}
				continue
			}
			undone++
			a.u.set(n.pi)
			if got := a.u.bound(n.dom); got != proven {
				t.Fatalf("the part's prices prove %d, and %d before", got, proven)
			}
			if len(a.u.mu) != old || len(a.u.used) != old || a.wait != min(2*wait, longestWait) || a.next != a.pops+a.wait {
				t.Fatalf("%d cuts, %d prices; after a wait of %d the next look is at pop %d after %d", old, len(a.u.mu), wait, a.next, a.pops)
			}
		}
	}
	if min(undone, kept) < 5 {
		t.Errorf("cuts are kept %d times and taken back %d times", kept, undone)
	}
}

// The incumbent is annealed again when that is due, each time with twice as many lists.
func TestTheIncumbentIsAnnealedLongerEachTime(t *testing.T) {
	in := busy(1, 20)
	a, _ := bare(in, rand.New(rand.NewPCG(1, 113)))
	a.due, a.tries = 1000, 200
	if a.p.ticks = 999; a.stop() {
		t.Fatal("the tree stops at once")
	}
	a.improve()
	if a.p.ticks != 999 || a.tries != 200 {
		t.Fatalf("annealed before it is due: %d lists next", a.tries)
	}
	a.p.ticks = 1000
	first := a.best.cost
	for tries := 200; tries < 2000; tries *= 2 {
		begun := a.p.ticks
		a.improve()
		spent := a.p.ticks - begun
		if spent == 0 || a.tries != 2*tries || a.due != a.p.ticks+improveWait*spent {
			t.Fatalf("after %d lists, of %d ticks, %d more are due at %d, now is %d", tries, spent, a.tries, a.due, a.p.ticks)
		}
		a.improve() // not due
		if a.tries != 2*tries {
			t.Fatalf("annealed again at once")
		}
		a.p.ticks = a.due
	}
	if a.best.cost >= first {
		t.Errorf("a random schedule that costs %d does not become better", first)
	}
}

// With no room for open parts, they are searched to the end; the optimum is the same.
// Stopped anywhere, the tree has the optimum in an open part, or in its hands.
func TestTreesKeepToTheirRoomAndStopAnywhere(t *testing.T) {
	slow.AsWebAssembly(t)
	searched := 0
	for seed := range uint64(5) {
		in := busy(seed, 8)
		best := optimum(in)
		want := in.Cost(best) - newProblem(in).fixed
		for _, most := range []int{1, 3, 1 << 20} {
			a, dom := bare(in, rand.New(rand.NewPCG(seed, 114)))
			a.check.knows(best, true)
			a.most = most
			open := 0
			a.within(never)
			goes := a.stop
			a.stop = func() bool { open = max(open, len(a.open)); return goes() }
			a.sow(dom)
			if a.run(); a.best.cost != want || a.least != never || open > most+1 {
				t.Fatalf("%s with room for %d parts: %d, and %d parts; the optimum is %d", in.Name, most, a.best.cost, open, want)
			}
			if most == 1 && a.pops > 1 {
				searched++
			}
		}
		for late := range int64(10) {
			a, dom := bare(in, rand.New(rand.NewPCG(seed, 114)))
			a.check.knows(best, true)
			looks := int64(0)
			a.stop = func() bool { looks++; return looks > 1+late*late*12 }
			a.ascent.stop, a.chrono.stop = a.stop, a.stop
			a.sow(dom)
			a.run()
			if a.least < never && a.best.cost > want {
				a.check.open(a)
			}
			if a.best.cost < want || a.best.cost > want && a.least > want*a.u.one {
				t.Fatalf("%s stopped at look %d: between %d and %d, the optimum is %d", in.Name, looks, a.least/a.u.one, a.best.cost, want)
			}
		}
	}
	if searched < 2 {
		t.Errorf("%d trees had too little room", searched)
	}
}
