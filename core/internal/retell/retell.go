// Package retell translates the engines' schedules into the types of the referees, which
// share no code with the engines. It decides nothing.
package retell

import (
	"github.com/backfill-lab/backfill/core/platform/grid"
	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/verify"
	gridreferee "github.com/backfill-lab/backfill/core/verify/grid"
	sharedreferee "github.com/backfill-lab/backfill/core/verify/shared"
)

// Machine returns what a schedule on one machine is judged by: the processors, the jobs and
// the overrun of cfg. Placements need no translation.
func Machine(cfg sim.Config) verify.Problem {
	return verify.Problem{Procs: cfg.Procs, Jobs: cfg.Jobs, Extend: cfg.Overrun == sim.Extend}
}

var speedups = map[grid.Model]string{grid.Amdahl: "amdahl", grid.Downey: "downey"}

// Sites returns a schedule on a grid, where molding and splitting are allowed. It uses the
// grid, the jobs, their natures and the overrun of cfg.
func Grid(cfg grid.Config, s *grid.Schedule) (gridreferee.Problem, []gridreferee.Placement) {
	g := gridreferee.Problem{Mold: true, Split: true, Extend: cfg.Overrun == sim.Extend, Slowest: cfg.Grid.MultiSite.Reading == "slowest"}
	for _, s := range cfg.Grid.Sites {
		g.Sites = append(g.Sites, gridreferee.Site{Procs: s.Procs, Speed: s.Speed, Load: s.Load})
	}
	placed := make([]gridreferee.Placement, len(cfg.Jobs))
	for i, j := range cfg.Jobs {
		n := &cfg.Natures[i]
		g.Jobs = append(g.Jobs, gridreferee.Job{Job: j, Home: int(n.Home), Slowdown: n.Slowdown, Speedup: gridreferee.Speedup{
			Model: speedups[n.Speedup.Model], Serial: n.Speedup.Serial, Average: n.Speedup.Average, Variance: n.Speedup.Variance}})
		placed[i].Placement = s.Placed[i].Placement
		for _, p := range s.Parts(i) {
			placed[i].Parts = append(placed[i].Parts, gridreferee.Part{Site: int(p.Site), Procs: int(p.Procs)})
		}
	}
	return g, placed
}

// Nodes returns a schedule on shared nodes. stretches say what the jobs held. It uses the
// nodes, the jobs and the penalty of cfg.
func Shared(cfg shared.Config, outcomes []shared.Outcome, stretches []shared.Stretch) (sharedreferee.Problem, []sharedreferee.Run) {
	c := sharedreferee.Problem{Nodes: cfg.Nodes, Penalty: cfg.Penalty,
		VirtualInPenalty: cfg.VirtualInPenalty, NewestFirst: cfg.NewestFirst}
	runs := make([]sharedreferee.Run, len(cfg.Jobs))
	for i, j := range cfg.Jobs {
		c.Jobs = append(c.Jobs, sharedreferee.Job{ID: j.ID, Submit: j.Submit, Run: j.Run, Tasks: int(j.Tasks),
			CPU: int(j.CPU), Memory: int(j.Memory)})
		o := outcomes[i]
		runs[i] = sharedreferee.Run{Start: o.Start, End: o.End, Pauses: int(o.Pauses), Migrations: int(o.Migrations), Moved: int(o.Moved)}
	}
	for _, s := range stretches {
		h := sharedreferee.Held{From: s.From, To: s.To, Ready: s.Ready, Yield: int(s.Yield)}
		for _, p := range s.Places {
			h.Nodes = append(h.Nodes, sharedreferee.Part{Node: int(p.Node), Tasks: int(p.Count)})
		}
		runs[s.Job].Hold(h)
	}
	return c, runs
}
