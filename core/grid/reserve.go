package grid

import (
	"fmt"
	"slices"
)

// ASAP asks for a reservation as soon as possible.
const ASAP = none

// A reservation holds parts on [start, start+length).
type reservation struct {
	asked  int64 // the start that was granted
	start  int64 // later than asked only where running jobs outlive their estimates
	length int64
	parts  []Part
	job    *Job // nil for a block
}

// Reserve gives a waiting job a guaranteed start on parts, which are as those of
// Machine.Start: second start, or with ASAP the earliest at which all of them are
// free together beside the running jobs and the reservations made before; the
// other waiting jobs give way. It returns the start. If the parts are not free
// then, the error says when they would be, and the job waits like any other.
//
// Neither start nor parts are ever moved, except that with sim.Extend a job that
// runs past its estimate may still hold the processors; then the reserved job is
// the next to get them. Call Reserve while the engine delivers the events of a
// second, such as from Observer's Submitted.
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
		start, err = p.reserve(reservation{asked: start, length: p.m.Length(j, parts), parts: slices.Clone(parts), job: j})
	}
	if err != nil {
		return 0, fmt.Errorf("job %d cannot be reserved for: %w", j.ID, err)
	}
	p.fixed[j.Index] = start
	p.rows = slices.DeleteFunc(p.rows, func(r row) bool { return r.job == j })
	return start, nil
}

// Block keeps parts free of jobs on [start, start+length), as for maintenance of
// one or more sites; start may be ASAP. It can be called between seconds too, for
// a start in the future.
func (p *Planner) Block(start, length int64, parts ...Part) (int64, error) {
	err := p.check(parts)
	if err == nil && length < 1 {
		err = fmt.Errorf("%d s is no length", length)
	}
	if err == nil {
		start, err = p.reserve(reservation{asked: start, length: length, parts: slices.Clone(parts)})
	}
	if err != nil {
		return 0, fmt.Errorf("processors cannot be blocked: %w", err)
	}
	p.m.WakeAt(start + length) // a planned start may be there
	return start, nil
}

// check tells whether the grid has such parts.
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
	now := p.m.now
	for i := range p.base {
		p.base[i].Advance(now)
	}
	r.start = max(r.asked, now)
	earliest, ok := p.fit(r.parts, r.start, r.length)
	switch {
	case !ok:
		return 0, fmt.Errorf("the processors are never free together")
	case r.asked == ASAP:
		r.asked, r.start = earliest, earliest
	case r.asked < now:
		return 0, fmt.Errorf("second %d is over, it is second %d now", r.asked, now)
	case earliest != r.start:
		return 0, fmt.Errorf("the processors are not free together on [%d, %d); the earliest start from then on is %d", r.start,
			r.start+r.length, earliest)
	}
	p.hold(&r)
	p.reserved = append(p.reserved, r)
	p.changed = true
	if r.start > now {
		p.m.WakeAt(r.start)
	}
	return r.start, nil
}

// fit returns the earliest second from which on base has all parts free for length.
func (p *Planner) fit(parts []Part, from, length int64) (t int64, ok bool) {
	for t = from; ; from = t {
		for _, q := range parts {
			if t, ok = p.base[q.Site].Fit(t, length, int(q.Procs)); !ok {
				return 0, false
			}
		}
		if t == from {
			return t, true
		}
	}
}

func (p *Planner) hold(r *reservation) {
	for _, q := range r.parts {
		p.base[q.Site].Take(r.start, r.length, int(q.Procs))
	}
}

// keepReservations starts the jobs whose reservations have come, and forgets the
// blocks that are over.
func (p *Planner) keepReservations(now int64) {
	if len(p.reserved) == 0 {
		p.broken = false
		return
	}
	if p.broken || slices.ContainsFunc(p.reserved, func(r reservation) bool { return r.start > r.asked }) {
		p.rebuild(now)
	}
	p.broken = false
	p.reserved = slices.DeleteFunc(p.reserved, func(r reservation) bool {
		if r.job == nil {
			return r.start+r.length <= now
		}
		if r.start > now {
			return false
		}
		p.m.Start(r.job, r.parts...)
		return true
	})
}

// rebuild makes base anew when running jobs hold what is reserved: first these,
// then the blocks, which no job can be moved to avoid, then the reserved jobs,
// each as soon after its granted start as its parts are free.
func (p *Planner) rebuild(now int64) {
	for i := range p.base {
		p.base[i].Reset(now, p.m.grid.Sites[i].Procs)
	}
	for i, s := range p.m.state {
		if s == running {
			for _, q := range p.m.e.schedule.Parts(i) {
				p.base[q.Site].Take(now, p.m.e.expected[i]-now, int(q.Procs))
			}
		}
	}
	slices.SortStableFunc(p.reserved, func(x, y reservation) int {
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
	for i := range p.reserved {
		r := &p.reserved[i]
		if r.job == nil {
			from := max(now, r.start)
			for _, q := range r.parts {
				p.base[q.Site].Take(from, r.start+r.length-from, int(q.Procs))
			}
			continue
		}
		start, _ := p.fit(r.parts, max(now, r.asked), r.length)
		if start != r.start && start > now {
			p.m.WakeAt(start)
		}
		r.start = start
		p.fixed[r.job.Index] = start
		p.hold(r)
	}
	p.changed = true
}
