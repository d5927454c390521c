package lp

import "math"

// drift returns how far the slacks of the tableau are from those that the
// problem has at the same values of the columns.
func (s *Solver) drift(p *Problem) float64 {
	t, worst := &s.t, 0.0
	for k, i := range s.rows.kept {
		slack := p.bound[i] - s.activity(i)
		worst = max(worst, math.Abs(slack-t.x[t.n+k]))
	}
	return worst
}

// activity returns what row i of the problem sums up to.
func (s *Solver) activity(i int32) float64 {
	total := 0.0
	for k := s.rows.first[i]; k < s.rows.first[i+1]; k++ {
		total += float64(s.rows.coef[k] * s.t.x[s.rows.column[k]])
	}
	return total
}

// refresh works out the tableau of the same basis from the problem. Each column
// of the basis takes the row where its pivot is largest; one that has none is
// left outside, at a bound.
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
	// Slacks outside the basis are at 0 and stay there: what has to be kept are
	// the columns' values, from which unpivot works out those of the rest.
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

// report reads the solution off the tableau.
func (s *Solver) report(p *Problem) {
	t, out := &s.t, &s.solution
	out.Value = 0
	for j := range out.Y {
		// What is outside by rounding is at the bound.
		out.Y[j] = min(max(t.x[j], p.lo[j]), p.hi[j])
		out.Value += float64(p.gain[j] * out.Y[j])
	}
	clear(out.Price)
	for j, v := range t.outside {
		if int(v) >= t.n {
			out.Price[s.rows.kept[int(v)-t.n]] = max(-t.d[j], 0)
		}
	}
}
