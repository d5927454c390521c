package platform

import (
	"github.com/backfill-lab/backfill/core/optimum/exact"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/trace"
)

// Hooks are what a caller wants to see of a run. The zero Hooks see nothing.
type Hooks struct {
	Run      string                            // the run's name in tables
	Tables   result.Set                        // the tables whose rows are written after the run
	Scores   bool                              // Steps also has the score of every strategy of a rule base: 13 rows a decision
	Verify   bool                              // keep what the referee needs: the ends of spooled jobs, what jobs held on shared nodes
	Progress func(done, total int)             // jobs that have ended, and all jobs
	Scratch  func() (trace.ScratchFile, error) // makes a temporary file for what memory does not hold; nil: all is held

	Observers []sim.Observer              // see jobs, on a grid without their sites; on shared nodes and clusters they see nothing
	Step      func(*sim.Step)             // receives each decision; valid for the length of the call
	Around    func(sim.Policy) sim.Policy // on one machine: returns what is played instead of the policy
	Until     func() bool                 // true ends the run early, which then is for the hooks alone; asked before every instant

	// On has observers of one platform's own kinds, which see nothing on others: grid.Observe, shared.Observer, cluster.Around.
	On []any

	Instance func(*Instance) error // receives every Instance when the run is written; an error ends that
}

// On returns the hooks of kind H.
func On[H any](h *Hooks) (on []H) {
	for _, o := range h.On {
		if o, ok := o.(H); ok {
			on = append(on, o)
		}
	}
	return on
}

// An Instance is the off-line problem of a self-tuning step at a submission: the jobs that
// wait, also those that will start at once, and the processors that running jobs hold until
// their estimated ends. Its name is RUN@SECOND.
type Instance struct {
	Run, Policy string
	Step        int64 // the step's number in the steps table
	*exact.Instance
}
