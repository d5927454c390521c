package train

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/backfill-lab/backfill/core/rules"
	"github.com/backfill-lab/backfill/core/rules/evolve"
)

// format names the version of a State's JSON.
const format = "backfill-train-1"

// A State is a training under way: all that is needed to go on as if it had never
// stopped. It marshals to JSON, in which floats are exact, and ParseState reads
// that. One that was handed out does not change any more.
type State struct {
	Format   string        `json:"format"`
	Workload string        `json:"workload"` // its SHA-256
	Options  Options       `json:"options"`  // with all defaults
	Evolve   *evolve.State `json:"evolve,omitempty"`
	Values   []*float64    `json:"values,omitempty"` // of prob: each draw's objective, null where it is to come
}

// ParseState reads a State. Data that is none, or is at odds with itself, is
// refused; whether it belongs to a training is for Run to say.
func ParseState(data []byte) (*State, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	s := new(State)
	if err := d.Decode(s); err != nil {
		return nil, fmt.Errorf("train: this is no checkpoint: %w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("train: this is no checkpoint: there is more after its end, at byte %d", d.InputOffset())
	}
	if err := s.check(); err != nil {
		return nil, fmt.Errorf("train: the checkpoint is damaged: %w", err)
	}
	return s, nil
}

// check says what in s is at odds with the rest of it; the evolution's own state
// is evolve's to check.
func (s *State) check() error {
	if s.Format != format {
		return fmt.Errorf("its format is %q; this program reads %q", s.Format, format)
	}
	o, err := s.Options.Filled()
	switch {
	case err != nil:
		return err
	case text(o) != text(s.Options):
		return fmt.Errorf("its options are not complete")
	case o.Approach == Prob && (s.Evolve != nil || len(s.Values) != rules.NumStrategies*o.Draws):
		return fmt.Errorf("it has %d values of %d simulations", len(s.Values), rules.NumStrategies*o.Draws)
	case o.Approach != Prob && (s.Evolve == nil || s.Values != nil):
		return fmt.Errorf("it has no generation")
	}
	return nil
}

// belongs says why s is no state of the training that begins with begin.
func (s *State) belongs(begin *State, objective *rules.Objective) error {
	if err := s.check(); err != nil {
		return fmt.Errorf("train: the checkpoint is damaged: %w", err)
	}
	if s.Workload != begin.Workload {
		return fmt.Errorf("train: the checkpoint is of another workload than this training: give that, or begin anew")
	}
	if err := begin.Options.same(&s.Options); err != nil {
		return err
	}
	was, err := rules.ParseObjective(s.Options.Objective)
	if err != nil {
		return err
	}
	if !slices.Equal(was.Weights(), objective.Weights()) {
		return fmt.Errorf("train: the checkpoint was made for %s, this training is for %s: give what it was made with, or begin anew", was, objective)
	}
	return nil
}
