package shared

import "slices"

// commit records what this instant has changed, and shares the CPU.
func (e *Engine) commit() {
	slices.Sort(e.touched)
	for _, i := range e.touched {
		e.transition(i)
	}
	if len(e.touched) > 0 {
		e.running = append(e.running[:0], e.holders()...)
		slices.Sort(e.running)
	}
	if e.dirty {
		e.allocate()
	}
	for _, i := range e.touched {
		e.live[i].touched = false
	}
	e.touched, e.dirty = e.touched[:0], false
}

// transition records what became of a touched job and closes its stretch before yields
// and places change.
func (e *Engine) transition(i int32) {
	l, out, now := &e.live[i], &e.outcomes[i], e.now
	held := l.was == Running
	switch {
	case held && l.state == Running:
		if slices.Equal(l.old, l.places) {
			l.touched = false
			return
		}
		e.close(i, l.old)
		out.Migrations++
		out.Moved += movedTasks(l.old, l.places)
		l.ready = now + e.cfg.Penalty
		e.tell(Migration, i, l.old, l.places)
	case held:
		e.close(i, l.old)
		l.end = never
		out.Pauses++
		e.tell(Pause, i, nil, nil)
	case l.state != Running:
		return
	case l.was == Paused:
		l.ready = now + e.cfg.Penalty
		e.tell(Resumption, i, nil, l.places)
	default:
		l.ready = now
		out.Start = now
		e.tell(Start, i, nil, l.places)
	}
	l.since = now
	e.dirty = true
}

func (e *Engine) allocate() {
	e.grant = slices.Grow(e.grant[:0], len(e.running))[:len(e.running)]
	e.share.yields(e)
	for k, i := range e.running {
		l := &e.live[i]
		l.floor = e.grant[k]
		if !l.touched {
			if l.yield == l.floor {
				continue
			}
			e.close(i, l.places)
			l.since = e.now
		}
		l.yield = l.floor
		l.end = e.endOf(i)
	}
}

// endOf returns the first microsecond at which a job's work is done.
func (e *Engine) endOf(i int32) int64 {
	l := &e.live[i]
	left := e.cfg.Jobs[i].Run*Whole - l.work
	if left <= 0 {
		return max(e.now, l.ready)
	}
	if l.yield == 0 {
		return never
	}
	from, length := max(e.now, l.ready), (left-1)/int64(l.yield)+1
	if length > never-from {
		return never
	}
	return from + length
}

func movedTasks(from, to []Place) (n int64) {
	for _, p := range from {
		n += int64(p.Count)
		for len(to) > 0 && to[0].Node < p.Node {
			to = to[1:]
		}
		if len(to) > 0 && to[0].Node == p.Node {
			n -= int64(min(p.Count, to[0].Count))
		}
	}
	return n
}
