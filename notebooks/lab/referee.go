package lab

import (
	"fmt"

	"github.com/backfill-lab/backfill/core/experiment"
)

// Referee shows for each run of Run what the referee finds wrong with it: see
// experiment.Verify. It prints at most three violations of a run.
func (e Experiment) Referee(runs []experiment.Outcome) {
	w := e.Workload()
	for i := range runs {
		v, err := experiment.Verify(e.Spec, w, &runs[i])
		check(err)
		fmt.Printf("%s, illegal: %d\n", runs[i].Policy, len(v.Violations))
		for _, v := range v.Violations[:min(len(v.Violations), 3)] {
			fmt.Println("   ", v)
		}
	}
}
