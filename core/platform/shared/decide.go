package shared

import "slices"

// decide handles the events of this instant, up to the mapping.
func (e *Engine) decide() {
	a := &e.cfg.Algorithm
	e.anew = false
	ended := e.endAll()
	global := a.Submission == MCB8
	remap := ended && a.Opportunistic && global
	if ended && a.Opportunistic && !global {
		e.mapWaiting()
	}
	for ; e.next < len(e.live) && e.cfg.Jobs[e.next].Submit == e.now; e.next++ {
		e.submit(int32(e.next))
		remap = remap || global
	}
	if period := e.period(); period > 0 && e.tick <= e.now && len(e.active) > 0 {
		if (e.now-e.tick)%period == 0 {
			remap = remap || !e.settled
		}
		e.tick += ((e.now-e.tick)/period + 1) * period
	}
	if remap && len(e.active) > 0 {
		e.remap()
	}
}

// endAll ends the jobs whose work is done and reports whether there were any.
func (e *Engine) endAll() bool {
	kept := e.running[:0]
	for _, i := range e.running {
		if e.live[i].end == e.now {
			e.end(i)
		} else {
			kept = append(kept, i)
		}
	}
	if len(kept) == len(e.running) {
		return false
	}
	e.running = kept
	e.leave()
	e.dirty, e.settled = true, false
	return true
}

// leave removes the jobs that ended in this instant from active.
func (e *Engine) leave() {
	kept, rest := e.active[:0], e.active
	for _, i := range e.ended {
		at, _ := slices.BinarySearch(rest, i)
		kept, rest = append(kept, rest[:at]...), rest[at+1:]
	}
	e.active, e.ended = append(kept, rest...), e.ended[:0]
}

func (e *Engine) end(i int32) {
	l, j := &e.live[i], &e.cfg.Jobs[i]
	e.close(i, l.places)
	e.c.take(j, l.places)
	l.state = Done
	e.spare = append(e.spare, l.places, l.old)
	l.places, l.old = nil, nil
	e.outcomes[i].End = e.now
	e.done++
	e.all.add(j.Tasks, j.CPU, j.Memory, -1)
	e.ended = append(e.ended, i)
	e.tell(End, i, nil, nil)
}

func (e *Engine) submit(i int32) {
	l, j := &e.live[i], &e.cfg.Jobs[i]
	l.state = Postponed
	if n := len(e.spare); n > 1 {
		l.places, l.old = e.spare[n-1][:0], e.spare[n-2][:0]
		e.spare = e.spare[:n-2]
	}
	e.active = append(e.active, i)
	e.all.add(j.Tasks, j.CPU, j.Memory, 1)
	e.wait(i)
	e.settled = false
	e.tell(Submission, i, nil, nil)
	switch e.cfg.Algorithm.Submission {
	case Greedy, Equal: // where all nodes are loaded alike, each gets a task
		e.place(i)
	case GreedyP, GreedyPM:
		if !e.place(i) {
			e.makeRoom(i)
		}
	}
}

func (e *Engine) start(i int32, places []Place) {
	e.touch(i)
	e.unwait(i)
	l := &e.live[i]
	l.places = append(l.places[:0], places...)
	l.state = Running
	e.c.put(&e.cfg.Jobs[i], l.places)
}

func (e *Engine) stop(i int32) {
	l := &e.live[i]
	e.c.take(&e.cfg.Jobs[i], l.places)
	e.touch(i)
	l.places = l.places[:0]
	l.state = l.was
	if l.was == Running {
		l.state = Paused
	}
	e.wait(i)
}

// touch saves a job's state before this instant.
func (e *Engine) touch(i int32) {
	l := &e.live[i]
	if l.touched {
		return
	}
	l.touched, l.was, l.forced = true, l.state, none
	l.places, l.old = l.old[:0], l.places
	e.touched = append(e.touched, i)
}
