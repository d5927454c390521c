package grid

import "slices"

// split returns the parts of a multi-site run of the i-th job of q, or nil.
func (s *Scheduler) split(q *queue, i int, j *Job, free []int32) (parts []Part) {
	if s.o.Split == "" || s.total < int(j.Procs) {
		return nil
	}
	switch s.o.Split {
	case "larger":
		parts = s.take(0, j, free, false)
	case "faster":
		parts = s.take(1, j, free, true)
	default:
		parts = s.adaptive(q, i, j, free)
	}
	if s.record != nil {
		s.recordSplit(j, parts)
	}
	return parts
}

// take takes sites larger-first or faster-first until they make up j.
func (s *Scheduler) take(k int, j *Job, free []int32, faster bool) []Part {
	s.sites = s.sites[:0]
	for i, f := range free {
		if f > 0 {
			s.sites = append(s.sites, int32(i))
		}
	}
	slices.SortFunc(s.sites, func(a, b int32) int {
		if faster || free[a] == free[b] {
			if s.better(a, b, free) {
				return -1
			}
			return 1
		}
		return int(free[b]) - int(free[a])
	})
	parts, left := s.parts[k][:0], j.Procs
	for _, i := range s.sites {
		n := min(left, free[i])
		parts, left = append(parts, Part{Site: i, Procs: n}), left-n
		if left == 0 {
			break
		}
	}
	s.parts[k] = parts
	return parts
}

// adaptive takes sites larger-first or faster-first, whichever leaves room for more
// waiting jobs "for immediate single-site execution" (section 4 of the paper);
// Options.Count says how to count them.
func (s *Scheduler) adaptive(q *queue, i int, j *Job, free []int32) []Part {
	larger, faster := s.take(0, j, free, false), s.take(1, j, free, true)
	if s.prefersLarger(q, i, free) {
		return larger
	}
	return faster
}

// prefersLarger reports whether parts[0], taken larger-first for the i-th job of q, leave room
// for more jobs than parts[1], taken faster-first; of equals Options.Tie decides.
func (s *Scheduler) prefersLarger(q *queue, i int, free []int32) bool {
	s.counts = [2]int{s.room(q, i, s.parts[0], free), s.room(q, i, s.parts[1], free)}
	return s.counts[0] > s.counts[1] || s.counts[0] == s.counts[1] && s.o.Tie == "larger"
}

// room returns how many of the jobs behind the i-th of q could start at once, each on one
// site, after it has taken parts.
func (s *Scheduler) room(q *queue, i int, parts []Part, free []int32) (n int) {
	left := append(s.left[:0], free...)
	s.left = left
	for _, p := range parts {
		left[p.Site] -= p.Procs
	}
	most := slices.Max(left)
	if s.o.Count == "each" {
		n = q.upTo(most) // without those before it that do not fit: they are wider
		if q.entries[i].procs <= most {
			n-- // the job itself, if it fits on one site
		}
		return n
	}
	least := q.narrowest()
	for _, e := range q.entries[i+1:] {
		if most < least {
			break
		}
		if e.procs > most {
			if s.o.Count == "list" || s.o.Queue == "list" {
				continue
			}
			break
		}
		best := int32(-1)
		for i, f := range left {
			if f >= e.procs && (best < 0 || s.better(int32(i), best, left)) {
				best = int32(i)
			}
		}
		left[best] -= e.procs
		most = slices.Max(left)
		n++
	}
	return n
}
