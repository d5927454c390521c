package lab_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/notebooks/lab"
)

// An experiment is compared over its weeks.
func TestAnExperimentIsComparedOverItsWeeks(t *testing.T) {
	e := lab.Experiment{Dir: filepath.Join(t.TempDir(), "out"), Spec: experiment.Spec{Policies: []string{"fcfs", "easy"},
		Workload: experiment.Source{Model: &experiment.Model{Name: "lublin", Jobs: 2000, Procs: 64, Load: 0.5, Seed: 1}}}}
	stdout(t, func() { e.Run() })
	out := stdout(t, func() { e.Compare("wait_mean_s", "artww_s") })
	if !strings.HasPrefix(out, "wait_mean_s, ") || !strings.Contains(out, " weeks; differences from fcfs at 95 %") ||
		!strings.Contains(out, "\nartww_s, ") || strings.Count(out, "\neasy ") != 2 {
		t.Errorf("it prints %q", out)
	}
}
