package plan

import (
	"context"
	"slices"

	"github.com/backfill-lab/backfill/core/internal/reserve"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/profile"
)

// none is the start of a job that has none.
const none = -1

// A Book holds what all plans begin with: the running jobs until their estimated ends, and
// the reservations. Plans of several orders can share it, as in dynP. It takes the calls of
// a sim.Policy; after Begin each Plan can be updated.
type Book struct {
	Work    float64 // of each solution (exact.Options) of a plan in order Opt; 0 is DefaultWork
	Current *Plan   // the plan that jobs start by

	m        *sim.Machine
	ctx      context.Context // ends solutions early, or nil
	effort   Effort
	base     profile.Profile // without running jobs and reservations
	plans    []*Plan
	reserved reserve.List[sim.Job, int32] // in no order
	fixed    []int64                      // by job index, from first on: its start or reserved start, else none
	first    int32                        // no plan and no reservation has an earlier job
	waiting  int                          // jobs that wait without a reservation
	broken   bool                         // a running job outlives its estimate
	begun    []*sim.Job                   // started in this pass
}

// Plan adds a plan in the given order. Call it before Reset.
func (b *Book) Plan(o *policy.Order) *Plan {
	p := &Plan{order: o, book: b}
	b.plans = append(b.plans, p)
	return p
}

// Reset prepares for a run on m.
func (b *Book) Reset(m *sim.Machine) {
	*b = Book{Work: b.Work, Current: b.Current, m: m, base: b.base, plans: b.plans, reserved: b.reserved[:0], fixed: b.fixed[:0],
		begun: b.begun[:0]}
	b.base.Reset(0, m.Procs())
	for _, p := range b.plans {
		p.reset()
	}
}

// Planned implements sim.Planner, by the plan in force.
func (b *Book) Planned(j *sim.Job) (start int64, ok bool) { return b.Current.Planned(j) }

// Explain implements sim.Explainer, by the plan in force.
func (b *Book) Explain(j *sim.Job) sim.Reason { return b.Current.Explain(j) }

// Waiting returns how many jobs wait without a reservation.
func (b *Book) Waiting() int { return b.waiting }

// Submit adds a waiting job.
func (b *Book) Submit(j *sim.Job) {
	if len(b.fixed) == cap(b.fixed) {
		b.forget()
	}
	for int(j.Index-b.first) >= len(b.fixed) {
		b.fixed = append(b.fixed, none)
	}
	b.waiting++
	for _, p := range b.plans {
		p.add(j)
	}
}

// forget makes room in fixed: it drops the jobs before the first that a plan or a reservation still has.
func (b *Book) forget() {
	first := b.first + int32(len(b.fixed))
	for _, p := range b.plans {
		for i := range p.rows {
			first = min(first, p.rows[i].Index)
		}
	}
	for _, r := range b.reserved {
		if r.Job != nil {
			first = min(first, r.Job.Index)
		}
	}
	b.fixed = slices.Delete(b.fixed, 0, int(first-b.first))
	b.first = first
	if n := len(b.fixed); n >= cap(b.fixed)/2 { // else this would soon be called again
		b.fixed = slices.Grow(b.fixed, n+1)
	}
}

// startOf returns the start or reserved start of a job that a plan or a reservation has, or none.
func (b *Book) startOf(index int32) int64 { return b.fixed[index-b.first] }

func (b *Book) fix(j *sim.Job, start int64) { b.fixed[j.Index-b.first] = start }

// End implements sim.Policy.
func (b *Book) End(r sim.Running) {
	if now := b.m.Now(); now < r.End {
		b.base.Release(now, r.End-now, int(r.Procs))
		b.grew(r.End)
	}
}

// Extend implements sim.Extender.
func (b *Book) Extend(j *sim.Job, from, to int64) {
	b.base.Take(from, to-from, int(j.Procs))
	b.shrank()
	b.broken = true
}

// Begin begins a pass: it starts the jobs whose reservations have come.
func (b *Book) Begin() {
	now := b.m.Now()
	b.begun = b.begun[:0]
	b.base.Advance(now)
	if b.broken && len(b.reserved) > 0 || b.reserved.Late() {
		b.rebuild(now)
	}
	b.broken = false
	b.reserved.Begin(now, func(r *reservation) {
		b.m.Start(r.Job)
		b.begun = append(b.begun, r.Job)
	})
}

// start starts a job that a plan has placed in the present second.
func (b *Book) start(j *sim.Job) {
	now := b.m.Now()
	b.m.Start(j)
	b.base.Take(now, j.Estimate, int(j.Procs))
	b.fix(j, now)
	b.waiting--
	b.begun = append(b.begun, j)
}

// grew tells the plans that processors became free before second to.
func (b *Book) grew(to int64) {
	for _, p := range b.plans {
		p.grown = max(p.grown, to)
	}
}

// shrank tells the plans that processors they may use were taken.
func (b *Book) shrank() {
	for _, p := range b.plans {
		p.shrunk = true
	}
}
