package paper

import (
	"encoding/json"
	"fmt"
	"slices"
)

// A RunKey is a run of an experiment with all that its result depends on.
type RunKey struct {
	Label  string          `json:"label"`
	JobSet string          `json:"job_set"`
	Digest string          `json:"digest,omitempty"` // SHA-256 of Key, as Evaluate gives it
	Key    json.RawMessage `json:"key,omitempty"`
}

// Keys returns the runs of the experiment with the evaluation's first seed, without computing anything. sets has the
// SHA-256 of the paper's job sets by name. A run on one that is missing has no Digest and Key: evaluations do not have
// job sets that are equal to another one.
func (e *Evaluation) Keys(sets map[string]string) ([]RunKey, error) {
	keys := make([]RunKey, len(e.Experiment.Runs))
	for i := range keys {
		var err error
		if keys[i], err = e.Experiment.Runs[i].runKey(sets); err != nil {
			return nil, fmt.Errorf("%s, run %s: %w", e.Experiment.ID, e.Experiment.Runs[i].Label, err)
		}
	}
	return keys, nil
}

func (r *Run) runKey(sets map[string]string) (RunKey, error) {
	var after []string
	if r.Task != nil {
		for i := range r.Task.After {
			a, err := r.Task.After[i].runKey(sets)
			if err != nil {
				return RunKey{}, err
			}
			after = append(after, a.Digest)
		}
	}
	sum := sets[r.JobSet]
	if sum == "" || slices.Contains(after, "") {
		return RunKey{Label: r.Label, JobSet: r.JobSet}, nil
	}
	key, digest, err := r.identity(sum, after...)
	return RunKey{Label: r.Label, JobSet: r.JobSet, Digest: digest, Key: key}, err
}
