package exact

import "slices"

// A span is the starts from..to, both included.
type span struct{ from, to int64 }

// A domain is the set of starts left to a job: disjoint spans in order. There is no
// schedule if one is empty.
type domain []span

func (a domain) least() int64 { return a[0].from }
func (a domain) most() int64  { return a[len(a)-1].to }

// without returns a without the starts from..to, in a's memory if it suffices.
func (a domain) without(from, to int64) domain {
	i := 0
	for i < len(a) && a[i].to < from {
		i++
	}
	j := i // a[i:j] lose starts
	for j < len(a) && a[j].from <= to {
		j++
	}
	if from > to || i == j {
		return a
	}
	left := make([]span, 0, 2)
	if s := a[i]; s.from < from {
		left = append(left, span{s.from, from - 1})
	}
	if s := a[j-1]; s.to > to {
		left = append(left, span{to + 1, s.to})
	}
	return slices.Replace(a, i, j, left...)
}

func (a domain) has(t int64) bool { return a.within(t, t) }

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
	p       *problem
	changed bool // by this pass
	profile      // beside the jobs that run in any case
}

// run returns false if some domain becomes empty.
func (r *propagator) run(dom []domain) bool {
	for range 4 {
		r.changed = false
		if !r.pass(dom) {
			return false
		}
		if !r.changed {
			break
		}
	}
	return true
}

// remove removes the starts from..to from d and returns false if none is left.
func (r *propagator) remove(d *domain, from, to int64) bool {
	n, a, b := len(*d), d.least(), d.most()
	*d = d.without(from, to)
	if len(*d) == 0 {
		return false
	}
	r.changed = r.changed || len(*d) != n || d.least() != a || d.most() != b
	return true
}

func (r *propagator) pass(dom []domain) bool {
	p := r.p
	for i := 1; i < p.n; i++ { // equal jobs start in their order
		if p.same(i-1, i) && !r.remove(&dom[i], 0, dom[i-1].least()-1) {
			return false
		}
	}
	for i := p.n - 1; i > 0; i-- {
		if p.same(i-1, i) && !r.remove(&dom[i-1], dom[i].most()+1, forever) {
			return false
		}
	}
	p.ticks += passTicks * int64(p.n)
	r.reset(&p.base)
	any := false
	for i := range p.n {
		if from, to := dom[i].most(), dom[i].least()+p.d[i]; from < to {
			for k, last := r.cut(from), r.cut(to); k < last; k++ {
				r.free[k] -= p.w[i]
			}
			any = true
		}
	}
	if !any {
		return true
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
			if f < 0 || f < w && (to == forever || !r.remove(&dom[i], from-d+1, to-1)) {
				return false
			}
		}
	}
	return true
}

// cut returns the step that begins at second t, which it makes if there is none.
func (r *propagator) cut(t int64) int {
	k, found := slices.BinarySearch(r.at, t)
	if !found {
		r.at = slices.Insert(r.at, k, t)
		r.free = slices.Insert(r.free, k, r.free[k-1])
	}
	return k
}

// fix removes from the domains the starts that would raise the last u.bound, of the same
// domains, above limit (in 1/one). No other bound will do, however true: at these prices
// only this one counts the job's cheapest start. It returns false if a domain becomes empty.
func (u *dual) fix(dom []domain, limit int64) bool {
	for i := range dom {
		if u.kernel != nil && slices.Contains(u.kernel.job, i) {
			continue // another start may make others of the kernel cheaper
		}
		room := limit - u.total + u.least[i] // the most a start may cost
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
		case a > room: // the cost falls by whole steps
			cuts = append(cuts, span{t, t + (a-room-1)/((a-b)/(last-t))})
		case b > room:
			cuts = append(cuts, span{t + (room-a)/((b-a)/(last-t)) + 1, last})
		}
		if last == s.to {
			break
		}
		t = next
	}
	return cuts
}
