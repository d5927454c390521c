// Package plan is planning-based management: at every event every waiting job
// has a planned start. Whenever a job is submitted or ends, all waiting jobs
// are placed anew, in the order of the queue, each at the earliest second at
// which it fits beside the running jobs (until their estimated ends), the
// reservations, and the jobs placed before it. Jobs planned for the present
// second are started. Conservative backfilling is implied.
//
// The names are plan-ORDER, for any queue order of core/policy: plan-fcfs,
// plan-sjf, plan-ljf, plan-saf and so on; and plan-opt, see below.
//
// What the paper says (Streit, "A Self-Tuning Job Scheduler Family with Dynamic
// Policy Switching", JSSPP 2002, sections 3.2 and 5), what we do:
//
//   - "A rescheduling process is done every time a job ends", and a new job "is
//     directly placed in the schedule". With FCFS the two agree: a new job comes
//     last. With other orders a new job may come before jobs that have planned
//     starts, and the paper does not say which gives way. We place all jobs in
//     the order of the queue at submissions too: the policy rules the schedule
//     at every event, as its self-tuning step needs it.
//   - A planned start is a forecast, not a promise. It moves later for two
//     reasons only: a job that comes earlier in the order was submitted, or, the
//     paper's own rule, a job before it was put earlier and is now in its way
//     (after another job ended before its estimate). Under FCFS with exact
//     estimates it never moves. core/policy's cons keeps its promises instead.
//   - Reservations are placed first and never moved; see Policy.Reserve.
//
// # What is not computed again
//
// A Plan is at all times exactly what placing every job from nothing would
// give; tests hold it against that. Let a job's prefix be the profile left by
// the base (running jobs, reservations) and the jobs before it. Between two
// updates a prefix may lose processors at any second, and gain some only at
// seconds before a bound, kept while walking down the queue: the estimated end
// of a job that ended early, raised whenever a job leaves a place behind. A slot
// that was too small before and begins at or after the bound is too small still.
// So a job's new start lies before the bound or not before its old start, and
// the seconds between are not searched. If nothing before a job has changed,
// neither has its place: a submission changes nothing before its place in the
// queue, and an end at exactly the estimate changes nothing at all. Nor can a job
// start before an earlier one of the queue that is neither wider nor longer.
//
// # Plans of the optimiser
//
// A plan in order Opt has the least sum of response times weighted by width, over the
// waiting jobs, that could be found: it answers what if the schedules of package exact
// were used (Grothklags and Streit, "On the Comparison of CPLEX-Computed Job
// Schedules with the Self-Tuning dynP Job Scheduler", 2004). In every pass it begins
// with what is left of the last plan, new jobs behind it. If one of the paper's three
// orders does better it takes that, so it is never worse than these; then package
// exact looks for something better still, with as much work as Book.Work says. The
// order of starts of what it finds is planned as any queue order is, so that nothing
// else has to know where the order is from. Of plans that are equally good the old one
// stays. The search is left out where the plan is known to be the best:
//
//   - a plan in which each job starts as early as if it were alone;
//   - a plan that was proven the best, as long as jobs start and end as planned;
//   - that with new jobs which fit in as early as if they were alone.
//
// As long as processors are reserved, what is free does not only become more, which
// package exact wants, and the three orders are all that is tried. An instance beyond
// its limits ends the run with an error.
package plan

import (
	"slices"

	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/profile"
	"github.com/backfill-lab/backfill/core/sim"
)

// A Plan is the full schedule of a Book's waiting jobs in one queue order.
type Plan struct {
	book  *Book
	order *policy.Order
	rows  []Row           // the waiting jobs in the order of the queue
	free  profile.Profile // what base and rows leave, as of the last update

	grown  int64 // since the last update base gained processors only at seconds before this
	hints  hints
	shrunk bool // and lost some other than to rows that started where planned
	proven bool // in order Opt: there was no better plan at the last update

	version int
}

// A Row is a waiting job with its planned start.
type Row struct {
	key    float64
	Job    *sim.Job
	Start  int64 // seconds; -1 before the job is placed
	Length int64 // the estimate
	Procs  int32
	class  class
}

// before is the order of the queue.
func (r *Row) before(o *Row) bool {
	return r.key < o.key || r.key == o.key && r.Job.Index < o.Job.Index
}

func (p *Plan) reset() {
	p.rows, p.grown, p.shrunk, p.proven = p.rows[:0], 0, false, false
	p.free.Reset(0, p.book.m.Procs())
}

// Order returns the plan's queue order.
func (p *Plan) Order() *policy.Order { return p.order }

// Rows returns the waiting jobs in the order of the queue, with their planned
// starts as of the last Update. The slice is the plan's own and valid until the
// next call of one of its or its Book's methods.
func (p *Plan) Rows() []Row { return p.rows }

// add puts j into its place in the queue, not yet planned.
func (p *Plan) add(j *sim.Job) {
	r := Row{key: p.key(j), Job: j, Start: none, Length: j.Estimate, Procs: j.Procs, class: classOf(j.Estimate, j.Procs)}
	lo, hi := 0, len(p.rows)
	if hi > 0 && p.rows[hi-1].before(&r) {
		lo = hi
	}
	for lo < hi {
		if mid := int(uint(lo+hi) >> 1); p.rows[mid].before(&r) {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	p.rows = slices.Insert(p.rows, lo, r)
}

// Update brings the plan up to the present second and tells whether any place
// may have changed since the last time. It costs, for n waiting jobs, O(n) where
// nothing has changed, and n searches of the profile at worst.
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

// place gives the rows from first on their places anew. Those before keep theirs,
// and of the others none that had a place finds one at second limit or later that
// is earlier.
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

// left returns the end of what a job frees that moves from [old, end) to
// [t, to), or 0 if it frees nothing.
func left(old, end, t, to int64) int64 {
	switch {
	case t > old:
		return min(end, t)
	case to < end:
		return end
	}
	return 0
}

// Sweep drops the jobs that do not wait any longer, which Update does too: for a
// plan that is not brought up to date in every pass.
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
		p.rows[i].key = p.key(p.rows[i].Job)
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

// sweep drops the rows of jobs that have started or been reserved, and returns
// the first row that has no place from now on.
func (p *Plan) sweep(now int64) (first int) {
	first = len(p.rows)
	kept := 0
	for i := range p.rows {
		r := &p.rows[i]
		switch start := p.book.fixed[r.Job.Index]; {
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

// reorder brings an order that depends on the time up to date and tells whether
// it changed.
func (p *Plan) reorder(now int64) (changed bool) {
	if !p.order.Moving() {
		return false
	}
	for i := range p.rows {
		r := &p.rows[i]
		r.key = p.order.Key(now, r.Job)
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

// Start starts the jobs planned for the present second. The plan must be up to
// date.
func (p *Plan) Start() {
	now, kept := p.book.m.Now(), 0
	for i := range p.rows {
		r := &p.rows[i]
		if r.Start == now {
			p.book.start(r.Job)
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
		clear(p.rows[n:])
		p.rows = p.rows[:n]
	}
}

// Row returns the row of a waiting job, or nil.
func (p *Plan) Row(j *sim.Job) *Row {
	for i := range p.rows {
		if p.rows[i].Job == j {
			return &p.rows[i]
		}
	}
	return nil
}
