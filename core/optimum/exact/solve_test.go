package exact

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/slow"
)

// brute returns the least cost over the list schedules of all orders.
func brute(in *Instance) int64 {
	best := int64(1) << 62
	order := make([]int, 0, len(in.Jobs))
	var try func(rest []int)
	try = func(rest []int) {
		if len(rest) == 0 {
			best = min(best, in.Cost(in.List(order)))
			return
		}
		for i := range rest {
			rest[0], rest[i] = rest[i], rest[0]
			order = append(order, rest[0])
			try(rest[1:])
			order = order[:len(order)-1]
			rest[0], rest[i] = rest[i], rest[0]
		}
	}
	rest := make([]int, len(in.Jobs))
	for i := range rest {
		rest[i] = i
	}
	try(rest)
	return best
}

func solve(t testing.TB, in *Instance, o Options) *Result {
	t.Helper()
	r, err := Solve(context.Background(), in, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := illegal(in, r.Starts); err != nil {
		t.Fatalf("%+v: %v", in, err)
	}
	if c := in.Cost(r.Starts); c != r.Cost || r.Bound > r.Cost || r.Cost > r.PolicyCost || r.Optimal != (r.Bound == r.Cost) {
		t.Fatalf("%+v: the schedule costs %d, the result is %+v", in, c, r)
	}
	return r
}

func TestSolveIsBruteForce(t *testing.T) {
	slow.AsWebAssembly(t)
	r := rand.New(rand.NewPCG(3, 3))
	for x := range 2000 {
		in := random(r, r.IntN(7+x%10/9)) // up to 7 jobs now and then: 5040 orders
		got, want := solve(t, in, Options{MemoryMiB: 1}), brute(in)
		if got.Cost != want || !got.Optimal {
			t.Fatalf("instance %d %+v: cost %d bound %d, the optimum is %d", x, in, got.Cost, got.Bound, want)
		}
		o := Options{MemoryMiB: 1, Work: r.Float64() * got.Work}
		if got := solve(t, in, o); got.Cost < want || got.Bound > want {
			t.Fatalf("instance %d %+v with %+v: cost %d bound %d, the optimum is %d", x, in, o, got.Cost, got.Bound, want)
		}
	}
}

// Each part of the solver alone finds the optimum: the search of starts at prices of 0,
// and the tree with searches of one node.
func TestPartsAloneAreBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for x := range 400 {
		in := random(r, 1+r.IntN(7))
		p := newProblem(in)
		optimal := optimum(in)
		want := in.Cost(optimal) - p.fixed
		fresh := func() (*tree, []domain) {
			t, dom := bare(in, r)
			t.check.knows(optimal, true)
			return t, dom
		}
		a, dom := fresh()
		a.u.set(make([]int64, a.u.k))
		if !a.chrono.run(dom, never) || a.best.cost != want {
			t.Fatalf("instance %d %+v: the search finds %d, the optimum is %d", x, in, a.best.cost, want)
		}
		b, dom := fresh()
		b.ascent.shares = true
		root := b.node(dom, make([]int64, b.u.k), 20, 1)
		found := false
		if root != nil {
			root.pi, found = b.u.cuts(root.pi, root.dom, b.stop)
		}
		if found {
			l := b.ascent.settle(root.pi, root.dom, 100, b.best.cost, never)
			if b.best.cost > want && l > want*b.u.one {
				t.Fatalf("instance %d %+v: a bound of %d/%d, the optimum is %d", x, in, l, b.u.one, want)
			}
			root = b.node(root.dom, root.pi, 5, 1)
		}
		if root != nil {
			b.root = clone(root.dom)
			b.push(root)
			b.run()
		}
		if b.best.cost != want {
			t.Fatalf("instance %d %+v: the tree finds %d, the optimum is %d", x, in, b.best.cost, want)
		}
	}
}

// busy makes an instance like those of a log: long jobs on a full machine.
func busy(seed uint64, n int) *Instance {
	r := rand.New(rand.NewPCG(seed, 5))
	in := &Instance{Name: fmt.Sprintf("busy-%d-%d", seed, n), Procs: 128, Now: 100_000}
	in.Free = []Step{{in.Now, r.IntN(4)}}
	for s := in.Free[0]; s.Procs < in.Procs; in.Free = append(in.Free, s) {
		s = Step{s.At + 1 + r.Int64N(8000), min(in.Procs, s.Procs+1+r.IntN(16))}
	}
	times := []int64{300, 900, 3600, 7200, 14_400, 21_600, 64_800}
	for i := range n {
		in.Jobs = append(in.Jobs, Job{int64(i), 1 << r.IntN(7), times[r.IntN(len(times))], in.Now - r.Int64N(20_000)})
	}
	return in
}

func TestOptimaMoveWithTimeAndNotWithTheOrderOfJobs(t *testing.T) {
	for seed := range uint64(6) {
		in := busy(seed, 9)
		want := solve(t, in, Options{})
		moved := *in
		const by = 12_345
		moved.Now += by
		moved.Free, moved.Jobs = slices.Clone(in.Free), slices.Clone(in.Jobs)
		for i := range moved.Free {
			moved.Free[i].At += by
		}
		for i := range moved.Jobs {
			moved.Jobs[i].Submit += by
		}
		got := solve(t, &moved, Options{})
		for i, s := range got.Starts {
			if s != want.Starts[i]+by {
				t.Fatalf("%s moved by %d: starts %v, at first %v", in.Name, by, got.Starts, want.Starts)
			}
		}
		mixed := *in
		perm := rand.New(rand.NewPCG(seed, 6)).Perm(len(in.Jobs))
		mixed.Jobs = make([]Job, len(in.Jobs))
		for i, k := range perm {
			mixed.Jobs[i] = in.Jobs[k]
		}
		got = solve(t, &mixed, Options{})
		for i, k := range perm {
			if got.Starts[i] != want.Starts[k] {
				t.Fatalf("%s mixed by %v: starts %v, at first %v", in.Name, perm, got.Starts, want.Starts)
			}
		}
		if !want.Optimal || got.Cost != want.Cost || got.Nodes != want.Nodes {
			t.Fatalf("%s: %+v, mixed %+v", in.Name, want, got)
		}
	}
}

func TestLimitsAndCancelling(t *testing.T) {
	in := busy(1, 40)
	const nodes = 3000
	a, b := solve(t, in, Options{Nodes: nodes}), solve(t, in, Options{Nodes: nodes, MemoryMiB: 1})
	if a.Stopped != Nodes || a.Nodes > nodes+300 || a.Optimal {
		t.Errorf("with %d nodes: %+v", nodes, a)
	}
	if a.Cost != b.Cost || a.Bound != b.Bound || a.Nodes != b.Nodes {
		t.Errorf("the same twice: %+v, %+v", a, b)
	}
	if r := solve(t, in, Options{Seconds: 0.01}); r.Stopped != Time || r.Seconds > 5 {
		t.Errorf("with 10 ms: %+v", r)
	}
	ctx, cancel := context.WithCancel(context.Background())
	calls := 0
	r, err := Solve(ctx, in, Options{Progress: func(r *Result) {
		if calls++; calls == 3 {
			cancel()
		}
	}})
	if err != nil || r.Stopped != Cancelled || calls < 3 {
		t.Errorf("cancelled after %d calls: %+v, %v", calls, r, err)
	}
	if r, err = Solve(ctx, in, Options{}); err != nil || r.Stopped != Cancelled || illegal(in, r.Starts) != nil {
		t.Errorf("cancelled before it began: %+v, %v", r, err)
	}
	if _, err = Solve(ctx, in, Options{Start: []int64{1}}); err == nil {
		t.Error("a start with one job of 40 is accepted")
	}
	if r = solve(t, busy(2, MaxSearched), Options{Nodes: 10}); r.Stopped != Nodes {
		t.Errorf("with %d jobs: %s", MaxSearched, r.Stopped)
	}
	if r = solve(t, busy(2, MaxSearched+1), Options{}); r.Stopped != Size || r.Bound == 0 {
		t.Errorf("with %d jobs: %s bound %d", MaxSearched+1, r.Stopped, r.Bound)
	}
}

// A planner allows work of 0.01: the schedule is good, the bound exceeds that of each job
// alone, and the limit holds.
func TestLittleWorkGivesAScheduleAndABound(t *testing.T) {
	for seed := range uint64(8) {
		in := busy(20+seed, 10+5*int(seed))
		alone := solve(t, in, Options{Work: 1e-9})
		a, b := solve(t, in, Options{Work: 0.01}), solve(t, in, Options{Work: 0.01})
		if b.Seconds = a.Seconds; !reflect.DeepEqual(a, b) {
			t.Errorf("the same twice: %+v, %+v", a, b)
		}
		if !a.Optimal && (a.Stopped != Work || a.Bound <= alone.Bound || a.Gap > 0.1 || a.Work > 0.015) {
			t.Errorf("%s: %+v, with no work %+v", in.Name, a, alone)
		}
		if alone.Cost < a.Cost || alone.Work > 0.001 {
			t.Errorf("%s with no work: %+v, with some %+v", in.Name, alone, a)
		}
	}
	in := busy(1, 40)
	best := solve(t, in, Options{Work: 0.1})
	for work := 1e-6; work < 0.05; work *= 1.2 {
		if r := solve(t, in, Options{Work: work}); r.Bound > best.Cost {
			t.Errorf("%s with work of %g: bound %d, a schedule costs %d", in.Name, work, r.Bound, best.Cost)
		}
	}
	for _, o := range []Options{{Work: 0.01}, {Seconds: 0.01}} {
		if r := solve(t, busy(2, MaxJobs/5), o); r.Work > 0.05 || o.Work > 0 && r.Gap > 0.5 {
			t.Errorf("%d jobs with %+v: a gap of %g after %g", MaxJobs/5, o, r.Gap, r.Work)
		}
	}
}

// stopped solves in until the solver looks at its limits for that many times.
func stopped(t *testing.T, in *Instance, looks int, o Options) (*Result, int) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	seen := 0
	o.Yield = func(int64) {
		if seen++; seen == looks {
			cancel()
		}
	}
	r, err := Solve(ctx, in, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := illegal(in, r.Starts); err != nil || in.Cost(r.Starts) != r.Cost {
		t.Fatalf("%s stopped at look %d: %+v, %v", in.Name, looks, r, err)
	}
	return r, seen
}

// Whatever ends a solution and wherever, its schedule is legal and its bound holds. It ends
// soon, and says why.
func TestSolutionsStopAnywhere(t *testing.T) {
	in := busy(11, 14) // one of few jobs that needs the tree
	best, looks := stopped(t, in, 0, Options{})
	if !best.Optimal || best.Nodes < 10_000 || looks < 5000 {
		t.Fatalf("after %d looks %+v: the test is weak", looks, best)
	}
	check := func(name string, r *Result, want Stop) {
		t.Helper()
		if r.Cost < best.Cost || r.Bound > best.Cost || r.Stopped != want && r.Stopped != Done || (r.Stopped == Done) != r.Optimal {
			t.Fatalf("%s: %+v; the optimum is %d", name, r, best.Cost)
		}
		if want := float64(r.Cost-r.Bound) / float64(r.Cost); r.Gap != want || r.Nodes > best.Nodes {
			t.Fatalf("%s: a gap of %g, expected %g, after %d nodes", name, r.Gap, want, r.Nodes)
		}
	}
	for at := 1; at < looks; at += 1 + at {
		r, seen := stopped(t, in, at, Options{})
		check(fmt.Sprintf("cancelled at look %d", at), r, Cancelled)
		if seen > at+20 {
			t.Errorf("cancelled at look %d, it looks %d times", at, seen)
		}
	}
	if r, _ := stopped(t, in, 1, Options{}); r.Policy != Policies[0].Name || r.Cost != r.PolicyCost || best.Policy == r.Policy {
		t.Errorf("cancelled at the first look: %+v, expected the list of %s, not of %s", r, Policies[0].Name, best.Policy)
	}
	for nodes := int64(1); nodes < best.Nodes; nodes += 1 + 3*nodes {
		r := solve(t, in, Options{Nodes: nodes})
		check(fmt.Sprint(nodes, " nodes"), r, Nodes)
		if r.Nodes > nodes+300 {
			t.Errorf("%d nodes of %d", r.Nodes, nodes)
		}
	}
}

// Progress sees each schedule and bound once they are better, and all counts rise.
func TestProgressOnlyRises(t *testing.T) {
	in := busy(11, 14)
	last := &Result{Cost: never}
	calls, bounds := 0, 0
	end := solve(t, in, Options{Progress: func(r *Result) {
		if illegal(in, r.Starts) != nil || in.Cost(r.Starts) != r.Cost {
			t.Fatalf("%+v is no schedule", r)
		}
		if r.Cost > last.Cost || r.Bound < last.Bound || r.Nodes < last.Nodes || r.Work < last.Work || r.Seconds < last.Seconds {
			t.Fatalf("%+v after %+v", r, last)
		}
		if calls++; r.Bound > last.Bound {
			bounds++
		}
		copied := *r
		last = &copied
	}})
	if calls < 8 || bounds < 8 || end.Cost != last.Cost || end.Bound < last.Bound {
		t.Errorf("%d calls with %d bounds, in the end %+v after %+v", calls, bounds, end, last)
	}
}

func TestBadOptionsAreRefused(t *testing.T) {
	in := busy(1, 3)
	for _, o := range []Options{{Seconds: -1}, {Seconds: math.NaN()}, {Work: -1e-9}, {Work: math.NaN()}, {Nodes: -1}, {MemoryMiB: -1},
		{Start: make([]int64, 2)}, {Start: make([]int64, 4)}} {
		if r, err := Solve(t.Context(), in, o); err == nil {
			t.Errorf("%+v gives %+v", o, r)
		}
	}
	if r := solve(t, in, Options{Start: []int64{}, Seconds: 1e18, Work: 1e300, Nodes: math.MaxInt64, MemoryMiB: 1}); !r.Optimal {
		t.Errorf("with large limits %+v", r)
	}
	in.Jobs[0].Procs = 0
	if _, err := Solve(t.Context(), in, Options{}); err == nil {
		t.Error("a bad instance is solved")
	}
}

// The order of the schedule to begin with counts before anything else is tried.
func TestTheScheduleToBeginWithCounts(t *testing.T) {
	in := busy(3, 60)
	rand.New(rand.NewPCG(3, 6)).Shuffle(len(in.Jobs), func(i, j int) { in.Jobs[i], in.Jobs[j] = in.Jobs[j], in.Jobs[i] })
	good := solve(t, in, Options{Nodes: 20_000})
	again, _ := stopped(t, in, len(Policies)+1, Options{Start: good.Starts}) // a look after each list but the first
	if again.Cost > good.Cost || again.PolicyCost != good.PolicyCost || good.Cost == good.PolicyCost {
		t.Errorf("begun with a cost of %d, it returns %d", good.Cost, again.Cost)
	}
}

// Golden numbers, the same wherever the test runs: plain amd64, GOAMD64=v3, js/wasm.
func TestLimitedByNodesOrWorkIsTheSameEverywhere(t *testing.T) {
	got := ""
	for seed := range uint64(4) {
		for _, o := range []Options{{Nodes: 40_000}, {Work: 0.01}, {Work: 0.1}} {
			r := solve(t, busy(10+seed, 18+4*int(seed)), o)
			sum := int64(0)
			for i, s := range r.Starts {
				sum = sum*31 + s*int64(i+1)
			}
			got += fmt.Sprintln(r.Name, r.PolicyCost, r.Cost, r.Bound, r.Nodes, r.Work, sum)
		}
	}
	if got != golden {
		t.Errorf("got\n%swant\n%s", got, golden)
	}
}

const golden = `busy-10-18 27566443 25957896 25734938 40230 0.163030504 8966989238322682606
busy-10-18 27566443 25957896 25493918 4596 0.01009612 3790983935815354065
busy-10-18 27566443 25957896 25957896 39569 0.030377057 8966989238322682606
busy-11-22 13118331 12259623 12079683 40209 0.169725847 7501144898518908208
busy-11-22 13118331 12323325 11869109 3443 0.010217085 4023523501259927868
busy-11-22 13118331 12271511 11931169 50185 0.100334279 -8816947686659530096
busy-12-26 30321844 30321844 30119380 40051 0.234932228 -1943139189439594306
busy-12-26 30321844 30321844 29318303 3151 0.01022395 -1943139189439594306
busy-12-26 30321844 30321844 29605297 51024 0.100038514 -1943139189439594306
busy-13-30 56304509 56082250 55903217 40145 0.320452077 5428607559842333799
busy-13-30 56304509 56082250 55232352 3263 0.010214633 7541769461675540753
busy-13-30 56304509 56082250 55838390 50009 0.10017389 -1981114801266031433
`

func BenchmarkSolve(b *testing.B) {
	for _, n := range []int{8, 12, 16} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			nodes := int64(0)
			for b.Loop() {
				for seed := range uint64(4) {
					nodes += solve(b, busy(seed, n), Options{Nodes: 200_000}).Nodes
				}
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}
