// Package plan is planning-based management: at every submission and every end it places
// all waiting jobs again, in queue order, each at the earliest second at which it fits beside
// the running jobs (until their estimated ends), the reservations, and the jobs placed
// before it. Jobs planned for the present second start. This implies conservative
// backfilling. The names are plan-ORDER, for any queue order of core/policy, and plan-opt.
//
// How we read Streit, "A Self-Tuning Job Scheduler Family with Dynamic Policy
// Switching", JSSPP 2002, sections 3.2 and 5:
//
//   - "A rescheduling process is done every time a job ends", and a new job "is directly
//     placed in the schedule". Under FCFS the two agree. In other orders a new job may come
//     before planned ones, and the paper does not say which gives way. We reschedule at
//     submissions too, as the self-tuning step needs it: the policy rules the schedule at
//     every event.
//   - A planned start is a forecast; core/policy's cons makes promises. It moves later
//     only if a job earlier in the order is submitted or, by the paper's own rule, takes
//     its place (after another job ended before its estimate). Under FCFS with exact
//     estimates it never moves.
//   - Reservations are placed first and never moved; see Book.Reserve.
//
// # What is not computed again
//
// A Plan is always what placing every job from nothing would give; tests check it. Let a
// job's prefix be the profile that the base (running jobs, reservations) and the jobs
// before it leave. Between two updates a prefix may lose processors at any second, but
// gains some only before a bound: the estimated end of a job that ended early, raised on
// the walk down the queue whenever a job leaves a place behind. A slot that was too small
// and begins at or after the bound still is. So a job's new start lies before the bound or
// not before its old start, and the search skips the seconds between. A job before which
// nothing has changed keeps its place: a submission changes nothing before its place in the
// queue, an end at exactly the estimate nothing at all. Nor can a job start before an
// earlier one of the queue that is neither wider nor longer.
//
// # Plans of the optimiser
//
// A plan in order Opt is the one with the least sum of response times weighted by width,
// over the waiting jobs, that was found: what if the schedules of package exact were used?
// (Grothklags and Streit, "On the Comparison of CPLEX-Computed Job Schedules with the
// Self-Tuning dynP Job Scheduler", 2004). Every pass begins with what is left of the last
// plan, and new jobs behind it. A plan by one of the paper's three orders replaces it if it
// is better; then package exact searches for a better one within Book.Work. The order of
// starts that it finds is planned as a queue order, so that nothing else differs. Of equally
// good plans the old one stays. There is no search where the plan is known to be the best:
//
//   - each job starts as early as if it were alone;
//   - the plan was proven the best, and jobs have started and ended as planned;
//   - the same, and new jobs fit in as early as if they were alone.
//
// While processors are reserved, only the three orders are tried: package exact needs
// free processors that never become fewer. An instance beyond its limits ends the run
// with an error.
package plan

import (
	"slices"
	"sort"

	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/profile"
)

// A Plan is the full schedule of a Book's waiting jobs in one queue order.
type Plan struct {
	book  *Book
	order *policy.Order
	rows  []Row           // the waiting jobs in the order of the queue
	free  profile.Profile // what base and rows leave, as of the last update

	grown  int64 // since the last update base gained processors only before this second
	hints  hints
	shrunk bool // and lost some other than to rows that started where planned
	proven bool // in order Opt: at the last update no plan was better

	version int
}

// A Row is a waiting job with its planned start. It has no pointer to the job, because rows are moved all the time, and Go has to
// know of each pointer that moves while it collects garbage: an eighth of a run in WebAssembly.
type Row struct {
	key    float64
	Start  int64 // seconds; -1 before the job is placed
	Length int64 // the estimate
	Submit int64 // of the job
	Index  int32 // of the job, for sim.Machine's Job
	Procs  int32
	class  class
}

func (r *Row) before(o *Row) bool {
	return r.key < o.key || r.key == o.key && r.Index < o.Index
}

func (p *Plan) reset() {
	p.rows, p.grown, p.shrunk, p.proven = p.rows[:0], 0, false, false
	p.free.Reset(0, p.book.m.Procs())
}

// Order returns the plan's queue order.
func (p *Plan) Order() *policy.Order { return p.order }

// Rows returns the waiting jobs in queue order, with their planned starts as of the last
// Update. The slice is the plan's own and valid until the next call of a method of the
// plan or its Book.
func (p *Plan) Rows() []Row { return p.rows }

// add puts j into its place in the queue, not yet planned.
func (p *Plan) add(j *sim.Job) {
	r := Row{key: p.key(j), Start: none, Length: j.Estimate, Submit: j.Submit, Index: j.Index, Procs: j.Procs,
		class: classOf(j.Estimate, j.Procs)}
	i := len(p.rows)
	if i > 0 && !p.rows[i-1].before(&r) {
		i = sort.Search(i, func(k int) bool { return r.before(&p.rows[k]) })
	}
	p.rows = slices.Insert(p.rows, i, r)
}

// Update brings the plan up to the present second and reports whether any place may have
// changed. It costs O(waiting jobs) if none has, and at worst a search of the profile for each.
func (p *Plan) Update() bool {
	now := p.book.m.Now()
	first := p.sweep(now)
	if p.reorder(now) {
		first, p.grown = 0, profile.Forever
	}
	limit := max(p.grown, now)
	arrived := p.arrivals(first, limit)
	if p.shrunk || limit > now {
		first = 0
	}
	p.grown, p.shrunk = 0, false
	changed := first < len(p.rows)
	if changed {
		p.place(first, limit)
	}
	if p.order == Opt && p.improve(first, arrived) {
		changed = true
	}
	return changed
}

// place places the rows from first on anew. None that had a place finds an earlier one at
// second limit or later.
func (p *Plan) place(first int, limit int64) {
	now := p.book.m.Now()
	p.version++
	p.prefix(first, now)
	for i := first; i < len(p.rows); i++ {
		r := &p.rows[i]
		old := max(r.Start, now)
		if r.Start == none {
			old = now
		}
		t := p.free.Place(max(now, p.hints.least(r.class)), limit, old, r.Length, int(r.Procs))
		if r.Start != none {
			limit = max(limit, left(old, r.Start+r.Length, t, t+r.Length))
		}
		r.Start = t
		p.hints.add(r.class, t)
	}
}

// left returns the end of what a move from [old, end) to [t, to) frees, 0 if nothing.
func left(old, end, t, to int64) int64 {
	switch {
	case t > old:
		return min(end, t)
	case to < end:
		return end
	}
	return 0
}

// Sweep drops the jobs that no longer wait, if the plan is not updated in every pass.
func (p *Plan) Sweep() { p.sweep(p.book.m.Now()) }

// Version changes whenever the rows or their starts do.
func (p *Plan) Version() int { return p.version }

// Use changes the order of the queue. The next Update makes the plan anew.
func (p *Plan) Use(o *policy.Order) {
	if o == p.order {
		return
	}
	p.order = o
	for i := range p.rows {
		p.rows[i].key = p.key(p.book.m.Job(p.rows[i].Index))
	}
	sortRows(p.rows)
	p.grown = profile.Forever
}

func sortRows(rows []Row) {
	slices.SortFunc(rows, func(a, b Row) int {
		if a.before(&b) {
			return -1
		}
		return 1
	})
}

// sweep drops the rows of jobs that have started or been reserved, and returns the first
// row that has no place in the future.
func (p *Plan) sweep(now int64) (first int) {
	first = len(p.rows)
	kept := 0
	for i := range p.rows {
		r := &p.rows[i]
		switch start := p.book.startOf(r.Index); {
		case start == none:
			if r.Start < now && first == len(p.rows) {
				first = kept
			}
			if kept != i {
				p.rows[kept] = *r
			}
			kept++
		case start != r.Start:
			p.shrunk = true
			if r.Start != none {
				p.grown = max(p.grown, r.Start+r.Length)
			}
		}
	}
	first = min(first, kept)
	p.truncate(kept)
	return first
}

// reorder brings a moving order up to date and reports whether it changed.
func (p *Plan) reorder(now int64) (changed bool) {
	if !p.order.Moving() {
		return false
	}
	for i := range p.rows {
		r := &p.rows[i]
		r.key = p.order.Key(now, p.book.m.Job(r.Index))
		changed = changed || i > 0 && r.before(&p.rows[i-1])
	}
	if changed {
		sortRows(p.rows)
	}
	return changed
}

// prefix makes free what base and the first rows, which keep their places, leave.
func (p *Plan) prefix(first int, now int64) {
	p.hints.reset(len(p.rows) >= hintsFrom)
	if first > 0 && !slices.ContainsFunc(p.rows[first:], func(r Row) bool { return r.Start != none }) {
		p.free.Advance(now) // only new jobs at the end of the queue: it is that already
		return
	}
	p.free.Copy(&p.book.base)
	for i := range p.rows[:first] {
		r := &p.rows[i]
		p.free.Take(r.Start, r.Length, int(r.Procs))
		p.hints.add(r.class, r.Start)
	}
}

// Start starts the jobs that the updated plan has in the present second.
func (p *Plan) Start() {
	now, kept := p.book.m.Now(), 0
	for i := range p.rows {
		r := &p.rows[i]
		if r.Start == now {
			p.book.start(p.book.m.Job(r.Index))
			continue
		}
		if kept != i {
			p.rows[kept] = *r
		}
		kept++
	}
	p.truncate(kept)
}

func (p *Plan) truncate(n int) {
	if n < len(p.rows) {
		p.version++
		p.rows = p.rows[:n]
	}
}

// Row returns the row of a waiting job, or nil.
func (p *Plan) Row(j *sim.Job) *Row {
	if i := slices.IndexFunc(p.rows, func(r Row) bool { return r.Index == j.Index }); i >= 0 {
		return &p.rows[i]
	}
	return nil
}
