package lab

import (
	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/verify"
)

// Illegal returns what makes a run's schedule on one machine illegal, such as more processors in use than there are.
func (e Experiment) Illegal(run Run) []verify.Violation {
	return verify.Check(e.problem(run), run.Placed)
}

// HeadDelays returns where a run on one machine broke EASY's promise: the job at the head of the queue, in order of
// submission, was delayed past its reservation.
func (e Experiment) HeadDelays(run Run) []verify.Violation {
	return verify.HeadOnTime(e.problem(run), run.Placed, nil)
}

// problem is a run on one machine as package verify takes it.
func (e Experiment) problem(run Run) verify.Problem {
	return verify.Problem{Procs: e.Workload().Procs, Jobs: run.Jobs, Extend: e.Spec.Overrun == "extend"}
}

// Referee shows the violations that the referee finds in each run of Run, at most three
// of a run, and what it did not check: see experiment.Verify.
func (e Experiment) Referee(runs []Run) {
	w := e.Workload()
	for i := range runs {
		v, err := experiment.Verify(e.Spec, w, &runs[i])
		check(err)
		say("%s, illegal: %d\n", runs[i].Policy, len(v.Violations))
		for _, note := range v.Notes {
			sayLine("   ", note)
		}
		for _, v := range v.Violations[:min(len(v.Violations), 3)] {
			sayLine("   ", v)
		}
	}
}
