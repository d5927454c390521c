package evolve

import (
	"fmt"
	"math"

	"github.com/backfill-lab/backfill/core/internal/checkpoint"
)

// format names the version of a State's JSON.
const format = "backfill-evolve-1"

// A State is a run after a generation: all that Run needs to continue as if it had never
// stopped. It marshals to JSON with exact floats, which ParseState reads. Run never changes
// a State that it has handed out.
type State struct {
	Format      string         `json:"format"`
	Space       string         `json:"space"` // digest of the problem's species
	Options     Options        `json:"options"`
	Generation  int            `json:"generation"`  // the last complete one; the first is 0
	Evaluations int            `json:"evaluations"` // calls of Evaluate so far
	Best        Team           `json:"best"`        // so far; the first wins ties
	Populations [][]Individual `json:"populations"` // the parents of each species, best first
	History     []Record       `json:"history"`     // of each generation
	Known       []Known        `json:"known"`       // teams in the order of judging
}

// A Team is a candidate with its fitness.
type Team struct {
	Parts      [][]float64 `json:"parts"` // see Problem.Evaluate
	Fitness    float64     `json:"fitness"`
	Generation int         `json:"generation"` // that judged it first
}

// A Record describes a generation.
type Record struct {
	Generation  int       `json:"generation"`
	Evaluations int       `json:"evaluations"` // calls of Evaluate: teams not judged before
	Fitness     []float64 `json:"fitness"`     // of every team
	Best        float64   `json:"best"`        // fitness of the best team so far
	Step        []float64 `json:"step"`        // the parents' mean step as a share of the range, by species
}

// Known is the fitness of a judged team; the key is a digest of its parts.
type Known struct {
	Key     string  `json:"key"`
	Fitness float64 `json:"fitness"`
}

// Stop reports whether a run with options o ends in this state, and why.
func (s *State) Stop(o Options) (reason string, over bool) {
	o = o.filled()
	switch {
	case o.Target != nil && s.Best.Fitness <= *o.Target:
		return "the target is reached", true
	case o.Patience > 0 && s.Generation-s.Best.Generation >= o.Patience:
		return fmt.Sprintf("no better team in %d generations", o.Patience), true
	case s.Generation >= o.Generations:
		return "all generations are done", true
	}
	return "", false
}

// ParseState reads a State. One that contradicts itself is an error; Run checks whether it
// belongs to the problem.
func ParseState(data []byte) (*State, error) {
	s := new(State)
	if err := checkpoint.Parse(data, s, s.check); err != nil {
		return nil, fmt.Errorf("evolve: %w", err)
	}
	return s, nil
}

// check returns an error if s contradicts itself.
func (s *State) check() error {
	if s.Format != format {
		return fmt.Errorf("its format is %q; this program reads %q", s.Format, format)
	}
	if o := s.Options; o.filled() != o {
		return fmt.Errorf("its options are not complete")
	} else if err := o.check(); err != nil {
		return err
	}
	n := len(s.Populations)
	switch {
	case n == 0:
		return fmt.Errorf("it has no population")
	case s.Generation < 0 || len(s.History)-1 != s.Generation:
		return fmt.Errorf("it has %d records, expected one for each of generations 0 to %d", len(s.History), s.Generation)
	case len(s.Best.Parts) != n:
		return fmt.Errorf("its best team has %d parts of %d", len(s.Best.Parts), n)
	case s.Evaluations != len(s.Known):
		return fmt.Errorf("it has the results of %d of %d evaluations", len(s.Known), s.Evaluations)
	}
	if err := s.checkHistory(); err != nil {
		return err
	}
	for i, population := range s.Populations {
		if len(population) != s.Options.Mu {
			return fmt.Errorf("species %d has %d members; mu is %d", i, len(population), s.Options.Mu)
		}
		for k, c := range population {
			if len(c.Genes) == 0 || len(c.Genes) != len(c.Steps) || len(c.Genes) != len(s.Best.Parts[i]) {
				return fmt.Errorf("member %d of species %d has %d genes and %d steps", k, i, len(c.Genes), len(c.Steps))
			}
			if c.Fitness < s.Best.Fitness || k > 0 && c.Fitness < population[k-1].Fitness {
				return fmt.Errorf("member %d of species %d is better than those before it", k, i)
			}
			if c.Born < 0 || c.Born > s.Generation {
				return fmt.Errorf("member %d of species %d was born in generation %d of %d", k, i, c.Born, s.Generation)
			}
		}
	}
	return nil
}

// checkHistory returns an error if records, known fitnesses and best team contradict each
// other.
func (s *State) checkHistory() error {
	total, first := 0, 0 // first is the generation of the best team
	best := math.Inf(1)
	for g, r := range s.History {
		if r.Generation != g || len(r.Step) != len(s.Populations) || r.Evaluations < 0 || r.Evaluations > len(r.Fitness) {
			return fmt.Errorf("record %d does not fit its place", g)
		}
		for _, f := range r.Fitness {
			if f < best {
				best, first = f, g
			}
		}
		if r.Best != best {
			return fmt.Errorf("record %d has the best fitness %g, but the best team so far has %g", g, r.Best, best)
		}
		total += r.Evaluations
	}
	if total != s.Evaluations {
		return fmt.Errorf("its records have %d evaluations of %d", total, s.Evaluations)
	}
	if s.Best.Fitness != best || s.Best.Generation != first {
		return fmt.Errorf("its best team has fitness %g in generation %d, but its records say %g in %d",
			s.Best.Fitness, s.Best.Generation, best, first)
	}
	for i, k := range s.Known {
		if len(k.Key) != 2*keyBytes {
			return fmt.Errorf("key %d of its known teams has %d characters, expected %d", i, len(k.Key), 2*keyBytes)
		}
	}
	return nil
}

// belongs returns an error if s, which passes check, is not of a run with these species and
// filled options.
func (s *State) belongs(species []Species, o *Options) error {
	if s.Space != checkpoint.Digest(species) {
		return fmt.Errorf("the checkpoint is of a problem with other parameters: use it with that problem, or start over")
	}
	if err := o.same(&s.Options); err != nil {
		return err
	}
	damaged := func(format string, args ...any) error {
		return fmt.Errorf("the checkpoint is damaged: "+format, args...)
	}
	outside := func(what string, sp, i int) error {
		return damaged("%s of parameter %d of species %d is out of its bounds", what, i, sp)
	}
	if len(species) != len(s.Populations) {
		return damaged("it has %d species of %d", len(s.Populations), len(species))
	}
	for i := range species {
		b := newBreeder(o, i, &species[i])
		if len(s.Best.Parts[i]) != len(b.p) {
			return damaged("species %d has %d parameters of %d", i, len(s.Best.Parts[i]), len(b.p))
		}
		for k := range b.p {
			p := &b.p[k]
			low, high := p.bounds()
			smallest, largest := b.limits(p)
			if v := s.Best.Parts[i][k]; !(v >= low && v <= high) || p.value(v) != v {
				return outside("the best value", i, k)
			}
			for _, c := range s.Populations[i] {
				if g := c.Genes[k]; !(g >= low && g <= high) || p.Kind == Nominal && p.value(g) != g {
					return outside("a gene", i, k)
				}
				if step := c.Steps[k]; !(step >= smallest && step <= largest) {
					return outside("a step", i, k)
				}
			}
		}
	}
	return nil
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
