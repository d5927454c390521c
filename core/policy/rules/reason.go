package rules

import (
	"maps"
	"slices"

	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/sim"
)

// Explain implements sim.Explainer by the strategy in force. Steps say which rules chose
// it: see OnStep.
func (p *Policy) Explain(j *sim.Job) sim.Reason {
	l := p.line(p.strategy.Order())
	if p.algorithm() == CONS {
		return p.planned(l, j)
	}
	head := p.m.Job(l.blocks[0].entries[0].index)
	r := sim.Reason{Cause: sim.TooFew, Free: p.m.Free(), Head: head, Planned: -1}
	r.Shadow, r.Extra = policy.Reservation(p.m, int(head.Procs))
	r.For = policy.Enders(p.m, r.Shadow)
	switch fits := int(j.Procs) <= r.Free; {
	case p.algorithm() != EASY:
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

// ExplainStart implements sim.StartExplainer by the strategy in force.
func (p *Policy) ExplainStart(j *sim.Job) sim.Start {
	at := slices.IndexFunc(p.started, func(e entry) bool { return e.index == j.Index })
	if at < 0 {
		panic("rules: the last pass has not started this job")
	}
	s := sim.Start{Way: sim.First, Free: p.m.Free(), Shadow: -1, Order: p.strategy.Order().words()}
	for i := at; i < len(p.started); i++ {
		s.Free += int(p.started[i].procs)
	}
	l, turn := p.line(p.strategy.Order()), &p.started[at]
	for _, b := range l.blocks {
		for i := range b.entries {
			if b.entries[i].before(turn) {
				s.Ahead++
			}
		}
	}
	switch {
	case p.algorithm() == CONS:
		s.Way = sim.Due
		return s
	case at < p.led:
		return s
	}
	room := p.shadow - p.m.Now()
	s.Way, s.Head, s.Shadow, s.Extra = sim.EndsBefore, p.m.Job(l.blocks[0].entries[0].index), p.shadow, int(p.extra)
	if j.Estimate > room {
		s.Way = sim.LeftOver
	}
	for i := at; i < len(p.started); i++ {
		if e := &p.started[i]; e.estimate > room {
			s.Extra += int(e.procs)
		}
	}
	return s
}

// words says what the queue is in order of, "" for the order of submission.
func (o Order) words() string {
	switch {
	case o == BySubmit:
		return ""
	case o == byGreed:
		return "wait and the advantage of the user's group"
	}
	return OrderTitles[o]
}
