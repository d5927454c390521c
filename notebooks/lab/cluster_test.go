package lab_test

import (
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/figures"
	"github.com/backfill-lab/backfill/notebooks/lab"
)

func onCluster(t *testing.T, policies ...string) lab.Experiment {
	return lab.Experiment{Dir: filepath.Join(t.TempDir(), "out"), Tables: []string{"shares"},
		Spec: experiment.Spec{Workload: small, Policies: policies, Platforms: experiment.Platforms{Shared: &shared.Nodes{Nodes: 64}}}}
}

// What jobs held of nodes is kept, and is the CPU time of their work where nothing
// is ever moved.
func TestClustersAreRunAndKept(t *testing.T) {
	e := onCluster(t, "easy", "dfrs:Greedy*/OPT=MIN")
	runs := e.Run()
	if runs[0].Detail != nil || len(runs[1].Detail.(*shared.Run).Stretches) == 0 {
		t.Fatalf("runs on whole and on shared nodes are %+v and %+v", runs[0].Detail, runs[1].Detail)
	}
	shares, held, work := e.Read(result.Shares), 0.0, 0.0
	for i := range shares.Rows {
		held += shares.Col("cpu").Float[i] * (shares.Col("end_s").Float[i] - shares.Col("start_s").Float[i])
	}
	for _, j := range e.Tasks() {
		work += float64(j.Run) / shared.Second * float64(j.Tasks) * float64(j.CPU) / shared.Whole
	}
	if held < work || held > work*1.0001 {
		t.Errorf("the shares are %v node-seconds, the work %v", held, work)
	}
	if out := stdout(t, func() { e.Show("shares", figures.Options{}) }); !strings.Contains(out, "bytes of PNG") {
		t.Errorf("it is shown as %q", out)
	}
	if out := stdout(t, func() { e.Table("bsld_max", "pauses_per_job", "migration_bandwidth") }); !strings.Contains(out, "Pauses per job") {
		t.Errorf("the table is %q", out)
	}
}

// Theorem 4: the last of n jobs is stretched by n.
func TestEquipartitionStretchesTheLastJobByAll(t *testing.T) {
	for _, n := range []int{2, 5, 10} {
		if got := lab.Equipartition(shared.Theorem4(n, 2520*shared.Second)); math.Abs(got-float64(n)) > 1e-6 {
			t.Errorf("%d jobs: the largest stretch is %v", n, got)
		}
	}
}

// No policy is better than the bound.
func TestNoStretchIsBelowTheBound(t *testing.T) {
	e := onCluster(t, "easy", "dfrs:Greedy*/OPT=MIN", "dfrs:GreedyPM*/per/OPT=MIN/MINVT=600")
	bound := e.Bound()
	if bound < 1 {
		t.Errorf("the bound is %v", bound)
	}
	played := e.Play()
	for i, run := range e.Run() {
		if got := run.Metric("bsld_max"); got < bound || got != played[i].Metric("bsld_max") {
			t.Errorf("%s: %v, the bound is %v, and without files it is %v", run.Policy, got, bound, played[i].Metric("bsld_max"))
		}
	}
}
