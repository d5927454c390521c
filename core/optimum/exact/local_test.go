package exact

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func goOn() bool { return false }

// An evaluation is the cost of the list schedule, or gives up above the limit.
func TestEvaluationsAreListSchedules(t *testing.T) {
	r := rand.New(rand.NewPCG(80, 1))
	var work profile // of another order before
	above := 0
	for range 1000 {
		in := random(r, 1+r.IntN(8))
		p := newProblem(in)
		order := r.Perm(p.n)
		jobs := make([]int, p.n)
		for k, i := range order {
			jobs[k] = p.job[i]
		}
		want := in.List(jobs)
		cost := in.Cost(want) - p.fixed
		starts, got := p.list(order)
		for i, s := range starts {
			if s+in.Now != want[p.job[i]] {
				t.Fatalf("%+v: job %d starts at %d, in the list schedule at %d", in, p.job[i], s+in.Now, want[p.job[i]])
			}
		}
		if got != cost {
			t.Fatalf("%+v in order %v costs %d, expected %d", in, jobs, got, cost)
		}
		limit := []int64{cost - 1, cost, r.Int64N(cost + 1)}[r.IntN(3)]
		if c := p.evaluate(&work, order, limit, nil); c != cost && (c <= limit || c > cost) {
			t.Fatalf("%+v with a limit of %d: %d, the cost is %d", in, limit, c, cost)
		} else if c < cost {
			above++
		}
	}
	if above < 20 {
		t.Errorf("only %d orders were given up", above)
	}
}

// More jobs get more lists, and then fewer, because each takes longer.
func TestTriesAreWithinReason(t *testing.T) {
	for n, want := range map[int]int{0: 0, 1: 100, 10: 10_000, 20: 40_000, 40: 60_000_000 / 1601, 128: 3661, 10_000: 0} {
		if got := (&problem{n: n}).tries(); got != want {
			t.Errorf("%d jobs get %d lists, expected %d", n, got, want)
		}
	}
}

func TestOrdersByStartAreStable(t *testing.T) {
	at := []float64{3, 1, 3, 0, 1}
	if got := (&problem{n: 5}).byStart(func(i int) float64 { return at[i] }); !slices.Equal(got, []int{3, 1, 4, 0, 2}) {
		t.Errorf("%v are in the order %v", at, got)
	}
}

func TestAnnealing(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	for x := range 300 {
		in := random(r, 1+r.IntN(6))
		p := newProblem(in)
		begin, least := r.Perm(p.n), int64(1)<<62
		_, first := p.list(begin)
		p.search([][]int{begin}, 4000, draw(), goOn, func(order []int) {
			if jobs := slices.Sorted(slices.Values(order)); !slices.Equal(jobs, slices.Sorted(slices.Values(begin))) {
				t.Fatalf("instance %d: %v becomes %v", x, begin, order)
			}
			_, cost := p.list(order)
			if least = min(least, cost); cost > first {
				t.Fatalf("instance %d: %v costs %d, the order before it %d", x, order, cost, first)
			}
		})
		if want := brute(in) - p.fixed; least != want {
			t.Errorf("instance %d: annealing finds %d, the optimum is %d", x, least, want)
		}
	}
}

// An annealing leaves an order of the same jobs that costs no more, and the same one each
// time. It ends when told, and does nothing where nothing can move.
func TestAnnealingsKeepTheBest(t *testing.T) {
	better := 0
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 81))
		p := newProblem(busy(seed, 1+r.IntN(20)))
		if seed%2 == 0 { // with costs near each other
			p = newProblem(random(r, 1+r.IntN(20)))
		}
		begin := r.Perm(p.n)
		anneal := func(tries int, stop func() bool) ([]int, int64) {
			order := slices.Clone(begin)
			p.anneal(order, tries, hot, draw(), stop)
			_, cost := p.list(order)
			return order, cost
		}
		same, first := anneal(0, goOn)
		if !slices.Equal(same, begin) {
			t.Fatalf("no try makes %v of %v", same, begin)
		}
		last := first
		for _, tries := range []int{1, 30, 300} {
			order, cost := anneal(tries, goOn)
			again, _ := anneal(tries, goOn)
			if !slices.Equal(slices.Sorted(slices.Values(order)), identity(p.n)) || !slices.Equal(order, again) || cost > first {
				t.Fatalf("%v, which costs %d, becomes %v and %v, which cost %d", begin, first, order, again, cost)
			}
			last = cost
		}
		if last < first {
			better++
		}
		if stopped, _ := anneal(1<<40, func() bool { return true }); !slices.Equal(stopped, begin) {
			t.Fatalf("stopped at once, it makes %v of %v", stopped, begin)
		}
	}
	if better < 40 {
		t.Errorf("%d orders of 60 are better than random ones", better)
	}
}

// It looks at the clock now and then, not at each try.
func TestAnnealingsLookAtTheClock(t *testing.T) {
	p := newProblem(busy(6, 35))
	looks := 0
	begun := p.ticks
	p.anneal(identity(p.n), 5000, hot, draw(), func() bool { looks++; return false })
	if every := (p.ticks - begun) / int64(looks); every < pollTicks || every > 2*pollTicks {
		t.Errorf("a look at the clock each %d ticks, expected about %d", every, pollTicks)
	}
}

// A local search begins from each order in turn, keeps them as they are, and ends with the
// best of what it found.
func TestSearchesBeginFromEachOrder(t *testing.T) {
	p := newProblem(busy(7, 12))
	orders := [][]int{identity(p.n), p.byStart(func(i int) float64 { return -float64(p.d[i]) })}
	before := [][]int{slices.Clone(orders[0]), slices.Clone(orders[1])}
	var found [][]int
	var costs []int64
	search := func(tries int) {
		found, costs = nil, nil
		p.search(orders, tries, draw(), goOn, func(order []int) {
			_, cost := p.list(order)
			found, costs = append(found, slices.Clone(order)), append(costs, cost)
		})
	}
	if search(2*shortRuns - 1); len(found) > 0 {
		t.Errorf("too few lists for runs of one give %v", found)
	}
	search(2 * shortRuns) // one list each, which hardly moves a job
	if len(found) != shortRuns+1 || !slices.EqualFunc(orders, before, slices.Equal) {
		t.Errorf("%d results, and %v become %v", len(found), before, orders)
	}
	for k, order := range found[:shortRuns] {
		near := func(o []int) (same int) {
			for i := range o {
				if o[i] == order[i] {
					same++
				}
			}
			return same
		}
		if near(orders[k%2]) < near(orders[1-k%2]) {
			t.Errorf("run %d gives %v, nearer to %v than to its own %v", k, order, orders[1-k%2], orders[k%2])
		}
	}
	for tries := 20; tries < 4000; tries += tries / 3 {
		if search(tries); costs[shortRuns] > slices.Min(costs) {
			t.Errorf("the last result costs %d, the results %v", costs[shortRuns], costs)
		}
	}
}
