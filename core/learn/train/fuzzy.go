package train

import (
	"context"

	"github.com/backfill-lab/backfill/core/internal/checkpoint"
	"github.com/backfill-lab/backfill/core/learn/evolve"
	"github.com/backfill-lab/backfill/core/policy/rules"
)

// A problem is the evolve.Problem of rule bases of these shapes.
type problem struct {
	*trainer
	shapes []rules.Shape
}

func (p problem) Species() []evolve.Species {
	all := make([]evolve.Species, len(p.shapes))
	for i, s := range p.shapes {
		all[i].Name = "strategies"
		if len(p.shapes) == 2 {
			all[i].Name = []string{"orders", "algorithms"}[i]
		}
		for _, x := range s.Parameters() {
			gene := evolve.Parameter{Name: x.Name, Kind: evolve.Real, Low: x.Low, High: x.High}
			if x.Choices > 0 {
				gene = evolve.Parameter{Name: x.Name, Kind: evolve.Ordered, Count: x.Choices}
			}
			all[i].Parameters = append(all[i].Parameters, gene)
		}
	}
	return all
}

func (p problem) controller(team [][]float64) (rules.Controller, error) {
	var parts []*rules.Fuzzy
	for i, s := range p.shapes {
		f, err := s.Decode(team[i])
		if err != nil {
			return nil, err
		}
		parts = append(parts, f)
	}
	if len(parts) == 1 {
		return parts[0], nil
	}
	return rules.NewPair(parts[0], parts[1])
}

func (p problem) Evaluate(ctx context.Context, team [][]float64) (float64, error) {
	c, err := p.controller(team)
	if err != nil {
		return 0, err
	}
	return p.judge(ctx, c)
}

func (t *trainer) evolve(ctx context.Context, r *Result) (rules.Controller, error) {
	p := problem{t, t.o.shapes()}
	o := t.o.evolution(t.task())
	c := evolve.Control{Workers: t.c.Workers, Progress: t.generation}
	if t.c.From != nil {
		c.From = t.c.From.Evolve
	}
	if t.c.Checkpoint != nil {
		c.Checkpoint = func(s *evolve.State) error {
			now := t.state()
			now.Evolve = s
			return t.c.Checkpoint(now)
		}
	}
	s, err := evolve.Run(ctx, p, o, c)
	if err != nil {
		return nil, err
	}
	done := 0
	for _, g := range s.History {
		done += g.Evaluations
		r.History = append(r.History, Record{g.Generation, done, g.Fitness, g.Best, g.Step})
	}
	r.Evaluations = s.Evaluations
	r.Stopped, _ = s.Stop(o)
	return p.controller(s.Best.Parts)
}

// task returns a digest of the settings that decide the fitness of a rule base.
func (t *trainer) task() string {
	return checkpoint.Digest([]any{t.sha, t.o.Approach, t.objective.Weights(), t.o.Bounds, t.o.Advantage, t.o.Overrun})
}

// generation reports the evolution's progress in simulations; those of rule bases that came
// up before count as done.
func (t *trainer) generation(p evolve.Progress) {
	o := &t.o
	size, before := o.Mu, 0
	if p.Generation > 0 {
		size, before = o.Lambda, o.Mu+o.Lambda*(p.Generation-1)
	}
	n := o.teams()
	t.report(Progress{Generation: p.Generation, Generations: o.Generations, Best: p.Best,
		Done: n*(before+size) - p.Total + p.Done, Total: n * (o.Mu + o.Lambda*o.Generations)})
}

// same returns an error if o and was, the options of a checkpoint, differ in a setting that
// matters to the result and that evolve does not compare.
func (o *Options) same(was *Options) error {
	return checkpoint.Same(*was, *o, "objective", "mu", "lambda", "generations", "selection", "recombination", "partners",
		"step", "patience", "target")
}
