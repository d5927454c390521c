package rules

import (
	"maps"

	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/sim"
)

// Explain implements sim.Explainer by the strategy in force. Steps say which rules chose
// it: see OnStep.
func (p *Policy) Explain(j *sim.Job) sim.Reason {
	l := p.line(p.strategy.Order())
	if p.strategy.Algorithm() == CONS {
		return p.planned(l, j)
	}
	head := p.m.Job(l.blocks[0].entries[0].index)
	r := sim.Reason{Cause: sim.TooFew, Free: p.m.Free(), Head: head, Planned: -1}
	r.Shadow, r.Extra = policy.Reservation(p.m, int(head.Procs))
	r.For = policy.Enders(p.m, r.Shadow)
	switch fits := int(j.Procs) <= r.Free; {
	case p.strategy.Algorithm() != EASY:
		r.Strict = true
		if head != j && fits {
			r.Cause = sim.BehindHead
		}
	case head == j:
		r.Planned = r.Shadow
	default:
		r.Cause = sim.WouldDelayHead
		if r.Free = p.freeAtTurn(j); int(j.Procs) > r.Free {
			r.Cause = sim.TooFew
		}
	}
	return r
}

// freeAtTurn returns the processors that were free when the last pass considered j:
// those free now and those of the jobs behind j that the pass started.
func (p *Policy) freeAtTurn(j *sim.Job) int {
	o := p.strategy.Order()
	free, turn := p.m.Free(), p.entry(o, j)
	for i := range p.started {
		if turn.before(&p.started[i]) {
			free += int(p.started[i].procs)
		}
	}
	return free
}

// planned plans again up to j. The jobs that the pass started do not change j's plan.
func (p *Policy) planned(l *line, j *sim.Job) sim.Reason {
	now := p.m.Now()
	p.ahead()
	ends := map[*sim.Job]int64{}
	for _, b := range l.blocks {
		for i := range b.entries {
			e := &b.entries[i]
			t := p.free.Place(now, now, now, e.estimate, int(e.procs))
			ends[p.m.Job(e.index)] = t + e.estimate
			if e.index == j.Index {
				return policy.ExplainPlanned(p.m, j, t, maps.All(ends))
			}
		}
	}
	return policy.ExplainPlanned(p.m, j, -1, nil)
}
