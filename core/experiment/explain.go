package experiment

import (
	"context"
	"errors"
	"fmt"

	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
)

// Explain plays the Spec's run of the named policy again, as far as it tells of a job, and says why the
// job did not start earlier. trace.Find says which job has a number.
func Explain(ctx context.Context, spec Spec, w *trace.Workload, name, id string) (platform.Answer, error) {
	if policy.Fold(name) == policy.Recorded {
		return platform.Answer{}, errors.New("a recorded schedule has no rules to explain it: choose the run of a policy")
	}
	asked, err := w.Find(id)
	if err != nil {
		return platform.Answer{}, err
	}
	on, err := explained(&spec)
	if err != nil {
		return platform.Answer{}, err
	}
	q := on.Question(asked.ID)
	if _, err = Play(ctx, Problem{Spec: &spec, Workload: w}, name, q.Hooks()); err != nil {
		return platform.Answer{}, err
	}
	answer, err := q.Answer()
	if left := platform.LeftOut(""); errors.As(err, &left) {
		err = fmt.Errorf("job %s has not run under %s: %w", w.Label(asked), name, err)
	}
	if err != nil {
		return platform.Answer{}, err
	}
	answer.Name(labels(w))
	return answer, nil
}

// explained returns the Spec's platform if its policies can be asked why.
func explained(spec *Spec) (platform.Explained, error) {
	on, ok := spec.Platform().(platform.Explained)
	if !ok {
		return nil, fmt.Errorf("runs on %s cannot explain themselves", spec.Platform().About())
	}
	return on, nil
}

// labels returns a function that names jobs of w by their numbers as users know them.
func labels(w *trace.Workload) func(int64) string {
	if w.Slurm == nil && w.Labels == nil { // users know them by their own
		return func(id int64) string { return w.Label(&job.Job{ID: id, Row: job.None}) }
	}
	jobs := make(map[int64]*job.Job, w.Len())
	for i := range w.Jobs.Held() {
		jobs[w.Jobs.Held()[i].ID] = &w.Jobs.Held()[i]
	}
	return func(id int64) string {
		if j := jobs[id]; j != nil {
			return w.Label(j)
		}
		return ""
	}
}
