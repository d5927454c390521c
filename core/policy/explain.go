package policy

import (
	"iter"
	"slices"

	"github.com/backfill-lab/backfill/core/sim"
)

// Explain implements sim.Explainer.
func (p *FCFS) Explain(j *sim.Job) sim.Reason {
	r := p.q.behindHead(p.m, j)
	r.Strict = true
	return r
}

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
	start := int64(-1)
	if i := p.q.place(j); i >= 0 {
		start = p.q.entries[i].planned
	}
	return ExplainPlanned(p.m, j, start, func(yield func(*sim.Job, int64) bool) {
		for i := range p.q.entries {
			if e := &p.q.entries[i]; !yield(p.m.Job(e.index), e.planned+e.estimate) {
				return
			}
		}
	})
}

// ExplainPlanned says why j, whose planned start is start or -1, has not started. The jobs
// that end then make room: running ones, and of planned, which yields jobs with their ends.
func ExplainPlanned(m *sim.Machine, j *sim.Job, start int64, planned iter.Seq2[*sim.Job, int64]) sim.Reason {
	r := sim.Reason{Cause: sim.Planned, Free: m.Free(), Shadow: -1, Planned: start}
	if int(j.Procs) > r.Free {
		r.Cause = sim.TooFew
	}
	if start < 0 {
		return r
	}
	r.For = Enders(m, start)
	for waiting, end := range planned {
		if end == start {
			r.For = append(r.For, waiting)
		}
	}
	slices.SortFunc(r.For, func(a, b *sim.Job) int { return int(a.Index) - int(b.Index) })
	return r
}
