package lp

import (
	"math"
	"math/bits"
	"slices"
)

// rows are the rows of a problem and which of them matter. Nodes that every job's
// full yield cannot overload bind nothing; nodes with the same tasks are one row.
type rows struct {
	first  []int32 // per row and one more
	column []int32
	coef   []float64
	fill   []int32

	kept  []int32 // the rows that matter, ascending
	same  []int32 // hash table of rows that stand for equal ones, plus 1
	taken []bool  // per row
}

// choose fills kept. Of rows with equal entries it takes the one with the lowest
// bound, then the lowest index. O(entries + rows).
func (r *rows) choose(p *Problem) {
	r.transpose(p)
	m := p.Rows()
	size := uint64(1) << bits.Len(uint(2*m))
	r.same = resize(r.same, int(size))
	clear(r.same)
	r.taken = resize(r.taken, m)
	for i := range m {
		if r.taken[i] = r.highest(p, i) > p.bound[i]; !r.taken[i] {
			continue
		}
		h := r.hash(i) & (size - 1)
		for r.same[h] != 0 && !r.equal(r.same[h]-1, int32(i)) {
			h = (h + 1) & (size - 1)
		}
		if other := r.same[h] - 1; other >= 0 {
			if p.bound[other] <= p.bound[i] {
				r.taken[i] = false
				continue
			}
			r.taken[other] = false
		}
		r.same[h] = int32(i + 1)
	}
	r.kept = r.kept[:0]
	for i, taken := range r.taken {
		if taken {
			r.kept = append(r.kept, int32(i))
		}
	}
}

// transpose lists the entries by rows, in column order.
func (r *rows) transpose(p *Problem) {
	m := p.Rows()
	r.first = resize(r.first, m+1)
	clear(r.first)
	for _, i := range p.row {
		r.first[i+1]++
	}
	for i := range m {
		r.first[i+1] += r.first[i]
	}
	r.fill = append(r.fill[:0], r.first...)
	r.column, r.coef = resize(r.column, len(p.row)), resize(r.coef, len(p.row))
	for j := range p.Columns() {
		at, coefs := p.entries(j)
		for k, i := range at {
			r.column[r.fill[i]], r.coef[r.fill[i]] = int32(j), coefs[k]
			r.fill[i]++
		}
	}
}

// highest returns an upper bound of row i within the bounds of the columns: its
// maximum, if no column stands in it twice.
func (r *rows) highest(p *Problem, i int) float64 {
	total := 0.0
	for k := r.first[i]; k < r.first[i+1]; k++ {
		j, a := r.column[k], r.coef[k]
		switch {
		case a > 0:
			total += float64(a * p.hi[j])
		case a < 0:
			total += float64(a * p.lo[j])
		}
	}
	return total
}

func (r *rows) hash(i int) uint64 {
	h := uint64(14695981039346656037) // FNV-1a, a word at a time
	for k := r.first[i]; k < r.first[i+1]; k++ {
		h = (h ^ uint64(r.column[k])) * 1099511628211
		h = (h ^ math.Float64bits(r.coef[k])) * 1099511628211
	}
	return h ^ h>>32 // the low bits of a product do not depend on the high ones
}

func (r *rows) equal(a, b int32) bool {
	return slices.Equal(r.column[r.first[a]:r.first[a+1]], r.column[r.first[b]:r.first[b+1]]) &&
		slices.Equal(r.coef[r.first[a]:r.first[a+1]], r.coef[r.first[b]:r.first[b+1]])
}

// resize returns a slice of length n, in s's memory if that is enough; its content is
// undefined.
func resize[E any](s []E, n int) []E {
	if cap(s) < n {
		return make([]E, n, n+n/4)
	}
	return s[:n]
}
