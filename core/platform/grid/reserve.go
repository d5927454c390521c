package grid

import (
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/core/internal/reserve"
	"github.com/backfill-lab/backfill/core/sim/profile"
)

// ASAP asks for a reservation as soon as possible.
const ASAP = reserve.ASAP

type reservation = reserve.Held[Job, []Part]

// Reserve guarantees a waiting job the given start on parts (see Machine.Start), or with
// ASAP the earliest at which they are free together beside the running jobs and earlier
// reservations; the other waiting jobs give way. It returns the start. If the parts are not
// free then, the error says when they would be, and the job waits like any other.
//
// Start and parts never move, except that with sim.Extend a job that runs past its estimate
// may hold the processors longer; the reserved job is then the next to get them. Call
// Reserve while the engine delivers the events of a second, as from Observer's Submitted.
func (p *Planner) Reserve(j *Job, start int64, parts ...Part) (int64, error) {
	if int(j.Index) >= len(p.fixed) || p.fixed[j.Index] != none {
		return 0, fmt.Errorf("job %d cannot be reserved for: it does not wait, or has a reservation already", j.ID)
	}
	err := p.check(parts)
	total := int64(0)
	for _, q := range parts {
		total += int64(q.Procs)
	}
	if err == nil && len(parts) > 1 && total != int64(j.Procs) {
		err = fmt.Errorf("several sites give %d processors instead of %d", total, j.Procs)
	}
	if err == nil {
		start, err = p.reserve(reservation{Asked: start, Length: p.m.Length(j, parts), Procs: slices.Clone(parts), Job: j})
	}
	if err != nil {
		return 0, fmt.Errorf("job %d cannot be reserved for: %w", j.ID, err)
	}
	p.fixed[j.Index] = start
	p.rows = slices.DeleteFunc(p.rows, func(r row) bool { return r.job == j })
	return start, nil
}

// Block keeps parts free of jobs on [start, start+length), as for maintenance; start may be
// ASAP. Between seconds start must lie in the future.
func (p *Planner) Block(start, length int64, parts ...Part) (int64, error) {
	err := p.check(parts)
	if err == nil && length < 1 {
		err = fmt.Errorf("%d s is no length", length)
	}
	if err == nil {
		start, err = p.reserve(reservation{Asked: start, Length: length, Procs: slices.Clone(parts)})
	}
	if err != nil {
		return 0, fmt.Errorf("processors cannot be blocked: %w", err)
	}
	p.m.WakeAt(start + length) // a planned start may be there
	return start, nil
}

// check returns an error if the grid has no such parts.
func (p *Planner) check(parts []Part) error {
	if len(parts) == 0 {
		return fmt.Errorf("no processors are asked for")
	}
	for i, q := range parts {
		if q.Site < 0 || int(q.Site) >= len(p.base) {
			return fmt.Errorf("the grid has no site %d", q.Site)
		}
		site := &p.m.grid.Sites[q.Site]
		if q.Procs < 1 || int(q.Procs) > site.Procs {
			return fmt.Errorf("%d processors are asked for of site %s, which has %d", q.Procs, site.Name, site.Procs)
		}
		if slices.ContainsFunc(parts[:i], func(o Part) bool { return o.Site == q.Site }) {
			return fmt.Errorf("site %s is named twice", site.Name)
		}
	}
	return nil
}

func (p *Planner) reserve(r reservation) (int64, error) {
	now := p.m.Now()
	p.base.advance(now)
	start, err := p.reserved.Add(r, p.base, now, func(from, earliest int64) error {
		if earliest == none {
			return fmt.Errorf("the processors are never free together")
		}
		return fmt.Errorf("the processors are not free together on [%d, %d); the earliest start from then on is %d",
			from, from+r.Length, earliest)
	})
	if err != nil {
		return 0, err
	}
	p.changed = true
	if start > now {
		p.m.WakeAt(start)
	}
	return start, nil
}

// A sitesProfile is a profile for each site.
type sitesProfile []profile.Profile

func (s sitesProfile) advance(now int64) {
	for i := range s {
		s[i].Advance(now)
	}
}

func (s sitesProfile) Fit(parts []Part, from, length int64) (t int64, ok bool) {
	for t = from; ; from = t {
		for _, q := range parts {
			if t, ok = s[q.Site].Fit(t, length, int(q.Procs)); !ok {
				return 0, false
			}
		}
		if t == from {
			return t, true
		}
	}
}

func (s sitesProfile) Take(parts []Part, from, length int64) {
	for _, q := range parts {
		s[q.Site].Take(from, length, int(q.Procs))
	}
}

// keepReservations starts the jobs whose reservations have come.
func (p *Planner) keepReservations(now int64) {
	broken := p.broken
	p.broken = false
	if len(p.reserved) == 0 {
		return
	}
	if broken || p.reserved.Late() {
		p.rebuild(now)
	}
	p.reserved.Begin(now, func(r *reservation) { p.m.Start(r.Job, r.Procs...) })
}

// rebuild makes base anew when running jobs hold what is reserved.
func (p *Planner) rebuild(now int64) {
	for i := range p.base {
		p.base[i].Reset(now, p.m.grid.Sites[i].Procs)
	}
	for i := range p.m.clock.Running() {
		p.base.Take(p.m.e.schedule.Parts(int(i)), now, p.m.e.expected[i]-now)
	}
	p.reserved.Renew(now, p.base, func(r *reservation, before int64) {
		if r.Start != before && r.Start > now {
			p.m.WakeAt(r.Start)
		}
		p.fixed[r.Job.Index] = r.Start
	})
	p.changed = true
}
