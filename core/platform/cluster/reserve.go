package cluster

import "slices"

const day = 86_400

// A Reserved is a reservation of the Description in the time of a run.
type Reserved struct {
	Nodes      Bits
	Begin, End int64 // seconds
	Period     int64 // of its repetition; 0 for none
}

// at tells whether the reservation holds at a second.
func (r *Reserved) at(now int64) bool { return r.meets(now, now+1) }

// meets tells whether the reservation holds at a second from one until, and without, another.
func (r *Reserved) meets(from, until int64) bool {
	end := r.Over(from)
	return end-(r.End-r.Begin) < until && from < end
}

// Over returns the first end of the reservation after a second; its last end if there is none.
func (r *Reserved) Over(after int64) int64 {
	if r.Period > 0 && after >= r.End {
		return r.End + (after-r.End+r.Period)/r.Period*r.Period
	}
	return r.End
}

// Allow takes the nodes out of a set that reservations keep from a job that starts at a second,
// of which a job of one gets the nodes of that alone. It returns the first end of a reservation that
// took nodes, or 0.
func (e *Engine) Allow(j *Job, start int64, set Bits) (end int64) {
	if j.Reservation > 0 {
		set.And(e.Reserved[j.Reservation-1].Nodes)
		return 0
	}
	for k := range e.Reserved {
		r := &e.Reserved[k]
		if !r.Nodes.Meets(set) || !r.meets(start, start+j.Limit) {
			continue
		}
		set.Without(r.Nodes)
		if over := r.Over(start); end == 0 || over < end {
			end = over
		}
	}
	return end
}

// schedule puts the reservations and outages of the Description into the calendar.
func (e *Engine) schedule() {
	d := e.System.Description
	at := func(t int64, unix bool) int64 {
		if unix {
			t -= e.UnixStart
		}
		return t
	}
	for k := range d.Reservations {
		v := &d.Reservations[k]
		r := Reserved{e.System.reservations[k], at(v.BeginS, v.UnixTime), at(v.EndS, v.UnixTime), 0}
		switch {
		case slices.Contains(v.Flags, "daily"):
			r.Period = day
		case slices.Contains(v.Flags, "weekly"):
			r.Period = 7 * day
		}
		e.Reserved = append(e.Reserved, r)
		for _, t := range [...]int64{r.Begin, r.End} {
			if r.Period > 0 && t < 0 {
				t += (-t + r.Period - 1) / r.Period * r.Period
			}
			if t >= 0 {
				e.plan(Change{At: t, Kind: Notice, period: r.Period})
			}
		}
	}
	for k := range d.Outages {
		o, kind, nodes := &d.Outages[k], Down, e.System.outages[k]
		if o.Drain {
			kind = Drain
		}
		begin, end := at(o.BeginS, o.UnixTime), at(o.EndS, o.UnixTime)
		if o.EndS != 0 && end <= 0 {
			continue // before the first job
		}
		e.plan(Change{At: max(begin, 0), Kind: kind, Nodes: nodes})
		if o.EndS != 0 {
			e.plan(Change{At: end, Kind: Resume, Nodes: nodes})
		}
	}
}
