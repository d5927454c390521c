package lab

import (
	"path/filepath"
	"testing"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/platform/grid"
	"github.com/backfill-lab/backfill/core/platform/shared"
)

// The referee passes what the engines play, on any grid and on shared nodes.
func TestTheRefereePassesWhatWasPlayed(t *testing.T) {
	var all []experiment.Spec
	for _, g := range []grid.Grid{
		{MultiSite: grid.MultiSite{Overhead: 1, Spread: "uniform"}},
		{MultiSite: grid.MultiSite{Overhead: 0.5, Reading: "slowest"}, Home: "user"},
	} {
		g.Sites = []grid.Site{{Name: "a", Procs: 64, Load: 3}, {Name: "b", Procs: 32, Speed: 2.5}}
		for _, overrun := range []string{"", "extend"} {
			all = append(all, experiment.Spec{
				Workload: experiment.Source{Model: &experiment.Model{Name: "lublin", Jobs: 200, Procs: 64, Load: 0.9, Users: 5, Seed: 1}},
				Policies: []string{"grid-independent", "grid-multisite", "grid-moldable"}, Overrun: overrun, Platforms: experiment.Platforms{Grid: &g}})
		}
	}
	all = append(all, experiment.Spec{
		Workload:  experiment.Source{Model: &experiment.Model{Name: "lublin", Jobs: 100, Procs: 32, Load: 0.9, Type: "both", Seed: 1}},
		Policies:  []string{"dfrs:Greedy*", "dfrs:GreedyPM*/per/OPT=MIN/MINVT=600", "dfrs:/stretch-per"},
		Platforms: experiment.Platforms{Shared: &shared.Nodes{Nodes: 32}}})
	for _, spec := range all {
		e := Experiment{Dir: filepath.Join(t.TempDir(), "out"), Spec: spec}
		for _, run := range e.Run() {
			v, err := experiment.Verify(spec, e.Workload(), &run)
			if err != nil || len(v.Violations) > 0 || len(v.Laws) == 0 {
				t.Errorf("%s: %+v, %v", run.Policy, v, err)
			}
		}
		e.Referee(e.Run()[:1])
	}
}
