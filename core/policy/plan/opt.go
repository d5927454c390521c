package plan

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/optimum/exact"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/profile"
)

// Opt is the order of the optimiser's plans. It has no key: see the package comment.
var Opt = &policy.Order{Name: "opt", Title: "optimised",
	Doc:    "Least sum of (w+e)*n over all waiting jobs together, or the best that the optimiser (core/optimum/exact) finds within its work.",
	Source: "Grothklags, Streit: On the Comparison of CPLEX-Computed Job Schedules with the Self-Tuning dynP Job Scheduler, IPDPS 2004"}

// optMemoryMiB is for one solution at a time; results depend on it.
const optMemoryMiB = 64

// An Effort is what the optimiser has done in a run.
type Effort struct {
	Solved int     // instances that package exact worked on: plans not known to be the best
	Proven int     // of these, those whose schedule was proven optimal
	Gaps   float64 // sum of their gaps, of the responses of the waiting jobs
	Work   float64 // sum of their work
}

// Effort returns what the Book's plans in order Opt have cost since Reset.
func (b *Book) Effort() Effort { return b.effort }

// Within implements sim.Slow: passes are slow if a plan is in order Opt.
func (b *Book) Within(ctx context.Context) bool {
	b.ctx = ctx
	return slices.ContainsFunc(b.plans, func(p *Plan) bool { return p.order == Opt })
}

// key is j's key in the queue. In order Opt, what has no place yet comes last.
func (p *Plan) key(j *sim.Job) float64 {
	if p.order == Opt {
		return math.Inf(1)
	}
	return p.order.Key(p.book.m.Now(), j)
}

// arrivals reports whether the rows from first on have arrived since the last update, and
// nothing else has changed.
func (p *Plan) arrivals(first int, limit int64) bool {
	return !p.shrunk && limit <= p.book.m.Now() && !slices.ContainsFunc(p.rows[first:], func(r Row) bool { return r.Start != none })
}

// improve replaces an updated plan in order Opt by a better one and reports whether it
// found one. It does not search if the plan of the rows before first is proven the best and
// the others have only arrived and start as early as alone.
func (p *Plan) improve(first int, arrived bool) bool {
	if !p.proven || !arrived {
		first = 0
	}
	if p.proven = p.alone(first); p.proven {
		return false
	}
	better := p.byOrders()
	return len(p.book.reserved) == 0 && p.byOptimum() || better
}

// alone reports whether the rows from first on start as early as if there were no others.
func (p *Plan) alone(first int) bool {
	for i := first; i < len(p.rows); i++ {
		r := &p.rows[i]
		if t, _ := p.book.base.Fit(p.book.m.Now(), r.Length, int(r.Procs)); t < r.Start {
			return false
		}
	}
	return true
}

// byOptimum looks for a better plan with package exact, beginning with this one.
func (p *Plan) byOptimum() bool {
	b := p.book
	jobs, starts := make([]*sim.Job, len(p.rows)), make([]int64, len(p.rows))
	for i := range p.rows {
		jobs[i], starts[i] = b.m.Job(p.rows[i].Index), p.rows[i].Start
	}
	work, ctx := b.Work, b.ctx
	if work == 0 {
		work = DefaultWork
	}
	if ctx == nil {
		ctx = context.Background()
	}
	in := InstanceOf(b.m, jobs)
	r, err := exact.Solve(ctx, in, exact.Options{Work: work, MemoryMiB: optMemoryMiB, Start: starts})
	switch {
	case err != nil:
		b.m.Fail(fmt.Errorf("the %d jobs that wait at second %d are no instance for opt (plan without it): %w", len(jobs), in.Now, err))
		return false
	case ctx.Err() != nil:
		b.m.Fail(ctx.Err()) // a solution that was cut short is another one
		return false
	}
	b.effort.Solved++
	b.effort.Gaps += r.Gap
	b.effort.Work += r.Work
	if p.proven = r.Optimal; r.Optimal {
		b.effort.Proven++
	}
	if r.Cost >= in.Cost(starts) {
		return false
	}
	better := slices.Clone(p.rows)
	for i := range better {
		better[i].Start = r.Starts[i]
	}
	p.follow(better)
	return true
}

// byOrders looks for a better plan among those of the paper's policies.
func (p *Plan) byOrders() bool {
	best, least := []Row(nil), responses(p.rows)
	var free profile.Profile
	for _, policy := range exact.Policies {
		o, _ := OrderNamed(policy.Name)
		rows := slices.Clone(p.rows)
		for i := range rows {
			rows[i].key = o.Key(p.book.m.Now(), p.book.m.Job(rows[i].Index))
		}
		sortRows(rows)
		free.Copy(&p.book.base)
		for i := range rows {
			r := &rows[i]
			r.Start = free.Place(p.book.m.Now(), profile.Forever, 0, r.Length, int(r.Procs))
		}
		if cost := responses(rows); cost < least {
			best, least = rows, cost
		}
	}
	if best == nil {
		return false
	}
	p.follow(best)
	return true
}

// responses is the sum of the rows' starts weighted by width: of their responses, less what
// all plans have in common.
func responses(rows []Row) (sum float64) {
	for i := range rows {
		sum += float64(float64(rows[i].Start) * float64(rows[i].Procs))
	}
	return sum
}

// follow sorts the rows by their given starts and makes the plan anew. No job starts later
// than given, since those before it hold nothing then but what the given schedule lets them.
func (p *Plan) follow(rows []Row) {
	slices.SortStableFunc(rows, func(a, b Row) int { return cmp.Compare(a.Start, b.Start) })
	for i := range rows {
		rows[i].key = float64(i)
	}
	p.rows = rows
	p.place(0, profile.Forever)
}
