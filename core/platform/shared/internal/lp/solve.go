package lp

import (
	"math"

	"github.com/backfill-lab/backfill/core/internal/heap"
)

// Tolerance is the largest violation of a row or bound, and the least reduced gain
// and pivot that are used.
const Tolerance = 1e-9

// tiny is the largest entry of the tableau that counts as cancelled.
const tiny = 1e-14

// A Status is how solving ended.
type Status int

const (
	Optimal Status = iota
	Infeasible
	Unbounded
	PivotLimit // not solved within the allowed steps
)

func (s Status) String() string {
	return [...]string{"optimal", "infeasible", "unbounded", "pivot limit"}[s]
}

// A Solution is the result of Solve. Its slices belong to the Solver and are valid
// until the next Solve. They mean something only if Status is Optimal.
type Solution struct {
	Status Status
	Value  float64   // Σ gain*Y
	Y      []float64 // per column; one of possibly several optima
	// Price is the dual variable of each row, at least 0: what Value gains per unit of
	// its bound. gain - Σ Price*coef of a column is > 0 only if the column is at its
	// upper bound and < 0 only if it is at its lower one.
	Price []float64
	Steps int // pivots and moves from bound to bound
}

// A Solver solves one problem after the other in the same memory; a solution depends
// on its problem alone. The zero value is ready. It is not safe for concurrent use.
type Solver struct {
	Limit int // most steps of one Solve; 0 is 1,000 and 50 per kept row and column

	rows     rows
	place    []int32 // per row, its index in rows.kept, or -1
	t        tableau
	queue    []choice // columns to enter, while their prices hold
	queued   bool
	infeas   []float64 // phase 1: per column, how fast infeasibility falls
	wanted   []bool    // refresh: per variable, whether it was in the basis
	solution Solution
}

// Solve returns an optimum of p, or why there is none. A column whose lower bound is
// above its upper one makes p infeasible.
func (s *Solver) Solve(p *Problem) *Solution {
	s.rows.choose(p)
	s.place = resize(s.place, p.Rows())
	for i := range s.place {
		s.place[i] = -1
	}
	for k, i := range s.rows.kept {
		s.place[i] = int32(k)
	}
	out := &s.solution
	out.Y, out.Price, out.Steps = resize(out.Y, p.Columns()), resize(out.Price, p.Rows()), 0
	for j := range p.lo {
		if p.lo[j] > p.hi[j] {
			out.Status, out.Value = Infeasible, 0
			return out
		}
	}
	s.t.load(p, s.rows.kept, s.place)
	out.Status = s.run(p)
	s.report(p)
	return out
}

// run steps until there is a verdict. Rounding errors grow with the pivots: a verdict
// that does not hold for the problem itself is replaced by one from a fresh tableau of
// the same basis.
func (s *Solver) run(p *Problem) Status {
	limit := s.Limit
	if limit <= 0 {
		limit = 1000 + 50*(s.t.m+s.t.n)
	}
	fresh, stalled, flipped := true, 0, false
	s.queued = false
	refresh := func() {
		s.refresh(p)
		fresh, flipped, s.queued = true, false, false
	}
	for {
		price, phase1 := s.t.d, s.infeasible()
		if phase1 {
			price = s.infeas
		}
		bland := stalled > s.t.m+s.t.n
		q := -1
		if plain := !phase1 && !bland; plain && (s.queued || flipped) {
			q = s.next()
		} else {
			q, s.queued = s.entering(price, bland), false
		}
		if q < 0 {
			if !fresh && (phase1 || s.drift(p) > Tolerance) {
				refresh()
				continue
			}
			if phase1 {
				return Infeasible
			}
			return Optimal
		}
		if s.solution.Steps >= limit {
			return PivotLimit
		}
		up := price[q] > 0
		r, step := s.leaving(q, up, bland)
		if math.IsInf(step, 1) {
			if fresh {
				return Unbounded
			}
			refresh()
			continue
		}
		s.solution.Steps++
		if step > Tolerance {
			stalled = 0
		} else {
			stalled++
		}
		s.step(q, r, up, step)
		flipped = r < 0
		fresh = fresh && flipped
		if s.queued = s.queued && flipped; s.queued {
			s.queue = heap.Pop(s.queue) // the column is worth nothing at its other bound
		}
	}
}

// infeasible reports whether a basic variable is out of its bounds, and if so sets
// infeas to how much a unit of each column takes from the sum of the excesses.
func (s *Solver) infeasible() bool {
	t, any := &s.t, false
	for i := range t.m {
		v := t.basic[i]
		below := t.x[v] < t.lo[v]-Tolerance
		if !below && t.x[v] <= t.hi[v]+Tolerance {
			continue
		}
		if !any {
			any = true
			s.infeas = resize(s.infeas, t.n)
			clear(s.infeas)
		}
		for j, a := range t.t[i*t.n : (i+1)*t.n] {
			if below {
				s.infeas[j] -= a
			} else {
				s.infeas[j] += a
			}
		}
	}
	return any
}

// entering returns the column that gains most per unit, or -1. Under Bland's rule it
// is the gaining column whose variable has the lowest index.
func (s *Solver) entering(price []float64, bland bool) int {
	t, best, most := &s.t, -1, Tolerance
	for j, d := range price {
		g := math.Abs(d)
		if g < most || g <= Tolerance {
			continue
		}
		v := t.outside[j]
		if t.bound(v, d) {
			continue
		}
		switch {
		case bland && (best < 0 || v < t.outside[best]):
			best = j
		case !bland && (g > most || g == most && best >= 0 && v < t.outside[best]):
			best, most = j, g
		}
	}
	return best
}

// leaving returns how far column q can move and the row that stops it, or -1 if its
// own bound does. Of several rows the one with the largest pivot is taken, under
// Bland's rule the one with the lowest variable. A variable that is out of its bounds
// stops at the bound to which it returns.
func (s *Solver) leaving(q int, up, bland bool) (row int, step float64) {
	t := &s.t
	v := t.outside[q]
	row, step = -1, t.hi[v]-t.lo[v]
	pivot := 0.0
	for i, k := 0, q; i < t.m; i, k = i+1, k+t.n {
		a := t.t[k]
		size := math.Abs(a)
		if size <= Tolerance {
			continue
		}
		b := t.basic[i]
		falls := (a > 0) == up
		var room float64
		switch x := t.x[b]; {
		case x < t.lo[b]-Tolerance:
			if falls {
				continue
			}
			room = t.lo[b] - x
		case x > t.hi[b]+Tolerance:
			if !falls {
				continue
			}
			room = x - t.hi[b]
		case falls:
			room = x - t.lo[b]
		default:
			room = t.hi[b] - x
		}
		room = max(room, 0) / size
		tie := row >= 0 && math.Abs(room-step) <= 1e-12
		switch {
		case tie && (bland && b < t.basic[row] || !bland && size > pivot),
			!tie && room < step:
			row, step, pivot = i, min(room, step), size
		}
	}
	return row, step
}

// step moves column q, and exchanges it with row r unless r is -1.
func (s *Solver) step(q, r int, up bool, step float64) {
	t := &s.t
	if !up {
		step = -step
	}
	v := t.outside[q]
	if r < 0 {
		t.move(q, step)
		if t.x[v] = t.hi[v]; !up {
			t.x[v] = t.lo[v]
		}
		return
	}
	b := t.basic[r]
	falls := (t.t[r*t.n+q] > 0) == up
	target := t.hi[b]
	if falls && t.x[b] <= t.hi[b]+Tolerance || !falls && t.x[b] < t.lo[b]-Tolerance {
		target = t.lo[b]
	}
	t.move(q, step)
	t.x[b] = target // exactly at its bound
	t.pivot(r, q)
}
