package paper

import (
	"fmt"

	"github.com/backfill-lab/backfill/core/experiment"
)

// A Setting is what the experiments of a paper run under.
type Setting struct {
	Scale   Scale
	Seed    uint64  // of all that is drawn: 1, 2, ...
	Reading Reading // of what the texts leave open

	// What is asked beyond the paper, of experiments that say so (Experiment.Extends).
	Factors  []float64 // shrinking factors instead of the experiment's own
	Policies []string  // to play beside the experiment's own: names as in experiment.Spec

	Own []experiment.Own // those of Policies that are their author's own
}

// extended reports whether something beyond the paper is asked.
func (s *Setting) extended() bool { return len(s.Factors)+len(s.Policies) > 0 }

// check returns an error if the factors or policies cannot be played.
func (s *Setting) check() error {
	seen := map[string]bool{}
	for _, f := range s.Factors {
		key := fmt.Sprintf("%.2f", f) // as labels have it
		if !(f >= 0.01 && f <= 100) || seen[key] {
			return fmt.Errorf("the shrinking factor %v cannot be played: give each once, from 0.01 to 100, with two decimals at most", f)
		}
		seen[key] = true
	}
	if len(s.Policies) == 0 {
		return nil
	}
	spec := experiment.Spec{Policies: s.Policies, Own: s.Own}
	return spec.Validate()
}

// First returns the first setting of a scale: seed 1, and of every choice the default.
func First(s Scale) Setting { return Setting{Scale: s, Seed: 1} }
