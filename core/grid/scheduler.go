package grid

import (
	"math"
	"math/rand/v2"

	"github.com/backfill-lab/backfill/core/internal/det"
)

// A Scheduler is the global scheduler of the paper, with its options. It knows
// processors, submissions, home sites and speeds, and no run times.
//
// Of sites that are equal by the criterion, the faster is taken, then the one
// with more free processors, then the first.
type Scheduler struct {
	o      Options
	m      *Machine
	queues []queue // one, or one per home site
	random *rand.Rand
	parts  [2][]Part // what the present job could be started on; kept for its memory
	free   []int32
}

type queue struct {
	jobs []*Job
	head int
}

// NewScheduler returns a Scheduler with these options, which Validate has passed.
func NewScheduler(o Options) *Scheduler { return &Scheduler{o: o} }

// Reset prepares for a run on m.
func (s *Scheduler) Reset(m *Machine) {
	*s = Scheduler{o: s.o, m: m, queues: make([]queue, 1), random: det.Stream(m.Grid().Seed, "sites"), free: make([]int32, len(m.Grid().Sites))}
	if s.o.Scope == "home" {
		s.queues = make([]queue, len(m.Grid().Sites))
	}
}

// Submit puts j at the end of its queue.
func (s *Scheduler) Submit(j *Job) {
	q := &s.queues[0]
	if s.o.Scope == "home" {
		q = &s.queues[j.Home]
	}
	q.jobs = append(q.jobs, j)
}

// End does nothing: what is free stands in the Machine.
func (s *Scheduler) End(*Job, []Part, int64) {}

// Pass starts what can start.
func (s *Scheduler) Pass() {
	for i := range s.queues {
		q := &s.queues[i]
		if s.o.Queue == "list" {
			kept := q.jobs[:0]
			for _, j := range q.jobs[q.head:] {
				if parts := s.place(j); parts != nil {
					s.m.Start(j, parts...)
				} else {
					kept = append(kept, j)
				}
			}
			q.jobs, q.head = kept, 0
			continue
		}
		for q.head < len(q.jobs) {
			parts := s.place(q.jobs[q.head])
			if parts == nil {
				break
			}
			j := q.jobs[q.head]
			q.head++
			s.m.Start(j, parts...)
		}
		if q.head == len(q.jobs) {
			q.jobs, q.head = q.jobs[:0], 0
		} else if q.head > 1024 && q.head > len(q.jobs)/2 {
			q.jobs, q.head = q.jobs[:copy(q.jobs, q.jobs[q.head:])], 0
		}
	}
}

// place returns what j can be started on now, or nil.
func (s *Scheduler) place(j *Job) []Part {
	free := s.m.Free()
	if s.o.Scope == "home" {
		if free[j.Home] >= j.Procs {
			return s.one(j.Home, j.Procs)
		}
		return nil
	}
	if site := s.site(j, free); site >= 0 {
		return s.one(site, j.Procs)
	}
	if s.o.First == "split" {
		if parts := s.split(j, free); parts != nil {
			return parts
		}
		return s.mold(j, free)
	}
	if parts := s.mold(j, free); parts != nil {
		return parts
	}
	return s.split(j, free)
}

func (s *Scheduler) one(site, procs int32) []Part {
	s.parts[0] = append(s.parts[0][:0], Part{Site: site, Procs: procs})
	return s.parts[0]
}

// site returns the site that j is sent to as it is, or -1.
func (s *Scheduler) site(j *Job, free []int32) int32 {
	if s.o.Site == "home" && free[j.Home] >= j.Procs {
		return j.Home
	}
	best, bestKey, fit := int32(-1), 0.0, 0
	for i, f := range free {
		if f < j.Procs {
			continue
		}
		i := int32(i)
		fit++
		speed := s.m.grid.SpeedOf(i)
		key := speed
		switch s.o.Site {
		case "best-fit":
			key = -float64(f - j.Procs)
		case "most-power":
			key = float64(f) * speed
		case "most-free":
			key = float64(f)
		case "random":
			key = 0
		}
		if best < 0 || above(key, bestKey) || !above(bestKey, key) && s.better(i, best, free) {
			best, bestKey = i, key
		}
	}
	if s.o.Site == "random" && fit > 1 {
		n := s.random.IntN(fit)
		for best = 0; free[best] < j.Procs || n > 0; best++ {
			if free[best] >= j.Procs {
				n--
			}
		}
	}
	return best
}

// above tells whether a exceeds b by more than the arithmetic's error: three
// processors of speed 1.1 are as powerful as one of 3.3, and 7 are 0.07 of 100.
func above(a, b float64) bool { return a > b && a > float64(b*(1+1e-9)) }

// better breaks ties between two sites.
func (s *Scheduler) better(a, b int32, free []int32) bool {
	if x, y := s.m.grid.SpeedOf(a), s.m.grid.SpeedOf(b); x != y {
		return x > y
	}
	if free[a] != free[b] {
		return free[a] > free[b]
	}
	return a < b
}

// split returns the parts of a multi-site run of j, or nil.
func (s *Scheduler) split(j *Job, free []int32) []Part {
	if s.o.Split == "" {
		return nil
	}
	total := 0
	for _, f := range free {
		total += int(f)
	}
	if total < int(j.Procs) {
		return nil
	}
	switch s.o.Split {
	case "larger":
		return s.take(0, j, free, false)
	case "faster":
		return s.take(0, j, free, true)
	}
	larger, faster := s.take(0, j, free, false), s.take(1, j, free, true)
	if s.fitting(j, larger, free) > s.fitting(j, faster, free) {
		return larger
	}
	return faster
}

// take takes sites larger-first or faster-first until they make up j.
func (s *Scheduler) take(k int, j *Job, free []int32, faster bool) []Part {
	parts, left := s.parts[k][:0], j.Procs
	for left > 0 {
		best := int32(-1)
	sites:
		for i, f := range free {
			i := int32(i)
			if f == 0 {
				continue
			}
			for _, p := range parts {
				if p.Site == i {
					continue sites
				}
			}
			if best < 0 || !faster && f > free[best] || (faster || f == free[best]) && s.better(i, best, free) {
				best = i
			}
		}
		n := min(left, free[best])
		parts, left = append(parts, Part{Site: best, Procs: n}), left-n
	}
	s.parts[k] = parts
	return parts
}

// fitting returns how many of the jobs that wait behind j could start at once,
// each on one site, after j has taken parts.
func (s *Scheduler) fitting(j *Job, parts []Part, free []int32) int {
	copy(s.free, free)
	for _, p := range parts {
		s.free[p.Site] -= p.Procs
	}
	n := 0
	for _, q := range s.queues[0].jobs[s.queues[0].head:] {
		if q == j {
			continue
		}
		best := int32(-1)
		for i, f := range s.free {
			if f >= q.Procs && (best < 0 || s.better(int32(i), best, s.free)) {
				best = int32(i)
			}
		}
		if best < 0 {
			break
		}
		s.free[best] -= q.Procs
		n++
	}
	return n
}

// mold returns the part on which j starts with fewer processors, or nil.
func (s *Scheduler) mold(j *Job, free []int32) []Part {
	if !s.o.Mold {
		return nil
	}
	best, most := int32(-1), 0.0
	for i, f := range free {
		if f == 0 {
			continue
		}
		if power := float64(f) * s.m.grid.SpeedOf(int32(i)); best < 0 || above(power, most) || !above(most, power) && s.better(int32(i), best, free) {
			best, most = int32(i), power
		}
	}
	asked := float64(j.Procs) * s.m.grid.SpeedOf(j.Home)
	if best < 0 || above(s.o.Power*asked, most) {
		return nil
	}
	n := min(j.Procs, free[best])
	if s.o.Take == "power" {
		need := asked / s.m.grid.SpeedOf(best)
		n = min(free[best], int32(max(1, math.Ceil(need-1e-9*need))))
	}
	return s.one(best, n)
}
