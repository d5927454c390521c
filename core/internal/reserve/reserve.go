// Package reserve keeps reserved starts, on one machine or several sites.
package reserve

import (
	"cmp"
	"fmt"
	"slices"
)

// ASAP asks for a reservation as soon as possible.
const ASAP = -1

// A Held is a reservation of the processors P on [Start, Start+Length) for the job J, or
// a block, which keeps jobs away.
type Held[J, P any] struct {
	Asked  int64 // the start that was granted
	Start  int64 // later than Asked only if running jobs exceed their estimates
	Length int64
	Procs  P
	Job    *J // nil for a block
}

// A Base knows which processors are free of running jobs and reservations.
type Base[P any] interface {
	// Fit returns the earliest second t >= from at which procs are free for length.
	Fit(procs P, from, length int64) (t int64, ok bool)
	// Take removes procs on [from, from+length).
	Take(procs P, from, length int64)
}

// List is all reservations that are not over, in no order.
type List[J, P any] []Held[J, P]

// Add grants r second r.Asked, or with ASAP the earliest that fits, takes its processors
// from base, and returns its start. If they are not free at second from, Add returns the
// error of busy; earliest is the first second at which they are, or -1.
func (l *List[J, P]) Add(r Held[J, P], base Base[P], now int64, busy func(from, earliest int64) error) (int64, error) {
	r.Start = max(r.Asked, now)
	earliest, ok := base.Fit(r.Procs, r.Start, r.Length)
	switch {
	case !ok:
		return 0, busy(r.Start, -1)
	case r.Asked == ASAP:
		r.Asked, r.Start = earliest, earliest
	case r.Asked < now:
		return 0, fmt.Errorf("second %d is over, it is second %d now", r.Asked, now)
	case earliest != r.Start:
		return 0, busy(r.Start, earliest)
	}
	base.Take(r.Procs, r.Start, r.Length)
	*l = append(*l, r)
	return r.Start, nil
}

// Begin starts the jobs whose reservations are due and removes blocks that are over.
func (l *List[J, P]) Begin(now int64, start func(*Held[J, P])) {
	*l = slices.DeleteFunc(*l, func(r Held[J, P]) bool {
		if r.Job == nil {
			return r.Start+r.Length <= now
		}
		if r.Start > now {
			return false
		}
		start(&r)
		return true
	})
}

// Late reports whether a reservation starts later than granted.
func (l List[J, P]) Late() bool {
	return slices.ContainsFunc(l, func(r Held[J, P]) bool { return r.Start > r.Asked })
}

// Renew takes all reservations from base, from which only running jobs have been taken:
// first the blocks, which cannot move, then the reserved jobs, each as soon after its
// granted start as it fits. It calls moved for every job with its new Start and, in
// before, the old one.
func (l List[J, P]) Renew(now int64, base Base[P], moved func(r *Held[J, P], before int64)) {
	slices.SortStableFunc(l, func(x, y Held[J, P]) int {
		switch {
		case x.Job == nil && y.Job != nil:
			return -1
		case x.Job != nil && y.Job == nil:
			return 1
		}
		return cmp.Compare(x.Asked, y.Asked)
	})
	for i := range l {
		r := &l[i]
		if r.Job == nil {
			from := max(now, r.Start)
			base.Take(r.Procs, from, r.Start+r.Length-from)
			continue
		}
		before := r.Start
		r.Start, _ = base.Fit(r.Procs, max(now, r.Asked), r.Length)
		moved(r, before)
		base.Take(r.Procs, r.Start, r.Length)
	}
}
