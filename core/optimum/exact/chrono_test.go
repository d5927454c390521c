package exact

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestSetsHoldJobs(t *testing.T) {
	r := rand.New(rand.NewPCG(60, 1))
	var s set
	in := map[int]bool{}
	for range 100 {
		i := r.IntN(MaxSearched)
		s, in[i] = s.with(i), true
		for i := range MaxSearched {
			if s.has(i) != in[i] {
				t.Fatalf("%b has %d: %t", s, i, s.has(i))
			}
		}
	}
}

// searching returns a search at random prices that begins with a schedule of that cost, and
// appends the cost of each schedule that it finds, all legal and in the domains.
func searching(t *testing.T, seed uint64, in *Instance, cost int64) (c *chrono, found *[]int64) {
	p, r := newProblem(in), rand.New(rand.NewPCG(seed, 60))
	u := newDual(p, 1+r.Int64N(p.end), 1+r.IntN(12))
	x := u.fluid()
	for k := range x {
		x[k] = x[k] * r.Int64N(4) / 2
	}
	u.set(x)
	found = new([]int64)
	best := &incumbent{starts: make([]int64, p.n), cost: cost}
	best.found = func() {
		starts := make([]int64, p.n)
		for i, s := range best.starts {
			if starts[p.job[i]] = s + in.Now; !c.dom[i].has(s) {
				t.Fatalf("job %d starts at %d, not in %v", i, s, c.dom[i])
			}
		}
		if err := illegal(in, starts); err != nil || in.Cost(starts)-p.fixed != best.cost {
			t.Fatalf("%+v: %v is said to cost %d: %v", in, starts, best.cost, err)
		}
		*found = append(*found, best.cost)
	}
	c = newChrono(p, u, best, newMemo(1, &p.ticks))
	c.stop = goOn
	return c, found
}

// A whole search finds an optimal schedule that is in the domains, at any prices and from
// any incumbent; and nothing if the incumbent is optimal. Cut short, it says so.
func TestSearchesOfDomainsFindTheOptimum(t *testing.T) {
	r := rand.New(rand.NewPCG(61, 1))
	short := 0
	for range 2500 {
		in := random(r, 2+r.IntN(5))
		p := newProblem(in)
		optimal := optimum(in)
		want := in.Cost(optimal) - p.fixed
		known := newChecker(in, p).knows(optimal, true)
		dom := randomDomains(r, p)
		kind := r.IntN(4)
		for i, s := range known.known {
			if kind == 0 { // all alike
				dom[i] = domain{{0, p.end}}
			} else if kind == 1 { // no later
				dom[i] = domain{{0, s}}
			} else if !dom[i].has(s) {
				dom[i] = domain{{max(p.early[i], s-r.Int64N(9)), min(p.end-p.d[i], s+r.Int64N(9))}}
			}
		}
		begin := want + 1 + r.Int64N(3)*r.Int64N(want+1)
		seed := r.Uint64()
		c, found := searching(t, seed, in, begin)
		c.run(randomDomains(r, p), never) // leaves nothing behind
		c.best.cost, c.nodes, *found = begin, 0, nil
		if !c.run(dom, never) || c.best.cost != want || !slices.IsSortedFunc(*found, func(a, b int64) int { return int(b - a) }) {
			t.Fatalf("%+v in %v: the search finds %v, the optimum is %d", in, dom, *found, want)
		}
		nodes := c.nodes
		if *found = nil; !c.run(dom, never) || len(*found) > 0 {
			t.Fatalf("%+v: searched again with the optimum %d, it finds %v", in, want, *found)
		}
		limit := r.Int64N(40)
		c, _ = searching(t, seed, in, begin)
		if whole := c.run(dom, limit); whole != (nodes <= limit) || c.nodes != min(nodes, limit) {
			t.Fatalf("%+v: whole is %t after %d nodes of %d and at most %d", in, whole, c.nodes, nodes, limit)
		}
		if nodes > limit {
			short++
		}
	}
	if short < 250 {
		t.Errorf("%d searches are cut short", short)
	}
}

// Each rule alone cuts what it is for: the searches visit just these states.
func TestEachRuleCutsStates(t *testing.T) {
	for _, c := range []struct {
		name  string
		free  []Step
		jobs  []Job
		dom   []domain // by job of the problem, or nil for all starts
		extra int64    // of the incumbent's cost above the optimum
		nodes int64
	}{
		// one state for each number of jobs placed
		{"equal jobs are in order", []Step{{0, 1}}, []Job{{0, 1, 5, 0}, {1, 1, 5, 0}, {2, 1, 5, 0}, {3, 1, 5, 0}, {4, 1, 5, 0}}, nil, 1, 6},
		// each set of 0, 1 and 2 once; 3 can never start
		{"jobs that start together are in order", []Step{{0, 9}}, []Job{{0, 1, 5, 0}, {1, 2, 5, 0}, {2, 3, 5, 0}, {3, 9, 5, 0}},
			[]domain{{{0, 0}}, {{0, 0}}, {{0, 0}}, {{1, 2}, {100, 100}}}, 1000, 8},
		// {} {1} {01}; with the wide job first, the narrow one could have run before
		{"no job could move forward", []Step{{0, 1}, {5, 9}}, []Job{{0, 1, 5, 0}, {1, 9, 4, 0}}, nil, 1, 3},
		// {} {0} {2} {02} {012}; after 0 at second 3, 2 could run before 1
		{"nor one that another overtook", []Step{{0, 1}, {3, 3}, {8, 9}}, []Job{{0, 2, 1, 0}, {1, 9, 1, 0}, {2, 1, 6, 0}}, nil, 1000, 5},
		// the optimum {} {0} {01}, then {1}, after which the price exceeds that cost
		{"a price above the incumbent's cost", []Step{{0, 2}}, []Job{{0, 2, 5, 0}, {1, 2, 50, 0}}, nil, 1, 4},
		// nothing costs less than the incumbent
		{"a price that equals it", []Step{{0, 1}, {3, 2}}, []Job{{0, 2, 5, 0}}, nil, 0, 1},
		// nothing to find
		{"no start in the domain", []Step{{0, 2}}, []Job{{0, 2, 5, 0}, {1, 2, 50, 0}}, []domain{{{1, 4}}, {{0, 4}}}, 100, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := &Instance{Procs: c.free[len(c.free)-1].Procs, Free: c.free, Jobs: c.jobs}
			p := newProblem(in)
			dom := whole(p)
			copy(dom, c.dom)
			u := newDual(p, p.end, 100)
			u.set(make([]int64, u.k))
			s := newChrono(p, u, &incumbent{cost: brute(in) - p.fixed + c.extra}, newMemo(1, &p.ticks))
			s.stop = goOn
			if !s.run(dom, never) || s.nodes != c.nodes {
				t.Errorf("the search visits %d states, expected %d", s.nodes, c.nodes)
			}
		})
	}
}

// A search looks at its limits every 256 nodes, and says that it was stopped.
func TestSearchesStop(t *testing.T) {
	in := busy(2, 30)
	p := newProblem(in)
	c, _ := searching(t, 1, in, p.end*in.width())
	looks := 0
	c.stop = func() bool { looks++; return looks == 5 }
	if c.run(whole(p), never) || !c.stopped || looks != 5 || c.nodes != 5*256 {
		t.Errorf("stopped (%t) after %d looks and %d nodes, expected 5 and 1280", c.stopped, looks, c.nodes)
	}
}

// Only a cheaper schedule replaces the incumbent, and is told of.
func TestAnIncumbentIsReplacedByCheaperSchedules(t *testing.T) {
	told := 0
	b := &incumbent{found: func() { told++ }}
	for _, c := range []struct {
		cost, want int64
		told       int
	}{{9, 9, 1}, {9, 9, 1}, {10, 9, 1}, {8, 8, 2}} {
		starts := []int64{c.cost}
		b.take(starts, c.cost)
		starts[0] = -1 // the caller's
		if b.cost != c.want || b.starts[0] != c.want || told != c.told {
			t.Errorf("offered %d, the incumbent is %v, which costs %d; told %d times", c.cost, b.starts, b.cost, told)
		}
	}
}
