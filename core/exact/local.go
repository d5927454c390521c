package exact

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"github.com/backfill-lab/backfill/core/internal/det"
)

// draw returns the stream of all random choices.
func draw() *rand.Rand { return det.Stream(1, "exact") }

// list returns the starts and the cost of an order's list schedule.
func (p *problem) list(order []int) ([]int64, int64) {
	var work profile
	work.reset(&p.base)
	starts, cost := make([]int64, p.n), int64(0)
	for _, i := range order {
		starts[i] = work.place(p.d[i], int32(p.w[i]))
		cost += p.w[i] * starts[i]
	}
	return starts, cost
}

// byStart returns the jobs in the order of what at says, equals by number.
func (p *problem) byStart(at func(i int) float64) []int {
	order := make([]int, p.n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(at(a), at(b)) })
	return order
}

// evaluate returns the cost of an order's list schedule, or something above limit
// if it is above limit.
func (p *problem) evaluate(work *profile, order []int, limit int64) int64 {
	work.reset(&p.base)
	cost := int64(0)
	for _, i := range order {
		cost += p.w[i] * work.place(p.d[i], int32(p.w[i]))
		if cost > limit {
			break
		}
	}
	return cost
}

// tries is how long a local search is worth: more jobs have more neighbours, but
// each takes longer.
func (p *problem) tries() int { return min(10_000, 50*p.n*p.n, 30_000_000/(1+p.n*p.n)) }

// local improves an order in place: it takes a job out and puts it elsewhere, as
// often as tries says, and keeps what is no worse.
func (p *problem) local(order []int, tries int, r *rand.Rand, stop func() bool) {
	if p.n < 2 || tries == 0 {
		return
	}
	var work profile
	cost := p.evaluate(&work, order, never)
	try := make([]int, p.n)
	for n := range tries {
		if n%64 == 0 && stop() {
			return
		}
		a, b := r.IntN(p.n), r.IntN(p.n)
		copy(try, order)
		j := try[a]
		if a < b {
			copy(try[a:b], try[a+1:b+1])
		} else {
			copy(try[b+1:a+1], try[b:a])
		}
		try[b] = j
		if c := p.evaluate(&work, try, cost); c <= cost {
			copy(order, try)
			cost = c
		}
	}
}
