package bridge

import (
	"slices"

	"github.com/backfill-lab/backfill/core/experiment"
)

// A report is the progress of a run.
type report struct {
	Policy string `json:"policy"`
	Run    int    `json:"run"`   // 0, 1, ... in the order of the Spec's policies
	Runs   int    `json:"runs"`  // how many there are
	Done   int    `json:"done"`  // jobs that have ended in this run
	Total  int    `json:"total"` // jobs of this run
}

// reporter passes the progress of the policies' runs on and yields each time: about
// every 50 ms.
func (s *simulator) reporter(c *Call, policies []string) func(experiment.Progress) {
	return func(at experiment.Progress) {
		c.Progress(report{at.Policy, slices.Index(policies, at.Policy), len(policies), at.Done, at.Total})
		s.opt.Yield()
	}
}
