package train

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"

	"github.com/backfill-lab/backfill/core/internal/checkpoint"
	"github.com/backfill-lab/backfill/core/learn/evolve"
	"github.com/backfill-lab/backfill/core/policy/rules"
)

// format names the version of a State's JSON.
const format = "backfill-train-1"

// A State is an unfinished training: all that Run needs to continue as if it had never
// stopped. It marshals to JSON with exact floats, which ParseState reads. Run never changes
// a State that it has handed out.
type State struct {
	Format   string        `json:"format"`
	Workload string        `json:"workload"` // its SHA-256
	Options  Options       `json:"options"`  // with all defaults
	Evolve   *evolve.State `json:"evolve,omitempty"`
	Values   []*float64    `json:"values,omitempty"` // of prob: each draw's objective, null if unknown
}

// IsState tells whether a text, which may be damaged, begins as a State's JSON does.
func IsState(text []byte) bool { return bytes.HasPrefix(text, []byte(`{"format":"`+format+`"`)) }

// ParseState reads a State. One that contradicts itself is an error; Run checks whether it
// belongs to the training.
func ParseState(data []byte) (*State, error) {
	s := new(State)
	if err := checkpoint.Parse(data, s, s.check); err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	return s, nil
}

// check returns an error if s contradicts itself; evolve checks its own state.
func (s *State) check() error {
	if s.Format != format {
		return fmt.Errorf("its format is %q; this program reads %q", s.Format, format)
	}
	o, err := s.Options.Filled()
	switch {
	case err != nil:
		return err
	case !reflect.DeepEqual(o, s.Options):
		return fmt.Errorf("its options are not complete")
	case o.Approach == Prob && (s.Evolve != nil || len(s.Values) != rules.NumStrategies*o.Draws):
		return fmt.Errorf("it has %d values of %d simulations", len(s.Values), rules.NumStrategies*o.Draws)
	case o.Approach != Prob && (s.Evolve == nil || s.Values != nil):
		return fmt.Errorf("it has no generation")
	}
	return nil
}

// belongs returns an error if s is not a state of the training that begins with begin.
func (s *State) belongs(begin *State, objective *rules.Objective) error {
	if err := s.check(); err != nil {
		return fmt.Errorf("the checkpoint is damaged: %w", err)
	}
	if s.Workload != begin.Workload {
		return fmt.Errorf("the checkpoint is of another workload: use that, or start over")
	}
	if err := begin.Options.same(&s.Options); err != nil {
		return err
	}
	was, err := rules.ParseObjective(s.Options.Objective)
	if err != nil {
		return err
	}
	if !slices.Equal(was.Weights(), objective.Weights()) {
		return fmt.Errorf("the checkpoint was made for %s, this training is for %s: use the same, or start over", was, objective)
	}
	return nil
}
