package exact

import "math"

// A guide is prices for the processors that the jobs of a kernel hold, beside those of the
// dual. They tell the search for the kernel's cheapest schedule what the jobs that are left
// cost at least; any prices do, better ones make it shorter. They are constant in cells.
type guide struct {
	h    int64   // seconds of a cell
	room []int64 // by cell: processor seconds that the kernel's jobs can hold
	rho  []int64 // by cell: price
	sum  []int64 // sum[m] is the price of a processor in the first m cells
	paid int64   // price of all room

	x, best, dir []float64 // the prices while they improve
	worth        [][]int64 // by job, the first of equals: at the beginning of each cell
	use          []int64   // by cell, in differences
}

const (
	guideSteps  = 20 // of an ascent
	firstGuides = 10 // times as many in the first
)

// init sets the room: of the free processors, no more than some of the kernel's jobs hold.
func (v *guide) init(k *kernel) {
	_, h, cells := k.scale()
	v.h = h
	held := make(map[int64]int64) // by free processors
	can := make([]bool, k.u.p.base.free[len(k.u.p.base.free)-1]+1)
	can[0] = true
	for _, w := range k.p.w {
		for m := int64(len(can)) - 1; m >= w; m-- {
			can[m] = can[m] || can[m-w]
		}
	}
	for _, free := range k.u.p.base.free {
		most := free
		for !can[most] {
			most--
		}
		held[free] = most
	}
	cells-- // the last one never ends
	for m := range cells {
		v.room = append(v.room, k.p.base.over(int64(m)*h, int64(m+1)*h, func(free int64) int64 { return held[free] }))
	}
	v.rho, v.sum, v.use = make([]int64, cells), make([]int64, cells+1), make([]int64, cells+1)
	v.x, v.best, v.dir = make([]float64, cells), make([]float64, cells), make([]float64, cells)
	v.worth = make([][]int64, k.p.n)
	for q := range v.worth {
		v.worth[q] = make([]int64, cells)
	}
}

// until returns the price of a processor before second t.
func (v *guide) until(t int64) int64 {
	if m := t / v.h; m < int64(len(v.rho)) {
		return v.sum[m] + v.rho[m]*(t-m*v.h)
	}
	return v.sum[len(v.rho)]
}

// price returns that of w processors for d seconds from second t on.
func (v *guide) price(w, t, d int64) int64 { return w * (v.until(t+d) - v.until(t)) }

// cheapest returns the least price of a start in the cell that begins at second t, and where
// it is: at an end of the cell, or where the job ends with another.
func (v *guide) cheapest(w, t, d int64) (least, at int64) {
	least, at = v.price(w, t, d), t
	for _, s := range [...]int64{t + v.h, t + (v.h-d%v.h)%v.h} {
		if x := v.price(w, s, d); x < least {
			least, at = x, s
		}
	}
	return least, at
}

func (v *guide) least(w, t, d int64) int64 {
	least, _ := v.cheapest(w, t, d)
	return least
}

// set rounds the prices x and adds them up.
func (v *guide) set(k *kernel, x []float64) {
	total, width := 0.0, 1.0
	for _, p := range x {
		total += p
	}
	for _, w := range k.p.w {
		width += float64(w)
	}
	width += float64(k.u.p.base.free[len(k.u.p.base.free)-1])
	rate := 1.0
	if most := float64(1<<60) / width / float64(v.h); total > most {
		rate = most / total / 2
	}
	v.paid = 0
	for m, p := range x {
		v.rho[m] = int64(float64(p * rate))
		v.sum[m+1] = v.sum[m] + v.rho[m]*v.h
		v.paid += v.rho[m] * v.room[m]
	}
}

// improve moves the prices so that a search finds out sooner that nothing is cheaper than the
// kernel's schedule.
func (v *guide) improve(k *kernel) {
	target := k.best.cost
	if target == never {
		return
	}
	for q := range v.worth {
		if k.again(q) {
			v.worth[q] = v.worth[q-1]
			continue
		}
		for m := range v.worth[q] {
			v.worth[q][m] = k.worth(q, int64(m)*v.h)
		}
	}
	steps, theta, failed := guideSteps, 1.0, 0
	if v.best[0] == 0 && v.paid == 0 {
		steps *= firstGuides
	}
	copy(v.x, v.best)
	clear(v.dir)
	least := int64(math.MinInt64)
	for range steps {
		v.set(k, v.x)
		total := v.look(k)
		if total > least {
			least, failed = total, 0
			copy(v.best, v.x)
		} else if failed++; failed == 6 {
			theta, failed = float64(theta*0.6), 0
			copy(v.x, v.best)
		}
		if total >= target || !v.step(float64(theta*float64(target-total))) {
			break
		}
	}
	v.set(k, v.best)
}

// look returns the least sum of worths and prices less that of the room, and leaves in use
// what the jobs hold then.
func (v *guide) look(k *kernel) (total int64) {
	clear(v.use)
	total = -v.paid
	var least, at int64
	for q := range v.worth {
		w, d := k.p.w[q], k.p.d[q]
		if !k.again(q) {
			k.p.ticks += bucketTicks * 8 * int64(len(v.rho))
			least = never
			for m := int(k.p.early[q] / v.h); m < len(v.rho); m++ {
				price, s := v.cheapest(w, int64(m)*v.h, d)
				if x := v.worth[q][m] + price; x < least {
					least, at = x, s
				}
			}
		}
		if least == never {
			return never // nothing starts before the last cell
		}
		total += least
		v.edge(at, w)
		v.edge(at+d, -w)
	}
	return total
}

// edge adds w processors from second t on to use.
func (v *guide) edge(t, w int64) {
	if m := t / v.h; m < int64(len(v.rho)) {
		part := (m+1)*v.h - t
		v.use[m] += w * part
		v.use[m+1] += w * (v.h - part)
	}
}

// step moves x along the subgradient for that gain. It returns false if there is none.
func (v *guide) step(gain float64) bool {
	norm, use := 0.0, int64(0)
	for m := range v.x {
		use += v.use[m]
		d := float64(0.7*v.dir[m]) + float64(0.3*float64(use-v.room[m]))
		if v.x[m] <= 0 && d < 0 {
			d = 0
		}
		v.dir[m] = d
		norm += float64(d * d)
	}
	if norm == 0 {
		return false
	}
	for m, d := range v.dir {
		v.x[m] = max(0, v.x[m]+float64(gain/norm*d))
	}
	return true
}
