package exact

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/slow"
)

// The bound is valid however little work is allowed.
func TestBoundsHoldWithTheLeastOfWork(t *testing.T) {
	slow.AsWebAssembly(t)
	r := rand.New(rand.NewPCG(20, 11))
	for n := range 60 {
		in := random(r, 8+r.IntN(6))
		best, err := Solve(context.Background(), in, Options{Nodes: 20_000})
		if err != nil {
			t.Fatal(err)
		}
		for work := 1e-6; work < 1e-3; work *= 4 {
			got, err := Solve(context.Background(), in, Options{Work: work})
			if err != nil || got.Bound > best.Cost || got.Cost < best.Bound {
				t.Fatalf("case %d, %+v: %g of work give %+v, %v; without that limit it is %+v", n, in, work, got, err, best)
			}
		}
	}
}

// Time, work and nodes end a solution, each when it is used up, and say so. Yield hears of
// each look.
func TestEachLimitStops(t *testing.T) {
	now := 0.0
	defer func(old func() float64) { clock = old }(clock)
	clock = func() float64 { return now }
	done := make(chan struct{})
	for _, c := range []struct {
		name  string
		o     Options
		ticks int64 // done
		now   float64
		nodes int64
		done  bool
		want  Stop
	}{
		{"no limit", Options{}, 1 << 50, 1e9, 1 << 50, false, ""},
		{"nodes left", Options{Nodes: 10}, 0, 0, 9, false, ""},
		{"no nodes left", Options{Nodes: 10}, 0, 0, 10, false, Nodes},
		{"work left", Options{Work: 2}, 2*workTicks - 1, 0, 0, false, ""},
		{"no work left", Options{Work: 2}, 2 * workTicks, 0, 0, false, Work},
		{"time left", Options{Seconds: 3}, 0, 100 + 2.9, 0, false, ""},
		{"no time left", Options{Seconds: 3}, 0, 100 + 3, 0, false, Time},
		{"cancelled", Options{Seconds: 3}, 0, 100, 0, true, Cancelled},
	} {
		t.Run(c.name, func(t *testing.T) {
			heard := int64(-1)
			c.o.Yield = func(nodes int64) { heard = nodes }
			s := &solver{o: c.o, p: &problem{ticks: c.ticks}, r: &Result{}, begun: 100, most: never, tree: &tree{parts: c.nodes}}
			if c.o.Work > 0 {
				s.most = int64(c.o.Work * workTicks)
			}
			if now = max(c.now, 100); c.done {
				s.done = done
				close(done)
			}
			if got := s.stop(); got != (c.want != "") || s.r.Stopped != c.want || heard != c.nodes {
				t.Errorf("stop is %t, because of %q, after %d nodes; expected %q", got, s.r.Stopped, heard, c.want)
			}
		})
	}
}

// A phase may do as much as its share of what is left allows, in work or time, whichever
// is less, and never more than it asks for.
func TestPhasesShareWhatIsLeft(t *testing.T) {
	now := 100.0
	defer func(old func() float64) { clock = old }(clock)
	clock = func() float64 { return now }
	for _, c := range []struct {
		name  string
		o     Options
		ticks int64
		want  int // of at most 1000 things of 1000 ticks each, for half of what is left
	}{
		{"no limit", Options{}, 1 << 50, 1000},
		{"enough work", Options{Work: 1}, 0, 1000},
		{"some work", Options{Work: 0.001}, 0, 500},
		{"half of it left", Options{Work: 0.001}, workTicks / 2000, 250},
		{"more than all done", Options{Work: 0.001}, workTicks, 0},
		{"some time", Options{Seconds: 0.0015}, 0, 250}, // 0.001 s are gone
		{"less time than work", Options{Seconds: 0.0015, Work: 0.001}, 0, 250},
		{"less work than time", Options{Seconds: 1, Work: 0.001}, 0, 500},
		{"no time", Options{Seconds: 0.0005}, 0, 0},
	} {
		s := &solver{o: c.o, p: &problem{n: 100, ticks: c.ticks}, begun: now, most: never}
		if c.o.Work > 0 {
			s.most = int64(c.o.Work * workTicks)
		}
		now += 0.001
		if got := s.afford(1000, 0.5, 1000); got < c.want-1 || got > c.want {
			t.Errorf("%s: %d things, expected %d", c.name, got, c.want)
		}
		if c.o.Work+c.o.Seconds == 0 {
			continue
		}
		if got, want := s.searches(), min(firstNodes, int64(float64(s.left())*phaseShare/1000)); got < want-1 || got > want {
			t.Errorf("%s: %d nodes for the first search, expected %d", c.name, got, want)
		}
	}
	s := &solver{o: Options{Nodes: 1000}, p: &problem{n: 100}, most: never}
	if got := s.searches(); got != 500 {
		t.Errorf("%d nodes of 1000 for the first search, expected half", got)
	}
}

// Half of the memory is for states, with their spare room, and half for open parts.
func TestMemoryIsShared(t *testing.T) {
	for _, mib := range []int{1, 2, 7, 64, 0} {
		in := busy(11, 14)
		s := &solver{in: in, o: Options{MemoryMiB: mib, Nodes: 100}, p: newProblem(in), r: &Result{}, most: never}
		s.policies()
		s.solve()
		u := s.tree.u
		if mib == 0 {
			mib = DefaultMemoryMiB
		}
		part := 8 * (u.k + mostCuts) // the prices, and a bit for each job
		states, parts := s.tree.chrono.memo.full*8, (s.tree.most-1)*part
		if half := (mib + 1) / 2 << 20; states > half*3/4 || states < half*2/5 || parts > mib<<19 || s.tree.most*(part+200*s.p.n+400) < mib<<19 {
			t.Errorf("%d MiB become %d bytes of states, and %d of parts at least", mib, states, parts)
		}
	}
}

// A bound in parts of a second is rounded up to whole costs, which no schedule is below. It
// never falls, and is at most the incumbent's.
func TestBoundsAreRoundedUp(t *testing.T) {
	const one, cost, fixed = 8, 50, 1000
	for _, c := range []struct {
		old, least, want int64
		stopped          Stop
	}{
		{0, -9, 0, Work},
		{0, 0, 0, Work},
		{0, 1, 1, Work},
		{0, one, 1, Work},
		{0, one + 1, 2, Work},
		{7, one, 7, Work},
		{0, one*(cost-1) - 1, cost - 1, Work},
		{0, one * (cost - 1), cost - 1, Work},
		{0, one*(cost-1) + 1, cost, Done},
		{0, one * cost, cost, Done},
		{0, never, cost, Done},
	} {
		s := &solver{in: &Instance{}, p: &problem{fixed: fixed}, r: &Result{Cost: never, Bound: c.old + fixed, Stopped: Work},
			best: incumbent{cost: cost}, tree: &tree{u: &dual{one: one}, least: c.least}}
		s.update()
		if r := s.r; r.Bound != c.want+fixed || r.Cost != cost+fixed || r.Optimal != (c.want == cost) || r.Stopped != c.stopped {
			t.Errorf("a bound of %d after %d/%d gives %+v, expected %d", c.old, c.least, one, r, c.want+fixed)
		}
	}
}
