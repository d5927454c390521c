package grid

import (
	"fmt"
	"math/rand/v2"

	"github.com/backfill-lab/backfill/core/internal/det"
	"github.com/backfill-lab/backfill/core/sim"
)

// A Scheduler is the paper's global scheduler, with options. It knows processors,
// submissions, home sites and speeds, and no run times.
//
// Of sites that are equal by the criterion it takes the faster, then the one with more
// free processors, then the first. Random choices draw from a stream of the grid's Seed.
type Scheduler struct {
	o       Options
	m       *Machine
	queues  []queue // one, or one per home site
	opened  bool    // processors became free since the last pass
	waiting int
	random  *rand.Rand
	record  func(*sim.Step)
	step    sim.Step

	total  int       // free processors of all sites
	parts  [2][]Part // scratch: what the present job could start on
	sites  []int32   // scratch: sites in the order in which they are taken
	left   []int32   // scratch: free processors after a job has taken parts
	counts [2]int    // what adaptive splitting counted, larger-first and faster-first
}

// NewScheduler returns a Scheduler with these options, which Validate has passed.
func NewScheduler(o Options) *Scheduler { return &Scheduler{o: o} }

func (s *Scheduler) Reset(m *Machine) {
	*s = Scheduler{o: s.o, m: m, record: s.record, parts: s.parts, sites: s.sites, left: s.left,
		queues: make([]queue, 1), random: det.Stream(m.grid.Seed, "sites"), total: m.grid.Procs()}
	if s.o.Scope == "home" {
		s.queues = make([]queue, len(m.free))
	}
	for i := range s.queues {
		s.queues[i].order = orderNamed(s.o.Order, s.o.Since)
	}
}

func (s *Scheduler) Refuse(j *Job) error {
	g := s.m.grid
	if s.o.Scope == "home" {
		if home := &g.Sites[j.Home]; int(j.Procs) > home.Procs {
			return fmt.Errorf("it asks for %d processors, its home site %s has %d, and it may run nowhere else: "+
				"leave it out or make the site larger", j.Procs, home.Name, home.Procs)
		}
		return nil
	}
	if int(j.Procs) <= g.Widest() || s.o.Split != "" {
		return nil
	}
	if !s.o.Mold {
		return tooWide(j, g.Widest())
	}
	whole := make([]int32, len(g.Sites))
	for i := range whole {
		whole[i] = int32(g.Sites[i].Procs)
	}
	if best, most := s.mightiest(whole); !s.enough(most, j) {
		return fmt.Errorf("it asks for more than %v times the computing power of site %s, the most powerful: "+
			"leave it out or give a smaller power", 1/s.o.Power, g.Sites[best].Name)
	}
	return nil
}

func (s *Scheduler) Submit(j *Job) {
	q := &s.queues[0]
	if s.o.Scope == "home" {
		q = &s.queues[j.Home]
	}
	q.add(s.m.Now(), j)
	s.waiting++
}

func (s *Scheduler) End(_ *Job, parts []Part, _ int64) {
	s.opened = true
	for _, p := range parts {
		s.total += int(p.Procs)
	}
}

// Pass implements Policy. A job that could not start before still cannot unless one has
// ended since.
func (s *Scheduler) Pass() {
	for i := range s.queues {
		q := &s.queues[i]
		if q.len() == 0 || s.total == 0 {
			continue
		}
		q.refresh(s.m)
		if s.opened {
			q.fresh = q.head
		}
		if s.o.Queue == "list" {
			s.list(q)
		} else {
			s.strict(q)
		}
	}
	s.opened = false
}

func (s *Scheduler) strict(q *queue) {
	if q.fresh > q.head {
		return
	}
	for q.head < len(q.entries) && s.start(q, q.head) {
		q.head++
	}
	q.trim()
	q.fresh = len(q.entries)
}

func (s *Scheduler) list(q *queue) {
	kept := q.fresh
	for i := q.fresh; i < len(q.entries); i++ {
		if hopeless := s.total == 0 || int(q.entries[i].procs) > s.total && !s.o.Mold; hopeless || !s.start(q, i) {
			q.entries[kept] = q.entries[i]
			kept++
		}
	}
	q.entries, q.fresh = q.entries[:kept], kept
}

func (s *Scheduler) start(q *queue, i int) bool {
	e := q.entries[i]
	j := s.m.Job(e.index)
	parts := s.place(q, i, j)
	if parts == nil {
		return false
	}
	s.m.Start(j, parts...)
	for _, p := range parts {
		s.total -= int(p.Procs)
	}
	q.left(e)
	s.waiting--
	return true
}

// place returns what the i-th job of q can be started on now, or nil.
func (s *Scheduler) place(q *queue, i int, j *Job) []Part {
	free := s.m.free
	if s.o.Scope == "home" {
		if free[j.Home] < j.Procs {
			return nil
		}
		return s.one(j.Home, j.Procs)
	}
	if site := s.site(q, i, j, free); site >= 0 {
		return s.one(site, j.Procs)
	}
	if s.o.First == "split" {
		if parts := s.split(q, i, j, free); parts != nil {
			return parts
		}
		return s.mold(j, free)
	}
	if parts := s.mold(j, free); parts != nil {
		return parts
	}
	return s.split(q, i, j, free)
}

func (s *Scheduler) one(site, procs int32) []Part {
	s.parts[0] = append(s.parts[0][:0], Part{Site: site, Procs: procs})
	return s.parts[0]
}

func (s *Scheduler) better(a, b int32, free []int32) bool {
	if x, y := s.m.speed[a], s.m.speed[b]; x != y {
		return x > y
	}
	if free[a] != free[b] {
		return free[a] > free[b]
	}
	return a < b
}

// tooWide refuses a job that fits on no single site.
func tooWide(j *Job, widest int) error {
	return fmt.Errorf("it asks for %d processors, no site has more than %d, and it may run on one only: "+
		"leave it out, make a site larger or allow several", j.Procs, widest)
}
