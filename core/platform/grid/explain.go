package grid

import (
	"slices"

	"github.com/backfill-lab/backfill/core/sim"
)

// A Reason says why one waiting job did not start in one pass. What does not apply is zero,
// or -1 for Site and Start. Its Cause is one of package sim.
type Reason struct {
	Cause sim.Cause
	Free  []int32 // processors of each site that were free when the job's turn came
	Site  int32   // the only site where the job may run, or -1: any

	// What the policy allows beside a run on one site with the processors asked for.
	Split bool    // several sites that have enough together
	Mold  bool    // fewer processors, if their computing power on one site is at least Power
	Power float64 // processors times speed

	Ahead int  // waiting jobs before it in its queue
	Head  *Job // the first of them, which nothing may pass; nil if others may, or if the job is first

	Start int64  // its planned start, if the policy plans
	Parts []Part // where
	For   []*Job // running and planned jobs that are expected to end then, on these sites, in order of Index
}

// An Explainer is a Policy that can say why a job still waits; see sim.Explainer. started are the
// jobs that the last pass has started. The Reason is the caller's own.
type Explainer interface {
	Explain(j *Job, started []*Job) Reason
}

// before returns what was free of each site when the turn of a job came: what is free now, and what
// the jobs have that were started behind it.
func (m *Machine) before(started []*Job, behind func(*Job) bool) []int32 {
	free := slices.Clone(m.free)
	for _, j := range started {
		if behind(j) {
			for _, p := range m.e.schedule.Parts(int(j.Index)) {
				free[p.Site] += p.Procs
			}
		}
	}
	return free
}

// Explain implements Explainer.
func (s *Scheduler) Explain(j *Job, started []*Job) Reason {
	q, now := &s.queues[0], s.m.Now()
	r := Reason{Cause: sim.TooFew, Site: none, Start: none, Split: s.o.Split != "", Mold: s.o.Mold}
	if s.o.Scope == "home" {
		q, r.Site = &s.queues[j.Home], j.Home
	}
	if r.Mold {
		r.Power = s.o.Power * s.asked(j)
	}
	q.refresh(s.m) // the pass may not have needed to
	turn := entry{key: q.order.Key(now, &j.Job), index: j.Index}
	r.Ahead, _ = slices.BinarySearchFunc(q.entries[q.head:], turn, compareEntries)
	if s.o.Queue != "list" && r.Ahead > 0 {
		r.Head = s.m.Job(q.entries[q.head].index)
	}
	r.Free = s.m.before(started, func(o *Job) bool {
		e := entry{key: q.order.Key(now, &o.Job), index: o.Index}
		return turn.before(&e)
	})
	if s.fits(j, &r) {
		r.Cause = sim.BehindHead
	}
	return r
}

// fits reports whether j could start on what r says was free.
func (s *Scheduler) fits(j *Job, r *Reason) bool {
	if r.Site != none {
		return r.Free[r.Site] >= j.Procs
	}
	if r.fit(j.Procs) {
		return true
	}
	best, most := s.mightiest(r.Free)
	return r.Mold && best >= 0 && s.enough(most, j)
}

// fit reports whether so many processors were free on one site or, if that will do, on several.
func (r *Reason) fit(procs int32) bool {
	sum, most := 0, int32(0)
	for _, n := range r.Free {
		sum, most = sum+int(n), max(most, n)
	}
	return most >= procs || r.Split && sum >= int(procs)
}

// Explain implements Explainer. A job that could start now waits if it is expected to end sooner
// elsewhere.
func (p *Planner) Explain(j *Job, started []*Job) Reason {
	now := p.m.Now()
	r := Reason{Cause: sim.TooFew, Site: none, Split: p.splits(), Mold: p.molds()}
	turn := row{key: p.order.Key(now, &j.Job), job: j}
	for i := range p.rows {
		if p.rows[i].before(&turn) {
			r.Ahead++
		}
	}
	r.Free = p.m.before(started, func(o *Job) bool {
		return turn.before(&row{key: p.order.Key(now, &o.Job), job: o})
	})
	least := j.Procs
	if r.Mold {
		least = 1 // its processors are halved down to one
	}
	if r.fit(least) {
		r.Cause = sim.Planned
	}
	start, parts, ok := p.Planned(j)
	if !ok {
		r.Start = none
		return r
	}
	r.Start, r.Parts = start, slices.Clone(parts)
	for i := range p.m.clock.Running() {
		if p.m.e.expected[i] == start && meet(p.m.e.schedule.Parts(int(i)), parts) {
			r.For = append(r.For, p.m.Job(i))
		}
	}
	for i := range p.rows {
		if o := &p.rows[i]; o.start+o.length == start && meet(o.parts, parts) {
			r.For = append(r.For, o.job)
		}
	}
	slices.SortFunc(r.For, func(a, b *Job) int { return int(a.Index) - int(b.Index) })
	return r
}

// meet reports whether two jobs have a site in common.
func meet(a, b []Part) bool {
	return slices.ContainsFunc(a, func(p Part) bool {
		return slices.ContainsFunc(b, func(q Part) bool { return p.Site == q.Site })
	})
}
