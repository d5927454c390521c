package pareto

import (
	"fmt"

	"github.com/backfill-lab/backfill/core/internal/checkpoint"
)

// format names the version of a State's JSON.
const format = "backfill-pareto-1"

// A State is a run after a generation: all that Run needs to continue as if it had never
// stopped. It marshals to JSON with exact floats, which ParseState reads. Run never changes
// a State that it has handed out.
type State[G any] struct {
	Format      string      `json:"format"`
	Options     Options     `json:"options"`
	Generation  int         `json:"generation"`  // the last complete one; the first is 0
	Evaluations int         `json:"evaluations"` // calls of Evaluate so far
	Population  []Member[G] `json:"population"`  // the survivors, by front and room: best first
	Front       []Point     `json:"front"`       // of all candidates so far, in the order of judging, equal ones once
}

// A Member is a judged candidate.
type Member[G any] struct {
	Candidate  G         `json:"candidate"`
	Objectives []float64 `json:"objectives"`
	Born       int       `json:"born"` // generation
}

// A Point is the place of a candidate, surviving or not.
type Point struct {
	Objectives []float64 `json:"objectives"`
	Born       int       `json:"born"` // generation
}

// Points returns the objectives of the state's Front.
func (s *State[G]) Points() [][]float64 {
	points := make([][]float64, len(s.Front))
	for i, p := range s.Front {
		points[i] = p.Objectives
	}
	return points
}

// ParseState reads a State. One that contradicts itself is an error; Run checks whether it
// belongs to the problem.
func ParseState[G any](data []byte) (*State[G], error) {
	s := new(State[G])
	if err := checkpoint.Parse(data, s, s.check); err != nil {
		return nil, fmt.Errorf("pareto: %w", err)
	}
	return s, nil
}

// check returns an error if s contradicts itself; the front's points may dominate each other.
func (s *State[G]) check() error {
	if s.Format != format {
		return fmt.Errorf("its format is %q; this program reads %q", s.Format, format)
	}
	if o := s.Options; o.filled() != o {
		return fmt.Errorf("its options are not complete")
	} else if err := o.check(); err != nil {
		return err
	}
	switch {
	case s.Generation < 0 || s.Generation > MaxGenerations:
		return fmt.Errorf("its generation is %d", s.Generation)
	case len(s.Population) != s.Options.Size:
		return fmt.Errorf("it has %d candidates; the size is %d", len(s.Population), s.Options.Size)
	case s.Evaluations != (s.Generation+1)*s.Options.Size:
		return fmt.Errorf("it has %d evaluations in generations 0 to %d", s.Evaluations, s.Generation)
	case len(s.Front) == 0 || len(s.Front) > s.Evaluations:
		return fmt.Errorf("its front has %d points of %d evaluations", len(s.Front), s.Evaluations)
	}
	born := func(g int) error {
		if g < 0 || g > s.Generation {
			return fmt.Errorf("a candidate was born in generation %d of %d", g, s.Generation)
		}
		return nil
	}
	m := len(s.Population[0].Objectives)
	for i, c := range s.Population {
		if err := checkPoints([][]float64{c.Objectives}, m); err != nil {
			return fmt.Errorf("candidate %d: %w", i, err)
		}
		if err := born(c.Born); err != nil {
			return err
		}
	}
	for _, p := range s.Front {
		if err := born(p.Born); err != nil {
			return err
		}
	}
	if err := checkPoints(s.Points(), m); err != nil {
		return fmt.Errorf("its front: %w", err)
	}
	return nil
}

// belongs returns an error if s, which passes check, is not of a run with this problem and
// filled options.
func (s *State[G]) belongs(p Problem[G], o *Options) error {
	if err := o.same(&s.Options); err != nil {
		return err
	}
	if m := len(s.Population[0].Objectives); m != p.Objectives() {
		return fmt.Errorf("the checkpoint has %d objectives, this run has %d objectives: use it with its own problem, or start over",
			m, p.Objectives())
	}
	for i := range s.Population {
		if err := p.Check(s.Population[i].Candidate); err != nil {
			return fmt.Errorf("candidate %d of the checkpoint: %w", i, err)
		}
	}
	return nil
}
