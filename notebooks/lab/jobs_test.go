package lab_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/notebooks/lab"
)

// Two jobs that do not fit together run one after the other; the numbers are worked out by hand.
func TestJobsOfACellAreSimulatedAndKept(t *testing.T) {
	dir := t.TempDir()
	jobs := []lab.Job{{Submit: 0, Run: 100, Procs: 3}, {Submit: 10, Run: 50, Estimate: 80, Procs: 2}, {Submit: 20, Run: 30, Procs: 1}}
	e := lab.Experiment{Dir: filepath.Join(dir, "out"), Spec: lab.Spec{Policies: []string{"fcfs", "easy"},
		Workload: lab.Jobs(filepath.Join(dir, "jobs", "mine.swf"), 4, jobs...)}}
	runs := e.Run()
	for i, starts := range [][]int64{{0, 100, 100}, {0, 100, 20}} { // EASY starts the third beside the first
		for k, p := range runs[i].Placed {
			if p.Start != starts[k] || runs[i].Jobs[k].ID != int64(k+1) {
				t.Errorf("%s: job %d starts at %d, want %d", runs[i].Policy, runs[i].Jobs[k].ID, p.Start, starts[k])
			}
		}
	}
	if j := runs[0].Jobs; j[0].Estimate != 100 || j[1].Estimate != 80 {
		t.Errorf("the estimates are %d and %d", j[0].Estimate, j[1].Estimate)
	}
	if out := stdout(t, func() { e.Why("fcfs", 3) }); !strings.Contains(out, "Job 3 waited") {
		t.Error(out)
	}
	file := e.Spec.Workload.File
	before, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	lab.Jobs(file, 4, jobs...)
	if after, err := os.Stat(file); err != nil || !os.SameFile(before, after) {
		t.Errorf("the same jobs are written again: %v", err)
	}
}
