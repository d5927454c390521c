package rules

import (
	"fmt"

	"github.com/backfill-lab/backfill/core/sim/job"
)

// An Advantage is Greedy's sorting criterion: the job with the largest sum of its wait
// and its user group's advantage, in seconds, comes first. So a job of a favoured group
// passes any that has not waited longer by more than the difference of their advantages.
// All sums grow alike, so the order of waiting jobs never changes.
type Advantage [NumGroups]int64

// DefaultAdvantage favours groups 1 and 2 in proportion to the weights of the
// paper's objective, 10 and 4, at 6 hours a unit: no job passes one that has waited
// two and a half days longer.
var DefaultAdvantage = Advantage{10 * 6 * 3600, 4 * 6 * 3600, 0, 0, 0}

// Check returns an error if a is out of range.
func (a Advantage) Check() error {
	for _, s := range a {
		if s < 0 || s > job.MaxSeconds {
			return fmt.Errorf("greedy's advantages %v: give %d numbers from 0 to %d s", a[:], len(a), int64(job.MaxSeconds))
		}
	}
	return nil
}
