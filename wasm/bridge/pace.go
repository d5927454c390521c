package bridge

import "github.com/backfill-lab/backfill/core/experiment"

// A report is the progress of a run.
type report struct {
	Policy string `json:"policy"`
	Run    int    `json:"run"`   // 0, 1, ... in the order of the Spec's policies
	Runs   int    `json:"runs"`  // how many there are
	Done   int    `json:"done"`  // jobs that have ended in this run
	Total  int    `json:"total"` // jobs of this run
}

// pace passes a run's progress on and yields each time, which is as often as
// experiment.Execute reports: about every 50 ms.
type pace struct {
	send     func(v any)
	yield    func()
	policies []string
}

func (p *pace) progress(at experiment.Progress) {
	r := report{Policy: at.Policy, Runs: len(p.policies), Done: at.Done, Total: at.Total}
	for p.policies[r.Run] != at.Policy {
		r.Run++
	}
	p.send(r)
	p.yield()
}
