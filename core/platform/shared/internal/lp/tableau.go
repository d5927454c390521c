package lp

import "math"

// A tableau is the simplex tableau without its unit columns. Variables are the columns
// of the problem, then one slack per kept row, in [0, ∞). The variable basic[i] depends
// on the variables of the columns, which are at a bound (or at 0 without one):
//
//	x[basic[i]] + Σ_j t[i*n+j]*x[outside[j]] = constant
//	objective   = constant + Σ_j d[j]*x[outside[j]]
type tableau struct {
	m, n     int
	t        []float64
	d        []float64
	basic    []int32   // the variable of each row
	outside  []int32   // the variable of each column
	x        []float64 // per variable, its value
	lo, hi   []float64 // per variable
	nonzeros []int32   // of the pivot row
}

// load makes the tableau of the kept rows, with all slacks in the basis and every
// column at the bound nearer to 0, the lower one in a tie.
func (t *tableau) load(p *Problem, kept, place []int32) {
	t.m, t.n = len(kept), p.Columns()
	total := t.m + t.n
	t.x, t.lo, t.hi = resize(t.x, total), resize(t.lo, total), resize(t.hi, total)
	copy(t.lo, p.lo)
	copy(t.hi, p.hi)
	for j := range t.n {
		t.x[j] = start(p.lo[j], p.hi[j])
	}
	for v := t.n; v < total; v++ {
		t.lo[v], t.hi[v] = 0, math.Inf(1)
	}
	t.unpivot(p, kept, place)
}

// start returns the first value of a variable outside the basis.
func start(lo, hi float64) float64 {
	switch {
	case finite(lo) && math.Abs(lo) <= math.Abs(hi):
		return lo
	case finite(hi):
		return hi
	}
	return 0
}

// unpivot makes the slacks the basis, takes the entries from the problem again, and
// keeps the values of the columns. place is the index of each row in kept, or -1.
func (t *tableau) unpivot(p *Problem, kept, place []int32) {
	t.t = resize(t.t, t.m*t.n)
	clear(t.t)
	t.d = append(t.d[:0], p.gain...)
	t.basic, t.outside = resize(t.basic, t.m), resize(t.outside, t.n)
	for j := range t.n {
		t.outside[j] = int32(j)
		at, coefs := p.entries(j)
		for k, row := range at {
			if i := place[row]; i >= 0 {
				t.t[int(i)*t.n+j] += coefs[k]
			}
		}
	}
	for i, row := range kept {
		t.basic[i] = int32(t.n + i)
		value := p.bound[row]
		for j, a := range t.t[i*t.n : (i+1)*t.n] {
			if a != 0 {
				value -= float64(a * t.x[j])
			}
		}
		t.x[t.n+i] = value
	}
}

// bound reports whether a variable is at the bound to which a price drives it.
func (t *tableau) bound(v int32, price float64) bool {
	return price > 0 && t.x[v] >= t.hi[v] || price < 0 && t.x[v] <= t.lo[v]
}

// pivot exchanges the variables of row r and column q. Values do not change. It costs
// O(entries of the row × entries of the column).
func (t *tableau) pivot(r, q int) {
	row := t.t[r*t.n : (r+1)*t.n]
	inverse := 1 / row[q]
	t.nonzeros = t.nonzeros[:0]
	for j, a := range row {
		if a != 0 && j != q {
			row[j] = float64(a * inverse)
			t.nonzeros = append(t.nonzeros, int32(j))
		}
	}
	row[q] = inverse
	for i := range t.m {
		if i != r {
			t.eliminate(t.t[i*t.n:(i+1)*t.n], row, q)
		}
	}
	t.eliminate(t.d, row, q)
	t.basic[r], t.outside[q] = t.outside[q], t.basic[r]
}

// eliminate subtracts the multiple of the pivot row that clears column q from another row.
func (t *tableau) eliminate(target, row []float64, q int) {
	f := target[q]
	if f == 0 {
		return
	}
	for _, j := range t.nonzeros {
		if a := target[j] - float64(f*row[j]); math.Abs(a) > tiny {
			target[j] = a
		} else {
			target[j] = 0
		}
	}
	target[q] = -float64(f * row[q])
}

// move changes the variable of column q by step, and the basis with it.
func (t *tableau) move(q int, step float64) {
	t.x[t.outside[q]] += step
	for i, k := 0, q; i < t.m; i, k = i+1, k+t.n {
		if a := t.t[k]; a != 0 {
			t.x[t.basic[i]] -= float64(step * a)
		}
	}
}
