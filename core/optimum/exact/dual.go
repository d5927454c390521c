package exact

import "slices"

// A dual is a set of prices for the processors: pi[k] a second in bucket [k*g, k*g+g), in
// 1/one of a second; nothing after the last bucket. For any prices,
//
//	sum over jobs of min over t of (w*t + price of [t, t+d))  -  sum over k of pi[k] * room[k]
//
// is a lower bound on the cost: the Lagrangian of the time-indexed program, its capacity
// constraints added up over each bucket. Time is not rounded to the grid: the price of an
// interval is piecewise linear in its start, so it is least where the start or the end is
// on a border, or at an end of a span of the job's domain. All sums are exact integers.
// Cuts, with the prices mu, are further constraints of buckets.
type dual struct {
	p      *problem
	g      int64 // seconds of a bucket
	k      int   // buckets
	one    int64
	room   []int64 // by bucket: free processor seconds
	cut    []cut
	pi, mu []int64
	class  []int       // by job
	width  []int64     // by class: processors
	price  [][]int64   // by class and bucket: of a second; padded with 0 for the longest job
	sum    [][]int64   // sum[c][k] is the price of [0, k*g), as long as price[c]
	start  []int64     // by job: the cheapest start
	least  []int64     // by job: its cost
	total  int64       // the lower bound: the sum of least without the price of the room
	held   [][]int64   // by class and bucket: seconds that jobs ran
	use    []int64     // by bucket: used part of room
	used   []int64     // by cut: used part of its room
	share  [][]float64 // held, averaged
	kernel *kernel     // jobs whose cheapest starts bound finds together, or nil
}

func newDual(p *problem, horizon int64, buckets int) *dual {
	u := &dual{p: p, g: 4 * max(1, (horizon+int64(4*buckets)-1)/int64(4*buckets))}
	u.k = int((horizon + u.g - 1) / u.g)
	pad := 2
	total := int64(1)
	for i := range p.n {
		pad = max(pad, int(min(p.d[i]/u.g, int64(u.k)))+3)
		total += p.w[i]
		c := slices.Index(u.width, p.w[i])
		if c < 0 {
			c, u.width = len(u.width), append(u.width, p.w[i])
		}
		u.class = append(u.class, c)
	}
	u.one = 1 << 20
	for u.one > 1 && total > (1<<58)/p.end/u.one {
		u.one /= 2
	}
	row := func(n int) (rows [][]int64) {
		flat := make([]int64, n*len(u.width))
		for c := range u.width {
			rows = append(rows, flat[c*n:(c+1)*n])
		}
		return rows
	}
	u.price, u.sum, u.held = row(u.k+pad), row(u.k+pad), row(u.k+1)
	u.pi, u.room, u.use = make([]int64, u.k), make([]int64, u.k), make([]int64, u.k)
	u.start, u.least = make([]int64, p.n), make([]int64, p.n)
	for k := range u.room {
		u.room[k] = u.over(k, func(free int64) int64 { return free })
	}
	return u
}

// over returns the sum of of(free processors) over the seconds of bucket k.
func (u *dual) over(k int, of func(free int64) int64) int64 {
	return u.p.base.over(int64(k)*u.g, int64(k+1)*u.g, of)
}

// freest returns the free processors at the last second of bucket k.
func (u *dual) freest(k int) int64 {
	base := &u.p.base
	s := len(base.at) - 1
	for base.at[s] >= int64(k+1)*u.g {
		s--
	}
	return base.free[s]
}

// set sets the prices: of the buckets, then of the cuts. Missing ones are 0.
func (u *dual) set(x []int64) {
	copy(u.pi, x[:u.k])
	clear(u.mu[copy(u.mu, x[u.k:]):])
	u.p.ticks += setTicks * int64(len(u.width)*(len(u.sum[0])+len(u.cut)))
	for c, w := range u.width {
		price := u.price[c]
		for k, pi := range u.pi {
			price[k] = w * pi
		}
		for j := range u.cut {
			price[u.cut[j].bucket] += u.cut[j].part[c] * u.mu[j]
		}
		sum := int64(0)
		for k := range u.sum[c] {
			u.sum[c][k] = sum
			sum += price[k] * u.g
		}
	}
}

// padded returns a copy of the prices, with 0 for newer cuts.
func (u *dual) padded(x []int64) []int64 {
	all := make([]int64, u.k+len(u.cut))
	copy(all, x)
	return all
}

// fluid returns first prices: those that would be right if jobs were divisible and ran
// shortest first. If a job of d seconds starts a second later, each of its processors
// costs a second more, so its price must fall by as much: 1/d for each second it runs.
func (u *dual) fluid() []int64 {
	p, prices := u.p, make([]int64, u.k)
	slope := make([]float64, u.k) // of the prices
	i, area := 0, 0.0             // the present job and its area that is left
	if p.n > 0 {
		area = float64(p.w[0] * p.d[0])
	}
	for k, room := range u.room {
		for left := float64(room); left > 0 && i < p.n; {
			part := min(left, area)
			slope[k] += part / float64(room) / float64(p.d[i])
			left -= part
			if area -= part; area <= 0 {
				if i++; i < p.n {
					area = float64(p.w[i] * p.d[i])
				}
			}
		}
	}
	sum, one := 0.0, float64(u.one*u.g)
	for k := u.k - 1; k >= 0; k-- {
		half := slope[k] * one / 2
		sum += half
		prices[k] = int64(sum)
		sum += half
	}
	return prices
}

// free returns the price of the room.
func (u *dual) free() (total int64) {
	for k := range u.room {
		total += u.pi[k] * u.room[k]
	}
	for j := range u.cut {
		total += u.mu[j] * u.cut[j].room
	}
	return total
}

// cost returns the price of job i for a start at t: w*t and the interval's.
func (u *dual) cost(i int, t int64) int64 {
	c := u.class[i]
	price, sum := u.price[c], u.sum[c]
	total := u.p.w[i] * t * u.one
	end := t + u.p.d[i]
	if k := end / u.g; k < int64(u.k) {
		total += sum[k] + price[k]*(end-k*u.g)
	} else {
		total += sum[u.k]
	}
	if k := t / u.g; k < int64(u.k) {
		return total - sum[k] - price[k]*(t-k*u.g)
	}
	return total - sum[u.k]
}

// cheapest returns the cheapest start of job i in the span, and its cost.
func (u *dual) cheapest(i int, s span) (start, least int64) {
	start, least = s.from, u.cost(i, s.from)
	if c := u.cost(i, s.to); c < least {
		start, least = s.to, c
	}
	g, d, end := u.g, u.p.d[i], int64(u.k)*u.g
	u.p.ticks += cheapestTicks
	if s.from >= end {
		return start, least
	}
	sum, price, step := u.sum[u.class[i]], u.price[u.class[i]], u.p.w[i]*u.one
	q, rest := int(min(d/g, int64(u.k))), d%g // whole buckets of the job
	if d >= end {
		rest = 0
	}
	last := min(s.to, end)
	if a, b := int((s.from+g-1)/g), int(last/g); a <= b { // starts on a border
		u.p.ticks += bucketTicks * int64(b-a)
		if k, c := dip(least, int64(a)*g*step, g*step, sum[a:b+1], sum[a+q:], price[a+q:], rest); c < least {
			start, least = int64(a+k)*g, c
		}
	}
	off := g - rest // of a start whose end is on a border
	if rest == 0 || last < off {
		return start, least
	}
	if a, b := int(max(0, s.from-off+g-1)/g), int(min((last-off)/g, int64(u.k-1))); a <= b {
		u.p.ticks += bucketTicks * int64(b-a)
		if k, c := dip(least, (int64(a)*g+off)*step, g*step, sum[a:b+1], sum[a+q+1:], price[a:], -off); c < least {
			start, least = int64(a+k)*g+off, c
		}
	}
	return start, least
}

// dip returns the first k at which t + k*step + to[k] - from[k] + price[k]*rest is least,
// and that value, or least if none is below.
func dip(least, t, step int64, from, to, price []int64, rest int64) (at int, _ int64) {
	to, price = to[:len(from)], price[:len(from)]
	for k, f := range from {
		if c := t + to[k] - f + price[k]*rest; c < least {
			at, least = k, c
		}
		t += step
	}
	return at, least
}

// bound returns the lower bound, in 1/one, for jobs that start in their domains; never if a
// kernel has no schedule in them.
func (u *dual) bound(dom []domain) int64 {
	for i := range u.p.n {
		if i > 0 && u.p.same(i-1, i) && slices.Equal(dom[i], dom[i-1]) {
			u.start[i], u.least[i] = u.start[i-1], u.least[i-1]
			continue
		}
		u.start[i], u.least[i] = u.cheapest(i, dom[i][0])
		for _, s := range dom[i][1:] {
			if t, c := u.cheapest(i, s); c < u.least[i] {
				u.start[i], u.least[i] = t, c
			}
		}
	}
	if u.kernel != nil && !u.kernel.join(dom) {
		u.total = never
		return never
	}
	u.total = -u.free()
	for _, held := range u.held {
		clear(held)
	}
	for i := range u.p.n {
		u.total += u.least[i]
		held := u.held[u.class[i]]
		u.edge(held, u.start[i], 1)
		u.edge(held, u.start[i]+u.p.d[i], -1)
	}
	clear(u.use)
	clear(u.used)
	u.p.ticks += setTicks * int64(len(u.width)*(u.k+len(u.cut)))
	for c, w := range u.width {
		held, sum := u.held[c], int64(0)
		for k := range u.use {
			sum += held[k]
			held[k] = sum
			u.use[k] += w * sum
		}
		for j := range u.cut {
			u.used[j] += u.cut[j].part[c] * held[u.cut[j].bucket]
		}
	}
	return u.total
}

// edge adds (one = 1) or removes (-1) a job from second t on, in differences of held.
func (u *dual) edge(held []int64, t, one int64) {
	if k := t / u.g; k < int64(u.k) {
		part := (k+1)*u.g - t
		held[k] += one * part
		held[k+1] += one * (u.g - part)
	}
}

// average moves share towards held.
func (u *dual) average(rate float64) {
	if u.share == nil {
		for range u.width {
			u.share = append(u.share, make([]float64, u.k))
		}
	}
	u.p.ticks += setTicks * int64(len(u.width)*u.k)
	for c, row := range u.share {
		for k := range row {
			row[k] += float64(rate * (float64(u.held[c][k]) - row[k]))
		}
	}
}

// A dual is the fare of a search for cheaper schedules.

func (u *dual) scale() (one, h int64, cells int) { return u.one, u.g / 4, 4*u.k + 1 }
func (u *dual) again(i int) bool                 { return i > 0 && u.p.same(i-1, i) }
func (u *dual) worth(i int, t int64) int64       { return u.p.w[i] * t }

func (u *dual) tabulate(i int, d domain, row []int64) {
	for m := range row {
		row[m] = never
	}
	_, h, _ := u.scale()
	last := int64(len(row) - 1)
	put := func(t int64) {
		u.p.ticks += bendTicks / 2
		m := min(t/h, last)
		row[m] = min(row[m], u.cost(i, t))
	}
	off := (u.g - u.p.d[i]%u.g) % u.g
	for _, s := range d {
		put(s.from)
		put(s.to)
		for t := (s.from/h + 1) * h; t <= s.to && t <= last*h; t += h {
			put(t)
		}
		for t := s.from/u.g*u.g + off; t <= s.to && t <= last*h; t += u.g {
			if t >= s.from {
				put(t)
			}
		}
	}
}
