package solvers

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/backfill-lab/backfill/core/optimum/exact"
	"github.com/backfill-lab/backfill/core/optimum/program"
)

// wide is an instance on which every policy delays the wide job, and no solver should: the
// optimum is 57,743, and the best policy's cost 78,943.
func wide(t *testing.T, scale int64) *Task {
	in := &exact.Instance{Name: "wide", Procs: 64, Free: []exact.Step{{At: 0, Procs: 5}, {At: 200, Procs: 63}}}
	for i := range 6 {
		in.Jobs = append(in.Jobs, exact.Job{ID: int64(i), Procs: 1, Estimate: 600})
	}
	in.Jobs[3].Procs = 63
	p, err := program.New(in, program.Options{Scale: scale, Horizon: 3000})
	if err != nil {
		t.Fatal(err)
	}
	return &Task{Instance: in, Program: p}
}

// wholeSeconds is an answer in whole seconds, inSlots one to the program and its relaxation.
func wholeSeconds(solver string, in *exact.Instance, starts []int64, bound int64) *Answer {
	a := &Answer{Solver: solver, Scale: 1, Status: Feasible, Bound: bound, Below: bound, Starts: starts}
	if starts != nil {
		a.Cost, a.Objective = in.Cost(starts), in.Cost(starts)
	}
	return a
}

func inSlots(solver string, task *Task, slots []int64, bound, below int64) *Answer {
	a := wholeSeconds(solver, task.Instance, nil, bound)
	if a.scaled, a.Scale, a.Below = true, task.Program.Scale(), below; slots != nil {
		a.Objective = task.Program.Cost(slots)
		a.Starts = program.Compact(task.Instance, task.Program.Seconds(slots))
		a.Cost = task.Instance.Cost(a.Starts)
	}
	return a
}

func TestBoundsAreHeldAgainstOtherSchedules(t *testing.T) {
	task := wide(t, 500)
	in := task.Instance
	policy, worst, by := in.Best()
	first, _ := task.Program.Start()
	wideFirst := []int64{800, 800, 800, 200, 800, 800}
	best := in.Cost(wideFirst)
	wideFirstSlots := []int64{3, 3, 3, 1, 3, 3}
	slots := task.Program.Cost(wideFirstSlots)
	if best >= worst || slots <= worst || slots >= task.Program.Cost(first) {
		t.Fatalf("the best schedule costs %d, in slots %d; the best policy's %d, %d", best, slots, worst, task.Program.Cost(first))
	}
	for _, c := range []struct {
		name    string
		answers []*Answer
		by      []string // who refutes each, or ""
	}{
		{"all true", []*Answer{wholeSeconds("own", in, wideFirst, best), wholeSeconds("cpsat", in, policy, best)}, []string{"", ""}},
		{"the second lies", []*Answer{wholeSeconds("own", in, wideFirst, best), wholeSeconds("cpsat", in, policy, best+1)}, []string{"", "own"}},
		{"ours lies", []*Answer{wholeSeconds("own", in, policy, best+1), wholeSeconds("cpsat", in, wideFirst, 7)}, []string{"cpsat", ""}},
		{"above a policy's", []*Answer{wholeSeconds("own", in, nil, worst+1)}, []string{by}},
		{"both lie", []*Answer{wholeSeconds("own", in, policy, worst), wholeSeconds("cpsat", in, nil, worst),
			wholeSeconds("third", in, wideFirst, 0)}, []string{"third", "third", ""}},
		{"a schedule whose bound is refuted refutes too", []*Answer{wholeSeconds("own", in, wideFirst, best+5),
			wholeSeconds("cpsat", in, nil, best+1)}, []string{"own", "own"}},
		{"slots bound another problem", []*Answer{wholeSeconds("own", in, wideFirst, best), inSlots("highs", task, wideFirstSlots, slots, 0)},
			[]string{"", ""}},
		{"a relaxed program bounds the instance", []*Answer{wholeSeconds("own", in, wideFirst, best),
			inSlots("highs", task, first, slots, best+1)}, []string{"", "own"}},
		{"slots against slots", []*Answer{inSlots("cbc", task, wideFirstSlots, 0, 0), inSlots("highs", task, first, slots+1, 0)},
			[]string{"", "cbc"}},
		{"slots against the policy's", []*Answer{inSlots("highs", task, nil, task.Program.Cost(first)+1, 0)}, []string{by}},
		{"a compacted schedule is none in slots", []*Answer{inSlots("highs", task, wideFirstSlots, slots, best)}, []string{""}},
	} {
		Confront(task, c.answers)
		for i, a := range c.answers {
			if c.by[i] == "" {
				if a.Status != Feasible || a.Refutation != nil {
					t.Errorf("%s: %s is refuted: %+v", c.name, a.Solver, a.Refutation)
				}
				continue
			}
			r := a.Refutation
			if a.Status != Refuted || r == nil || r.By != c.by[i] || r.Bound <= r.Cost || a.Bound != 0 || a.Below != 0 || a.Gap != 1 {
				t.Errorf("%s: %s is not refuted by %s: %+v, %+v", c.name, a.Solver, c.by[i], a, r)
			}
		}
	}
}

// Answers of solvers that tell the truth stand: ours, and one that knows the optimum in
// slots and the optimum of the instance as its bound.
func TestTrueBoundsAreNotRefuted(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 4))
	for n := range 60 {
		in := random(r, 2+n%4)
		p, err := program.New(in, program.Options{Scale: 60, Horizon: 10_000})
		if err != nil {
			t.Fatal(err)
		}
		task := &Task{Instance: in, Program: p, Limits: Limits{Seconds: 60}}
		slots, _ := p.Start()
		answers := []*Answer{named(t, "own").Solve(context.Background(), &Environment{}, task),
			inSlots("highs", task, slots, optimum(in, 60), optimum(in, 1)), wholeSeconds("cpsat", in, nil, optimum(in, 1))}
		Confront(task, answers)
		for _, a := range answers {
			if a.Status == Refuted {
				t.Fatalf("%s is refuted on %+v: %s", a.Solver, in, a.Says)
			}
		}
	}
}

// Whole seconds are whole numbers: a bound of one too many is seen at any size of costs.
func TestBoundsOfWholeSecondsAreExact(t *testing.T) {
	for _, c := range []struct {
		bound  float64
		scaled bool
		want   int64
	}{
		{1 << 52, false, 1 << 52}, {1<<52 + 1, false, 1<<52 + 1}, {41.2, false, 42}, {41.2, true, 42}, {42.00001, true, 42},
		{42.00001, false, 43}, {1e9 + 100.5, true, 1e9 - 899}, {math.NaN(), false, 0}, {math.Inf(1), false, 0}, {-3, true, 0},
		{1e80, true, 1 << 62}, {1e80, false, 1 << 62},
	} {
		got := (&claim{bound: c.bound}).lower(c.scaled)
		if got != c.want {
			t.Errorf("a bound of %g, scaled %t, is %d, expected %d", c.bound, c.scaled, got, c.want)
		}
	}
}
