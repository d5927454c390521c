package train

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/slow"
	"github.com/backfill-lab/backfill/core/learn/evolve"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/trace/model/lublin"
)

// small is a crowded machine whose users are of several groups.
func small(tb testing.TB, jobs int) *trace.Workload {
	tb.Helper()
	m := lublin.Model{Jobs: jobs, Procs: 64, Seed: 3, Load: 1.1, Users: 40, Estimates: lublin.Estimates{Kind: "round", Factor: 3}}
	w, err := m.Generate()
	if err != nil {
		tb.Fatal(err)
	}
	return w
}

// trainings are short ones of every approach, and with other settings than the
// paper's.
var trainings = map[string]Options{
	"prob":  {Approach: Prob, Draws: 5, Seed: 1},
	"pitts": {Approach: Pitts, Mu: 2, Lambda: 6, Generations: 4, Seed: 1},
	"cca":   {Approach: CCA, Mu: 2, Lambda: 6, Generations: 4, Seed: 1},
	"coarse prob": {Approach: Prob, Draws: 3, Seed: 5, BestDraw: true, Objective: "awrt3 - 1e4*u", Bounds: rules.Bounds{50, 10, 3, 1},
		Partitions: []Partition{{"prcwq2", []float64{10, 50}}, {"sd", []float64{1.5}}}},
	"few rules": {Rules: 3, Features: []string{"um", "sd"}, Mu: 1, Lambda: 4, Generations: 6, Seed: 9, Objective: "awrt",
		Overrun: "extend", Advantage: &rules.Advantage{100, 50, 20, 10, 0}},
	"one by one": {Approach: CCA, Rules: 2, Mu: 3, Lambda: 3, Generations: 3, Selection: evolve.Comma, Recombination: evolve.Intermediate,
		Partners: evolve.Best, Step: 0.2},
}

func each(t *testing.T, f func(t *testing.T, o Options)) {
	for name, o := range trainings {
		t.Run(name, func(t *testing.T) { t.Parallel(); f(t, o) })
	}
}

func mustRun(tb testing.TB, w *trace.Workload, o Options, c Control) *Result {
	tb.Helper()
	r, err := Run(context.Background(), w, o, c)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// outcome is all of a result but how long it took.
func outcome(tb testing.TB, r *Result) string {
	tb.Helper()
	var b bytes.Buffer
	if err := rules.Write(&b, r.Base); err != nil {
		tb.Fatal(err)
	}
	history, err := json.Marshal(r.History)
	if err != nil {
		tb.Fatal(err)
	}
	return fmt.Sprintf("%s%x %v %s %s %d", b.String(), math.Float64bits(r.Objective), r.Scores, history, r.Stopped, r.Evaluations)
}

func TestTheZeroOptionsAreThePapers(t *testing.T) {
	for approach, want := range map[Approach]struct{ simulations, genes int }{
		"": {843, 270}, Pitts: {843, 270}, CCA: {843, 180}, Prob: {650, 0}} {
		o := Options{Approach: approach}
		if n, err := simulations(o); err != nil || n != want.simulations {
			t.Errorf("%q takes %d simulations (%v), want %d", approach, n, err, want.simulations)
		}
		o, err := o.Filled()
		if err != nil {
			t.Fatal(err)
		}
		if o.Approach == Prob {
			if r, err := o.situations(); err != nil || len(r.Choice()) != 192 {
				t.Errorf("prob has %d situations (%v), want 192", len(r.Choice()), err)
			}
			continue
		}
		for _, s := range (problem{shapes: o.shapes()}).Species() {
			if len(s.Parameters) != want.genes {
				t.Errorf("%s has %d parameters of %s, want %d", approach, len(s.Parameters), s.Name, want.genes)
			}
		}
	}
}

func TestTheNumberOfWorkersChangesNothing(t *testing.T) {
	w := small(t, 150)
	each(t, func(t *testing.T, o Options) {
		one := outcome(t, mustRun(t, w, o, Control{Workers: 1}))
		if four := outcome(t, mustRun(t, w, o, Control{Workers: 4})); four != one {
			t.Errorf("with 4 workers\n%s\nwith one\n%s", four, one)
		}
	})
}

// Wherever a training stopped, it goes on from its last checkpoint as if it had
// not; what was judged is not judged again.
func TestResumingLosesNothing(t *testing.T) {
	w := small(t, 150)
	each(t, func(t *testing.T, o Options) {
		var saved [][]byte
		keep := func(s *State) error {
			text, err := json.Marshal(s)
			saved = append(saved, text)
			return err
		}
		whole := mustRun(t, w, o, Control{Workers: 3, Checkpoint: keep})
		want := outcome(t, whole)
		if len(saved) < 3 {
			t.Fatalf("%d checkpoints", len(saved))
		}
		last := whole.Simulated
		for i, text := range slices.Clone(saved) {
			s, err := ParseState(text)
			if err != nil {
				t.Fatal(err)
			}
			r := mustRun(t, w, o, Control{Workers: 3, From: s, Checkpoint: keep})
			if got := outcome(t, r); got != want {
				t.Errorf("from checkpoint %d\n%s\nat once\n%s", i, got, want)
			}
			if r.Simulated > last || i == 0 && r.Simulated == whole.Simulated {
				t.Errorf("from checkpoint %d it took %d simulations, %d before", i, r.Simulated, last)
			}
			last = r.Simulated
		}
		left := 1 // of the result
		if o.BestDraw {
			left = 2 // and to compare it
		}
		if last != left {
			t.Errorf("from the last checkpoint it took %d simulations, want %d", last, left)
		}
	})
}

func TestAStoppedTrainingGoesOnFromItsCheckpoint(t *testing.T) {
	w := small(t, 150)
	each(t, func(t *testing.T, o Options) {
		want := outcome(t, mustRun(t, w, o, Control{}))
		ctx, cancel := context.WithCancel(context.Background())
		var last *State
		total, _ := simulations(o)
		_, err := Run(ctx, w, o, Control{Workers: 2, Checkpoint: func(s *State) error { last = s; return nil },
			Progress: func(p Progress) {
				if p.Done > total/2 {
					cancel()
				}
			}})
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("a training whose context is done ends with %v", err)
		}
		if last == nil {
			t.Fatal("no checkpoint by half of the simulations")
		}
		if got := outcome(t, mustRun(t, w, o, Control{From: last})); got != want {
			t.Errorf("stopped and resumed\n%s\nat once\n%s", got, want)
		}
	})
}

// What a training says of its rule base is what a simulation says, before and
// after it was in a file.
func TestTheBaseIsWhatWasJudged(t *testing.T) {
	w := small(t, 300)
	each(t, func(t *testing.T, o Options) {
		r := mustRun(t, w, o, Control{})
		var b bytes.Buffer
		if err := rules.Write(&b, r.Base); err != nil {
			t.Fatal(err)
		}
		text := b.String()
		read, err := rules.Read(&b)
		if err != nil {
			t.Fatal(err)
		}
		var again bytes.Buffer
		if err := rules.Write(&again, read); err != nil || again.String() != text {
			t.Errorf("written, read and written again it is another file (%v)", err)
		}
		filled, err := o.Filled()
		if err != nil {
			t.Fatal(err)
		}
		trial := rules.Trial{Procs: w.Procs, Jobs: w.Jobs.Held(), Overrun: filled.overrun(),
			Options: rules.Options{Groups: rules.GroupUsers(w.Jobs.Held(), read.Bounds), Advantage: &read.Advantage}}
		s, err := trial.Run(context.Background(), read.Controller)
		if err != nil || fmt.Sprint(s) != fmt.Sprint(r.Scores) {
			t.Errorf("in a simulation it has %v (%v), in training %v", s, err, r.Scores)
		}
		objective, err := rules.ParseObjective(filled.Objective)
		if err != nil || objective.Of(s) != r.Objective {
			t.Errorf("its objective is %v, said is %v", objective.Of(s), r.Objective)
		}
		if last := r.History[len(r.History)-1]; o.Approach != Prob && last.Best != r.Objective {
			t.Errorf("the best that the history has is %v, the result %v", last.Best, r.Objective)
		}
	})
}

// simulations is how many a training with these options takes if nothing stops it early
// and no rule base comes up twice.
func simulations(o Options) (int, error) {
	o, err := o.Filled()
	switch {
	case err != nil:
		return 0, err
	case o.Approach == Prob:
		return rules.NumStrategies * o.Draws, nil
	}
	return o.teams() * (o.Mu + o.Lambda*o.Generations), nil
}

// The best of all that were tried is kept, and better than the best of the start.
func TestTrainingImproves(t *testing.T) {
	slow.AsWebAssembly(t)
	w := small(t, 400)
	for _, o := range []Options{{Approach: Pitts, Generations: 5}, {Approach: CCA, Generations: 5}} {
		for o.Seed = range uint64(3) {
			r := mustRun(t, w, o, Control{})
			if start := r.History[0].Best; !(r.Objective < start) {
				t.Errorf("%s, seed %d: %v after training, %v at the start", o.Approach, o.Seed, r.Objective, start)
			}
			for _, g := range r.History {
				if slices.Min(g.Objectives) < r.Objective {
					t.Errorf("%s, seed %d: %v was tried in generation %d, %v is the result",
						o.Approach, o.Seed, slices.Min(g.Objectives), g.Generation, r.Objective)
				}
			}
		}
	}
}

// What prob puts together is better than what it drew on average. It is seldom the
// best of all draws, for few of the situations matter and the sums are noisy; with
// BestDraw the result is never behind one.
func TestProbBeatsItsDraws(t *testing.T) {
	w := small(t, 400)
	kept := 0
	for seed := range uint64(3) {
		o := Options{Approach: Prob, Draws: 12, Seed: seed}
		r := mustRun(t, w, o, Control{})
		draws, mean := r.History[0].Objectives, 0.0
		for _, v := range draws {
			mean += v / float64(len(draws))
		}
		if !(r.Objective < mean) {
			t.Errorf("seed %d: %v, the draws' mean is %v", seed, r.Objective, mean)
		}
		o.BestDraw = true
		best := mustRun(t, w, o, Control{})
		if want := min(r.Objective, slices.Min(draws)); best.Objective != want {
			t.Errorf("seed %d: the best of draws and result is %v, kept is %v", seed, want, best.Objective)
		}
		if best.Objective < r.Objective {
			kept++
		}
	}
	if kept == 0 {
		t.Error("no draw was ever the best, so that BestDraw is not tried")
	}
}

// A rule base with one rule is that strategy, here too.
func TestStrategiesAreScoredByThemselves(t *testing.T) {
	w := small(t, 200)
	o := Options{Objective: "awrt1 + 3*awrt", Overrun: "extend"}
	scores, values, err := Strategies(context.Background(), w, o, 3)
	if err != nil {
		t.Fatal(err)
	}
	objective, err := rules.ParseObjective(o.Objective)
	if err != nil {
		t.Fatal(err)
	}
	for s, name := range rules.StrategyNames {
		one := Options{Rules: 1, Features: []string{"um"}, Objective: o.Objective, Overrun: o.Overrun}
		one, err := one.Filled()
		if err != nil {
			t.Fatal(err)
		}
		trainer, err := newTrainer(w, one, Control{})
		if err != nil {
			t.Fatal(err)
		}
		vector := append([]float64{50, 10}, make([]float64, rules.NumStrategies)...)
		vector[2+s] = 4 // of the weights the largest, for the others the least
		value, err := (problem{trainer, one.shapes()}).Evaluate(context.Background(), [][]float64{vector})
		if err != nil || value != values[s] || value != objective.Of(scores[s]) {
			t.Errorf("%s has %v (%v), its rule %v", name, values[s], err, value)
		}
	}
}

func TestStoppingEarly(t *testing.T) {
	w := small(t, 150)
	o := trainings["few rules"]
	o.Generations = 500
	o.Patience = 3
	r := mustRun(t, w, o, Control{})
	if n := len(r.History); n > 400 || n < 4 || r.History[n-4].Best != r.History[n-1].Best || !strings.Contains(r.Stopped, "3 generations") {
		t.Errorf("%q after %d generations", r.Stopped, len(r.History)-1)
	}
	o.Patience = 0
	target := r.History[1].Best
	o.Target = &target
	if r = mustRun(t, w, o, Control{}); len(r.History) > 2 || !strings.Contains(r.Stopped, "target") {
		t.Errorf("%q after %d generations", r.Stopped, len(r.History)-1)
	}
}

func TestProgressCountsEverySimulation(t *testing.T) {
	w := small(t, 100)
	each(t, func(t *testing.T, o Options) {
		total, err := simulations(o)
		if err != nil {
			t.Fatal(err)
		}
		last := Progress{Done: -1}
		mustRun(t, w, o, Control{Workers: 3, Progress: func(p Progress) {
			if p.Done < last.Done || p.Total != total || p.Generation < last.Generation {
				t.Errorf("%+v after %+v of %d", p, last, total)
			}
			last = p
		}})
		if last.Done != total {
			t.Errorf("it ends with %d of %d", last.Done, total)
		}
	})
}

func TestACheckpointThatCannotBeKeptEndsTheTraining(t *testing.T) {
	full := errors.New("the disk is full")
	each(t, func(t *testing.T, o Options) {
		_, err := Run(context.Background(), small(t, 50), o, Control{Checkpoint: func(*State) error { return full }})
		if !errors.Is(err, full) {
			t.Errorf("it ends with %v", err)
		}
	})
}
