package shared

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// crowd returns an engine with random jobs on random nodes, whatever their
// memory, at some instant between two periods.
func crowd(r *rand.Rand, a Algorithm, nodes, n int) *Engine {
	jobs := make([]Job, n)
	for i := range jobs {
		jobs[i] = randomJob(r, nodes)
		jobs[i].ID, jobs[i].Run = int64(i), MaxMicros
		jobs[i].Submit = int64(i) * 100 * Second
	}
	e, err := New(Config{Nodes: nodes, Jobs: jobs, Algorithm: a})
	if err != nil {
		panic(err)
	}
	for i := range jobs {
		l := &e.live[i]
		l.state, l.virtual = Running, r.Int64N(int64(n-i)*100*Second+1)*Whole
		count := make([]int32, nodes)
		for range jobs[i].Tasks {
			count[r.IntN(nodes)]++
		}
		for node, c := range count {
			if c > 0 {
				l.places = append(l.places, Place{int32(node), c})
			}
		}
		e.c.put(&jobs[i], l.places)
		e.active, e.running = append(e.active, int32(i)), append(e.running, int32(i))
	}
	e.now = int64(n)*100*Second + r.Int64N(600)*Second
	e.grant = make([]int32, n)
	return e
}

// used returns the CPU in use on each node, in parts of Whole*Whole.
func used(e *Engine) []int64 {
	sum := make([]int64, e.cfg.Nodes)
	for k, i := range e.running {
		for _, p := range e.live[i].places {
			sum[p.Node] += int64(e.cfg.Jobs[i].CPU) * int64(p.Count) * int64(e.grant[k])
		}
	}
	return sum
}

// A standing is how well off a job is, by its own effort or by a promise that it
// was given.
type standing struct {
	value    float64
	promised bool
}

// bottleneck checks what makes shares max-min fair (Bertsekas and Gallager,
// section 6.5.2): each job that does not have all is on a node that has no part
// left for those that are best off there, to within near, the job among them.
// Those that are better off by a promise do not count. step is how many parts of
// yield are too much for a job.
func bottleneck(e *Engine, who []standing, near float64, step func(k int) int64) error {
	sum := used(e)
	for k, i := range e.running {
		if e.grant[k] == Whole {
			continue
		}
		found := false
		for _, p := range e.live[i].places {
			raise, best := int64(0), true
			for o, x := range e.running {
				for _, q := range e.live[x].places {
					if q.Node != p.Node || e.grant[o] == Whole {
						continue
					}
					if who[o].value > who[k].value+near {
						best = best && who[o].promised
					} else if who[o].value >= who[k].value-near {
						raise += int64(e.cfg.Jobs[x].CPU) * int64(q.Count) * step(o)
					} else if near > 0 { // worse off: its yield was rounded down
						raise += int64(e.cfg.Jobs[x].CPU) * int64(q.Count)
					}
				}
			}
			found = found || best && sum[p.Node]+raise > full
		}
		if !found {
			return fmt.Errorf("job %d could have more than %d", i, e.grant[k])
		}
	}
	return nil
}

func TestYieldsNeverOverloadANode(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for _, name := range []string{"Greedy*/OPT=MIN", "Greedy*/OPT=AVG", "/stretch-per/OPT=MAX", "/stretch-per/OPT=AVG"} {
		a, err := Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		for range 500 {
			e := crowd(r, a, 1+r.IntN(6), 1+r.IntN(12))
			e.share.yields(e)
			for node, u := range used(e) {
				if u > full {
					t.Fatalf("%s: node %d has %d of %d in use", name, node, u, int64(full))
				}
			}
			for k, y := range e.grant {
				if y < 0 || y > Whole {
					t.Fatalf("%s: job %d has a yield of %d", name, k, y)
				}
			}
		}
	}
}

func TestMinimumYieldsAreMaxMinFair(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	for range 1000 {
		e := crowd(r, Algorithm{Submission: Greedy, Opportunistic: true}, 1+r.IntN(6), 1+r.IntN(12))
		e.share.yields(e)
		if got, want := int64(slices.Min(e.grant)), full/max(slices.Max(e.c.load), Whole); got != want {
			t.Fatalf("the lowest yield is %d, not 1/max(1, load) = %d", got, want)
		}
		who := make([]standing, len(e.grant))
		for k, y := range e.grant {
			who[k].value = float64(y)
		}
		err := bottleneck(e, who, 0, func(int) int64 { return 1 })
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestAverageIsNotBelowMaxMinsAndKeepsTheMinimum(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	better := 0
	for range 1000 {
		e := crowd(r, Algorithm{Submission: Greedy, Opportunistic: true}, 1+r.IntN(6), 1+r.IntN(12))
		sum := func() (s int64) {
			for _, y := range e.grant {
				s += int64(y)
			}
			return s
		}
		e.share.yields(e)
		fair := sum()
		e.cfg.Algorithm.Goal = Average
		e.share.yields(e)
		average := sum()
		// Each yield is rounded down, and may be a few parts lower for the solver's tolerance.
		if average+3*int64(len(e.running)) < fair {
			t.Fatalf("the average yields sum up to %d, the max-min fair ones to %d", average, fair)
		}
		if average > fair {
			better++
		}
		if got, want := int64(slices.Min(e.grant)), full/max(slices.Max(e.c.load), Whole); got < want {
			t.Fatalf("the lowest yield is %d, below 1/max(1, load) = %d", got, want)
		}
	}
	if better < 100 {
		t.Fatalf("the average was better only %d times", better)
	}
}

// Four jobs crowd node 0, so that nobody is promised more than a quarter; job 4
// is on nodes 1 and 2, with job 5 on one and job 6 on the other.
func TestAverageByHand(t *testing.T) {
	places := [][]Place{{{0, 1}}, {{0, 1}}, {{0, 1}}, {{0, 1}}, {{1, 1}, {2, 1}}, {{1, 1}}, {{2, 1}}}
	jobs := make([]Job, len(places))
	for i := range jobs {
		jobs[i] = Job{ID: int64(i), Run: Second, Tasks: int32(len(places[i])), CPU: Whole}
	}
	for goal, want := range map[Goal][]int32{
		MinYield: {250_000, 250_000, 250_000, 250_000, 500_000, 500_000, 500_000},
		Average:  {250_000, 250_000, 250_000, 250_000, 250_000, 750_000, 750_000},
	} {
		e, err := New(Config{Nodes: 3, Jobs: jobs, Algorithm: Algorithm{Submission: Greedy, Opportunistic: true, Goal: goal}})
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range places {
			e.active = append(e.active, int32(i))
			e.wait(int32(i))
			e.start(int32(i), p)
		}
		e.commit()
		if !slices.Equal(e.grant, want) {
			t.Errorf("%v gives %v, not %v", goal, e.grant, want)
		}
	}
}

func TestStretchesAreMinMaxFairAbovePromises(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 18))
	a, _ := Parse("/stretch-per")
	for range 500 {
		e := crowd(r, a, 1+r.IntN(5), 1+r.IntN(10))
		least := int32(full / max(slices.Max(e.c.load), Whole))
		for i := range e.live {
			e.live[i].floor = r.Int32N(least + 1)
		}
		e.share.yields(e)
		const near = 1e-5
		who := make([]standing, len(e.running))
		step := make([]int64, len(e.running))
		for k, i := range e.running {
			l := e.expect(i)
			if e.grant[k] < e.live[i].floor {
				t.Fatalf("job %d has %d, promised %d", i, e.grant[k], e.live[i].floor)
			}
			who[k] = standing{(l.virtual + l.ahead*float64(e.grant[k])/Whole) / l.flow, e.grant[k] == e.live[i].floor}
			step[k] = int64(l.flow*near/l.ahead*Whole) + 2
		}
		if err := bottleneck(e, who, near, func(k int) int64 { return step[k] }); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAverageStretchIsNotAboveThatOfMax(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 20))
	a, _ := Parse("/stretch-per")
	worse, total := 0, 0
	for range 300 {
		e := crowd(r, a, 1+r.IntN(5), 1+r.IntN(10))
		least := int32(full / max(slices.Max(e.c.load), Whole))
		for i := range e.live {
			e.live[i].floor = max(least/2, 1)
		}
		sum := func() (s float64) {
			for k, i := range e.running {
				l := e.expect(i)
				s += l.stretch(float64(e.grant[k]) / Whole)
			}
			return s
		}
		e.cfg.Algorithm.Goal = MaxStretch
		e.share.yields(e)
		fair := sum()
		e.cfg.Algorithm.Goal = Average
		e.share.yields(e)
		// Chords stand for the curve, so that a little may be lost.
		if got := sum(); got > fair*1.05 {
			t.Fatalf("the stretches sum up to %v, under OPT=MAX to %v", got, fair)
		} else if total++; got > fair*(1+1e-6) {
			worse++
		}
	}
	if worse*4 > total {
		t.Fatalf("%d of %d averages are above those of OPT=MAX", worse, total)
	}
}
