package lab

import (
	"path/filepath"
	"testing"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/grid"
	"github.com/backfill-lab/backfill/core/verify/nodes"
	"github.com/backfill-lab/backfill/core/verify/sites"
)

// The referee passes what the engine plays, on any grid, and no other schedule.
func TestTheRefereeJudgesWhatWasPlayed(t *testing.T) {
	for _, g := range []grid.Grid{
		{MultiSite: grid.MultiSite{Overhead: 1, Spread: "uniform"}},
		{MultiSite: grid.MultiSite{Overhead: 0.5, Reading: "slowest"}, Home: "user"},
	} {
		g.Sites = []grid.Site{{Name: "a", Procs: 64, Load: 3}, {Name: "b", Procs: 32, Speed: 2.5}}
		for _, overrun := range []string{"", "extend"} {
			e := Experiment{Dir: filepath.Join(t.TempDir(), "out"), Spec: experiment.Spec{
				Workload: experiment.Source{Model: &experiment.Model{Name: "lublin", Jobs: 200, Procs: 64, Load: 0.9, Users: 5, Seed: 1}},
				Policies: []string{"grid-independent", "grid-multisite", "grid-moldable"}, Overrun: overrun, Grid: &g}}
			for _, run := range e.Run() {
				told, placed := e.retell(run)
				if found := sites.Check(told, placed); len(found) > 0 {
					t.Errorf("%s: %v", run.Policy, found)
				}
				placed[7].End++
				placed[8].Parts[0].Site = 2
				if found := sites.Check(told, placed); len(found) < 2 {
					t.Errorf("%s: of two wrong jobs the referee finds %v", run.Policy, found)
				}
			}
		}
	}
}

// So it does on shared nodes.
func TestTheRefereeJudgesShares(t *testing.T) {
	e := Experiment{Dir: filepath.Join(t.TempDir(), "out"), Spec: experiment.Spec{
		Workload: experiment.Source{Model: &experiment.Model{Name: "lublin", Jobs: 100, Procs: 32, Load: 0.9, Type: "both", Seed: 1}},
		Policies: []string{"dfrs:Greedy*", "dfrs:GreedyPM*/per/OPT=MIN/MINVT=600", "dfrs:/stretch-per"}, Cluster: &experiment.Cluster{Nodes: 32}}}
	for _, run := range e.Run() {
		told, played := e.retellShares(run)
		if found := nodes.Check(told, played); len(found) > 0 {
			t.Errorf("%s: %v", run.Policy, found)
		}
		played[7].End++
		played[8].Held[0].Nodes[0].Node = 32
		if found := nodes.Check(told, played); len(found) < 2 {
			t.Errorf("%s: of two wrong jobs the referee finds %v", run.Policy, found)
		}
	}
}
