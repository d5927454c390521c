package shared

import (
	"fmt"
	"strings"

	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/platform/machine"
	"github.com/backfill-lab/backfill/core/sim"
	referee "github.com/backfill-lab/backfill/core/verify/shared"
)

// Retold returns a schedule as the referee takes it. stretches say what the jobs held. It uses the
// nodes, the jobs and the penalty of cfg, and decides nothing.
func Retold(cfg Config, outcomes []Outcome, stretches []Stretch) (referee.Problem, []referee.Run) {
	c := referee.Problem{Nodes: cfg.Nodes, Penalty: cfg.Penalty,
		VirtualInPenalty: cfg.VirtualInPenalty, NewestFirst: cfg.NewestFirst}
	runs := make([]referee.Run, len(cfg.Jobs))
	for i, j := range cfg.Jobs {
		c.Jobs = append(c.Jobs, referee.Job{ID: j.ID, Submit: j.Submit, Run: j.Run, Tasks: int(j.Tasks),
			CPU: int(j.CPU), Memory: int(j.Memory)})
		o := outcomes[i]
		runs[i] = referee.Run{Start: o.Start, End: o.End, Pauses: int(o.Pauses), Migrations: int(o.Migrations), Moved: int(o.Moved)}
	}
	for _, s := range stretches {
		h := referee.Held{From: s.From, To: s.To, Ready: s.Ready, Yield: int(s.Yield)}
		for _, p := range s.Places {
			h.Nodes = append(h.Nodes, referee.Part{Node: int(p.Node), Tasks: int(p.Count)})
		}
		runs[s.Job].Hold(h)
	}
	return c, runs
}

var obeys = platform.Law{Name: "laws",
	Doc: "jobs start, pause, resume and move only when the algorithm lets them, and share the CPU as it says"}

// Verify implements platform.Refereed.
func (n Platform) Verify(v *platform.Verified, p *platform.Problem, played *platform.Played) error {
	r, shares := played.Detail.(*Run)
	switch {
	case !shares: // on whole nodes
		all, _, err := n.Tasks(p.Workload, p.Model)
		if err != nil {
			return err
		}
		batch, _ := Batch(all, n.Nodes.Nodes)
		machine.Judge(v, p, played, machine.Retold(sim.Config{Procs: n.Nodes.Nodes, Jobs: batch, Overrun: p.Overrun}))
		return nil
	case r.Stretches == nil && len(played.Jobs) > 0:
		return fmt.Errorf("run %s cannot be verified: what its jobs held was not kept", played.Name)
	}
	c, runs := Retold(n.config(r.Tasks), r.Outcomes, r.Stretches)
	v.Law(platform.Legal, referee.Check(c, runs))
	known, err := referee.Parse(strings.TrimPrefix(played.Policy, Prefix))
	switch {
	case err != nil:
		v.Note("the choices of %s are not checked: %v", played.Policy, err)
	case v.Lawful("laws", played.Policy):
		v.Law(obeys, referee.Obeys(c, known, runs))
		if v.Within(referee.Effort(c, known, runs)) {
			v.Law(platform.Follows, referee.Follows(c, known, runs))
			if known.Goal != "MIN" {
				v.Note("with OPT=%s the yields are not unique: only their least values and, for AVG, their sum are checked", known.Goal)
			}
		}
	}
	return nil
}
