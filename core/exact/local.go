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
		p.ticks += placeTicks + stepTicks*int64(len(work.at))
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
		p.ticks += placeTicks + stepTicks*int64(len(work.at))
		if cost > limit {
			break
		}
	}
	return cost
}

// tries is how many lists the first local searches are worth: more jobs have more
// neighbours, but each takes longer.
func (p *problem) tries() int { return min(80_000, 100*p.n*p.n, 60_000_000/(1+p.n*p.n)) }

// An attempt is an order and what its list schedule costs.
type attempt struct {
	order []int
	cost  int64
}

// search looks for a good order with so many lists. What a local search ends with
// depends much on where it begins, above all on which of the jobs that hold many
// processors or hold them long goes first. So it begins with each job in front of
// each of the orders, and goes on with the better ones, fewer and longer from round
// to round. It tells found of what it has after each search.
func (p *problem) search(orders [][]int, tries int, r *rand.Rand, stop func() bool, found func(order []int)) {
	if tries < 4*len(orders) {
		return
	}
	var work profile
	var all []attempt
	for _, order := range orders {
		for i := -1; i < p.n && !stop(); i++ { // -1 leaves the order as it is
			if i > 0 && p.same(i-1, i) {
				continue
			}
			order := slices.Clone(order)
			if i >= 0 {
				k := slices.Index(order, i)
				copy(order[1:k+1], order[:k])
				order[0] = i
			}
			all = append(all, attempt{order, p.evaluate(&work, order, never)})
			if len(all) >= tries/4 {
				break
			}
		}
	}
	for _, round := range searchRounds {
		slices.SortStableFunc(all, func(a, b attempt) int { return cmp.Compare(a.cost, b.cost) })
		all = all[:min(len(all), round.most)]
		for i := range all {
			a := &all[i]
			p.local(a.order, int(float64(tries)*round.share)/len(all), r, stop)
			a.cost = p.evaluate(&work, a.order, never)
			found(a.order)
		}
	}
}

// searchRounds is how many orders each round of a search goes on with, and its share
// of the tries.
var searchRounds = []struct {
	most  int
	share float64
}{{200, 0.45}, {4, 0.55}}

// local improves an order in place: it takes a few neighbours out and puts them
// elsewhere, as often as tries says. What is no worse than the order some steps ago
// is kept, which leads out of local optima (Burke and Bykov, "The late acceptance
// hill-climbing heuristic", 2017); the best is returned. It reports whether that is
// better than before.
func (p *problem) local(order []int, tries int, r *rand.Rand, stop func() bool) bool {
	if p.n < 2 || tries == 0 {
		return false
	}
	var work profile
	first := p.evaluate(&work, order, never)
	cost, best := first, first
	now, try := slices.Clone(order), make([]int, p.n)
	late := make([]int64, min(lateSteps, tries/8+1))
	for i := range late {
		late[i] = first
	}
	due := p.ticks
	for n := range tries {
		if p.ticks >= due {
			if stop() {
				break
			}
			due = p.ticks + pollTicks
		}
		// a block of 1 to 3 jobs moves from a to b
		block := min(1+r.IntN(8)/6+r.IntN(8)/7, p.n-1)
		a, b := r.IntN(p.n-block+1), r.IntN(p.n-block+1)
		try = append(try[:0], now[:a]...)
		try = append(try, now[a+block:]...)
		try = slices.Insert(try, b, now[a:a+block]...)
		h := &late[n%len(late)]
		if c := p.evaluate(&work, try, max(cost, *h)); c <= cost || c <= *h {
			now, try = try, now
			if cost = c; cost < best {
				best = cost
				copy(order, now)
			}
		}
		*h = min(*h, cost)
	}
	return best < first
}

// lateSteps is how many steps ago an order is compared with.
const lateSteps = 500
