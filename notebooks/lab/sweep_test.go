package lab_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/notebooks/lab"
)

// A sweep is run once, kept, and drawn; a run that fails is named.
func TestASweepIsRunKeptAndDrawn(t *testing.T) {
	s := lab.Sweep{Dir: filepath.Join(t.TempDir(), "out"), Study: `{"policies": ["fcfs", "easy", "recorded"],
		"workload": {"model": {"name": "lublin", "jobs": 50, "procs": 32, "load": [0.5, 0.9], "seed": {"from": 1, "to": 3}}}}`}
	for range 2 { // the second time, all is there
		out := stdout(t, s.Run)
		if !strings.Contains(out, "out: 12 runs done\n") || strings.Count(out, "policies recorded) failed: ") != 6 {
			t.Errorf("it prints %q", out)
		}
	}
	table := s.Table()
	if table.Rows != 12 || table.Col("load").Float[11] != 0.9 || table.Col("seed").Float[11] != 3 {
		t.Errorf("the table has %d rows", table.Rows)
	}
	if out := stdout(t, func() { s.Plot("load", "wait_mean_s") }); !strings.Contains(out, "Mean wait over load") {
		t.Errorf("it is drawn as %q", out)
	}
}
