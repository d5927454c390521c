package lab

import (
	"fmt"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/grid"
	"github.com/backfill-lab/backfill/core/verify"
)

// Referee shows for each run on the Spec's grid what core/verify finds wrong
// with it: jobs before their submission, sites over capacity, run times that do
// not follow from what a job held.
func (e Experiment) Referee(runs []experiment.Outcome) {
	for _, run := range runs {
		found := verify.CheckGrid(e.retell(run))
		fmt.Printf("%s, illegal: %d\n", run.Policy, len(found))
		for _, v := range found[:min(len(found), 3)] {
			fmt.Println("   ", v)
		}
	}
}

var speedups = map[grid.Model]string{grid.Amdahl: "amdahl", grid.Downey: "downey"}

// retell returns a run in the words of package verify, which shares no code with
// what it judges.
func (e Experiment) retell(run experiment.Outcome) (verify.Grid, []verify.GridPlacement) {
	r := run.Grid
	if r == nil {
		check(fmt.Errorf("%s: the run is not on a grid", run.Policy))
	}
	g := verify.Grid{Mold: true, Split: true, Extend: e.Spec.Overrun == "extend", Slowest: r.Grid.MultiSite.Reading == "slowest"}
	for _, s := range r.Grid.Sites {
		g.Sites = append(g.Sites, verify.Site{Procs: s.Procs, Speed: s.Speed, Load: s.Load})
	}
	placed := make([]verify.GridPlacement, len(r.Placed))
	for i, j := range r.Asked {
		n := &r.Natures[i]
		g.Jobs = append(g.Jobs, verify.GridJob{Job: j, Home: int(n.Home), Slowdown: n.Slowdown, Speedup: verify.Speedup{
			Model: speedups[n.Speedup.Model], Serial: n.Speedup.Serial, Average: n.Speedup.Average, Variance: n.Speedup.Variance}})
		placed[i].Placement = r.Placed[i]
		for _, p := range r.Schedule.Parts(i) {
			placed[i].Parts = append(placed[i].Parts, verify.Part{Site: int(p.Site), Procs: int(p.Procs)})
		}
	}
	return g, placed
}
