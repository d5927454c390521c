package bridge

import (
	"time"

	"github.com/backfill-lab/backfill/core/experiment"
)

// interval is how long a run computes before it reports and yields: short
// enough that a cancel feels immediate, long enough to cost nothing.
const interval = 50 * time.Millisecond

// A report is the progress of a run.
type report struct {
	Policy string `json:"policy"`
	Run    int    `json:"run"`   // 0, 1, ... in the order of the Spec's policies
	Runs   int    `json:"runs"`  // how many there are
	Done   int    `json:"done"`  // jobs that have ended in this run
	Total  int    `json:"total"` // jobs of this run
}

// pace passes on a run's progress, at most once an interval and at the first
// call of each policy, and yields after each time.
type pace struct {
	send  func(v any)
	yield func()
	runs  int

	last   time.Time
	policy string
	run    int
}

func (p *pace) progress(at experiment.Progress) {
	first := at.Policy != p.policy
	if first {
		if p.policy != "" {
			p.run++
		}
		p.policy = at.Policy
	}
	if !first && time.Since(p.last) < interval {
		return
	}
	p.send(report{Policy: at.Policy, Run: p.run, Runs: p.runs, Done: at.Done, Total: at.Total})
	p.yield()
	p.last = time.Now()
}
