package profile

// Least returns the smallest number of processors free on [from, to) and the end
// of the last step there with that number: no interval that begins in [from, next)
// and ends at to or later has more throughout. [from, to) must not be empty or
// begin before the profile. It costs O(steps on the interval).
func (p *Profile) Least(from, to int64) (least int, next int64) {
	i := p.find(from)
	n, end := p.free[i], p.at[i+1]
	for i++; i < len(p.free) && p.at[i] < to; i++ {
		if p.free[i] <= n {
			n, end = p.free[i], p.at[i+1]
		}
	}
	return int(n), end
}

// FitBefore is Fit restricted to t < limit. It visits no step that begins at limit
// or later.
func (p *Profile) FitBefore(from, limit, length int64, procs int) (t int64, ok bool) {
	t = max(from, p.at[0])
	ends := p.at[1:]
	for i, free := range p.free {
		if t >= limit {
			break
		}
		switch end := ends[i]; {
		case end <= t: // over before the window opens
		case int(free) < procs:
			t = end // the window cannot open before this step is over
		case end-t >= length:
			return t, true
		}
	}
	return 0, false
}
