package lab

import (
	"fmt"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/verify"
)

// Problem returns a run on one machine as package verify takes it, for laws that the cell
// names itself.
func (e Experiment) Problem(run experiment.Outcome) verify.Problem {
	return verify.Problem{Procs: e.Workload().Procs, Jobs: run.Jobs, Extend: e.Spec.Overrun == "extend"}
}

// Referee shows the violations that the referee finds in each run of Run, at most three
// of a run, and what it did not check: see experiment.Verify.
func (e Experiment) Referee(runs []experiment.Outcome) {
	w := e.Workload()
	for i := range runs {
		v, err := experiment.Verify(e.Spec, w, &runs[i])
		check(err)
		fmt.Printf("%s, illegal: %d\n", runs[i].Policy, len(v.Violations))
		for _, note := range v.Notes {
			fmt.Println("   ", note)
		}
		for _, v := range v.Violations[:min(len(v.Violations), 3)] {
			fmt.Println("   ", v)
		}
	}
}
