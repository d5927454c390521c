package trace

import (
	"fmt"

	"github.com/backfill-lab/backfill/core/internal/det"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// MostShake bounds by how many seconds Shake moves a submission: a week.
const MostShake = 7 * 86400

// Shake moves every submission by a whole number of seconds, uniform on [-within, within] and independent of the others, not
// before second 0; within is 1 to MostShake. Jobs, widths, run times and estimates stay. The same seed shakes in the same
// way on every build; the recorded waits are dropped.
//
// A result of one simulation may be an accident of the exact seconds of its log. Simulate several shaken copies, and
// take the mean and its interval: what is left is the policy's (Tsafrir, Ouaknine, Feitelson: Reducing Performance Evaluation
// Sensitivity and Variability by Input Shaking, MASCOTS 2007). The paper asks for small perturbations of the input; that they
// are of submissions and uniform is ours.
func (w *Workload) Shake(within int64, seed uint64) *Workload {
	if within < 1 || within > MostShake {
		panic(fmt.Sprintf("workload: cannot shake by %d s", within))
	}
	r := det.Stream(seed, "shake")
	return w.rescale(fmt.Sprintf("submissions shaken by up to %d s, seed %d", within, seed), func(j *job.Job) {
		j.Submit = max(0, j.Submit+r.Int64N(2*within+1)-within)
	})
}
