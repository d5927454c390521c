package exact

// A cut is a further constraint of a bucket. Each class has a part, and at every second
// the parts of the running jobs add up to at most those of the best set of jobs that fits
// the free processors, an exact integer. So any parts make a valid cut.
type cut struct {
	bucket int
	part   []int64 // by class
	room   int64   // best sets' parts, summed over the seconds of the bucket
	rate   float64 // largest part per processor; price/rate is at most the processors' price
}

// knapsackUnits is the largest capacity of a knapsack. On larger machines widths and free
// processors are scaled to it and rounded down, which only weakens cuts.
const knapsackUnits = 1024

const (
	mostCuts   = 512 // of a dual
	bucketCuts = 4   // or so many times its buckets, if they are more
)

// cuts adds at most one cut per bucket that the averaged starts violate, valid for jobs
// that start in the domains. It returns the prices, where each new cut takes half of its
// bucket's price, and whether it found any cut.
func (u *dual) cuts(prices []int64, dom []domain, stop func() bool) (_ []int64, found bool) {
	s := newCutter(u)
	most := max(mostCuts, bucketCuts*u.k)
	for k := range u.room {
		if len(u.cut) >= most || stop() {
			break
		}
		if c, ok := s.find(k, dom); ok {
			found = true
			half := prices[k] / 2
			prices[k] -= half
			u.cut, prices = append(u.cut, c), append(prices, int64(float64(half)/c.rate))
		}
	}
	u.keep(len(u.cut))
	return prices, found
}

// drop removes the cuts whose price is 0 and returns the prices that are left.
func (u *dual) drop(prices []int64) []int64 {
	kept, left := u.cut[:0], prices[:u.k]
	for j, c := range u.cut {
		if mu := prices[u.k+j]; mu > 0 {
			kept, left = append(kept, c), append(left, mu)
		}
	}
	u.keep(len(kept))
	return left
}

// keep removes all cuts but the first n.
func (u *dual) keep(n int) {
	u.cut = u.cut[:n]
	u.mu, u.used = make([]int64, n), make([]int64, n)
}

const (
	mostRounded = 8    // roundings of the widths that find tries
	broken      = 1.02 // least use of a cut's room that is a violation
)

// find returns the most violated cut of bucket k, if there is one.
func (s *cutter) find(k int, dom []domain) (cut, bool) {
	u := s.u
	free, top := u.room[k]/u.g, u.freest(k)
	if free == 0 {
		return cut{}, false
	}
	s.count(k, dom)
	s.rows = s.rows[:0]
	for c, w := range u.width {
		s.mix[c] = u.share[c][k] / float64(u.g)
		if s.most[c] > 0 && w <= free && s.mix[c] > 1e-3 {
			s.rows = append(s.rows, c)
		}
	}
	var best cut
	worst := broken
	try := func(part []int64) {
		c := cut{bucket: k, part: part}
		c.room = s.room(k, part)
		use := 0.0
		for r, part := range part {
			use += float64(float64(part) * u.share[r][k])
			c.rate = max(c.rate, float64(part)/float64(u.width[r]))
		}
		if c.room > 0 && use > worst*float64(c.room) {
			best, worst = c, use/float64(c.room)
		}
	}
	for n := int64(1); n <= mostRounded && n < free; n++ {
		// floor(width/q) with q a little above free/(n+1): at most n fit
		part := make([]int64, len(u.width))
		for c, w := range u.width {
			part[c] = w * ((n+1)*free*2 - 1) / (free * free * 2)
		}
		try(part)
	}
	if best.part == nil && len(s.rows) > 1 && s.cover(units(free, top)) {
		part := make([]int64, len(u.width))
		for _, r := range s.rows {
			part[r] = int64(float64(max(0, s.part[r])*partUnits) + 0.5)
		}
		s.lift(part, units(free, top))
		try(part)
	}
	return best, best.part != nil
}

// units returns w processors of at most top in those of a knapsack.
func units(w, top int64) int64 {
	if top <= knapsackUnits {
		return w
	}
	return w * knapsackUnits / top
}

// room returns the room of a cut with these parts in bucket k, the last one counted.
func (s *cutter) room(k int, part []int64) int64 {
	top := s.u.freest(k)
	s.fill(part, units(top, top))
	return s.u.over(k, func(free int64) int64 { return s.whole[units(free, top)] })
}

// count sets most and width for bucket k.
func (s *cutter) count(k int, dom []domain) {
	u := s.u
	top := u.freest(k)
	for c, w := range u.width {
		s.width[c] = units(w, top)
	}
	clear(s.most)
	for i, d := range dom {
		if d.within(int64(k)*u.g-u.p.d[i]+1, int64(k+1)*u.g-1) {
			s.most[u.class[i]]++
		}
	}
}
