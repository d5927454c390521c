package grid

// site returns the site that the i-th job of q is sent to as it is, or -1.
func (s *Scheduler) site(q *queue, i int, j *Job, free []int32) int32 {
	best, rule := s.single(q, i, j, free)
	if s.record != nil && best >= 0 {
		s.recordSites("site", j, ruleName(rule), best, func(i int32) (float64, bool) { return key(rule, s.m, j, i, free[i]), free[i] >= j.Procs })
	}
	return best
}

// single returns the site that the i-th job of q is sent to as it is, or -1, and the rule
// that chose it.
func (s *Scheduler) single(q *queue, i int, j *Job, free []int32) (best int32, rule string) {
	if s.o.Split == "" || s.o.Single == "" || s.o.Single == "site" {
		return s.pick(s.o.Site, j, free), s.o.Site
	}
	const fastest = "fastest"
	switch s.o.Split {
	case "larger":
		return s.pick(s.o.Single, j, free), s.o.Single
	case "faster":
		return s.pick(fastest, j, free), fastest
	}
	larger, faster := s.pick(s.o.Single, j, free), s.pick(fastest, j, free)
	if larger == faster {
		return faster, fastest
	}
	s.parts[0] = append(s.parts[0][:0], Part{Site: larger, Procs: j.Procs})
	s.parts[1] = append(s.parts[1][:0], Part{Site: faster, Procs: j.Procs})
	if s.prefersLarger(q, i, free) {
		return larger, s.o.Single
	}
	return faster, fastest
}

// pick returns the site that a rule chooses among those on which j fits, or -1.
func (s *Scheduler) pick(rule string, j *Job, free []int32) int32 {
	best, bestKey, fit := int32(-1), 0.0, 0
	for i, f := range free {
		if f < j.Procs {
			continue
		}
		i := int32(i)
		fit++
		key := key(rule, s.m, j, i, f)
		if best < 0 || above(key, bestKey) || !above(bestKey, key) && s.better(i, best, free) {
			best, bestKey = i, key
		}
	}
	if rule == "random" && fit > 1 {
		n := s.random.IntN(fit)
		for best = 0; free[best] < j.Procs || n > 0; best++ {
			if free[best] >= j.Procs {
				n--
			}
		}
	}
	return best
}

// key is the value by a rule of a site with f free processors; the largest wins.
func key(rule string, m *Machine, j *Job, site, f int32) float64 {
	switch rule {
	case "best-fit":
		return -float64(f - j.Procs)
	case "most-power":
		return float64(f) * m.speed[site]
	case "most-free":
		return float64(f)
	case "random":
		return 0
	case "home":
		if site == j.Home {
			return 2 * maxFactor // before any speed
		}
	}
	return m.speed[site]
}
