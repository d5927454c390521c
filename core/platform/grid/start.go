package grid

import (
	"slices"

	"github.com/backfill-lab/backfill/core/sim"
)

// A Start says why one job started in one pass.
type Start struct {
	Way   sim.Way
	Free  []int32 // processors of each site that were free when it started, its own among them
	Home  bool    // the queue is that of its home site
	Ahead int     // jobs before it in its queue that went on waiting
	Order string  // what the queue is in order of, in words; "" is the order of submission
}

// A StartExplainer is a Policy that can say why a job started. ExplainStart is called after the Pass that started
// these jobs, in that order, about the k-th of them, and changes nothing.
type StartExplainer interface {
	ExplainStart(started []*Job, k int) Start
}

// since returns what was free of each site before the k-th of these jobs started and all behind it.
func (m *Machine) since(started []*Job, k int) []int32 {
	return m.before(started, func(j *Job) bool { return slices.Index(started, j) >= k })
}

// ExplainStart implements StartExplainer.
func (s *Scheduler) ExplainStart(started []*Job, k int) Start {
	j, q := started[k], &s.queues[0]
	r := Start{Way: sim.First, Free: s.m.since(started, k), Home: s.o.Scope == "home"}
	if r.Home {
		q = &s.queues[j.Home]
	}
	if s.o.Queue == "list" {
		r.Way = sim.Fits
	}
	r.Order = q.order.Words()
	turn := entry{key: q.order.Key(s.m.Now(), &j.Job), index: j.Index}
	for _, e := range q.entries[q.head:] {
		if e.before(&turn) {
			r.Ahead++
		}
	}
	return r
}

// ExplainStart implements StartExplainer.
func (p *Planner) ExplainStart(started []*Job, k int) Start {
	j := started[k]
	r := Start{Way: sim.Due, Free: p.m.since(started, k), Order: p.order.Words()}
	turn := row{key: p.order.Key(p.m.Now(), &j.Job), job: j}
	for i := range p.rows {
		if p.rows[i].before(&turn) {
			r.Ahead++
		}
	}
	return r
}
