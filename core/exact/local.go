package exact

import "math/rand/v2"

// evaluate returns the cost of an order's list schedule, or at least limit if it
// is not below limit.
func (p *problem) evaluate(work *profile, order []int, limit int64) int64 {
	work.at = append(work.at[:0], p.base.at...)
	work.free = append(work.free[:0], p.base.free...)
	cost := int64(0)
	for _, i := range order {
		cost += p.w[i] * work.place(p.d[i], int32(p.w[i]))
		if cost >= limit {
			return cost
		}
	}
	return cost
}

func (p *problem) local(order []int, cost int64, tries int, r *rand.Rand) int64 {
	var work profile
	try := make([]int, p.n)
	for range tries {
		if p.n < 2 {
			break
		}
		copy(try, order)
		a, b := r.IntN(p.n), r.IntN(p.n)
		if a == b {
			continue
		}
		j := try[a]
		if a < b {
			copy(try[a:b], try[a+1:b+1])
		} else {
			copy(try[b+1:a+1], try[b:a])
		}
		try[b] = j
		if c := p.evaluate(&work, try, cost+1); c <= cost {
			copy(order, try)
			cost = c
		}
	}
	return cost
}

// list returns the starts and the cost of an order's list schedule.
func (p *problem) list(order []int) ([]int64, int64) {
	var work profile
	work.at = append(work.at, p.base.at...)
	work.free = append(work.free, p.base.free...)
	starts, cost := make([]int64, p.n), int64(0)
	for _, i := range order {
		starts[i] = work.place(p.d[i], int32(p.w[i]))
		cost += p.w[i] * starts[i]
	}
	return starts, cost
}
