package lab_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/notebooks/lab"
)

// Only what is better by more than chance is starred, on one machine and on shared nodes: the marks are those of the command.
func TestTheTableStarsWhatTheCommandStars(t *testing.T) {
	model := experiment.Source{Model: &experiment.Model{Name: "lublin", Jobs: 1500, Procs: 64, Load: 0.9, Seed: 1}}
	seen := map[metrics.Standing]bool{}
	for name, spec := range map[string]experiment.Spec{
		"machine": {Workload: model, Policies: []string{"fcfs", "easy", "cons", "sjf-easy"}},
		"alike":   {Workload: model, Policies: []string{"easy", "cons"}},
		"one":     {Workload: model, Policies: []string{"easy"}},
		"nodes": {Workload: experiment.Source{Model: &experiment.Model{Name: "lublin", Jobs: 300, Procs: 64, Load: 0.7, Seed: 1}},
			Platforms: experiment.Platforms{Shared: &shared.Nodes{Nodes: 16, Cores: 4}}, Policies: []string{"fcfs",
				"dfrs:GreedyPM*/per/OPT=MIN/MINVT=600"}},
	} {
		e := lab.Experiment{Dir: filepath.Join(t.TempDir(), "out"), Spec: spec}
		var outcomes []experiment.Outcome
		stdout(t, func() { outcomes = e.Run() })
		stood := experiment.Stand(outcomes)
		for _, m := range metrics.All {
			out := stdout(t, func() { e.Table(m.Name) })
			lines := strings.Split(out, "\n")
			want := stood.In(m)
			for k, o := range outcomes {
				got := metrics.Behind
				switch i := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, o.Policy+" ") }); {
				case i < 0:
					t.Fatalf("%s: no line of %s in %q", name, o.Policy, out)
				case strings.HasSuffix(lines[i], " *"):
					got = metrics.Best
				case strings.HasSuffix(lines[i], " '"):
					got = metrics.First
				}
				seen[got] = true
				if got != want[k] {
					t.Errorf("%s: %s of %s stands as %d, in the command as %d:\n%s", name, m.Name, o.Policy, got, want[k], out)
				}
			}
			for mark, at := range map[string]metrics.Standing{"\n* the best of its column, by more than the ": metrics.Best,
				"\n' the first of its column; which is best is not sure: ": metrics.First} {
				if strings.Contains(out, mark) != slices.Contains(want, at) {
					t.Errorf("%s: %s", name, out)
				}
			}
		}
	}
	if len(seen) != 3 {
		t.Errorf("only %v were seen", seen)
	}
}
