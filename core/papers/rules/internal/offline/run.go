package offline

import (
	"cmp"
	"context"
	"fmt"

	"github.com/backfill-lab/backfill/core/internal/checkpoint"
	"github.com/backfill-lab/backfill/core/learn/pareto"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/trace"
)

// Options are the settings of a search; they marshal to JSON.
type Options struct {
	Bounds      rules.Bounds  `json:"groups_above_percent"` // rules.DefaultBounds
	Overrun     string        `json:"overrun,omitempty"`    // a run past its estimate: "cut" (also "") or "extend"
	Bases       []*rules.Base `json:"bases,omitempty"`      // the search begins with their orders too
	Seed        uint64        `json:"seed"`
	Size        int           `json:"size"`                // orders of a generation; 100
	Generations int           `json:"generations"`         // after the first; 100
	Crossover   float64       `json:"crossover,omitempty"` // see pareto.Options
}

// Evaluations returns the number of orders that a search schedules.
func (o Options) Evaluations() int { return cmp.Or(o.Size, 100) * (cmp.Or(o.Generations, 100) + 1) }

// A Control and a State are pareto's.
type (
	Control = pareto.Control[Order]
	State   = pareto.State[Order]
)

// ParseState reads a State from JSON.
func ParseState(data []byte) (*State, error) { return pareto.ParseState[Order](data) }

// A Front is the scores that no schedule tried dominates.
type Front struct {
	Scores      []rules.Scores // in the order of judging
	State       *State         // its Points are the front, its Population the orders of a sample
	Problem     *Problem
	Evaluations int
}

// Run looks for the front of w, which does not depend on c. It returns ctx's error soon
// after ctx is done.
func Run(ctx context.Context, w *trace.Workload, o Options, c Control) (*Front, error) {
	p, err := New(ctx, w, o)
	if err != nil {
		return nil, err
	}
	for _, b := range o.Bases {
		if err := b.Check(); err != nil {
			return nil, fmt.Errorf("offline: %w", err)
		}
	}
	search := pareto.Options{Seed: o.Seed, Size: o.Size, Generations: o.Generations, Crossover: o.Crossover}
	o.Seed, o.Size, o.Generations, o.Crossover = 0, 0, 0, 0 // the rest decides the first orders and the scores
	search.Task = checkpoint.Digest([]any{w.SHA256(), o})
	s, err := pareto.Run(ctx, p, search, c)
	if err != nil {
		return nil, err
	}
	f := &Front{State: s, Problem: p, Evaluations: s.Evaluations}
	for _, point := range s.Front {
		f.Scores = append(f.Scores, scores(point.Objectives))
	}
	return f, nil
}

// New returns the problem of w. It simulates w under every strategy and base.
func New(ctx context.Context, w *trace.Workload, o Options) (*Problem, error) {
	if w.Len() == 0 {
		return nil, fmt.Errorf("offline: %s has no jobs to schedule", w.Name)
	}
	if o.Bounds == (rules.Bounds{}) {
		o.Bounds = rules.DefaultBounds
	}
	if err := o.Bounds.Check(); err != nil {
		return nil, fmt.Errorf("offline: %w", err)
	}
	overrun := sim.Cut
	switch o.Overrun {
	case "", "cut":
	case "extend":
		overrun = sim.Extend
	default:
		return nil, fmt.Errorf("offline: the overrun rule %q is unknown: give cut or extend", o.Overrun)
	}
	groups := rules.GroupUsers(w.Jobs.Held(), o.Bounds)
	p := &Problem{m: newMachine(w.Procs, w.Jobs.Held(), overrun == sim.Cut), groups: groups}
	seed := func(c rules.Controller, a *rules.Advantage) error {
		trial := rules.Trial{Procs: w.Procs, Jobs: w.Jobs.Held(), Overrun: overrun, Options: rules.Options{Groups: groups, Advantage: a}}
		placed, err := trial.Schedule(ctx, c)
		if err == nil {
			p.seeds = append(p.seeds, startOrder(placed))
		}
		return err
	}
	for s := range rules.Strategy(rules.NumStrategies) {
		if err := seed(rules.Only(s), nil); err != nil {
			return nil, err
		}
	}
	for _, b := range o.Bases {
		if err := seed(b.Controller, &b.Advantage); err != nil {
			return nil, err
		}
	}
	return p, nil
}
