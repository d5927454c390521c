package lp

import "math"

// drift returns how far the tableau's slacks are from the problem's at the same
// values of the columns.
func (s *Solver) drift(p *Problem) float64 {
	t, worst := &s.t, 0.0
	for k, i := range s.rows.kept {
		total := 0.0
		for e := s.rows.first[i]; e < s.rows.first[i+1]; e++ {
			total += float64(s.rows.coef[e] * t.x[s.rows.column[e]])
		}
		worst = max(worst, math.Abs(p.bound[i]-total-t.x[t.n+k]))
	}
	return worst
}

// refresh computes the tableau of the same basis from the problem. Each column of the
// basis takes the row in which its pivot is largest; one without a pivot stays
// outside, at a bound.
func (s *Solver) refresh(p *Problem) {
	t := &s.t
	s.wanted = resize(s.wanted, t.m+t.n)
	clear(s.wanted)
	for _, v := range t.basic {
		s.wanted[v] = true
	}
	for j := range t.n {
		if s.wanted[j] {
			t.x[j] = start(t.lo[j], t.hi[j])
		}
	}
	// Slacks outside the basis stay at 0. unpivot computes the other values from the
	// columns' values, which must be kept.
	t.unpivot(p, s.rows.kept, s.place)
	for q := range t.n {
		if !s.wanted[q] {
			continue
		}
		r, size := -1, Tolerance
		for i := range t.m {
			if a := math.Abs(t.t[i*t.n+q]); a > size && int(t.basic[i]) >= t.n && !s.wanted[t.basic[i]] {
				r, size = i, a
			}
		}
		if r < 0 {
			continue
		}
		t.move(q, t.x[t.basic[r]]/t.t[r*t.n+q])
		t.x[t.basic[r]] = 0
		t.pivot(r, q)
	}
}

// report reads the solution from the tableau.
func (s *Solver) report(p *Problem) {
	t, out := &s.t, &s.solution
	out.Value = 0
	for j := range out.Y {
		out.Y[j] = min(max(t.x[j], p.lo[j]), p.hi[j]) // rounding may lead outside
		out.Value += float64(p.gain[j] * out.Y[j])
	}
	clear(out.Price)
	for j, v := range t.outside {
		if int(v) >= t.n {
			out.Price[s.rows.kept[int(v)-t.n]] = max(-t.d[j], 0)
		}
	}
}
