package lab

import (
	"fmt"

	"github.com/backfill-lab/backfill/core/dfrs"
	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/grid"
	"github.com/backfill-lab/backfill/core/verify"
	"github.com/backfill-lab/backfill/core/verify/nodes"
	"github.com/backfill-lab/backfill/core/verify/sites"
)

// Referee shows for each run of Run on the Spec's grid, or on the shared nodes of
// its cluster, what core/verify finds wrong with it: jobs before their submission,
// sites or nodes over capacity, run times that do not follow from what a job held.
func (e Experiment) Referee(runs []experiment.Outcome) {
	for _, run := range runs {
		var found []verify.Violation
		if run.Cluster != nil {
			found = nodes.Check(e.retellShares(run))
		} else {
			found = sites.Check(e.retell(run))
		}
		fmt.Printf("%s, illegal: %d\n", run.Policy, len(found))
		for _, v := range found[:min(len(found), 3)] {
			fmt.Println("   ", v)
		}
	}
}

var speedups = map[grid.Model]string{grid.Amdahl: "amdahl", grid.Downey: "downey"}

// retell returns a run in the words of package verify, which shares no code with
// what it judges.
func (e Experiment) retell(run experiment.Outcome) (sites.Problem, []sites.Placement) {
	r := run.Grid
	if r == nil {
		check(fmt.Errorf("%s: the run is neither on a grid nor on shared nodes", run.Policy))
	}
	g := sites.Problem{Mold: true, Split: true, Extend: e.Spec.Overrun == "extend", Slowest: r.Grid.MultiSite.Reading == "slowest"}
	for _, s := range r.Grid.Sites {
		g.Sites = append(g.Sites, sites.Site{Procs: s.Procs, Speed: s.Speed, Load: s.Load})
	}
	placed := make([]sites.Placement, len(r.Placed))
	for i, j := range r.Asked {
		n := &r.Natures[i]
		g.Jobs = append(g.Jobs, sites.Job{Job: j, Home: int(n.Home), Slowdown: n.Slowdown, Speedup: sites.Speedup{
			Model: speedups[n.Speedup.Model], Serial: n.Speedup.Serial, Average: n.Speedup.Average, Variance: n.Speedup.Variance}})
		placed[i].Placement = r.Placed[i]
		for _, p := range r.Schedule.Parts(i) {
			placed[i].Parts = append(placed[i].Parts, sites.Part{Site: int(p.Site), Procs: int(p.Procs)})
		}
	}
	return g, placed
}

// retellShares is retell of a run on shared nodes.
func (e Experiment) retellShares(run experiment.Outcome) (nodes.Problem, []nodes.Run) {
	r := run.Cluster
	if r.Stretches == nil {
		check(fmt.Errorf("%s: what its jobs held has not been kept: the referee takes the runs of Run", run.Policy))
	}
	c := nodes.Problem{Nodes: e.Spec.Cluster.Nodes, Penalty: e.Spec.Cluster.Penalty() * dfrs.Second}
	played := make([]nodes.Run, len(r.Tasks))
	for i, j := range r.Tasks {
		c.Jobs = append(c.Jobs, nodes.Job{ID: j.ID, Submit: j.Submit, Run: j.Run, Tasks: int(j.Tasks), CPU: int(j.CPU), Memory: int(j.Memory)})
		o := r.Outcomes[i]
		played[i] = nodes.Run{Start: o.Start, End: o.End, Pauses: int(o.Pauses), Migrations: int(o.Migrations), Moved: int(o.Moved)}
	}
	for _, s := range r.Stretches {
		h := nodes.Held{From: s.From, To: s.To, Ready: s.Ready, Yield: int(s.Yield)}
		for _, p := range s.Places {
			h.Nodes = append(h.Nodes, nodes.Part{Node: int(p.Node), Tasks: int(p.Count)})
		}
		played[s.Job].Hold(h)
	}
	return c, played
}
