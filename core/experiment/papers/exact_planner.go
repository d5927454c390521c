package papers

import (
	"context"
	"slices"

	"github.com/backfill-lab/backfill/core/exact"
	"github.com/backfill-lab/backfill/core/plan"
	"github.com/backfill-lab/backfill/core/sim"
)

// exactPlanner plans every step by the optimiser and starts what the plan has start
// now. As the objective is ARTwW and the plan never costs more than one by FCFS,
// SJF or LJF, it is dynP with quality ARTwW over the waiting jobs and the optimiser
// as a fourth policy.
type exactPlanner struct {
	ctx     context.Context
	stop    context.CancelCauseFunc // ends the simulation
	nodes   int64                   // of each solution
	m       *sim.Machine
	waiting []*sim.Job // in order of submission

	solved, proven int
	gaps           float64 // their sum
}

func (p *exactPlanner) Reset(m *sim.Machine) {
	p.m, p.waiting, p.solved, p.proven, p.gaps = m, nil, 0, 0, 0
}

func (p *exactPlanner) Submit(j *sim.Job) { p.waiting = append(p.waiting, j) }

func (p *exactPlanner) End(sim.Running) {}

// Pass plans anew whenever anything can start. A plan's jobs start when processors
// become free, which is when a running job ends, so no wake-up is needed.
func (p *exactPlanner) Pass() {
	if !slices.ContainsFunc(p.waiting, func(j *sim.Job) bool { return int(j.Procs) <= p.m.Free() }) {
		return
	}
	in := plan.InstanceOf(p.m, p.waiting)
	r, err := exact.Solve(p.ctx, in, exact.Options{Nodes: p.nodes, MemoryMiB: exactMemoryMiB})
	if err != nil {
		p.stop(err)
		return
	}
	p.solved++
	p.gaps += r.Gap
	if r.Optimal {
		p.proven++
	}
	var left []*sim.Job
	for i, j := range p.waiting {
		if r.Starts[i] == in.Now {
			p.m.Start(j)
		} else {
			left = append(left, j)
		}
	}
	p.waiting = left
}
