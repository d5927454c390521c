package shared

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/verify"
)

// oneNode has two jobs that do not fit together.
func oneNode() Problem {
	return Problem{Nodes: 1, Penalty: sec(5), Jobs: []Job{
		{ID: 1, Submit: 0, Run: sec(10), Tasks: 1, CPU: Whole, Memory: 600_000},
		{ID: 2, Submit: sec(4), Run: sec(2), Tasks: 1, CPU: Whole, Memory: 600_000}}}
}

// moving has a job that has to go, for which there is room elsewhere.
func moving() Problem {
	return Problem{Nodes: 2, Penalty: sec(5), Jobs: []Job{
		{ID: 1, Submit: 0, Run: sec(20), Tasks: 1, CPU: half, Memory: half},
		{ID: 2, Submit: sec(1), Run: sec(30), Tasks: 1, CPU: half, Memory: 400_000},
		{ID: 3, Submit: sec(4), Run: sec(10), Tasks: 1, CPU: half, Memory: 700_000}}}
}

// packing has a job that MCB8 moves when the other comes.
func packing() Problem {
	return Problem{Nodes: 2, Penalty: sec(5), Jobs: []Job{
		{ID: 1, Submit: 0, Run: sec(20), Tasks: 1, CPU: half, Memory: 200_000},
		{ID: 2, Submit: sec(4), Run: sec(30), Tasks: 1, CPU: Whole, Memory: 200_000}}}
}

// waiting has a job that fits when the other ends, between two periods.
func waiting() Problem {
	return Problem{Nodes: 1, Penalty: sec(5), Jobs: []Job{
		{ID: 1, Submit: 0, Run: sec(5), Tasks: 1, CPU: half, Memory: 600_000},
		{ID: 2, Submit: sec(3), Run: sec(4), Tasks: 1, CPU: half, Memory: 600_000}}}
}

func TestLawsTellAlgorithmsApart(t *testing.T) {
	for _, c := range []struct {
		problem Problem
		made    string // the schedule is of this algorithm
		judged  string // by the laws of this one
		want    []string
		says    string
	}{
		{oneNode(), "GreedyP*", "GreedyP*", nil, ""},
		{oneNode(), "GreedyP*", "GreedyPM*/per", nil, ""},
		{oneNode(), "GreedyP*", "Greedy*", []string{"law 1 @4"}, "is paused"},
		{oneNode(), "GreedyP*", "GreedyP/per", []string{"law 1 @6"}, "is resumed"},
		{oneNode(), "GreedyP*", "MCB8/per", []string{"law 1 @6"}, "is resumed"},
		{oneNode(), "Greedy*", "GreedyP*", []string{"law 2 @4"}, "is not started until 10000000"},
		{oneNode(), "Greedy*", "Greedy/per", []string{"law 2 @10"}, "starts, submitted at 4000000"},
		{oneNode(), "Greedy*", "/per/PERIOD=10", nil, ""},
		{moving(), "GreedyPM*", "GreedyPM*", nil, ""},
		{moving(), "GreedyPM*", "GreedyP*", []string{"law 1 @4"}, "is moved"},
		{moving(), "GreedyPM*", "MCB8*/MINVT=5", []string{"law 1 @4"}, "with a virtual time of 4000000000000 parts"},
		{packing(), "MCB8*", "MCB8*/MINVT=4", nil, ""},
		{packing(), "MCB8*", "MCB8*/MINVT=5", []string{"law 1 @4"}, "is moved after 4000000"},
		{packing(), "MCB8*", "MCB8*/MINFT=5", []string{"law 1 @4"}, "is moved after 4000000"},
		{packing(), "MCB8*", "Greedy*/per", []string{"law 1 @4"}, "is moved"},
		{packing(), "MCB8*", "Greedy*/per/PERIOD=2", nil, ""},
		{waiting(), "/per/PERIOD=10", "Greedy/per/PERIOD=10", nil, ""},
		{waiting(), "/per/PERIOD=10", "Greedy*/per/PERIOD=10", []string{"law 2 @5"},
			"waits after a completion, with memory for 1 of its 1 tasks"},
	} {
		rules := func(name string) Rules {
			r, err := Parse(name)
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		runs, err := Expect(c.problem, rules(c.made))
		if err != nil {
			t.Fatalf("%s: %v", c.made, err)
		}
		found := Obeys(c.problem, rules(c.judged), runs)
		if got := told(found); !slices.Equal(got, c.want) || c.want != nil && !strings.Contains(verify.Err(found).Error(), c.says) {
			t.Errorf("%s judged as %s: %v, expected %q with %q", c.made, c.judged, verify.Err(found), c.want, c.says)
		}
	}
}

// mixed has a node with a load of 1.5, of jobs 1 and 3, and one with a load of 3.
// The jobs have those yields for 3 s, and end.
func mixed(first, third int) (Problem, []Run) {
	c := Problem{Nodes: 2, Jobs: []Job{
		{ID: 1, Run: 3 * int64(first), Tasks: 1, CPU: Whole, Memory: 800_000},
		{ID: 2, Run: 3 * 333_333, Tasks: 3, CPU: Whole, Memory: 300_000},
		{ID: 3, Run: 3 * int64(third), Tasks: 1, CPU: half, Memory: 200_000}}}
	held := func(yield int, n Part) Run {
		return Run{End: sec(3), Held: []Held{{0, sec(3), 0, yield, []Part{n}}}}
	}
	return c, []Run{held(first, Part{0, 1}), held(333_333, Part{1, 3}), held(third, Part{0, 1})}
}

func TestYieldsAreJudged(t *testing.T) {
	for _, c := range []struct {
		first, third int
		goal         string
		obeys        []string
		says         string
		follows      []string
		followsSays  string
	}{
		{666_666, 666_666, "MIN", nil, "", nil, ""},
		{500_000, 1_000_000, "MIN", []string{"share 1 @0"}, "yield of 500000 and no node that is full",
			[]string{"share @0"}, "expected [666666 333333 666666]"},
		{666_665, 666_666, "MIN", []string{"share 1 @0", "share 3 @0"}, "yield of 666665", []string{"share @0"}, "yields are"},
		{666_666, 666_664, "MIN", []string{"share 1 @0", "share 3 @0"}, "yield of 666664", []string{"share @0"}, "yields are"},
		{500_000, 1_000_000, "AVG", nil, "", nil, ""},
		{500_000, 999_998, "AVG", nil, "", nil, ""},
		{666_666, 666_666, "AVG", nil, "", []string{"share @0"}, "together 1666665, expected 1833333.3"},
		{400_000, 900_000, "AVG", []string{"share 1 @0", "share 3 @0", "share @0"}, "no node that is full", []string{"share @0"}, "together"},
		{800_000, 400_000, "AVG", []string{"share @0"}, "the sum of yields is 1533333, with OPT=MIN it would be 1666665",
			[]string{"share @0"}, "together"},
		{840_000, 320_000, "AVG", []string{"share 3 @0", "share @0"}, "yield of 320000, expected at least 333333",
			[]string{"share @0"}, "together"},
	} {
		p, runs := mixed(c.first, c.third)
		if err := verify.Err(Check(p, runs)); err != nil {
			t.Fatal(err)
		}
		r := Rules{Submission: "Greedy", Star: true, Goal: c.goal}
		found := Obeys(p, r, runs)
		if got := told(found); !slices.Equal(got, c.obeys) || c.obeys != nil && !strings.Contains(verify.Err(found).Error(), c.says) {
			t.Errorf("%d and %d, OPT=%s: %v, expected %q with %q", c.first, c.third, c.goal, verify.Err(found), c.obeys, c.says)
		}
		found = Follows(p, r, runs)
		if got := told(found); !slices.Equal(got, c.follows) || c.follows != nil && !strings.Contains(verify.Err(found).Error(), c.followsSays) {
			t.Errorf("%d and %d, OPT=%s: %v, expected %q with %q", c.first, c.third, c.goal, verify.Err(found), c.follows, c.followsSays)
		}
	}
}

// A mapping drawn at random.
func drawMapping(r *rand.Rand) *world {
	w := &world{c: &Problem{Nodes: 1 + r.IntN(4)}}
	for range 1 + r.IntN(6) {
		s := state{tasks: make([]int, w.c.Nodes)}
		for n := range s.tasks {
			s.tasks[n] = r.IntN(3)
		}
		s.tasks[r.IntN(w.c.Nodes)]++
		w.jobs = append(w.jobs, s)
		w.c.Jobs = append(w.c.Jobs, Job{CPU: []int{quarter, half, Whole, 1 + r.IntN(Whole)}[r.IntN(4)]})
	}
	return w
}

// Water filling in rational numbers: what is found in whole parts is below it by
// no more than what rounding down can make of it.
func TestSharesAreMaxMinFair(t *testing.T) {
	for seed := range uint64(2000) {
		w := drawMapping(rand.New(rand.NewPCG(seed, 1)))
		yields := w.shareOut()
		if least := slices.Min(yields); least != w.leastYield() {
			t.Fatalf("seed %d: the lowest yield is %d, expected %d", seed, least, w.leastYield())
		}
		level := make([]*big.Rat, len(w.jobs))
		for open := len(w.jobs); open > 0; {
			best, at := -1, big.NewRat(1, 1)
			for n := range w.c.Nodes {
				rest, wanted := big.NewRat(Whole, 1), new(big.Rat)
				for i := range w.jobs {
					need := big.NewRat(w.c.Jobs[i].need(w.jobs[i].tasks[n]), 1)
					if level[i] == nil {
						wanted.Add(wanted, need)
					} else {
						rest.Sub(rest, need.Mul(need, level[i]))
					}
				}
				if wanted.Sign() > 0 && rest.Quo(rest, wanted).Cmp(at) < 0 {
					best, at = n, rest
				}
			}
			for i := range w.jobs {
				if level[i] == nil && (best < 0 || w.jobs[i].tasks[best] > 0) {
					level[i] = at
					open--
				}
			}
		}
		var exact []*big.Rat
		exact = append(exact, level...)
		slices.SortFunc(exact, func(a, b *big.Rat) int { return a.Cmp(b) })
		slices.Sort(yields)
		if x, _ := exact[0].Float64(); int(x*Whole+1e-6) != yields[0] {
			t.Fatalf("seed %d: the lowest yield is %d, in rational numbers %v", seed, yields[0], exact[0])
		}
		for i, y := range yields { // CPU needs differ little enough here
			if x, _ := exact[i].Float64(); x*Whole-float64(y) > 100 || float64(y)-x*Whole > 100 {
				t.Fatalf("seed %d: yields are %v, in rational numbers %v", seed, yields, exact)
			}
		}
	}
}

// On one node the largest sum of yields is that of the jobs in order of their needs.
func TestTheLargestSumOfYieldsOnOneNode(t *testing.T) {
	for seed := range uint64(500) {
		r := rand.New(rand.NewPCG(seed, 2))
		w := drawMapping(r)
		w.c.Nodes = 1
		for i := range w.jobs {
			w.jobs[i].tasks = []int{1 + r.IntN(2)}
		}
		least := r.IntN(w.leastYield() + 1)
		var needs []int64
		rest, sum := big.NewRat(Whole*Whole, 1), big.NewRat(int64(least*len(w.jobs)), 1)
		for i := range w.jobs {
			need := w.c.Jobs[i].need(w.jobs[i].tasks[0])
			needs = append(needs, need)
			rest.Sub(rest, big.NewRat(need*int64(least), 1))
		}
		slices.Sort(needs)
		for _, need := range needs {
			more := new(big.Rat).Quo(rest, big.NewRat(need, 1))
			if all := big.NewRat(int64(Whole-least), 1); more.Cmp(all) > 0 {
				more = all
			}
			sum.Add(sum, more)
			rest.Sub(rest, new(big.Rat).Mul(more, big.NewRat(need, 1)))
		}
		if got := w.mostYield(least); got.Cmp(sum) != 0 {
			t.Fatalf("seed %d: %v, expected %v", seed, got, sum)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for name, want := range map[string]string{
		"": "does not know \"\"", "*": "does not know \"*\"", "Best*": "does not know \"Best*\"", "*/per": "does not know \"*\"",
		"Greedy*/OPT=BEST": "OPT=BEST", "Greedy*/per/MINVT=x": "MINVT=x", "Greedy*/per/MINFT=0": "MINFT=0",
		"Greedy*/OPT=MIN/per": "\"per\"", "Greedy*/MINVT": "MINVT", "EQUIPARTITION": "EQUIPARTITION",
	} {
		if _, err := Parse(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, expected one with %q", name, err, want)
		}
	}
	r, err := Parse("GreedyPM */per/OPT=AVG/MINVT=7/PERIOD=20")
	if want := (Rules{Submission: "GreedyPM", Star: true, Per: true, Goal: "AVG", MinVT: sec(7), Period: sec(20)}); err != nil || r != want {
		t.Errorf("%+v, %v", r, err)
	}
	if r, err = Parse("/stretch-per"); err != nil || !r.Stretch || r.Goal != "MAX" || r.Period != sec(600) {
		t.Errorf("%+v, %v", r, err)
	}
}

// A job alone can have a stretch of 1, for which it needs all of its yield.
func TestStretchesAreAimedAt(t *testing.T) {
	c := Problem{Nodes: 1, Jobs: []Job{{ID: 1, Run: sec(10), Tasks: 1, CPU: Whole}}}
	r := Rules{Per: true, Stretch: true, Goal: "MAX", Period: sec(600)}
	alone := func(yield int, end int64) []Run {
		return []Run{{End: end, Held: []Held{{0, end, 0, yield, []Part{{0, 1}}}}}}
	}
	if err := verify.Err(Follows(c, r, alone(Whole, sec(10)))); err != nil {
		t.Error(err)
	}
	slow := alone(half, sec(20))
	if err := verify.Err(Follows(c, r, slow)); err == nil || !strings.Contains(err.Error(), "yield of 500000, expected the 1000000") {
		t.Errorf("with half of it: %v", err)
	}
	if got := told(Obeys(c, r, slow)); !slices.Equal(got, []string{"share 1 @0"}) {
		t.Errorf("with half of it: %q", got)
	}
	slow[0].Held = []Held{{0, sec(5), 0, Whole, slow[0].Held[0].Nodes}, {sec(5), sec(15), 0, half, slow[0].Held[0].Nodes}}
	slow[0].End = sec(15)
	if got := told(Obeys(c, r, slow)); !slices.Equal(got, []string{"share 1 @5", "law 1 @5"}) {
		t.Errorf("with half of it from 5 on: %q", got)
	}
}
