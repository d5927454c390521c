package plan

import (
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/sim"
)

// spoken is how many processors are spoken for in each second from now on.
type spoken struct {
	now   int64
	procs []int
}

func (s *spoken) take(from, to int64, procs int32) {
	for int64(len(s.procs)) < to-s.now {
		s.procs = append(s.procs, 0)
	}
	for t := max(from, s.now); t < to; t++ {
		s.procs[t-s.now] += int(procs)
	}
}

// earliest is the first second from which procs of the machine's processors are
// free for length seconds.
func (s *spoken) earliest(length int64, procs int32, machine int) int64 {
	t := 0
	for at := 0; at-t < int(length); at++ {
		if at < len(s.procs) && s.procs[at]+int(procs) > machine {
			t = at + 1
		}
	}
	return s.now + int64(t)
}

// An oracle is planning-based management with nothing kept from pass to pass
// but the waiting jobs: it sorts them and places one after the other.
type oracle struct {
	m       *sim.Machine
	order   *policy.Order
	waiting []*sim.Job
	planned map[*sim.Job]int64
}

func (p *oracle) Reset(m *sim.Machine) { *p = oracle{m: m, order: p.order} }
func (p *oracle) Submit(j *sim.Job)    { p.waiting = append(p.waiting, j) }
func (p *oracle) End(sim.Running)      {}

func (p *oracle) Pass() {
	p.plan()
	p.waiting = slices.DeleteFunc(p.waiting, func(j *sim.Job) bool {
		if p.planned[j] == p.m.Now() {
			p.m.Start(j)
			return true
		}
		return false
	})
}

func (p *oracle) plan() {
	now := p.m.Now()
	slices.SortFunc(p.waiting, func(a, b *sim.Job) int {
		if x, y := p.order.Key(now, a), p.order.Key(now, b); x < y || x == y && a.Index < b.Index {
			return -1
		}
		return 1
	})
	s := &spoken{now: now}
	for _, r := range p.m.Running() {
		s.take(now, r.End, r.Procs)
	}
	p.planned = map[*sim.Job]int64{}
	for _, j := range p.waiting {
		at := s.earliest(j.Estimate, j.Procs, p.m.Procs())
		s.take(at, at+j.Estimate, j.Procs)
		p.planned[j] = at
	}
}

// both is a Policy whose every plan is compared with the oracle's.
type both struct {
	Policy
	oracle oracle
	err    error
}

func newBoth(o *policy.Order) *both { return &both{Policy: *New(o), oracle: oracle{order: o}} }

func (b *both) Reset(m *sim.Machine) {
	b.Current.book = &b.Policy.Book // New's has been copied
	b.Policy.Reset(m)
	b.oracle.Reset(m)
}

func (b *both) Submit(j *sim.Job) {
	b.Policy.Submit(j)
	b.oracle.Submit(j)
}

func (b *both) Pass() {
	b.oracle.plan()
	now := b.oracle.m.Now()
	b.Begin()
	b.Current.Update()
	for i := range b.Current.Rows() {
		r := &b.Current.Rows()[i]
		j := b.oracle.m.Job(r.Index)
		if want := b.oracle.planned[j]; r.Start != want && b.err == nil {
			b.err = fmt.Errorf("at second %d, job %d is planned for %d; the oracle says %d", now, j.ID, r.Start, want)
		}
	}
	if n := len(b.Current.Rows()); n != len(b.oracle.waiting) && b.err == nil {
		b.err = fmt.Errorf("at second %d, %d jobs are planned, not %d", now, n, len(b.oracle.waiting))
	}
	b.Current.Start()
	b.oracle.waiting = slices.DeleteFunc(b.oracle.waiting, func(j *sim.Job) bool { return b.oracle.planned[j] == now })
}
