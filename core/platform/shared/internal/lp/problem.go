// Package lp solves linear programs of a few hundred rows and columns:
//
//	maximise    Σ gain[j]*y[j]
//	where       Σ coef[i,j]*y[j] <= bound[i]   for every row i
//	and         lo[j] <= y[j] <= hi[j]         for every column j
//
// by the primal simplex method with bounded variables. It suits problems such as
// linear program (2) of the dfrs paper (a column per job, a row per node, few
// entries), solved again and again in the same memory. Every build gets the same
// bits: products are rounded before they are added, ties go to the lowest index, and
// nothing is random.
//
// Coefficients should be of the order of 1. Verdicts hold within Tolerance. The
// package does not suit ill-conditioned problems.
package lp

import (
	"fmt"
	"math"
)

// A Problem is a linear program, built row by row and column by column. The zero
// value is the empty problem.
type Problem struct {
	bound        []float64 // per row
	gain, lo, hi []float64 // per column
	first        []int32   // per column, where its entries begin
	row          []int32   // per entry, in the order of the columns
	coef         []float64
}

// Reset makes p the empty problem, in the same memory.
func (p *Problem) Reset() {
	p.bound = p.bound[:0]
	p.gain, p.lo, p.hi = p.gain[:0], p.lo[:0], p.hi[:0]
	p.first, p.row, p.coef = p.first[:0], p.row[:0], p.coef[:0]
}

// Rows returns the number of rows.
func (p *Problem) Rows() int { return len(p.bound) }

// Columns returns the number of columns.
func (p *Problem) Columns() int { return len(p.gain) }

// AddRow adds a row without entries and returns its index. It panics unless the
// bound is finite.
func (p *Problem) AddRow(bound float64) int {
	if !finite(bound) {
		panic(fmt.Sprintf("lp: row %d has the bound %v", len(p.bound), bound))
	}
	p.bound = append(p.bound, bound)
	return len(p.bound) - 1
}

// AddColumn adds a variable without entries and returns its index. A lower bound may
// be -Inf, an upper one +Inf. It panics on other infinities and on NaN.
func (p *Problem) AddColumn(gain, lo, hi float64) int {
	if !finite(gain) || lo != lo || hi != hi || math.IsInf(lo, 1) || math.IsInf(hi, -1) {
		panic(fmt.Sprintf("lp: column %d has the gain %v and the bounds %v and %v", len(p.gain), gain, lo, hi))
	}
	p.gain, p.lo, p.hi = append(p.gain, gain), append(p.lo, lo), append(p.hi, hi)
	p.first = append(p.first, int32(len(p.row)))
	return len(p.gain) - 1
}

// Add adds coef to the newest column's entry in that row. It panics if there is no
// such row or column, or if coef is not finite.
func (p *Problem) Add(row int, coef float64) {
	if row < 0 || row >= len(p.bound) || len(p.gain) == 0 || !finite(coef) {
		panic(fmt.Sprintf("lp: coefficient %v in row %d of %d, column %d", coef, row, len(p.bound), len(p.gain)-1))
	}
	p.row, p.coef = append(p.row, int32(row)), append(p.coef, coef)
}

// entries returns the rows and coefficients of a column.
func (p *Problem) entries(column int) ([]int32, []float64) {
	from, to := p.first[column], int32(len(p.row))
	if column+1 < len(p.first) {
		to = p.first[column+1]
	}
	return p.row[from:to], p.coef[from:to]
}

func finite(x float64) bool { return x-x == 0 }
