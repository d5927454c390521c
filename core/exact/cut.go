package exact

// A cut is a further constraint of a bucket: each class has a part, and whatever
// jobs run together at a second, their parts add up to no more than those of the
// best set of jobs that fits the free processors of that second. Any parts make a
// valid cut, since that set is worked out in integers.
type cut struct {
	bucket int
	part   []int64 // by class
	room   int64   // of the parts, added up over the seconds of the bucket
	rate   float64 // the largest part of a processor: a price over rate is at most that of the processors
}

// knapsackUnits is how many processors a knapsack tells apart. On larger machines
// widths and what is free are rounded down to so many, which only makes cuts weaker.
const knapsackUnits = 1024

// mostCuts bounds the cuts of a dual.
const mostCuts = 512

// cuts adds the cuts that the averaged starts break, one for a bucket at the most,
// to those there are. They are valid for jobs that start in the domains. It returns
// the prices with theirs, which is half of that of the processors, and whether there
// are any.
func (u *dual) cuts(prices []int64, dom []domain, stop func() bool) (_ []int64, found bool) {
	s := newCutter(u)
	for k := range u.room {
		if len(u.cut) == mostCuts || stop() {
			break
		}
		c, ok := s.find(k, dom)
		if !ok {
			continue
		}
		found = true
		half := prices[k] / 2
		prices[k] -= half
		u.cut, prices = append(u.cut, c), append(prices, int64(float64(half)/c.rate))
	}
	u.keep(len(u.cut))
	return prices, found
}

// drop drops the cuts without a price and returns the prices of what is left.
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

// keep drops all cuts but the first n.
func (u *dual) keep(n int) {
	u.cut = u.cut[:n]
	u.mu, u.used = make([]int64, n), make([]int64, n)
}

// mostRounded is how many roundings of the widths are tried.
const mostRounded = 8

// broken is how far a cut has to be broken.
const broken = 1.02

// find returns the cut of bucket k that is broken most, if one is.
func (s *cutter) find(k int, dom []domain) (cut, bool) {
	u := s.u
	free, top := u.room[k]/u.g, u.freest(k)
	if free == 0 {
		return cut{}, false
	}
	scale := func(w int64) int64 {
		if top <= knapsackUnits {
			return w
		}
		return w * knapsackUnits / top
	}
	s.count(k, dom)
	s.rows = s.rows[:0]
	for c, w := range u.width {
		s.width[c] = scale(w)
		s.mix[c] = u.share[c][k] / float64(u.g)
		if s.most[c] > 0 && w <= free && s.mix[c] > 1e-3 {
			s.rows = append(s.rows, c)
		}
	}
	var best cut
	worst := broken
	try := func(part []int64) {
		c := cut{bucket: k, part: part}
		s.fill(part, scale(top))
		c.room = u.over(k, func(free int64) int64 { return s.whole[scale(free)] })
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
		// widths rounded down to multiples of a processor more than free/(n+1)
		part := make([]int64, len(u.width))
		for c, w := range u.width {
			part[c] = w * ((n+1)*free*2 - 1) / (free * free * 2)
		}
		try(part)
	}
	if best.part == nil && len(s.rows) > 1 && s.cover(scale(free)) {
		part := make([]int64, len(u.width))
		for _, r := range s.rows {
			part[r] = int64(float64(max(0, s.part[r])*partUnits) + 0.5)
		}
		s.lift(part, scale(free))
		try(part)
	}
	return best, best.part != nil
}

// count fills most with the jobs that can run in bucket k.
func (s *cutter) count(k int, dom []domain) {
	u := s.u
	clear(s.most)
	for i, d := range dom {
		if d.within(int64(k)*u.g-u.p.d[i]+1, int64(k+1)*u.g-1) {
			s.most[u.class[i]]++
		}
	}
}
