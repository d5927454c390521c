package lab_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/optimum/exact"
	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/notebooks/lab"
)

// The steps of a run are solved and drawn; no policy is cheaper than what is found.
func TestStepsAreSolvedAndDrawn(t *testing.T) {
	e := lab.Experiment{Spec: experiment.Spec{Policies: []string{"dynp-advanced"},
		Workload: experiment.Source{Model: &experiment.Model{Name: "lublin", Jobs: 150, Procs: 64, Load: 0.9, Seed: 1}}}}
	all := e.Instances()
	if len(all) < 20 {
		t.Fatalf("there are %d steps", len(all))
	}
	in := slices.MaxFunc(all, func(a, b *platform.Instance) int { return len(a.Jobs) - len(b.Jobs) }).Instance
	told := 0
	best := lab.Solve(in, 0.1, func(*exact.Result) { told++ })
	for _, p := range exact.Policies {
		if cost := in.Cost(lab.Starts(in, p.Name)); cost < best.Cost || cost < best.PolicyCost {
			t.Errorf("%s costs %d, the best schedule %d and the best policy's %d", p.Name, cost, best.Cost, best.PolicyCost)
		}
	}
	if again := lab.Solve(in, 0.1, nil); again.Cost != best.Cost || again.Bound != best.Bound || again.Nodes != best.Nodes || told == 0 {
		t.Errorf("the same twice: %+v, %+v", best, again)
	}
	out := stdout(t, func() {
		lab.Plans("two plans", in, lab.Plan{Name: "sjf", Starts: lab.Starts(in, "sjf")}, lab.Plan{Name: "best", Starts: best.Starts})
	})
	if !strings.Contains(out, "two plans") || !strings.Contains(out, "PNG") {
		t.Errorf("the figure is %q", out)
	}
}
