package plan

import (
	"fmt"

	"github.com/backfill-lab/backfill/core/internal/reserve"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/profile"
)

// ASAP asks for a reservation as soon as possible.
const ASAP = reserve.ASAP

type reservation = reserve.Held[sim.Job, int32]

// machineBase is a Book's base to reservations.
type machineBase struct{ *profile.Profile }

func (m machineBase) Fit(procs int32, from, length int64) (t int64, ok bool) {
	return m.Profile.Fit(from, length, int(procs))
}

func (m machineBase) Take(procs int32, from, length int64) { m.Profile.Take(from, length, int(procs)) }

// Reserve guarantees a waiting job the given start, or with ASAP the earliest at which it
// fits beside the running jobs and earlier reservations; the other waiting jobs give way. It
// returns the start. If the job does not fit there, the error says why and when it would,
// and the job waits like any other.
//
// The start never moves, except that with sim.Extend a job that runs past its estimate may
// hold the processors longer; the reserved job is then the next to get any. Call Reserve
// while the engine delivers the events of a second, as from sim.Observer's Submitted.
func (b *Book) Reserve(j *sim.Job, start int64) (int64, error) {
	if i := int(j.Index - b.first); i < 0 || i >= len(b.fixed) || b.fixed[i] != none {
		return 0, fmt.Errorf("job %d cannot be reserved for: it does not wait, or has a reservation already", j.ID)
	}
	start, err := b.reserve(reservation{Asked: start, Length: j.Estimate, Procs: j.Procs, Job: j})
	if err != nil {
		return 0, fmt.Errorf("job %d cannot be reserved for: %w", j.ID, err)
	}
	b.fix(j, start)
	b.waiting--
	return start, nil
}

// Block keeps processors free of jobs on [start, start+length), as for maintenance; start
// may be ASAP. Between seconds, or before the first, start must lie in the future.
func (b *Book) Block(start, length int64, procs int) (int64, error) {
	if length < 1 || procs < 1 || procs > b.m.Procs() {
		return 0, fmt.Errorf("%d processors for %d seconds cannot be blocked on a machine of %d", procs, length, b.m.Procs())
	}
	start, err := b.reserve(reservation{Asked: start, Length: length, Procs: int32(procs)})
	if err != nil {
		return 0, fmt.Errorf("%d processors cannot be blocked: %w", procs, err)
	}
	b.m.WakeAt(start + length) // a planned start may be there
	return start, nil
}

func (b *Book) reserve(r reservation) (int64, error) {
	now := b.m.Now()
	b.base.Advance(now)
	start, err := b.reserved.Add(r, machineBase{&b.base}, now, func(from, earliest int64) error {
		if earliest == none {
			return fmt.Errorf("%d processors are never free together", r.Procs)
		}
		at, free := b.shortage(from, r.Procs)
		return fmt.Errorf("of %d processors on [%d, %d), only %d are free at second %d; the earliest start from then on is %d",
			r.Procs, from, from+r.Length, free, at, earliest)
	})
	if err != nil {
		return 0, err
	}
	b.shrank()
	if start > now {
		b.m.WakeAt(start)
	}
	return start, nil
}

// shortage returns the first second from start on at which fewer than procs processors are
// free, and how many.
func (b *Book) shortage(start int64, procs int32) (at int64, free int) {
	b.base.Steps(func(from, to int64, n int) bool {
		at, free = max(from, start), n
		return to <= start || n >= int(procs)
	})
	return at, free
}

// rebuild makes base anew when running jobs hold what is reserved.
func (b *Book) rebuild(now int64) {
	b.base.Reset(now, b.m.Procs())
	for _, r := range b.m.Running() {
		b.base.Take(now, r.End-now, int(r.Procs))
	}
	b.reserved.Renew(now, machineBase{&b.base}, func(r *reservation, before int64) {
		if r.Start != before && r.Start > now {
			b.m.WakeAt(r.Start)
		}
		b.fix(r.Job, r.Start)
	})
	b.shrank()
	b.grew(profile.Forever)
}
