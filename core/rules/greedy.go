package rules

import (
	"fmt"

	"github.com/backfill-lab/backfill/core/job"
)

// An Advantage is Greedy's sorting criterion: the job with the largest sum of its
// wait and its user group's advantage, in seconds, comes first. So a job of a
// favoured group passes others unless they have waited longer by more than the
// difference of the advantages. What is larger at one second is larger at every
// other, so the order among waiting jobs never changes.
type Advantage [NumGroups]int64

// DefaultAdvantage favours groups 1 and 2 in proportion to the weights of the
// paper's objective, 10 and 4, at 6 hours a unit: a job that has waited two and a
// half days longer is not passed by anyone.
var DefaultAdvantage = Advantage{10 * 6 * 3600, 4 * 6 * 3600, 0, 0, 0}

// Check returns an error if a is out of range.
func (a Advantage) Check() error {
	for _, s := range a {
		if s < 0 || s > job.MaxSeconds {
			return fmt.Errorf("the advantages %v of greedy: give %d numbers of seconds from 0 to %d", a[:], len(a), int64(job.MaxSeconds))
		}
	}
	return nil
}
