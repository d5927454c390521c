package dfrs

// maxMin raises all yields together until a node is full, settles the jobs on
// it, and goes on with the others (OPT=MIN), until no yield can be raised by one
// part without lowering one that is not larger. The first node settles its jobs
// at 1/max(1, largest load), rounded down.
func (s *sharer) maxMin(e *Engine) {
	s.fill(e, func(k int) float64 {
		return float64(s.rest[k] / s.open[k])
	}, func(job int, level float64) int32 {
		return int32(level)
	})
}

// fill settles the yields of one node after the other, the one with the lowest
// level first, the first of equals. level tells where a node's open jobs use up
// its rest, which never falls when other nodes are settled; yield tells what
// that is for a job. It costs O(rounds * overloaded nodes) and levels for each
// node that settled jobs were on.
func (s *sharer) fill(e *Engine, level func(k int) float64, yield func(job int, level float64) int32) {
	n := len(s.over)
	s.done = zeroed(s.done, len(e.running))
	s.level, s.exact, s.rest = zeroed(s.level, n), zeroed(s.exact, n), zeroed(s.rest, n)
	s.open = zeroed(s.open, n)
	for k := range n {
		s.rest[k] = full
		for _, en := range s.entry[s.first[k]:s.first[k+1]] {
			s.open[k] += en.need
		}
	}
	for k := range e.grant {
		e.grant[k] = Whole
	}
	for {
		low := -1
		for k := range s.level {
			if s.open[k] > 0 && (low < 0 || s.level[k] < s.level[low]) {
				low = k
			}
		}
		if low < 0 {
			return
		}
		if !s.exact[low] {
			s.level[low], s.exact[low] = level(low), true
			continue
		}
		for _, en := range s.entry[s.first[low]:s.first[low+1]] {
			if !s.done[en.job] {
				s.settle(e, int(en.job), min(yield(int(en.job), s.level[low]), Whole))
			}
		}
	}
}

func (s *sharer) settle(e *Engine, job int, yield int32) {
	i := e.running[job]
	s.done[job], e.grant[job] = true, yield
	cpu := int64(e.cfg.Jobs[i].CPU)
	for _, p := range e.live[i].places {
		if o := s.slot[p.Node]; o >= 0 {
			need := cpu * int64(p.Count)
			s.open[o] -= need
			s.rest[o] -= need * int64(yield)
			s.exact[o] = false
		}
	}
}
