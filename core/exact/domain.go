package exact

import "slices"

// A span is the starts from..to, both included.
type span struct{ from, to int64 }

// A domain is the set of starts left to a job: disjoint spans in order. If one is empty
// there is no schedule.
type domain []span

func (a domain) equal(b domain) bool { return slices.Equal(a, b) }

func (a domain) least() int64 { return a[0].from }
func (a domain) most() int64  { return a[len(a)-1].to }

// without returns a without the starts from..to, in a's memory if it suffices.
func (a domain) without(from, to int64) domain {
	if from > to || len(a) == 0 || from > a.most() || to < a.least() {
		return a
	}
	for i := 0; i < len(a); i++ {
		s := a[i]
		switch {
		case s.to < from:
		case s.from > to:
			return a
		case s.from < from && s.to > to:
			a = slices.Insert(a, i+1, span{to + 1, s.to})
			a[i].to = from - 1
			return a
		case s.from < from:
			a[i].to = from - 1
		case s.to > to:
			a[i].from = to + 1
			return a
		default:
			a = slices.Delete(a, i, i+1)
			i--
		}
	}
	return a
}

// has reports whether t is in a.
func (a domain) has(t int64) bool {
	for _, s := range a {
		if t <= s.to {
			return t >= s.from
		}
	}
	return false
}

// within reports whether a holds a start in from..to.
func (a domain) within(from, to int64) bool {
	for _, s := range a {
		if s.to >= from {
			return s.from <= to
		}
	}
	return false
}

// A propagator removes from domains the starts that no schedule uses.
type propagator struct {
	p    *problem
	at   []int64
	free []int64
}

// run returns false if some domain becomes empty.
func (r *propagator) run(dom []domain) bool {
	for range 4 {
		changed, ok := r.pass(dom)
		if !ok || !changed {
			return ok
		}
	}
	return true
}

func (r *propagator) pass(dom []domain) (changed, ok bool) {
	p := r.p
	for i := 1; i < p.n; i++ { // equal jobs start in their order
		if lo := dom[i-1].least(); p.same(i-1, i) && dom[i].least() < lo {
			if dom[i] = dom[i].without(0, lo-1); len(dom[i]) == 0 {
				return true, false
			}
			changed = true
		}
	}
	for i := p.n - 1; i > 0; i-- {
		if hi := dom[i].most(); p.same(i-1, i) && dom[i-1].most() > hi {
			if dom[i-1] = dom[i-1].without(hi+1, forever); len(dom[i-1]) == 0 {
				return true, false
			}
			changed = true
		}
	}
	p.ticks += passTicks * int64(p.n)
	r.at, r.free = append(r.at[:0], p.base.at...), r.free[:0]
	for _, f := range p.base.free {
		r.free = append(r.free, int64(f))
	}
	any := false
	for i := range p.n {
		if from, to := dom[i].most(), dom[i].least()+p.d[i]; from < to {
			r.take(from, to, p.w[i])
			any = true
		}
	}
	if !any {
		return changed, true
	}
	p.ticks += int64(p.n * len(r.at))
	for i := range p.n {
		w, d := p.w[i], p.d[i]
		own0, own1 := dom[i].most(), dom[i].least()+d
		for k, f := range r.free {
			from, to := r.at[k], int64(forever)
			if k+1 < len(r.at) {
				to = r.at[k+1]
			}
			if own0 <= from && from < own1 {
				f += w
			}
			if f < 0 {
				return true, false
			}
			if f < w {
				if to == forever {
					return true, false
				}
				n, a, b := len(dom[i]), dom[i].least(), dom[i].most()
				if dom[i] = dom[i].without(from-d+1, to-1); len(dom[i]) == 0 {
					return true, false
				}
				changed = changed || len(dom[i]) != n || dom[i].least() != a || dom[i].most() != b
			}
		}
	}
	return changed, true
}

func (r *propagator) take(from, to, w int64) {
	a, b := r.cut(from), r.cut(to)
	for k := a; k < b; k++ {
		r.free[k] -= w
	}
}

// cut returns the step that begins at second t; it makes one if there is none.
func (r *propagator) cut(t int64) int {
	k, found := slices.BinarySearch(r.at, t)
	if !found {
		r.at = slices.Insert(r.at, k, t)
		r.free = slices.Insert(r.free, k, r.free[k-1])
	}
	return k
}

// fix removes from the domains every start that would raise bound above limit, both in
// 1/one, at the prices and cheapest starts of the last u.bound. It returns false if a
// domain becomes empty.
func (u *dual) fix(dom []domain, bound, limit int64) bool {
	for i := range dom {
		room := limit - bound + u.least[i] // the most a start may cost
		var cuts domain
		for _, s := range dom[i] {
			cuts = u.dear(cuts, i, s, room)
		}
		for _, c := range cuts {
			dom[i] = dom[i].without(c.from, c.to)
		}
		if len(dom[i]) == 0 {
			return false
		}
	}
	return true
}

// dear appends to cuts the starts of s that cost more than room.
func (u *dual) dear(cuts domain, i int, s span, room int64) domain {
	off := (u.g - u.p.d[i]%u.g) % u.g
	end := int64(u.k) * u.g
	for t := s.from; t <= s.to; {
		// the next second at which the cost bends
		next := (t/u.g + 1) * u.g
		if o := t - t%u.g + off; o > t {
			next = min(next, o)
		}
		if t >= end {
			next = s.to + 1
		}
		u.p.ticks += bendTicks
		last := min(next, s.to) // linear on [t, last]
		a, b := u.cost(i, t), u.cost(i, last)
		switch {
		case a > room && b > room:
			cuts = append(cuts, span{t, last})
		case a > room: // the cost falls: find the first second at which it is at most room
			m := last - t
			x := t + (a-room+(a-b)/m-1)/max(1, (a-b)/m) - 1
			x = max(t, min(x, last-1))
			for x >= t && u.cost(i, x) <= room {
				x--
			}
			if x >= t {
				cuts = append(cuts, span{t, x})
			}
		case b > room:
			m := last - t
			x := t + (room-a)/max(1, (b-a)/m)
			x = max(t+1, min(x+1, last))
			for x <= last && u.cost(i, x) <= room {
				x++
			}
			if x <= last {
				cuts = append(cuts, span{x, last})
			}
		}
		if last == s.to {
			break
		}
		t = next
	}
	return cuts
}
