package grid

import "math"

// mold returns the part on which j starts with fewer processors than it asked for, or
// nil: on the site with the largest free computing power (free processors times speed), if
// that is at least Power times what j asked for at home (section 5 of the paper).
func (s *Scheduler) mold(j *Job, free []int32) []Part {
	if !s.o.Mold {
		return nil
	}
	best, most := s.mightiest(free)
	if best < 0 || !s.enough(most, j) {
		return nil
	}
	n := free[best] // less than it asked for, since it fits on no site
	if s.o.Take == "power" {
		n = s.asMuch(j, best, free[best])
	}
	if s.record != nil {
		s.recordSites("mold", j, "largest free power", best, func(i int32) (float64, bool) {
			return float64(free[i]) * s.m.speed[i], free[i] > 0
		})
	}
	return s.one(best, n)
}

// mightiest returns the site with the largest free computing power, and that.
func (s *Scheduler) mightiest(free []int32) (best int32, most float64) {
	best = -1
	for i, f := range free {
		if f == 0 {
			continue
		}
		power := float64(f) * s.m.speed[i]
		if best < 0 || above(power, most) || !above(most, power) && s.better(int32(i), best, free) {
			best, most = int32(i), power
		}
	}
	return best, most
}

func (s *Scheduler) asked(j *Job) float64 { return float64(j.Procs) * s.m.speed[j.Home] }

func (s *Scheduler) enough(power float64, j *Job) bool {
	return !above(s.o.Power*s.asked(j), power)
}

// asMuch returns the fewest processors of site with the power j asked for, at most free.
func (s *Scheduler) asMuch(j *Job, site, free int32) int32 {
	n := s.asked(j) / s.m.speed[site]
	n = math.Ceil(n - float64(1e-9*n))
	return int32(min(max(n, 1), float64(free)))
}
