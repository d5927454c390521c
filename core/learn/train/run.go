package train

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
	"unicode"

	"github.com/backfill-lab/backfill/core/internal/pool"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/trace"
)

// Control says how to carry out a training; it never changes the result.
type Control struct {
	Workers int    // simulations at a time; 0: GOMAXPROCS
	From    *State // where to continue; nil: at the beginning

	// Checkpoint receives the state after every generation, including the first; of prob,
	// after as many simulations as there are strategies. An error ends the training.
	Checkpoint func(*State) error
	// Progress is called before the first simulation and after every one, one call at a
	// time.
	Progress func(Progress)
}

// Progress is the progress of a training.
type Progress struct {
	Generation, Generations int      // being judged, and all after the first; 0 and 0 of prob
	Done, Total             int      // simulations, if nothing stops the training early
	Best                    *float64 // objective so far; nil at first
}

// A Result is the result of a training.
type Result struct {
	Base      *rules.Base
	Objective float64      // of Base on the workload
	Scores    rules.Scores // of Base on the workload
	Options   Options      // with all defaults
	History   []Record     // of each generation; one of all draws of prob
	Stopped   string       // why it ended

	Evaluations int     // simulations that led to Base, including those before the checkpoint
	Simulated   int     // simulations of this call, including those of Base for Scores
	Seconds     float64 // of this call, by the clock
}

// A Record describes a generation, or all draws of prob.
type Record struct {
	Generation  int       `json:"generation"`
	Evaluations int       `json:"evaluations"`    // so far
	Objectives  []float64 `json:"objectives"`     // of every judged rule base (of cca: pair)
	Best        float64   `json:"best"`           // so far
	Step        []float64 `json:"step,omitempty"` // by species, see evolve.Record
}

// Run trains a rule base on w. Bad options and a state of another training are errors. It
// returns ctx's error soon after ctx is done.
func Run(ctx context.Context, w *trace.Workload, o Options, c Control) (*Result, error) {
	o, err := o.Filled()
	if err != nil {
		return nil, err
	}
	if w.Len() == 0 {
		return nil, fmt.Errorf("train: %s has no jobs to learn from", w.Name)
	}
	begin := time.Now()
	t, err := newTrainer(w, o, c)
	if err != nil {
		return nil, err
	}
	if c.From != nil {
		if err := c.From.belongs(t.state(), &t.objective); err != nil {
			return nil, fmt.Errorf("train: %w", err)
		}
	}
	r, learn := &Result{Options: o}, t.evolve
	if o.Approach == Prob {
		learn = t.prob
	}
	controller, err := learn(ctx, r)
	if err != nil {
		return nil, err
	}
	if r.Scores, err = t.score(ctx, controller); err != nil {
		return nil, err
	}
	r.Objective = t.objective.Of(r.Scores)
	r.Base = t.base(controller, r)
	r.Simulated = int(t.simulated.Load())
	r.Seconds = time.Since(begin).Seconds()
	return r, nil
}

// Strategies returns the scores and the objective of every strategy on w, which a rule base
// has to beat. Of o it uses the objective, the groups, the advantage and the overrun rule.
func Strategies(ctx context.Context, w *trace.Workload, o Options, workers int) (
	scores [rules.NumStrategies]rules.Scores, values [rules.NumStrategies]float64, err error) {
	if o, err = o.Filled(); err != nil {
		return scores, values, err
	}
	t, err := newTrainer(w, o, Control{})
	if err != nil {
		return scores, values, err
	}
	err = pool.Each(ctx, rules.NumStrategies, workers, func(i int) (err error) {
		scores[i], err = t.score(ctx, rules.Only(rules.Strategy(i)))
		values[i] = t.objective.Of(scores[i])
		return err
	})
	return scores, values, err
}

type trainer struct {
	w         *trace.Workload
	o         Options // filled
	c         Control
	objective rules.Objective
	trial     rules.Trial
	sha       string // of the workload
	simulated atomic.Int64
}

func newTrainer(w *trace.Workload, o Options, c Control) (*trainer, error) {
	t := &trainer{w: w, o: o, c: c, sha: w.SHA256()}
	var err error
	if t.objective, err = rules.ParseObjective(o.Objective); err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	t.trial = rules.Trial{Procs: w.Procs, Jobs: w.Jobs.Held(), Overrun: o.overrun(),
		Options: rules.Options{Groups: rules.GroupUsers(w.Jobs.Held(), o.Bounds), Advantage: o.Advantage}}
	return t, t.worth()
}

// worth returns an error if the objective is 0 for all rule bases.
func (t *trainer) worth() error {
	var has [rules.NumGroups + 1]bool // jobs with a run time, by group; 0: of any group
	for i := range t.w.Jobs.Held() {
		if j := &t.w.Jobs.Held()[i]; j.Length(t.trial.Overrun == sim.Cut) > 0 {
			has[0], has[t.trial.Options.Groups.Of(j.User)] = true, true
		}
	}
	for i, weight := range t.objective.Weights() {
		if weight != 0 && (i >= len(has) && has[0] || i < len(has) && has[i]) {
			return nil
		}
	}
	var groups []string
	for g := range rules.NumGroups {
		if has[g+1] {
			groups = append(groups, strconv.Itoa(g+1))
		}
	}
	return fmt.Errorf("train: %s is always 0 on %s, which has jobs of users of group %s only: give another objective or other group bounds",
		t.objective, t.w.Name, strings.Join(groups, ", "))
}

// state returns a State without progress.
func (t *trainer) state() *State { return &State{Format: format, Workload: t.sha, Options: t.o} }

func (t *trainer) score(ctx context.Context, c rules.Controller) (rules.Scores, error) {
	t.simulated.Add(1)
	return t.trial.Run(ctx, c)
}

func (t *trainer) judge(ctx context.Context, c rules.Controller) (float64, error) {
	s, err := t.score(ctx, c)
	return t.objective.Of(s), err
}

// base returns the Base of c, described by its training.
func (t *trainer) base(c rules.Controller, r *Result) *rules.Base {
	on := line(t.w.Name, 200)
	effort := fmt.Sprintf("%d draws of each strategy", t.o.Draws)
	if t.o.Approach != Prob {
		effort = fmt.Sprintf("(%d+%d), %d generations", t.o.Mu, t.o.Lambda, len(r.History)-1)
		if t.o.Selection != "" && t.o.Selection != "plus" {
			effort = strings.Replace(effort, "+", ",", 1)
		}
	}
	about := fmt.Sprintf("%s, %s, seed %d, trained on %s (%d jobs, %d processors) for %s, where it has %.1f",
		t.o.Approach, effort, t.o.Seed, on, t.w.Len(), t.w.Procs, line(t.o.Objective, 1000), r.Objective)
	return &rules.Base{Name: fmt.Sprintf("%s %s %d", t.o.Approach, on, t.o.Seed), About: about,
		Bounds: t.o.Bounds, Advantage: *t.o.Advantage, Controller: c}
}

// line returns text as one line for a Base, of at most most bytes.
func line(text string, most int) string {
	text = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) || r == unicode.ReplacementChar {
			return ' '
		}
		return r
	}, text)
	for len(text) > most {
		text = text[:len(text)-1]
	}
	return strings.ToValidUTF8(text, "")
}
