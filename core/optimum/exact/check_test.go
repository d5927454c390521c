package exact

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/slow"
)

// Every solution of this package's tests is checked, but not those that are timed. As
// WebAssembly that takes long, so -short leaves it out.
func TestMain(m *testing.M) {
	flag.Parse()
	if flag.Lookup("test.bench").Value.String() == "" && !(runtime.GOOS == "js" && testing.Short()) {
		watch = newChecker
	}
	os.Exit(m.Run())
}

// refute returns a list schedule that costs less than cost, or nil if there is none. It
// tries all orders, and leaves those whose first jobs already make the cost too high.
func refute(in *Instance, cost int64) []int64 {
	p := newProblem(in)
	work := make([]profile, p.n+1)
	work[0].reset(&p.base)
	starts, used := make([]int64, p.n), make([]bool, p.n)
	var try func(k int, paid int64) bool
	try = func(k int, paid int64) bool {
		least := paid // if every job that is left had the free processors to itself
		for i := range p.n {
			if !used[i] {
				first, _ := work[k].fit(p.d[i], p.w[i])
				least += p.w[i] * work[k].at[first]
			}
		}
		if least >= cost-p.fixed {
			return false
		}
		for i := range p.n {
			if used[i] || i > 0 && p.same(i-1, i) && !used[i-1] {
				continue
			}
			work[k+1].reset(&work[k])
			starts[i] = work[k+1].place(p.d[i], p.w[i])
			used[i] = true
			if try(k+1, paid+p.w[i]*starts[i]) {
				return true
			}
			used[i] = false
		}
		return k == p.n
	}
	if !try(0, 0) {
		return nil
	}
	out := make([]int64, p.n)
	for i, j := range p.job {
		out[j] = starts[i] + in.Now
	}
	return out
}

// optimum returns a schedule that no order betters.
func optimum(in *Instance) []int64 {
	starts, _, _ := in.Best()
	for better := starts; better != nil; better = refute(in, in.Cost(starts)) {
		starts = better
	}
	return starts
}

func TestRefutationIsBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(30, 1))
	for range 300 {
		in := random(r, r.IntN(7))
		want := brute(in)
		if s := refute(in, want); s != nil {
			t.Fatalf("%+v: %v costs less than %d", in, s, want)
		}
		if s := refute(in, want+1); s == nil || in.Cost(s) != want || illegal(in, s) != nil {
			t.Fatalf("%+v: %v is not a schedule that costs %d", in, s, want)
		}
	}
}

// bare returns a tree over the whole instance that begins with a bad schedule, few
// buckets and no searches but those of a single list.
func bare(in *Instance, r *rand.Rand) (*tree, []domain) {
	p := newProblem(in)
	u := newDual(p, max(1, r.Int64N(p.end+1)), 1+r.IntN(20))
	b := &incumbent{}
	b.take(p.list(r.Perm(p.n)))
	t := &tree{p: p, u: u, ascent: newAscent(u), best: b, prop: propagator{p: p}, draw: draw(), most: 1 << 20, search: 1, wait: 1,
		chrono: newChrono(p, u, b, newMemo(1, &p.ticks)), told: func() {}, due: never,
		check: newChecker(in, p)}
	t.within(never)
	return t, whole(p)
}

// within stops the tree after that many pops. Only parts from before a goal may have a bound
// below what is proven.
func (t *tree) within(pops int64) {
	t.stop = func() bool {
		if last := len(t.open) - 1; last >= 0 && t.open[last].bound < t.least && t.least < never && t.check.reached == 0 {
			panic(fmt.Sprintf("an open part has a bound of %d, where %d is proven", t.open[last].bound, t.least))
		}
		return t.pops > pops
	}
	t.ascent.stop, t.chrono.stop = t.stop, t.stop
}

// sow opens the root, as solver.solve does.
func (t *tree) sow(dom []domain) {
	t.ascent.shares = true
	root := t.node(dom, make([]int64, t.u.k), 20, 1)
	t.ascent.shares = false
	if root != nil {
		t.root = clone(root.dom)
		t.push(root)
	}
}

// grow runs a tree over the whole instance, whose best schedule is known. It reports
// whether the tree is whole, not given up as too large: its bound holds all the same.
func grow(t *testing.T, in *Instance, best []int64, r *rand.Rand, pops int64, run func(*tree)) (_ *tree, whole bool) {
	t.Helper()
	a, dom := bare(in, r)
	a.check.knows(best, true)
	a.within(pops)
	a.sow(dom)
	run(a)
	whole = a.least == never
	if want := in.Cost(best) - a.p.fixed; a.best.cost < want || !whole && a.least > want*a.u.one || whole && a.best.cost != want {
		t.Fatalf("%+v: between %d/%d and %d after %d parts, the optimum is %d", in, a.least, a.u.one, a.best.cost, a.pops, want)
	}
	return a, whole
}

// The tree finds what trying all orders finds, although it must split, inherit bounds, and
// add and remove cuts to get there. The checker knows the best schedule and follows it
// through the tree.
func TestTheTreeIsBruteForce(t *testing.T) {
	slow.Law(t)
	const pops, instances = 200, 48
	r := rand.New(rand.NewPCG(31, 1))
	var seen checker
	whole, expanded := 0, int64(0)
	for x := range instances {
		n := 8 + x%4
		in := random(r, n)
		if x/4%3 == 0 {
			in = busy(uint64(x), n)
		}
		a, done := grow(t, in, optimum(in), r, pops, (*tree).run)
		if done {
			whole++
		}
		expanded += a.pops
		seen.add(a.check)
	}
	t.Logf("%d trees of %d are whole, %d parts were split or searched: %+v", whole, instances, expanded, seen)
	if least := min(seen.fixings, seen.splits, seen.kept, seen.undone, seen.inherited, seen.cutsChecked); whole < instances/2 || least < 5 {
		t.Errorf("%d trees are whole, and something happened %d times only", whole, least)
	}
}

// The checker sees what it is there for.
func TestTheCheckerSeesUnsoundSteps(t *testing.T) {
	in := busy(7, 9)
	best := solve(t, in, Options{})
	fresh := func() (*tree, []domain) {
		a, dom := bare(in, rand.New(rand.NewPCG(1, 1)))
		a.check.knows(best.Starts, true)
		return a, dom
	}
	for _, c := range []struct {
		name, says string
		do         func(a *tree, dom []domain)
	}{
		{"a start goes that no price excludes", "may not start", func(a *tree, dom []domain) {
			n := a.node(dom, make([]int64, a.u.k), 5, 1)
			before := clone(n.dom)
			n.dom[0] = n.dom[0].without(n.dom[0].least(), n.dom[0].least())
			a.check.fixed(a, n.pi, before, n.dom, a.limit())
		}},
		{"fixing by another bound than that of the prices", "may not start", func(a *tree, dom []domain) {
			n := a.node(dom, make([]int64, a.u.k), 5, 1)
			before := clone(n.dom)
			a.u.set(make([]int64, a.u.k)) // prices that prove less
			a.u.bound(n.dom)
			a.u.total = a.limit()
			a.u.fix(n.dom, a.limit())
			a.check.fixed(a, make([]int64, a.u.k), before, n.dom, a.limit())
		}},
		{"a limit below the incumbent", "a limit of", func(a *tree, dom []domain) {
			a.check.fixed(a, make([]int64, a.u.k), dom, dom, a.limit()-1)
		}},
		{"a bound above that of the prices", "the prices prove", func(a *tree, dom []domain) {
			a.check.bounded(a, make([]int64, a.u.k), dom, a.limit())
		}},
		{"a second in no part", "no part has", func(a *tree, dom []domain) {
			parts := [2][]domain{clone(dom), clone(dom)}
			parts[0][3], parts[1][3] = dom[3].without(500, forever), slices.Clone(dom[3]).without(0, 500)
			a.check.halves(dom, parts)
		}},
		{"propagation without a reason", "propagation", func(a *tree, dom []domain) {
			before := clone(dom)
			dom[2] = dom[2].without(dom[2].most(), dom[2].most())
			a.check.propagated(a.p, before, dom, true)
		}},
		{"a cut without room", "a cut of bucket", func(a *tree, dom []domain) {
			part := make([]int64, len(a.u.width))
			for k := range part {
				part[k] = 1
			}
			a.u.cut = append(a.u.cut, cut{bucket: a.u.k - 1, part: part, room: 0, rate: 1})
			a.check.cuts(a.u, 0, dom)
		}},
		{"the best schedule is lost", "no open part", func(a *tree, dom []domain) { a.check.open(a) }},
		{"a search that misses it", "misses", func(a *tree, dom []domain) { a.check.searched(a, dom, true) }},
		{"a bound above a known schedule", "a schedule costs", func(a *tree, dom []domain) {
			a.least = (a.check.cost + 1) * a.u.one
			a.check.least(a)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			a, dom := fresh()
			defer func() {
				if said, _ := recover().(string); !strings.Contains(said, c.says) {
					t.Errorf("the checker says %.80q, expected %q", said, c.says)
				}
			}()
			c.do(a, dom)
		})
	}
}

// Whatever instance Check accepts has a solution that the checker and the referee pass.
func TestOddInstancesAreSolved(t *testing.T) {
	r := rand.New(rand.NewPCG(32, 1))
	steps := func(n int) (free []Step) {
		for k := range n {
			free = append(free, Step{100 + int64(k*k), 2 * k})
		}
		return free
	}
	jobs := func(n int, of func(i int) Job) (all []Job) {
		for i := range n {
			j := of(i)
			j.ID = int64(i)
			all = append(all, j)
		}
		return all
	}
	for name, in := range map[string]*Instance{
		"no jobs":                   {Procs: 4, Now: 7, Free: []Step{{7, 0}, {9, 4}}},
		"no jobs and no processors": {Procs: 4, Free: []Step{{0, 0}}},
		"equal jobs": {Procs: 10, Now: 50, Free: []Step{{50, 3}, {60, 10}},
			Jobs: jobs(40, func(int) Job { return Job{Procs: 4, Estimate: 25, Submit: 50} })},
		"two kinds of equal jobs": {Procs: 9, Now: 5, Free: []Step{{5, 9}},
			Jobs: jobs(30, func(i int) Job { return Job{Procs: 2 + 3*(i%2), Estimate: 7 + int64(i%2)*30, Submit: 5} })},
		"long and short": {Procs: 64, Now: 0, Free: []Step{{0, 10}, {90_000_000, 64}},
			Jobs: jobs(14, func(i int) Job { return Job{Procs: 1 + i*4, Estimate: []int64{1, 100_000_000}[i%2]} })},
		"hundreds of steps": {Procs: 800, Now: 100, Free: steps(400),
			Jobs: jobs(20, func(i int) Job {
				return Job{Procs: 1 + r.IntN(700), Estimate: 1 + r.Int64N(2000), Submit: r.Int64N(100)}
			})},
		"the whole machine each": {Procs: 5, Now: 1, Free: []Step{{1, 1}, {100, 5}},
			Jobs: jobs(30, func(i int) Job { return Job{Procs: 5, Estimate: 1 + r.Int64N(1000), Submit: 1} })},
		"one job": {Procs: 1, Now: 0, Free: []Step{{0, 1}}, Jobs: []Job{{0, 1, 1, 0}}},
		"wide and one narrow": {Procs: 1 << 20, Now: 0, Free: []Step{{0, 1}, {5, 1 << 20}},
			Jobs: jobs(12, func(i int) Job { return Job{Procs: 1 + (i%2)<<19, Estimate: 1 + r.Int64N(1000)} })},
	} {
		t.Run(name, func(t *testing.T) {
			if err := in.Check(); err != nil {
				t.Fatal(err)
			}
			for _, work := range []float64{1e-9, 1e-4, 0.05} {
				got := solve(t, in, Options{Work: work, MemoryMiB: 4})
				if len(in.Jobs) < 2 && !got.Optimal {
					t.Errorf("%+v", got)
				}
			}
		})
	}
}

// The checker draws the line where it is: what is proven passes, and one more does not.
func TestTheCheckerIsExact(t *testing.T) {
	in := busy(7, 9)
	best := solve(t, in, Options{})
	free := func(a *tree) []int64 { return make([]int64, a.u.k) } // prices of 0
	for _, c := range []struct {
		name, says string
		do         func(a *tree, dom []domain, over int64) // over is 0 or 1 more than is proven
	}{
		{"the bound of the prices", "the prices prove", func(a *tree, dom []domain, over int64) {
			proven, _ := newTariff(a.p, a.u, free(a)).bound(dom)
			a.check.bounded(a, free(a), dom, proven+over)
		}},
		{"the cost of a known schedule", "for a part with a schedule", func(a *tree, dom []domain, over int64) {
			proven, _ := newTariff(a.p, a.u, free(a)).bound(dom)
			a.check.cost = proven/a.u.one - over
			a.check.bounded(a, free(a), dom, proven)
		}},
		{"a start that costs as much as the limit", "may not start", func(a *tree, dom []domain, over int64) {
			proven, _ := newTariff(a.p, a.u, free(a)).bound(dom)
			at := dom[2].least() + 100
			a.best.cost = proven/a.u.one + a.p.w[2]*100 + over
			less := clone(dom)
			less[2] = less[2].without(at, forever)
			a.check.fixed(a, free(a), dom, less, a.limit())
		}},
		{"one job is split", "jobs are split at once", func(a *tree, dom []domain, over int64) {
			parts := [2][]domain{clone(dom), clone(dom)}
			for i := range 1 + over {
				parts[0][i], parts[1][i] = parts[0][i].without(50_001, forever), parts[1][i].without(0, 50_000)
			}
			a.check.halves(dom, parts)
		}},
		{"halves that touch", "no part has", func(a *tree, dom []domain, over int64) {
			whole := []domain{{{0, 9}}}
			a.check.halves(whole, [2][]domain{{{{0, 4}}}, {{{5, 5}, {6 + over, 9}}}})
		}},
		{"a domain that is left", "propagation finds nothing", func(a *tree, dom []domain, over int64) {
			a.check.known = nil
			a.prop.run(dom)
			a.check.propagated(a.p, dom, dom, over == 0)
		}},
		{"the known schedule is left", "loses the known schedule", func(a *tree, dom []domain, over int64) {
			a.prop.run(dom)
			less := clone(dom)
			less[0] = less[0].without(a.check.known[0], a.check.known[0]+over-1)
			a.check.propagated(a.p, dom, less, true)
		}},
		{"starts of the parent", "grew", func(a *tree, dom []domain, over int64) {
			gone(domain{{0, 5}, {7, 9}}, domain{{3, 5 + over}})
		}},
		{"a cut's room", "a cut of bucket", func(a *tree, dom []domain, over int64) {
			p := newProblem(random(rand.New(rand.NewPCG(1, 2)), 5))
			u := newDual(p, p.end, 3)
			c := cut{bucket: 1, part: u.width, rate: 1}
			c.room = partsOfAll(u, whole(p), c) - over
			u.cut = append(u.cut, c)
			newChecker(in, p).cuts(u, 0, whole(p))
		}},
		{"the cost that a search misses", "misses", func(a *tree, dom []domain, over int64) {
			a.best.cost = a.check.cost + over
			a.check.searched(a, dom, true)
		}},
	} {
		for over := range int64(2) {
			a, dom := bare(in, rand.New(rand.NewPCG(1, 1)))
			a.check.knows(best.Starts, true)
			said := func() (said string) {
				defer func() { said, _ = recover().(string) }()
				c.do(a, dom, over)
				return ""
			}()
			if over == 0 && said != "" || over == 1 && !strings.Contains(said, c.says) {
				t.Errorf("%s, with %d more: the checker says %.80q, expected %q", c.name, over, said, c.says)
			}
		}
	}
}

// The starts of equal jobs that someone knows are put in the order that the solver keeps.
func TestKnownStartsAreInOrder(t *testing.T) {
	in := &Instance{Procs: 1, Now: 10, Free: []Step{{10, 1}}, Jobs: []Job{{1, 1, 5, 0}, {2, 1, 5, 0}, {3, 1, 2, 0}, {4, 1, 5, 0}}}
	c := newChecker(in, newProblem(in)).knows([]int64{27, 12, 10, 17}, true)
	if !slices.Equal(c.known, []int64{0, 2, 7, 17}) || c.cost != 26 {
		t.Errorf("the known starts are %v, which cost %d", c.known, c.cost)
	}
}
