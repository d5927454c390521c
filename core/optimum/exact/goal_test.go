package exact

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/slow"
)

// With a goal set at any time, a tree finds what trying all orders finds, whether the goal
// lies below the optimum or above it, and whoever grows it.
func TestTheTreeWithAGoalIsBruteForce(t *testing.T) {
	slow.AsWebAssembly(t)
	crews := []int{1, 2, 3}
	if runtime.GOARCH == "wasm" {
		crews = crews[:1]
	}
	r := rand.New(rand.NewPCG(61, 1))
	var seen checker
	whole, below := 0, 0
	for x := range 40 {
		in := busy(uint64(x), 7+x%4)
		if x%5 == 0 {
			in = random(r, 8+x%3)
		}
		best := optimum(in)
		for _, workers := range crews {
			a, done := grow(t, in, best, r, 300, func(a *tree) {
				a.aimAt = 1 + r.Int64N(2_000_000)
				a.runOn(workers)
			})
			if done {
				whole++
			}
			if below += a.check.goals - a.check.reached; a.check.reached > a.check.goals {
				t.Fatalf("%s: %d goals, %d reached", in.Name, a.check.goals, a.check.reached)
			}
			seen.add(a.check)
		}
	}
	t.Logf("%d trees are whole, %d goals were not reached: %+v", whole, below, seen)
	if min(seen.reached, below) < 5 || whole < 20*len(crews) {
		t.Errorf("%d goals are reached, %d not, %d trees are whole", seen.reached, below, whole)
	}
}

// When a goal is reached it is the least bound, and the open parts are what they were.
func TestAGoalLeavesThePartsAsTheyWere(t *testing.T) {
	reached := 0
	for seed := range uint64(30) {
		in := busy(seed, 9)
		a, dom := bare(in, rand.New(rand.NewPCG(seed, 62)))
		if a.check.knows(optimum(in), true); seed%4 > 0 {
			a.best.take(a.check.known, a.check.cost)
		}
		a.sow(dom)
		a.within(5)
		a.run()
		if a.least == never || len(a.open) < 2 {
			continue
		}
		a.within(never)
		least, cost := a.least/a.u.one, a.best.cost
		a.aimAt = a.p.ticks + 1
		if a.aim(); a.best.goal != 0 {
			t.Fatal("the goal is set before it is due")
		}
		a.ground, a.aimAt = &ground{}, a.p.ticks
		if a.aim(); a.best.goal != 0 {
			t.Fatal("the goal is set before the joint bound")
		}
		a.ground = nil
		if a.aim(); a.best.goal <= least || a.best.goal >= cost || a.aimAt != 0 || len(a.leaves) != len(a.open) {
			t.Fatalf("%s: a goal of %d between %d and %d, with %d parts of %d", in.Name, a.best.goal, least, cost, len(a.leaves), len(a.open))
		}
		goal := a.best.goal
		if a.limit() != (goal-1)*a.u.one {
			t.Fatalf("a goal of %d, and the limit is %d/%d", goal, a.limit(), a.u.one)
		}
		was := []*node{}
		for _, n := range a.open {
			c := *n
			c.dom, c.pi = clone(n.dom), slices.Clone(n.pi)
			was = append(was, &c)
		}
		a.stop = func() bool { return a.best.goal == 0 }
		a.ascent.stop, a.chrono.stop = a.stop, a.stop
		if a.run(); a.best.cost < goal {
			if a.best.goal != goal || a.least != never {
				t.Fatalf("%s: with an incumbent below the goal the tree ends at %d with the goal %d", in.Name, a.least, a.best.goal)
			}
			continue
		}
		if reached++; a.least < goal*a.u.one || a.leaves != nil || len(a.open) != len(was) {
			t.Fatalf("%s: %d parts, %d before; at least %d/%d after a goal of %d", in.Name, len(a.open), len(was), a.least, a.u.one, goal)
		}
		for k, n := range a.open {
			if w := was[k]; n.bound != w.bound || n.seq != w.seq || !slices.EqualFunc(n.dom, w.dom, slices.Equal) || !slices.Equal(n.pi, w.pi) {
				t.Fatalf("%s: part %d was %+v and is %+v", in.Name, k, was[k], n)
			}
		}
	}
	if reached < 5 {
		t.Errorf("only %d goals were reached", reached)
	}
}

// A part that a worker took before the goal was set is not narrowed by it, so its children
// are among the parts to go on from.
func TestPartsTakenBeforeAGoalAreKept(t *testing.T) {
	kept := 0
	for seed := range uint64(12) {
		m := crew(t, busy(seed, 20), 2)
		early, late := m.workers[0], m.workers[1]
		n := early.take()
		if n == nil || len(m.whole.open) == 0 {
			continue
		}
		m.whole.aimAt = 1
		other := late.take()
		if m.whole.best.goal == 0 || other == nil {
			continue
		}
		if early.tree.best.goal != 0 || late.tree.best.goal != m.whole.best.goal {
			t.Fatalf("goals of %d and %d, the team's is %d", early.tree.best.goal, late.tree.best.goal, m.whole.best.goal)
		}
		give := func(w *worker, n *node) (children int) {
			done := w.tree.expand(n)
			children = len(w.tree.open)
			w.give(n, done)
			return children
		}
		leaves := len(m.whole.leaves)
		children := give(early, n)
		if len(m.whole.leaves) != leaves+children {
			t.Fatalf("%d children of a part taken before the goal, %d parts are kept of %d", children, len(m.whole.leaves)-leaves, leaves)
		}
		kept += children
		leaves += children
		if give(late, other); len(m.whole.leaves) != leaves {
			t.Fatalf("children of a part taken with the goal are kept")
		}
	}
	if kept < 5 {
		t.Errorf("only %d parts are kept", kept)
	}
}

// Trees of the same instance, without a goal and with one set early or late, prove the same.
func TestAGoalChangesNoOptimum(t *testing.T) {
	slow.AsWebAssembly(t)
	for seed := range uint64(8) {
		in := busy(seed, 13)
		cost := map[int64]bool{}
		for _, at := range []int64{0, 1, 10_000_000} {
			a, dom := bare(in, rand.New(rand.NewPCG(seed, 63)))
			a.search = searchNodes
			a.within(3000)
			a.sow(dom)
			a.aimAt = at
			if a.run(); a.least == never {
				cost[a.best.cost] = true
			}
		}
		if len(cost) > 1 {
			t.Errorf("%s: optima of %v", in.Name, cost)
		}
	}
}
