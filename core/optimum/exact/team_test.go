package exact

import (
	"context"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/backfill-lab/backfill/core/internal/slow"
)

// However many workers grow a tree, it finds what trying all orders finds. Some trees are
// grown by all of their workers, who keep and undo cuts meanwhile.
func TestTheTreeOfWorkersIsBruteForce(t *testing.T) {
	if runtime.GOARCH == "wasm" {
		t.Skip("there is one thread, so one worker does it all")
	}
	instances := 24
	if testing.Short() {
		instances = 12
	}
	r := rand.New(rand.NewPCG(33, 1))
	var seen checker
	whole, shared := 0, 0
	for x := range instances {
		in := busy(uint64(x), 7+x%4)
		best := optimum(in)
		for _, workers := range []int{1, 2, 4} {
			a, done := grow(t, in, best, r, 300, func(a *tree) {
				if workers == 1 {
					a.runOn(1)
					return
				}
				m := newTeam(a, workers)
				m.run()
				if !slices.ContainsFunc(m.workers, func(w *worker) bool { return w.tree.pops == 0 }) {
					shared++
				}
			})
			if done {
				whole++
			}
			seen.add(a.check)
		}
	}
	t.Logf("%d trees are whole, %d are of all their workers: %+v", whole, shared, seen)
	if min(whole, shared, seen.splits, seen.kept, seen.undone) == 0 {
		t.Error("something never happened")
	}
}

// Several workers prove the optimum that one proves. The instances need the tree.
func TestWorkersProveTheSameOptimum(t *testing.T) {
	slow.AsWebAssembly(t)
	for _, in := range []*Instance{busy(14, 16), busy(11, 18)} {
		want := solve(t, in, Options{MemoryMiB: 8})
		if !want.Optimal || want.Nodes < firstNodes {
			t.Errorf("%s: %+v", in.Name, want)
		}
		for _, workers := range []int{2, 4} {
			got := solve(t, in, Options{MemoryMiB: 8, Workers: workers})
			if !got.Optimal || got.Cost != want.Cost || got.Nodes < firstNodes {
				t.Errorf("%s: %d workers find %+v, one finds %+v", in.Name, workers, got, want)
			}
		}
	}
}

// The limits hold for the sum of the workers, Progress and Yield are called by one
// of them at a time, and none goes on after the result.
func TestWorkersKeepTheLimits(t *testing.T) {
	slow.AsWebAssembly(t)
	const workers, nodes = 3, firstNodes + 10_000
	begun := runtime.NumGoroutine()
	in := busy(1, 40)
	for name, c := range map[string]struct {
		o    Options
		stop Stop
	}{
		"nodes":  {Options{Nodes: nodes}, Nodes},
		"work":   {Options{Work: 0.2}, Work},
		"time":   {Options{Seconds: 1}, Time},
		"cancel": {Options{}, Cancelled},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			var inside atomic.Int32
			alone := func(do func()) {
				if inside.Add(1) > 1 {
					t.Error("two callbacks at once")
				}
				do()
				runtime.Gosched() // lets another in, if nothing keeps it out
				inside.Add(-1)
			}
			last, bound := int64(0), int64(0)
			c.o.Workers = workers
			c.o.Yield = func(nodes int64) {
				alone(func() {
					if nodes < last {
						t.Errorf("%d nodes after %d", nodes, last)
					}
					if last = nodes; c.stop == Cancelled && nodes > firstNodes+1000 {
						cancel()
					}
				})
			}
			c.o.Progress = func(r *Result) {
				alone(func() {
					if r.Bound < bound {
						t.Errorf("a bound of %d after %d", r.Bound, bound)
					}
					bound = r.Bound
				})
			}
			r, err := Solve(ctx, in, c.o)
			if err != nil || r.Stopped != c.stop || illegal(in, r.Starts) != nil || r.Nodes < last || r.Bound < bound {
				t.Fatalf("%+v, %v", r, err)
			}
			if r.Nodes > nodes+workers*300 && c.o.Nodes > 0 || r.Work > 1.1*c.o.Work && c.o.Work > 0 || r.Seconds > 6 && c.o.Seconds > 0 {
				t.Errorf("%+v with limits %+v", r, c.o)
			}
		})
	}
	for range 100 { // goroutines end a little after the result
		if runtime.NumGoroutine() <= begun {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if n := runtime.NumGoroutine(); n > begun {
		t.Errorf("%d goroutines before, %d after", begun, n)
	}
	if _, err := Solve(t.Context(), in, Options{Workers: -1}); err == nil {
		t.Error("-1 workers are accepted")
	}
}

// crew returns a team whose workers wait for the test to move them, and at least as many
// open parts.
func crew(t *testing.T, in *Instance, workers int) *team {
	t.Helper()
	a, dom := bare(in, rand.New(rand.NewPCG(34, 1)))
	a.sow(dom)
	m := newTeam(a, workers)
	for w := m.workers[0]; len(a.open) < workers; {
		n := w.take()
		if n == nil {
			t.Fatal("the tree is too small")
		}
		w.give(n, w.tree.expand(n))
	}
	return m
}

// Whatever cuts other workers add meanwhile, a part's prices remain those of its cuts. A
// team keeps no more cuts than it may.
func TestWorkersPricesStayWithTheirCuts(t *testing.T) {
	for _, adds := range []int{1, 3, mostCuts} {
		m := crew(t, busy(1, 20), 3)
		want := map[*node]map[*int64]int64{} // by part and cut: the price
		prices := func(n *node, cuts []cut) map[*int64]int64 {
			all := map[*int64]int64{}
			for j, mu := range n.pi[m.whole.u.k:] {
				if mu > 0 {
					all[&cuts[j].part[0]] = mu
				}
			}
			return all
		}
		var taken []*node
		for _, w := range m.workers {
			taken = append(taken, w.take())
		}
		for k, w := range m.workers {
			u, n := w.tree.u, taken[k]
			for j := 0; j < adds && len(u.cut) < mostCuts; j++ {
				u.cut = append(u.cut, cut{part: make([]int64, len(u.width)), rate: 1})
			}
			u.keep(len(u.cut))
			n.pi = u.padded(n.pi)
			for j := w.known; j < len(u.cut); j++ {
				n.pi[u.k+j] = int64(1 + k + 10*j)
			}
			want[n] = prices(n, u.cut)
			w.give(n, false)
		}
		if len(m.cut) > mostCuts || len(m.cut) < min(3*adds, mostCuts) {
			t.Errorf("%d times 3 cuts become %d", adds, len(m.cut))
		}
		kept := map[*int64]bool{}
		for _, c := range m.cut {
			kept[&c.part[0]] = true
		}
		for n, want := range want {
			got := prices(n, m.cut)
			for part, mu := range want {
				if kept[part] && got[part] != mu {
					t.Errorf("a price of %d is now %d", mu, got[part])
				}
				delete(got, part)
			}
			if len(got) > 0 {
				t.Errorf("there are %d prices more", len(got))
			}
		}
	}
}

// Workers that take turns, and count parts, draw and average together, do exactly what one
// does. (An average keeps a rounding error of what it was before.)
func TestWorkersThatTakeTurnsAreOne(t *testing.T) {
	reached := 0
	for seed := range uint64(9) {
		in := busy(seed, 12)
		fresh := func() *tree {
			a, dom := bare(in, rand.New(rand.NewPCG(seed, 35)))
			a.within(150)
			if seed%3 > 0 { // a goal, which is reached if the incumbent is good
				a.due, a.tries = 0, 2000
				a.improve()
				a.due, a.aimAt = never, a.p.ticks+int64(seed)*100_000
			}
			a.sow(dom)
			return a
		}
		one, whole := fresh(), fresh()
		one.run()
		m := newTeam(whole, 3)
		for k, last := 0, whole; ; k++ {
			w := m.workers[k%3]
			n := w.take()
			if n == nil {
				break
			}
			w.tree.pops, w.tree.next, w.tree.wait, w.tree.draw = last.pops, last.next, last.wait, last.draw
			w.tree.ascent.mean, w.tree.ascent.dev, w.tree.u.share = last.ascent.mean, last.ascent.dev, last.u.share
			w.counts[3] = last.pops
			w.give(n, w.tree.expand(n))
			last = w.tree
		}
		if one.pops < 10 {
			t.Errorf("%s: only %d parts", in.Name, one.pops)
		}
		if whole.least != one.least || whole.best.cost != one.best.cost || !slices.Equal(whole.best.starts, one.best.starts) ||
			whole.pops != one.pops || whole.parts != one.parts || whole.chrono.nodes != one.chrono.nodes || whole.p.ticks != one.p.ticks {
			t.Errorf("%s: bound %d cost %d after %d of %d parts, %d nodes and %d ticks, one worker %d, %d after %d of %d, %d and %d", in.Name,
				whole.least, whole.best.cost, whole.pops, whole.parts, whole.chrono.nodes, whole.p.ticks,
				one.least, one.best.cost, one.pops, one.parts, one.chrono.nodes, one.p.ticks)
		}
		reached += one.check.reached
		if len(m.cut) != len(one.u.cut) {
			t.Errorf("%s: %d cuts, one worker %d", in.Name, len(m.cut), len(one.u.cut))
		}
	}
	if reached == 0 {
		t.Error("no goal was reached")
	}
}

// A long search ends early if another worker waits for parts, unless it must be whole.
func TestSearchesEndWhenWorkersWait(t *testing.T) {
	const pieces = 256 // nodes between looks
	for _, c := range []struct {
		name          string
		idle          int
		budget, nodes int64
	}{
		{"nobody waits", 0, 5000, 5000},
		{"one waits", 1, 5000, pieces},
		{"one waits, and the part cannot be split", 1, never, 9000},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := crew(t, busy(1, 30), 1)
			w := m.workers[0]
			n := w.take()
			m.whole.open, m.idle = nil, c.idle
			begun := w.tree.chrono.nodes
			m.whole.stop = func() bool { return m.whole.chrono.nodes >= begun+9000 }
			if w.tree.attempt(n, c.budget) {
				t.Fatal("the search is whole")
			}
			if got := w.tree.chrono.nodes - begun; got < c.nodes || got > c.nodes+pieces {
				t.Errorf("%d nodes, expected %d", got, c.nodes)
			}
		})
	}
}

// The workers' remembered states take no more memory than those of one.
func TestWorkersShareTheMemory(t *testing.T) {
	a, _ := bare(busy(1, 10), rand.New(rand.NewPCG(1, 1)))
	whole, sum := a.chrono.memo.full, 0
	for _, w := range newTeam(a, 3).workers {
		sum += w.tree.chrono.memo.full
	}
	if sum > whole || sum < whole-3 || a.chrono.memo != nil {
		t.Errorf("%d words of %d", sum, whole)
	}
}
