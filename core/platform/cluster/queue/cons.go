package queue

// cons promises each job a place, which it keeps until the job can have an earlier one.
type cons struct {
	q *queue
	line
	profile timeline
	arrived []row // since the last pass, in order of arrival
	freed   bool  // a job has given back its nodes since then
	broken  bool  // promises do not hold: plan anew

	// dirty: since every waiting job was at its earliest place, nodes became free only before this
	// second. So a job can move only to a place that begins before it.
	dirty int64
}

func (p *cons) begin(q *queue) {
	p.q = q
	p.profile.begin(q)
}

func (p *cons) join(r row) { p.arrived = append(p.arrived, r) }

func (p *cons) leave(i int32) {
	p.dirty = max(p.dirty, p.profile.holds[i].to)
	p.profile.release(i)
}

func (p *cons) ended(i int32) {
	p.freed, p.dirty = true, max(p.dirty, p.profile.holds[i].to)
	p.profile.release(i)
}

func (p *cons) outlived(i int32) {
	p.broken = true
	p.profile.extend(i)
}

func (p *cons) altered(fewer bool) {
	p.freed, p.dirty, p.broken = true, never, p.broken || fewer
}

// next returns the first promised start. Mostly a job ends then, but one whose class is not sure
// may keep a place that nobody gives back any more.
func (p *cons) next() int64 { return p.profile.begins.first() }

func (p *cons) pass() {
	now := p.q.e.Now
	p.profile.advance()
	p.line.sweep(p.q)
	switch {
	case p.broken:
		p.reorder(p.q)
		p.replan()
	case p.freed && p.dirty > now:
		p.reorder(p.q)
		p.compress()
	}
	p.freed, p.broken = false, false
	for k := range p.arrived {
		if r := &p.arrived[k]; p.q.in[r.job] {
			p.promise(r, never)
			p.add(p.q, *r)
			p.doubt(r)
		}
	}
	p.arrived = p.arrived[:0]
	for i := range p.rows {
		if r := &p.rows[i]; r.at <= now {
			p.q.start(r, r.in, r.held)
			p.profile.start(r.job)
		}
	}
	p.sweep(p.q)
}

// promise gives a job the first place before a second and tells whether there is one.
func (p *cons) promise(r *row, before int64) bool {
	at, c, a := p.profile.first(r, before, nil)
	if a == nil {
		return false
	}
	r.at, r.in, r.held = at, c, a
	p.profile.hold(r.job, at, at+r.limit, a, true)
	return true
}

// compress moves every waiting job, in queue order, to its earliest place.
func (p *cons) compress() {
	limit, freed := p.dirty, int64(0)
	for i := range p.rows {
		r := &p.rows[i]
		before := min(r.at, limit)
		if !r.sure() {
			before, freed = r.at, never
		}
		if before <= p.q.e.Now {
			continue
		}
		old := r.at
		p.profile.release(r.job)
		switch moved := p.promise(r, before); {
		case old == never:
		case moved:
			freed = max(freed, old+r.limit)
			limit = max(limit, freed)
		default:
			p.profile.hold(r.job, old, old+r.limit, r.held, true)
		}
	}
	p.dirty = freed // jobs looked at earlier have not seen what this pass freed
}

// doubt lets a job look for any earlier place at the next end if its class is not sure.
func (p *cons) doubt(r *row) {
	if !r.sure() {
		p.dirty = never
	}
}

// replan makes all promises anew.
func (p *cons) replan() {
	for i := range p.rows {
		p.profile.release(p.rows[i].job)
	}
	p.dirty = 0
	for i := range p.rows {
		r := &p.rows[i]
		r.at = never
		p.promise(r, never)
		p.doubt(r)
	}
}
