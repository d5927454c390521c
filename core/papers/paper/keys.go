package paper

import (
	"encoding/json"
	"fmt"
)

// A RunKey is a run of an experiment with all that its result depends on.
type RunKey struct {
	Label  string          `json:"label"`
	JobSet string          `json:"job_set"`
	Digest string          `json:"digest"` // SHA-256 of Key, as Evaluate gives it
	Key    json.RawMessage `json:"key"`
}

// Keys returns the runs of the experiment with the evaluation's first seed, without computing anything. sets has the
// SHA-256 of each job set of the paper by its name. The error names a job set that is missing.
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
	if sum == "" {
		return RunKey{}, fmt.Errorf("the SHA-256 of job set %q is not known", r.JobSet)
	}
	key, digest, err := r.identity(sum, after...)
	return RunKey{Label: r.Label, JobSet: r.JobSet, Digest: digest, Key: key}, err
}
