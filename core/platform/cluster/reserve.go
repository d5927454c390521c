package cluster

import "slices"

const day = 86_400

// A Reserved is a reservation of the Description in the time of a run.
type Reserved struct {
	Nodes      Bits
	Begin, End int64 // seconds
	Period     int64 // of its repetition; 0 for none

	licenses []int64 // of each licence: how many it keeps; nil for none
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

// Licensed tells whether licences are free for a job that starts now. Those that reservations keep are not, unless it is theirs.
func (e *Engine) Licensed(j *Job) bool {
	for _, n := range j.Licenses {
		if e.Licenses[n.License]-e.kept(j, n.License, e.Now) < n.Count {
			return false
		}
	}
	return true
}

// kept returns how many licences reservations keep from a job that starts at a second.
func (e *Engine) kept(j *Job, license int32, start int64) (sum int64) {
	for k := range e.Reserved {
		if r := &e.Reserved[k]; r.licenses != nil && int(j.Reservation) != k+1 && r.meets(start, start+j.Limit) {
			sum += r.licenses[license]
		}
	}
	return sum
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
		r := Reserved{Nodes: e.System.reservations[k], Begin: at(v.BeginS, v.UnixTime), End: at(v.EndS, v.UnixTime)}
		if v.Licenses != nil {
			r.licenses = make([]int64, len(d.Licenses))
			for i, l := range d.Licenses {
				r.licenses[i] = int64(v.Licenses[l.Name])
			}
		}
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
