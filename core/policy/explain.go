package policy

import (
	"slices"

	"github.com/backfill-lab/backfill/core/sim"
)

// Explain implements sim.Explainer.
func (p *FCFS) Explain(j *sim.Job) sim.Reason { return p.q.behindHead(p.m, j) }

// behindHead is the reason of strict queue order.
func (q *queue) behindHead(m *sim.Machine, j *sim.Job) sim.Reason {
	q.refresh(m) // the pass may not have needed to
	r := sim.Reason{Cause: sim.TooFew, Free: m.Free(), Head: m.Job(q.entries[0].index), Planned: -1}
	r.Shadow, r.Extra = Reservation(m, int(r.Head.Procs))
	if r.Head != j && int(j.Procs) <= r.Free {
		r.Cause = sim.BehindHead
	}
	r.For = Enders(m, r.Shadow)
	return r
}

// Explain implements sim.Explainer.
func (p *List) Explain(j *sim.Job) sim.Reason {
	r := sim.Reason{Cause: sim.TooFew, Free: p.q.freeAtTurn(p.m, j), Shadow: -1}
	r.Planned, _ = Reservation(p.m, int(j.Procs))
	r.For = Enders(p.m, r.Planned)
	return r
}

// Explain implements sim.Explainer.
func (p *EASY) Explain(j *sim.Job) sim.Reason {
	r := p.q.behindHead(p.m, j)
	if r.Head == j {
		r.Planned = r.Shadow
		return r
	}
	r.Cause = sim.WouldDelayHead
	if r.Free = p.q.freeAtTurn(p.m, j); int(j.Procs) > r.Free {
		r.Cause = sim.TooFew
	}
	return r
}

// freeAtTurn returns how many processors were free when the last pass considered j: those free
// now and those of the jobs started after it.
func (q *queue) freeAtTurn(m *sim.Machine, j *sim.Job) int {
	free, turn := m.Free(), entry{key: q.order.Key(m.Now(), j), index: j.Index}
	for i := range q.started {
		if turn.before(&q.started[i]) {
			free += int(q.started[i].procs)
		}
	}
	return free
}

// Enders returns the running jobs that are expected to end at second t.
func Enders(m *sim.Machine, t int64) []*sim.Job {
	var jobs []*sim.Job
	for _, r := range m.Running() {
		if r.End == t {
			jobs = append(jobs, m.Job(r.Index))
		}
	}
	return jobs
}

// Explain implements sim.Explainer.
func (p *Conservative) Explain(j *sim.Job) sim.Reason {
	r := sim.Reason{Cause: sim.Planned, Free: p.m.Free(), Shadow: -1, Planned: -1}
	if int(j.Procs) > r.Free {
		r.Cause = sim.TooFew
	}
	i := p.q.place(j)
	if i < 0 {
		return r
	}
	r.Planned = p.q.entries[i].planned
	r.For = Enders(p.m, r.Planned)
	for k := range p.q.entries {
		if e := &p.q.entries[k]; e.planned+e.estimate == r.Planned {
			r.For = append(r.For, p.m.Job(e.index))
		}
	}
	slices.SortFunc(r.For, func(a, b *sim.Job) int { return int(a.Index) - int(b.Index) })
	return r
}
