package policy

import (
	"slices"

	"github.com/backfill-lab/backfill/core/sim"
)

// Words returns what the queue is in order of, "" for the order of submission.
func (o *Order) Words() string {
	if o.Name == "" {
		return ""
	}
	return o.Title
}

// begun is what the last pass tells of the start of j: its place among the jobs started, what was free, and who was
// passed. It is a caller's bug if the pass did not start j.
func (q *queue) begun(m *sim.Machine, j *sim.Job, way sim.Way) (at int, s sim.Start) {
	at = slices.IndexFunc(q.started, func(e entry) bool { return e.index == j.Index })
	if at < 0 {
		panic("policy: the last pass has not started this job")
	}
	s = sim.Start{Way: way, Free: m.Free(), Shadow: -1, Order: q.order.Words()}
	for i := at; i < len(q.started); i++ {
		s.Free += int(q.started[i].procs)
	}
	for i := range q.entries {
		if q.entries[i].before(&q.started[at]) {
			s.Ahead++
		}
	}
	return at, s
}

// ExplainStart implements sim.StartExplainer.
func (p *FCFS) ExplainStart(j *sim.Job) sim.Start {
	_, s := p.q.begun(p.m, j, sim.First)
	return s
}

// ExplainStart implements sim.StartExplainer.
func (p *List) ExplainStart(j *sim.Job) sim.Start {
	_, s := p.q.begun(p.m, j, sim.Fits)
	return s
}

// ExplainStart implements sim.StartExplainer.
func (p *EASY) ExplainStart(j *sim.Job) sim.Start {
	at, s := p.q.begun(p.m, j, sim.First)
	if at < p.led {
		return s
	}
	p.q.beside(&s, p.m.Job(p.q.entries[0].index), at, p.shadow, p.extra, p.m.Now())
	return s
}

// beside completes s, the explanation of the at-th start of the pass: that job was backfilled past the reservation of head.
// extra is the number of processors that the whole pass left beside that reservation.
func (q *queue) beside(s *sim.Start, head *sim.Job, at int, shadow int64, extra int, now int64) {
	room := shadow - now
	s.Way, s.Head, s.Shadow, s.Extra = sim.EndsBefore, head, shadow, extra
	if q.started[at].estimate > room {
		s.Way = sim.LeftOver
	}
	for i := at; i < len(q.started); i++ { // what this job and later ones took of it
		if e := &q.started[i]; e.estimate > room {
			s.Extra += int(e.procs)
		}
	}
}

// ExplainStart implements sim.StartExplainer.
func (p *Conservative) ExplainStart(j *sim.Job) sim.Start {
	_, s := p.q.begun(p.m, j, sim.Due)
	return s
}
