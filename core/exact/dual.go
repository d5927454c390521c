package exact

import "math"

// A dual is a set of prices for the processors: pi[k] for each processor and
// second of the bucket [k*g, k*g+g), in 1/one of a second; after the last bucket
// all is free. For any prices,
//
//	sum over jobs of w * min over t of (t + price of [t, t+d))  -  sum over k of pi[k] * room[k]
//
// is a bound on the cost: it is the Lagrangian of the time-indexed program, whose
// capacity constraints are added up over each bucket. Time is not rounded to the
// grid. The price of an interval is piecewise linear in its begin, so the least
// is found where the begin or the end is on a border, or at an end of a span of
// the job's domain. All sums are integers, so what is proved is proved.
type dual struct {
	p     *problem
	g     int64 // seconds of a bucket
	k     int   // buckets
	one   int64
	most  int64   // of sum, so that no product overflows
	room  []int64 // processor seconds of each bucket
	pi    []int64 // by bucket and then 0 for as many as the longest job spans
	sum   []int64 // sum[k] is the price of [0, k*g), as long as pi
	start []int64 // of each job, where it was cheapest
	least []int64 // what it cost there, without w
	use   []int64 // processor seconds that the jobs took of each bucket
}

func newDual(p *problem, horizon int64, buckets int) *dual {
	u := &dual{p: p, g: 4 * max(1, (horizon+int64(4*buckets)-1)/int64(4*buckets))}
	u.k = int((horizon + u.g - 1) / u.g)
	pad := 2
	width, procs := int64(1), int64(p.base.free[len(p.base.free)-1])
	for i := range p.n {
		pad = max(pad, int(min(p.d[i]/u.g, int64(u.k)))+3)
		width += p.w[i]
	}
	u.one = 1 << 20
	for u.one > 1 && width > (1<<58)/p.end/u.one {
		u.one /= 2
	}
	u.most = (1 << 60) / max(width, procs)
	u.pi, u.sum = make([]int64, u.k+pad), make([]int64, u.k+pad)
	u.room, u.use = make([]int64, u.k), make([]int64, u.k+1)
	u.start, u.least = make([]int64, p.n), make([]int64, p.n)
	s := 0
	for k := range u.room {
		for t, to := int64(k)*u.g, int64(k+1)*u.g; t < to; {
			for s+1 < len(p.base.at) && p.base.at[s+1] <= t {
				s++
			}
			end := to
			if s+1 < len(p.base.at) {
				end = min(end, p.base.at[s+1])
			}
			u.room[k] += (end - t) * int64(p.base.free[s])
			t = end
		}
	}
	return u
}

// set sets the prices of the buckets.
func (u *dual) set(pi []int64) {
	copy(u.pi, pi[:u.k])
	sum := int64(0)
	for k := range u.sum {
		u.sum[k] = sum
		sum += u.pi[k] * u.g
	}
}

// upto returns the price of [0, t).
func (u *dual) upto(t int64) int64 {
	k := t / u.g
	if k >= int64(u.k) {
		return u.sum[u.k]
	}
	return u.sum[k] + u.pi[k]*(t-k*u.g)
}

// cost returns what a job of duration d pays for a start at t, per processor.
func (u *dual) cost(d, t int64) int64 { return t*u.one + u.upto(t+d) - u.upto(t) }

// cheapest returns the least cost of a start in the span, and where.
func (u *dual) cheapest(d int64, s span) (start, least int64) {
	start, least = s.from, u.cost(d, s.from)
	if c := u.cost(d, s.to); c < least {
		start, least = s.to, c
	}
	end := int64(u.k) * u.g
	if s.from >= end {
		return start, least
	}
	g, one := u.g, u.one
	q := min(d/g, int64(u.k)) // whole buckets of the job
	rest := d % g
	if d/g > q {
		rest = 0
	}
	// begins on a border
	first, last := int((s.from+g-1)/g), int(min(s.to, end)/g)
	if first <= last {
		sum, pi, to := u.sum[first:last+1], u.pi[first+int(q):], u.sum[first+int(q):]
		t := int64(first) * g * one
		for i, from := range sum {
			if c := t + to[i] + pi[i]*rest - from; c < least {
				start, least = int64(first+i)*g, c
			}
			t += g * one
		}
	}
	if rest == 0 {
		return start, least
	}
	// ends on a border: begins off by g-rest
	off := g - rest
	first, last = int((s.from-off+g-1)/g), int(min(s.to, end)-off)
	if s.from < off {
		first = 0
	}
	if last < 0 {
		return start, least
	}
	last = min(int((min(s.to, end)-off)/g), u.k-1)
	if first <= last {
		sum, pi, to := u.sum[first:last+1], u.pi[first:], u.sum[first+int(q)+1:]
		t := (int64(first)*g + off) * one
		for i, from := range sum {
			if c := t + to[i] - from - pi[i]*off; c < least {
				start, least = int64(first+i)*g+off, c
			}
			t += g * one
		}
	}
	return start, least
}

// bound returns the bound in 1/one for jobs that start in their domains.
func (u *dual) bound(dom []domain) int64 {
	total := int64(0)
	clear(u.use)
	for i := range u.p.n {
		d, w := u.p.d[i], u.p.w[i]
		if i > 0 && d == u.p.d[i-1] && dom[i].equal(dom[i-1]) {
			u.start[i], u.least[i] = u.start[i-1], u.least[i-1]
		} else {
			u.start[i], u.least[i] = u.cheapest(d, dom[i][0])
			for _, s := range dom[i][1:] {
				if t, c := u.cheapest(d, s); c < u.least[i] {
					u.start[i], u.least[i] = t, c
				}
			}
		}
		total += w * u.least[i]
		u.take(u.start[i], u.start[i]+d, w)
	}
	for k, n := range u.use[:u.k] {
		if k > 0 {
			u.use[k] = n + u.use[k-1]
		}
	}
	for k, r := range u.room {
		total -= u.pi[k] * r
	}
	return total
}

// take adds the differences of the use of w processors on [from, to).
func (u *dual) take(from, to, w int64) {
	u.edge(from, w)
	u.edge(to, -w)
}

// edge adds w processors from second t on, as differences of uses.
func (u *dual) edge(t, w int64) {
	k := t / u.g
	if k >= int64(u.k) {
		return
	}
	part := w * ((k+1)*u.g - t)
	u.use[k] += part
	u.use[k+1] += w*u.g - part
}

// An ascent looks for good prices by steps along a subgradient.
type ascent struct {
	u    *dual
	x    []float64 // prices
	dir  []float64
	try  []int64
	mean []float64 // of each job, start averaged over the last steps
	dev  []float64 // and its mean deviation
}

func newAscent(u *dual) *ascent {
	n := u.p.n
	return &ascent{u: u, x: make([]float64, u.k), dir: make([]float64, u.k), try: make([]int64, u.k),
		mean: make([]float64, n), dev: make([]float64, n)}
}

// run improves the prices pi for the domains in so many steps at most and
// returns the best bound, whose prices it leaves in pi. It stops early when the
// bound exceeds stop; target is a cost that can be reached.
func (a *ascent) run(pi []int64, dom []domain, steps int, theta float64, target, stop int64) int64 {
	u := a.u
	best := int64(math.MinInt64)
	for k := range a.x {
		a.x[k] = float64(pi[k])
		a.dir[k] = 0
	}
	stall := 0
	for step := range steps {
		sum := 0.0
		for k, x := range a.x {
			a.try[k] = int64(x)
			sum += x * float64(u.g)
		}
		if most := float64(u.most); sum > most {
			for k := range a.x {
				a.x[k] *= most / sum / 2
				a.try[k] = int64(a.x[k])
			}
		}
		u.set(a.try)
		l := u.bound(dom)
		if l > best {
			best, stall = l, 0
			copy(pi, a.try)
			if l > stop {
				return best
			}
		} else if stall++; stall >= 8 {
			theta *= 0.6
			stall = 0
			for k := range a.x {
				a.x[k] = float64(pi[k])
			}
		}
		rate := 0.1
		if step < 9 {
			rate = 1 / float64(step+1)
		}
		for i, t := range u.start {
			off := float64(t) - a.mean[i]
			a.mean[i] += float64(rate * off)
			a.dev[i] += float64(rate * (math.Abs(off) - a.dev[i]))
		}
		norm, open := 0.0, false
		for k := range a.dir {
			g := float64(u.use[k] - u.room[k])
			d := float64(0.7*a.dir[k]) + float64(0.3*g)
			if a.x[k] > 0 || g > 0 {
				open = true
			}
			if a.x[k] <= 0 && d < 0 {
				d = 0
			}
			a.dir[k] = d
			norm += float64(d * d)
		}
		if !open {
			break
		}
		if norm == 0 {
			continue
		}
		pace := theta * float64(target*u.one-l) / norm
		for k, d := range a.dir {
			a.x[k] = max(0, a.x[k]+float64(pace*d))
		}
	}
	return best
}
