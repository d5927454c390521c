package exact

// A kernel's jobs start to the second, and what they leave free does not begin with a bucket
// of a coarse grid. A price or a cut of a whole bucket adds up seconds at which a job would fit
// and others at which none does. So the ascent of a kernel goes on in smaller and smaller
// buckets: most of its work is the search, which hardly takes longer.

// finer returns a dual for the same jobs with buckets half as long, or a little longer than
// that, and prices to begin with: a new bucket has those of the old one at its middle second,
// and its cuts. What room they have is counted anew, for jobs that start in the domains, so
// each cut is valid, and any prices prove a bound.
func (u *dual) finer(prices []int64, dom []domain) (*dual, []int64) {
	v := newDual(u.p, u.g*int64(u.k), 2*u.k)
	cuts := make([][]int, u.k) // by bucket
	for j, c := range u.cut {
		cuts[c.bucket] = append(cuts[c.bucket], j)
	}
	s := newCutter(v)
	pi, mu := make([]int64, v.k), []int64(nil)
	for b := range pi {
		old := (int64(b)*v.g + v.g/2) / u.g
		if old >= int64(u.k) {
			break
		}
		pi[b] = prices[old]
		s.count(b, dom)
		for _, j := range cuts[old] {
			c := u.cut[j]
			v.cut = append(v.cut, cut{bucket: b, part: c.part, room: s.room(b, c.part), rate: c.rate})
			mu = append(mu, prices[u.k+j])
		}
	}
	v.keep(len(v.cut))
	return v, append(pi, mu...)
}
