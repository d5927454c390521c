package solvers

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/backfill-lab/backfill/core/optimum/exact"
)

// All lists the solvers, ours first.
func All() []*Solver {
	all := []*Solver{{Name: "own", find: func(*Environment) error { return nil }, solve: own}}
	for i := range commands {
		all = append(all, commands[i].solver())
	}
	return append(all, &Solver{Name: "cpsat", find: findCPSAT, solve: cpsat})
}

// Named returns the solver of that name.
func Named(name string) (*Solver, error) {
	var names []string
	for _, s := range All() {
		if s.Name == name {
			return s, nil
		}
		names = append(names, s.Name)
	}
	return nil, fmt.Errorf("unknown solver %q: give one of %s", name, strings.Join(names, ", "))
}

// own returns l as limits of our solver.
func (l *Limits) own() exact.Options {
	return exact.Options{Seconds: l.Seconds, MemoryMiB: l.MemoryMiB, Workers: l.workers()}
}

func own(ctx context.Context, _ *Environment, t *Task) (*claim, error) {
	r, err := exact.Solve(ctx, t.Instance, t.Limits.own())
	if err != nil {
		return nil, err
	}
	c := &claim{says: string(r.Stopped), optimal: r.Optimal, starts: r.Starts, objective: float64(r.Cost),
		bound: float64(r.Bound), nodes: r.Nodes}
	if math.Abs(c.bound) >= exact.MaxCost {
		c.bound = math.NaN()
	}
	return c, nil
}
