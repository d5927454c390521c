package plan

import (
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/core/profile"
	"github.com/backfill-lab/backfill/core/sim"
)

// ASAP asks for a reservation as soon as possible.
const ASAP = none

// A reservation holds processors on [start, start+length).
type reservation struct {
	asked  int64 // the start that was granted
	start  int64 // later than asked only where running jobs outlive their estimates
	length int64
	procs  int32
	job    *sim.Job // nil for a block
}

// Reserve gives a waiting job a guaranteed start: second start, or with ASAP the
// earliest at which it fits beside the running jobs and the reservations made
// before; the other waiting jobs give way. It returns the start. If the job does
// not fit there, the error says why and when it would, and the job waits like
// any other.
//
// The start is kept to the second, except that with sim.Extend a job that runs
// past its estimate may still hold the processors; then the reserved job is the
// next to get what becomes free. Call Reserve while the engine delivers the
// events of a second, such as from sim.Observer's Submitted.
func (b *Book) Reserve(j *sim.Job, start int64) (int64, error) {
	if int(j.Index) >= len(b.fixed) || b.fixed[j.Index] != none {
		return 0, fmt.Errorf("job %d cannot be reserved for: it does not wait, or has a reservation already", j.ID)
	}
	start, err := b.reserve(reservation{asked: start, length: j.Estimate, procs: j.Procs, job: j})
	if err != nil {
		return 0, fmt.Errorf("job %d cannot be reserved for: %w", j.ID, err)
	}
	b.fixed[j.Index] = start
	b.waiting--
	return start, nil
}

// Block keeps procs processors free of jobs on [start, start+length), as for
// maintenance; start may be ASAP. It can be called between seconds too, before
// the first one for instance, for a start in the future.
func (b *Book) Block(start, length int64, procs int) (int64, error) {
	if length < 1 || procs < 1 || procs > b.m.Procs() {
		return 0, fmt.Errorf("%d processors for %d seconds cannot be blocked on a machine of %d", procs, length, b.m.Procs())
	}
	start, err := b.reserve(reservation{asked: start, length: length, procs: int32(procs)})
	if err != nil {
		return 0, fmt.Errorf("%d processors cannot be blocked: %w", procs, err)
	}
	b.m.WakeAt(start + length) // a planned start may be there
	return start, nil
}

func (b *Book) reserve(r reservation) (int64, error) {
	now := b.m.Now()
	b.base.Advance(now)
	r.start = max(r.asked, now)
	earliest, ok := b.base.Fit(r.start, r.length, int(r.procs))
	switch {
	case !ok:
		return 0, fmt.Errorf("%d processors are never free together", r.procs)
	case r.asked == ASAP:
		r.asked, r.start = earliest, earliest
	case r.asked < now:
		return 0, fmt.Errorf("second %d is over, it is second %d now", r.asked, now)
	case earliest != r.start:
		at, free := b.shortage(r)
		return 0, fmt.Errorf("of %d processors on [%d, %d), only %d are free at second %d; the earliest start from then on is %d",
			r.procs, r.start, r.start+r.length, free, at, earliest)
	}
	b.base.Take(r.start, r.length, int(r.procs))
	b.reserved = append(b.reserved, r)
	b.shrank()
	if r.start > now {
		b.m.WakeAt(r.start)
	}
	return r.start, nil
}

// shortage returns the first second of r at which too few processors are free,
// and how many are.
func (b *Book) shortage(r reservation) (at int64, free int) {
	b.base.Steps(func(from, to int64, n int) bool {
		at, free = max(from, r.start), n
		return to <= r.start || n >= int(r.procs)
	})
	return at, free
}

// startReserved starts the jobs whose reservations have come and forgets the
// blocks that are over.
func (b *Book) startReserved(now int64) {
	b.reserved = slices.DeleteFunc(b.reserved, func(r reservation) bool {
		if r.job == nil {
			return r.start+r.length <= now
		}
		if r.start > now {
			return false
		}
		b.m.Start(r.job)
		return true
	})
}

// late tells whether a reservation starts later than was granted.
func (b *Book) late() bool {
	return slices.ContainsFunc(b.reserved, func(r reservation) bool { return r.start > r.asked })
}

// rebuild makes base anew when running jobs hold what is reserved: first these,
// then the blocks, which no job can be moved to avoid, then the reserved jobs,
// each as soon after its granted start as it fits.
func (b *Book) rebuild(now int64) {
	b.base.Reset(now, b.m.Procs())
	for _, r := range b.m.Running() {
		b.base.Take(now, r.End-now, int(r.Procs))
	}
	slices.SortStableFunc(b.reserved, func(x, y reservation) int {
		switch {
		case (x.job == nil) != (y.job == nil):
			if x.job == nil {
				return -1
			}
			return 1
		case x.asked < y.asked:
			return -1
		case x.asked > y.asked:
			return 1
		}
		return 0
	})
	for i := range b.reserved {
		r := &b.reserved[i]
		if r.job == nil {
			from := max(now, r.start)
			b.base.Take(from, r.start+r.length-from, int(r.procs))
			continue
		}
		start, _ := b.base.Fit(max(now, r.asked), r.length, int(r.procs))
		if start != r.start && start > now {
			b.m.WakeAt(start)
		}
		r.start = start
		b.fixed[r.job.Index] = start
		b.base.Take(start, r.length, int(r.procs))
	}
	b.shrank()
	b.grew(profile.Forever)
}
