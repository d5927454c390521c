package lp

import (
	"cmp"
	"math"
	"slices"
)

// rows is a problem seen by rows, and which of them matter. Nodes that are not
// overloaded even if every job has its full yield bind nothing; nodes with the
// same tasks are one row.
type rows struct {
	first  []int32 // per row and one more
	column []int32
	coef   []float64
	fill   []int32

	kept  []int32  // the rows that matter
	hash  []uint64 // per row
	order []int32
}

// choose fills kept. Of rows with equal entries it takes the one with the
// lowest bound, then index. O(entries + rows log rows).
func (r *rows) choose(p *Problem) {
	r.transpose(p)
	m := p.Rows()
	r.hash = resize(r.hash, m)
	r.order = r.order[:0]
	for i := range m {
		if r.highest(p, i) > p.bound[i] {
			r.hash[i] = r.hashOf(i)
			r.order = append(r.order, int32(i))
		}
	}
	slices.SortFunc(r.order, func(a, b int32) int {
		return cmp.Or(cmp.Compare(r.hash[a], r.hash[b]), cmp.Compare(p.bound[a], p.bound[b]), cmp.Compare(a, b))
	})
	r.kept = r.kept[:0]
	for k, i := range r.order {
		if k > 0 && r.hash[i] == r.hash[r.order[k-1]] && r.equal(i, r.kept[len(r.kept)-1]) {
			continue
		}
		r.kept = append(r.kept, i)
	}
	slices.Sort(r.kept)
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

// highest returns the largest value that row i can take within the bounds of
// the columns. Entries that stand in it twice make it too large at most.
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

func (r *rows) hashOf(i int) uint64 {
	h := uint64(14695981039346656037) // FNV-1a, a word at a time
	for k := r.first[i]; k < r.first[i+1]; k++ {
		h = (h ^ uint64(r.column[k])) * 1099511628211
		h = (h ^ math.Float64bits(r.coef[k])) * 1099511628211
	}
	return h
}

func (r *rows) equal(a, b int32) bool {
	return slices.Equal(r.column[r.first[a]:r.first[a+1]], r.column[r.first[b]:r.first[b+1]]) &&
		slices.Equal(r.coef[r.first[a]:r.first[a+1]], r.coef[r.first[b]:r.first[b+1]])
}

// resize returns a slice of length n with s's memory where that is enough; its
// content is undefined.
func resize[E any](s []E, n int) []E {
	if cap(s) < n {
		return make([]E, n, n+n/4)
	}
	return s[:n]
}
