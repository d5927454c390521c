package exact

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"github.com/backfill-lab/backfill/core/internal/det"
)

// draw returns the stream of random choices.
func draw() *rand.Rand { return det.Stream(1, "exact") }

// list returns the starts and the cost of an order's list schedule.
func (p *problem) list(order []int) ([]int64, int64) {
	starts := make([]int64, p.n)
	return starts, p.evaluate(new(profile), order, never, starts)
}

// byStart returns the jobs in the order of at, ties by number.
func (p *problem) byStart(at func(i int) float64) []int {
	order := identity(p.n)
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(at(a), at(b)) })
	return order
}

// evaluate returns the cost of an order's list schedule, or any cost above limit if
// that is above limit. It fills starts unless that is nil.
func (p *problem) evaluate(work *profile, order []int, limit int64, starts []int64) int64 {
	work.reset(&p.base)
	cost := int64(0)
	for _, i := range order {
		at := work.place(p.d[i], p.w[i])
		if starts != nil {
			starts[i] = at
		}
		cost += p.w[i] * at
		p.ticks += placeTicks + stepTicks*int64(len(work.at))
		if cost > limit {
			break
		}
	}
	return cost
}

// tries returns the number of lists for the first local search: with more jobs an order
// has more neighbours, but each list takes longer.
func (p *problem) tries() int { return min(80_000, 100*p.n*p.n, 60_000_000/(1+p.n*p.n)) }

// search looks for a good order with that many lists: short annealings from the orders in
// turn, then a long one from the best result. It passes the result of each to found.
func (p *problem) search(orders [][]int, tries int, r *rand.Rand, stop func() bool, found func(order []int)) {
	if tries < 2*shortRuns {
		return
	}
	var work profile
	var best []int
	least := int64(never)
	for k := range shortRuns {
		order := slices.Clone(orders[k%len(orders)])
		p.anneal(order, tries/2/shortRuns, hot, r, stop)
		found(order)
		if cost := p.evaluate(&work, order, least, nil); cost < least {
			best, least = order, cost
		}
	}
	p.anneal(best, tries/2, hot, r, stop)
	found(best)
}

// Temperatures of annealing, as shares of the cost: the average increase that it
// accepts. Measured on the self-tuning steps of the CTC log.
const (
	hot  = 2e-3 // first, if the order may be far from the best
	warm = 5e-4 // first, if the order is near the best
	cold = 6e-6 // last

	shortRuns = 4
)

// anneal replaces an order by the best that it meets. Each try swaps two jobs or moves a
// block of up to three. It accepts a dearer order with a probability that falls with the
// cost and from try to try (Kirkpatrick, Gelatt and Vecchi, "Optimization by simulated
// annealing", 1983).
func (p *problem) anneal(order []int, tries int, heat float64, r *rand.Rand, stop func() bool) {
	if p.n < 2 || tries < 1 {
		return
	}
	var work profile
	cost := p.evaluate(&work, order, never, nil)
	best := cost
	now, try := slices.Clone(order), make([]int, p.n)
	cool := det.Pow(cold/heat, 1/float64(tries))
	heat *= float64(cost)
	due := p.ticks
	for range tries {
		if p.ticks >= due {
			if stop() {
				break
			}
			due = p.ticks + pollTicks
		}
		if r.IntN(2) == 0 {
			a, b := r.IntN(p.n), r.IntN(p.n)
			copy(try, now)
			try[a], try[b] = try[b], try[a]
		} else { // a block of 1 to 3 jobs moves from a to b
			block := min(1+r.IntN(8)/6+r.IntN(8)/7, p.n-1)
			a, b := r.IntN(p.n-block+1), r.IntN(p.n-block+1)
			try = append(try[:0], now[:a]...)
			try = append(try, now[a+block:]...)
			try = slices.Insert(try, b, now[a:a+block]...)
		}
		limit := cost + int64(det.Exponential(r, heat))
		if c := p.evaluate(&work, try, limit, nil); c <= limit {
			now, try = try, now
			if cost = c; cost < best {
				best = cost
				copy(order, now)
			}
		}
		heat *= cool
	}
}
