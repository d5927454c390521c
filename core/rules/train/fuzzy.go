package train

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/backfill-lab/backfill/core/rules"
	"github.com/backfill-lab/backfill/core/rules/evolve"
)

// A problem is rule bases of these shapes, as an evolution sees them.
type problem struct {
	*trainer
	shapes []rules.Shape
}

// Species implements evolve.Problem.
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

// controller returns what a team stands for.
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

// Evaluate implements evolve.Problem.
func (p problem) Evaluate(ctx context.Context, team [][]float64) (float64, error) {
	c, err := p.controller(team)
	if err != nil {
		return 0, err
	}
	return p.judge(ctx, c)
}

// evolve breeds fuzzy rule bases.
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

// task is a digest of what decides the fitness of a rule base.
func (t *trainer) task() string {
	text, err := json.Marshal([]any{t.sha, t.o.Approach, t.objective.Weights(), t.o.Bounds, t.o.Advantage, t.o.Overrun})
	if err != nil {
		panic("train: checked options do not marshal: " + err.Error())
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:16])
}

// generation tells the evolution's progress in simulations; those that need none,
// because a rule base came up before, count as done.
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

// same says where the options of two trainings differ in what comes out of them
// and evolve does not look at.
func (o *Options) same(was *Options) error {
	for _, f := range []struct {
		name    string
		was, is any
	}{
		{"the approach", was.Approach, o.Approach},
		{"the seed", was.Seed, o.Seed},
		{"the user groups above", was.Bounds, o.Bounds},
		{"greedy's advantages", was.Advantage, o.Advantage},
		{"the overrun rule", was.Overrun, o.Overrun},
		{"draws", was.Draws, o.Draws},
		{"best_draw", was.BestDraw, o.BestDraw},
		{"the partitions", was.Partitions, o.Partitions},
		{"rules", was.Rules, o.Rules},
		{"the features", was.Features, o.Features},
	} {
		a, b := text(f.was), text(f.is)
		if a != b {
			return fmt.Errorf("train: the checkpoint was made with %s %s, this training has %s: give what it was made with, or begin anew", f.name, a, b)
		}
	}
	return nil
}

func text(v any) string {
	t, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(t)
}
