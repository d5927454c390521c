package offline

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/learn/pareto"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/trace/model/lublin"
	"github.com/backfill-lab/backfill/core/verify"
)

// small is a crowded machine whose users are of several groups.
func small(tb testing.TB, jobs int) *trace.Workload {
	tb.Helper()
	m := lublin.Model{Jobs: jobs, Procs: 64, Seed: 3, Load: 1.1, Users: 40, Estimates: lublin.Estimates{Kind: "round", Factor: 3}}
	w, err := m.Generate()
	if err != nil {
		tb.Fatal(err)
	}
	for i := range w.Jobs.Held() {
		switch i % 20 {
		case 7:
			w.Jobs.Held()[i].Run = 0
		case 8:
			w.Jobs.Held()[i].Run = w.Jobs.Held()[i].Estimate + 100
		}
	}
	return w
}

func mustNew(tb testing.TB, w *trace.Workload, o Options) *Problem {
	tb.Helper()
	p, err := New(context.Background(), w, o)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

// place is the schedule of an order, second by second.
func place(procs int, jobs []job.Job, o Order, cut bool) []job.Placement {
	held := map[int64]int{}
	placed := make([]job.Placement, len(jobs))
	for _, i := range o {
		j := &jobs[i]
		start, length := j.Submit, j.Length(cut)
		for s := start; s < start+length; s++ {
			if held[s]+int(j.Procs) > procs {
				start = s + 1
			}
		}
		for s := start; s < start+length; s++ {
			held[s] += int(j.Procs)
		}
		placed[i] = job.Placement{Start: start, End: start + length, Killed: length < j.Run}
	}
	return placed
}

func TestEveryJobTakesTheEarliestPlace(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for n := range 60 {
		procs := 1 + r.IntN(8)
		jobs := make([]job.Job, 1+r.IntN(40))
		for i := range jobs {
			jobs[i] = job.Job{ID: int64(i + 1), Submit: int64(i) * int64(r.IntN(4)), Run: int64(r.IntN(30)),
				Estimate: 1 + int64(r.IntN(30)), Procs: 1 + int32(r.IntN(procs)), User: int32(r.IntN(5))}
		}
		slices.SortStableFunc(jobs, func(a, b job.Job) int { return int(a.Submit - b.Submit) })
		w := &trace.Workload{Procs: procs, Jobs: trace.Hold(jobs)}
		o := Options{Overrun: []string{"cut", "extend"}[n%2]}
		p := mustNew(t, w, o)
		order := Order(pareto.RandomOrder(r, len(jobs)))
		placed, err := p.Schedule(order)
		if err != nil {
			t.Fatal(err)
		}
		if want := place(procs, jobs, order, n%2 == 0); !slices.Equal(placed, want) {
			t.Fatalf("order %v is scheduled as\n%v, second by second\n%v", order, placed, want)
		}
		cfg := sim.Config{Procs: procs, Jobs: jobs, Overrun: []sim.Overrun{sim.Cut, sim.Extend}[n%2]}
		if err := verify.Err(verify.Check(verify.Problem{Procs: cfg.Procs, Jobs: cfg.Jobs, Extend: cfg.Overrun == sim.Extend},
			placed)); err != nil {
			t.Fatal(err)
		}
	}
}

// The order in which jobs start in some schedule has a schedule in which none
// starts later.
func TestAnOrderOfStartsDelaysNobody(t *testing.T) {
	w := small(t, 500)
	for _, overrun := range []sim.Overrun{sim.Cut, sim.Extend} {
		p := mustNew(t, w, Options{Overrun: []string{"cut", "extend"}[overrun]})
		earlier := 0
		for s := range rules.Strategy(rules.NumStrategies) {
			c, err := rules.NewRigid(nil, []rules.Strategy{s})
			if err != nil {
				t.Fatal(err)
			}
			trial := rules.Trial{Procs: w.Procs, Jobs: w.Jobs.Held(), Overrun: overrun, Options: rules.Options{Groups: p.groups}}
			placed, err := trial.Schedule(context.Background(), c)
			if err != nil {
				t.Fatal(err)
			}
			again, err := p.Schedule(p.seeds[s])
			if err != nil {
				t.Fatal(err)
			}
			for i := range placed {
				if again[i].Start > placed[i].Start {
					t.Fatalf("%v starts job %d at %d, its order at %d", s, w.Jobs.Held()[i].ID, placed[i].Start, again[i].Start)
				}
				if again[i].Start < placed[i].Start {
					earlier++
				}
			}
		}
		if earlier == 0 {
			t.Error("no order of starts did better than the schedule it is of")
		}
	}
}

// A front is nowhere behind a strategy or a rule base that it was given.
func TestTheFrontIsNotBehindOnLineSchedulers(t *testing.T) {
	w := small(t, 200)
	r := rand.New(rand.NewPCG(5, 5))
	choice := make([]rules.Strategy, 3)
	for i := range choice {
		choice[i] = rules.Strategy(r.IntN(rules.NumStrategies))
	}
	rigid, err := rules.NewRigid([]rules.Partition{{Feature: 1, Bounds: []float64{75, 85}}}, choice)
	if err != nil {
		t.Fatal(err)
	}
	base := rules.NewBase("three rules", "", rigid)
	front, err := Run(context.Background(), w, Options{Bases: []*rules.Base{base}, Size: 20, Generations: 5}, Control{})
	if err != nil {
		t.Fatal(err)
	}
	controllers := []rules.Controller{rigid}
	for s := range rules.Strategy(rules.NumStrategies) {
		c, err := rules.NewRigid(nil, []rules.Strategy{s})
		if err != nil {
			t.Fatal(err)
		}
		controllers = append(controllers, c)
	}
	points := front.State.Points()
	for i, c := range controllers {
		trial := rules.Trial{Procs: w.Procs, Jobs: w.Jobs.Held(), Options: rules.Options{Groups: front.Problem.groups}}
		s, err := trial.Run(context.Background(), c)
		if err != nil {
			t.Fatal(err)
		}
		point := Objectives(s)
		if !slices.ContainsFunc(points, func(p []float64) bool {
			return slices.Equal(p, point) || pareto.Dominates(p, point)
		}) {
			t.Errorf("controller %d has %v, which no point of the front is as good as", i, point)
		}
	}
	for k, s := range front.Scores {
		if p := points[k]; fmt.Sprint(Objectives(s)) != fmt.Sprint(p) {
			t.Errorf("point %d is %v, its scores are %v", k, p, s)
		}
	}
	for _, m := range front.State.Population {
		got, err := front.Problem.Evaluate(context.Background(), m.Candidate)
		if err != nil || !slices.Equal(got, m.Objectives) {
			t.Errorf("an order of the population is worth %v (%v), said to be %v", got, err, m.Objectives)
		}
	}
}

// Of five jobs every order can be tried.
func TestTheFrontOfAFewJobsIsTheTrueOne(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 3))
	for n := range 8 {
		jobs := make([]job.Job, 5)
		for i := range jobs {
			jobs[i] = job.Job{ID: int64(i + 1), Submit: int64(i), Run: 1 + int64(r.IntN(20)), Estimate: 20,
				Procs: 1 + int32(r.IntN(4)), User: int32(r.IntN(4))}
		}
		w := &trace.Workload{Procs: 4, Jobs: trace.Hold(jobs)}
		front, err := Run(context.Background(), w, Options{Size: 40, Generations: 40, Seed: uint64(n)}, Control{})
		if err != nil {
			t.Fatal(err)
		}
		var all [][]float64
		var try func(o Order, left []int32)
		try = func(o Order, left []int32) {
			if len(left) == 0 {
				v, err := front.Problem.Evaluate(context.Background(), o)
				if err != nil {
					t.Fatal(err)
				}
				if !slices.ContainsFunc(all, func(p []float64) bool { return slices.Equal(p, v) }) {
					all = append(all, v)
				}
			}
			for k := range left {
				try(append(slices.Clone(o), left[k]), slices.Delete(slices.Clone(left), k, k+1))
			}
		}
		try(nil, []int32{0, 1, 2, 3, 4})
		var want, got []string
		for _, k := range pareto.Front(all) {
			want = append(want, fmt.Sprint(all[k]))
		}
		for _, p := range front.State.Points() {
			got = append(got, fmt.Sprint(p))
		}
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("jobs %v have the front\n%s, found was\n%s", jobs, strings.Join(want, "\n"), strings.Join(got, "\n"))
		}
	}
}

func TestWorkersAndInterruptionsChangeNothing(t *testing.T) {
	w := small(t, 150)
	o := Options{Size: 24, Generations: 6, Seed: 4}
	var saved [][]byte
	whole, err := Run(context.Background(), w, o, Control{Workers: 1, Checkpoint: func(s *State) error {
		text, err := json.Marshal(s)
		saved = append(saved, text)
		return err
	}})
	if err != nil {
		t.Fatal(err)
	}
	want := saved[len(saved)-1]
	if whole.Evaluations != o.Evaluations() {
		t.Errorf("%d evaluations, the budget is %d", whole.Evaluations, o.Evaluations())
	}
	for i, text := range saved {
		from, err := ParseState(text)
		if err != nil {
			t.Fatal(err)
		}
		f, err := Run(context.Background(), w, o, Control{Workers: 4, From: from})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := json.Marshal(f.State); err != nil || string(got) != string(want) {
			t.Errorf("from checkpoint %d with 4 workers it ends in another state (%v)", i, err)
		}
	}
	from, err := ParseState(saved[1])
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Run(context.Background(), small(t, 151), o, Control{From: from}); err == nil || !strings.Contains(err.Error(), "start over") {
		t.Errorf("a checkpoint of another workload: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	_, err = Run(ctx, w, o, Control{Progress: func(p pareto.Progress) {
		if p.Evaluations > 50 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("a search whose context is done ends with %v", err)
	}
}

func TestOperatorsMakeOrders(t *testing.T) {
	for _, n := range []int{1, 2, 3, 150} {
		p := mustNew(t, small(t, n), Options{})
		r := rand.New(rand.NewPCG(7, uint64(n)))
		changed := 0
		for i := range 300 {
			a, b := p.Random(r, i%40), p.Random(r, 100)
			before := slices.Clone(a)
			for _, o := range []Order{a, b, p.Cross(r, a, b), p.Mutate(r, a), p.favour(r, a), p.sorted(r, a)} {
				if err := p.Check(o); err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(o, a) {
					changed++
				}
			}
			if !slices.Equal(a, before) {
				t.Fatal("an operator changed what it was given")
			}
		}
		if n > 2 && changed < 300 {
			t.Errorf("%d jobs: only %d of 1800 orders are others", n, changed)
		}
	}
}

func TestAnOrderReadsBackEqual(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	for n := range 200 {
		o := Order(pareto.RandomOrder(r, n))
		text, err := json.Marshal(o)
		if err != nil {
			t.Fatal(err)
		}
		var back Order
		if err := json.Unmarshal(text, &back); err != nil || !slices.Equal(o, back) {
			t.Fatalf("%v became %v (%v)", o, back, err)
		}
	}
	for _, bad := range []string{`"***"`, `"gA=="`, `"////////////"`, `"gICAgBA="`, `"/v///w8C"`, `7`} {
		var o Order
		if err := json.Unmarshal([]byte(bad), &o); err == nil {
			t.Errorf("%s is the order %v", bad, o)
		}
	}
}

func TestBadOptionsAreOneClearLine(t *testing.T) {
	w := small(t, 20)
	for want, o := range map[string]Options{
		"the bounds of the user groups": {Bounds: rules.Bounds{1, 2, 3, 4}},
		"the overrun rule":              {Overrun: "never"},
		"size is -1":                    {Size: -1},
		"generations is -1":             {Generations: -1},
		"crossover is 2":                {Crossover: 2},
		"cannot be kept":                {Bases: []*rules.Base{rules.NewBase("", "", own{})}},
	} {
		_, err := Run(context.Background(), w, o, Control{})
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if _, err := Run(context.Background(), &trace.Workload{Procs: 3}, Options{}, Control{}); err == nil {
		t.Error("a workload without jobs has a front")
	}
}

// own is a controller that no file can hold.
type own struct{}

func (own) Decide(*rules.Vector) rules.Strategy { return 0 }

// BenchmarkEvaluation schedules a workload of the paper's size.
func BenchmarkEvaluation(b *testing.B) {
	m := lublin.Model{Jobs: 136_000, Procs: 1024, Seed: 1, Load: 0.7, Users: 100, Estimates: lublin.Estimates{Kind: "round", Factor: 3}}
	w, err := m.Generate()
	if err != nil {
		b.Fatal(err)
	}
	p := mustNew(b, w, Options{})
	r := rand.New(rand.NewPCG(1, 1))
	orders := []Order{p.seeds[0], p.Random(r, 100), p.Mutate(r, p.Random(r, 101))}
	n := 0
	for b.Loop() {
		if _, err := p.Evaluate(context.Background(), orders[n%len(orders)]); err != nil {
			b.Fatal(err)
		}
		n++
	}
	b.ReportMetric(float64(w.Len()*b.N)/b.Elapsed().Seconds(), "jobs/s")
}
