package exact

import "math"

// An ascent improves prices by steps along subgradients.
type ascent struct {
	u      *dual
	x      []float64 // prices; a cut's is multiplied by its rate
	best   []float64 // the x of the best bound
	dir    []float64 // of the step
	grad   []float64 // subgradient: use minus room
	try    []int64   // x rounded
	mean   []float64 // by job: cheapest start, averaged over the last steps
	dev    []float64 // by job: its mean deviation
	shares bool      // also average dual.share, for cuts
	stop   func() bool
}

func newAscent(u *dual) *ascent {
	return &ascent{u: u, mean: make([]float64, u.p.n), dev: make([]float64, u.p.n)}
}

// climb improves the prices for the domains in at most that many steps. It returns the
// best bound, leaves its prices in prices, and stops once the bound exceeds enough; target
// is the cost of a known schedule. The pace begins at theta times Polyak's; after 8 steps
// without a better bound it shrinks, and the climb returns to the best prices.
func (a *ascent) climb(prices []int64, dom []domain, steps int, theta float64, target, enough int64) int64 {
	u := a.u
	best := int64(math.MinInt64)
	a.begin(prices)
	clear(a.dir)
	failed := 0
	for step := range max(1, steps) { // no step, no bound
		l, open := a.look(dom, step)
		if l > best {
			best, failed = l, 0
			copy(prices, a.try)
			copy(a.best, a.x)
		} else if failed++; failed == 8 {
			theta *= 0.6
			failed = 0
			copy(a.x, a.best)
		}
		if l > enough || !open || a.stop() {
			break
		}
		norm := 0.0
		for k, g := range a.grad {
			d := float64(0.7*a.dir[k]) + float64(0.3*g)
			if a.x[k] <= 0 && d < 0 {
				d = 0
			}
			a.dir[k] = d
			norm += float64(d * d)
		}
		a.move(a.x, theta*float64(target*u.one-l), norm)
	}
	return best
}

// settle climbs more slowly and ends higher: each step starts at the best prices and
// follows a long average of the subgradients (Barahona and Anbil, "The volume
// algorithm", 2000).
func (a *ascent) settle(prices []int64, dom []domain, steps int, target, enough int64) int64 {
	u := a.u
	best := int64(math.MinInt64)
	a.begin(prices)
	theta, failed := 1.0, 0
	for step := range max(1, steps) { // no step, no bound
		l, open := a.look(dom, step)
		part := 0.05
		if step == 0 {
			part = 1
		}
		dot := 0.0
		for k, g := range a.grad {
			dot += float64(g * a.dir[k])
			a.dir[k] = float64((1-part)*a.dir[k]) + float64(part*g)
		}
		if l > best {
			if dot > 0 && step > 0 {
				theta = min(2, theta*1.1)
			}
			best, failed = l, 0
			copy(prices, a.try)
			copy(a.best, a.x)
		} else if failed++; failed == 16 {
			theta *= 0.66
			failed = 0
		}
		if l > enough || !open || a.stop() {
			break
		}
		norm := 0.0
		for k, d := range a.dir {
			if a.best[k] > 0 || d > 0 {
				norm += float64(d * d)
			}
		}
		a.move(a.best, theta*float64(target*u.one-best), norm)
	}
	return best
}

// move sets x to the prices gain/norm directions away from the given ones, none below 0.
func (a *ascent) move(from []float64, gain, norm float64) {
	if norm > 0 {
		pace := gain / norm
		for k, d := range a.dir {
			a.x[k] = max(0, from[k]+float64(pace*d))
		}
	}
}

func (a *ascent) begin(prices []int64) {
	if n := len(prices); len(a.x) != n {
		for _, v := range []*[]float64{&a.x, &a.best, &a.dir, &a.grad} {
			*v = make([]float64, n)
		}
		a.try = make([]int64, n)
	}
	for k, p := range prices {
		a.x[k] = float64(p)
	}
	for j, c := range a.u.cut {
		a.x[a.u.k+j] *= c.rate
	}
}

// look computes the bound at x and its subgradient. open says that some price may still
// have to change.
func (a *ascent) look(dom []domain, step int) (bound int64, open bool) {
	u := a.u
	u.p.ticks += priceTicks * int64(u.k+len(u.cut))
	a.round()
	u.set(a.try)
	bound = u.bound(dom)
	part := max(0.1, 1/float64(step+1))
	for i, t := range u.start {
		off := float64(t) - a.mean[i]
		a.mean[i] += float64(part * off)
		a.dev[i] += float64(part * (math.Abs(off) - a.dev[i]))
	}
	if a.shares {
		u.average(max(0.01, 1/float64(step+1)))
	}
	for k, use := range u.use {
		a.grad[k] = float64(use - u.room[k])
	}
	for j, c := range u.cut {
		a.grad[u.k+j] = float64(u.used[j]-c.room) / c.rate
	}
	for k, g := range a.grad {
		if a.x[k] > 0 || g > 0 {
			open = true
		}
	}
	return bound, open
}

// round rounds the prices down to integers small enough that no sum overflows.
func (a *ascent) round() {
	u := a.u
	total := 0.0
	for k, x := range a.x {
		if k >= u.k {
			a.try[k] = int64(x / u.cut[k-u.k].rate)
		} else {
			a.try[k] = int64(x)
		}
		total += x
	}
	width := float64(u.p.base.free[len(u.p.base.free)-1])
	for _, w := range u.p.w {
		width += float64(w)
	}
	if most := float64(1<<60) / width / float64(u.g); total > most {
		for k := range a.x {
			a.x[k] *= most / total / 2
		}
		a.round()
	}
}
