package lp

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/slow"
)

// checkOptimal fails unless the solution is feasible and its prices prove that
// nothing is better: no price is negative, a column whose reduced gain is not 0
// is at the bound that it pulls to, a row whose price is not 0 is full, and the
// dual problem has the same value.
func checkOptimal(t *testing.T, p *Problem, s *Solution) {
	t.Helper()
	const eps = 1e-6
	if s.Status != Optimal {
		t.Fatalf("the status is %v", s.Status)
	}
	activity, dual := make([]float64, p.Rows()), 0.0
	for j := range p.Columns() {
		reduced := p.gain[j]
		at, coefs := p.entries(j)
		for k, i := range at {
			activity[i] += coefs[k] * s.Y[j]
			reduced -= s.Price[i] * coefs[k]
		}
		switch y, lo, hi := s.Y[j], p.lo[j], p.hi[j]; {
		case !(y >= lo && y <= hi):
			t.Errorf("column %d is %v, not in [%v, %v]", j, y, lo, hi)
		case reduced > eps && hi-y > eps, reduced < -eps && y-lo > eps:
			t.Errorf("column %d is %v in [%v, %v], but its reduced gain is %v", j, y, lo, hi, reduced)
		case reduced > eps:
			dual += reduced * hi
		case reduced < -eps:
			dual += reduced * lo
		default:
			dual += reduced * y
		}
	}
	for i, b := range p.bound {
		switch {
		case activity[i] > b+eps:
			t.Errorf("row %d sums up to %v, more than %v", i, activity[i], b)
		case s.Price[i] < 0:
			t.Errorf("row %d has the price %v", i, s.Price[i])
		case s.Price[i] > eps && b-activity[i] > eps:
			t.Errorf("row %d has the price %v, but %v of %v is used", i, s.Price[i], activity[i], b)
		}
		dual += s.Price[i] * b
	}
	if math.Abs(dual-s.Value) > eps*(1+math.Abs(dual)) {
		t.Errorf("the dual value is %v, the value %v", dual, s.Value)
	}
}

// bruteForce returns the best vertex of a problem whose columns are all bounded,
// or false if no vertex is feasible: every choice of as many rows and bounds as
// there are columns, made equalities and solved.
func bruteForce(p *Problem) (best float64, ok bool) {
	n := p.Columns()
	var a [][]float64 // a[k]·y <= b[k]
	var b []float64
	for i := range p.Rows() {
		row := make([]float64, n)
		for j := range n {
			at, coefs := p.entries(j)
			for k, r := range at {
				if int(r) == i {
					row[j] += coefs[k]
				}
			}
		}
		a, b = append(a, row), append(b, p.bound[i])
	}
	for j := range n {
		up, down := make([]float64, n), make([]float64, n)
		up[j], down[j] = 1, -1
		a, b = append(a, up, down), append(b, p.hi[j], -p.lo[j])
	}
	best = math.Inf(-1)
	var choose func(from int, chosen []int)
	choose = func(from int, chosen []int) {
		if len(chosen) == n {
			if y := gauss(a, b, chosen); y != nil && satisfies(a, b, y) {
				best = max(best, dot(p.gain, y))
			}
			return
		}
		for k := from; k < len(a); k++ {
			choose(k+1, append(chosen, k))
		}
	}
	choose(0, nil)
	return best, !math.IsInf(best, -1)
}

// gauss solves the chosen rows as equations; nil if they are dependent.
func gauss(a [][]float64, b []float64, chosen []int) []float64 {
	n := len(chosen)
	m := make([][]float64, n)
	for i, k := range chosen {
		m[i] = append(slices.Clone(a[k]), b[k])
	}
	for c := range n {
		pivot := c
		for r := c; r < n; r++ {
			if math.Abs(m[r][c]) > math.Abs(m[pivot][c]) {
				pivot = r
			}
		}
		if math.Abs(m[pivot][c]) < 1e-7 {
			return nil
		}
		m[c], m[pivot] = m[pivot], m[c]
		for r := range n {
			if r != c {
				f := m[r][c] / m[c][c]
				for k := c; k <= n; k++ {
					m[r][k] -= f * m[c][k]
				}
			}
		}
	}
	y := make([]float64, n)
	for c := range n {
		y[c] = m[c][n] / m[c][c]
	}
	return y
}

func satisfies(a [][]float64, b, y []float64) bool {
	for k := range a {
		if dot(a[k], y) > b[k]+1e-7 {
			return false
		}
	}
	return true
}

func dot(a, b []float64) float64 {
	total := 0.0
	for i := range a {
		total += a[i] * b[i]
	}
	return total
}

// small draws a problem of few columns and rows with small integers, so that
// ties, degenerate vertices and infeasible problems are common.
func small(draw func(n int) int) *Problem {
	p := new(Problem)
	for range draw(5) {
		p.AddRow(float64(draw(9) - 2))
	}
	for range 1 + draw(4) {
		lo := float64(draw(4) - 1)
		p.AddColumn(float64(draw(9)-4), lo, lo+float64(draw(4)))
		for i := range p.Rows() {
			if c := draw(7) - 3; c != 0 {
				p.Add(i, float64(c))
			}
		}
	}
	return p
}

func checkSmall(t *testing.T, s *Solver, p *Problem) Status {
	t.Helper()
	out := s.Solve(p)
	want, ok := bruteForce(p)
	switch {
	case !ok && out.Status != Infeasible:
		t.Fatalf("%+v: %v, but no vertex is feasible", p, out.Status)
	case ok && (out.Status != Optimal || math.Abs(out.Value-want) > 1e-6):
		t.Fatalf("%+v: %v with the value %v; the best vertex has %v", p, out.Status, out.Value, want)
	case ok:
		checkOptimal(t, p, out)
	}
	return out.Status
}

func TestSimplexEqualsVertexEnumeration(t *testing.T) {
	slow.AsWebAssembly(t)
	r := rand.New(rand.NewPCG(1, 2))
	var s Solver
	seen := map[Status]int{}
	for range 20_000 {
		seen[checkSmall(t, &s, small(r.IntN))]++
	}
	if seen[Optimal] < 1000 || seen[Infeasible] < 1000 {
		t.Errorf("the problems are all of one kind: %v", seen)
	}
}

func FuzzSimplex(f *testing.F) {
	f.Add([]byte("four columns, four rows, and small numbers in them"))
	f.Add([]byte{4, 0, 0, 0, 0, 3, 1, 3, 6, 6, 6, 6})
	f.Fuzz(func(t *testing.T, script []byte) {
		checkSmall(t, new(Solver), small(func(n int) int {
			if len(script) == 0 {
				return 0
			}
			b := int(script[0]) % n
			script = script[1:]
			return b
		}))
	})
}
