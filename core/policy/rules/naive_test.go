package rules

import (
	"math/big"
	"slices"

	"github.com/backfill-lab/backfill/core/sim"
)

// A naive policy keeps only which jobs wait and what has ended. In every pass it
// works out the features from these, sorts the queue and, for backfilling, counts
// the free processors in every second that matters.
type naive struct {
	c       Controller
	groups  Groups
	m       *sim.Machine
	waiting []*sim.Job
	ended   []struct {
		j          *sim.Job
		start, end int64
	}
	states int
	check  func(want Vector) // if not nil, told the features of every pass
}

func (p *naive) Reset(m *sim.Machine) { *p = naive{c: p.c, groups: p.groups, m: m, check: p.check} }
func (p *naive) Submit(j *sim.Job)    { p.waiting = append(p.waiting, j) }
func (p *naive) End(r sim.Running) {
	p.ended = append(p.ended, struct {
		j          *sim.Job
		start, end int64
	}{p.m.Job(r.Index), r.Start, p.m.Now()})
}

func mul(xs ...int64) *big.Int {
	n := big.NewInt(1)
	for _, x := range xs {
		n.Mul(n, big.NewInt(x))
	}
	return n
}

func quotient(a, b *big.Int, scale int64) float64 {
	q := new(big.Rat).SetFrac(a, b)
	f, _ := q.Mul(q, big.NewRat(scale, 1)).Float64()
	return f
}

// features computes equations (5), (6) and (7).
func (p *naive) features() (x Vector) {
	response, squares := mul(0), mul(0)
	for _, e := range p.ended {
		run, procs := e.end-e.start, int64(e.j.Procs)
		response.Add(response, mul(run, procs, e.end-e.j.Submit))
		squares.Add(squares, mul(run, run, procs))
	}
	x[0] = 1
	if squares.Sign() > 0 {
		x[0] = min(100, quotient(response, squares, 1))
	}
	held := 0
	for _, r := range p.m.Running() {
		held += int(r.Procs)
	}
	x[1] = quotient(mul(int64(held)), mul(int64(p.m.Procs())), 100)
	all := mul(0)
	for _, j := range p.waiting {
		all.Add(all, mul(j.Estimate, int64(j.Procs)))
	}
	for g := range NumGroups {
		of := mul(0)
		for _, j := range p.waiting {
			if p.groups.Of(j.User) == g+1 {
				of.Add(of, mul(j.Estimate, int64(j.Procs)))
			}
		}
		if all.Sign() > 0 {
			x[2+g] = quotient(of, all, 100)
		}
	}
	return x
}

func (p *naive) Pass() {
	x := p.features()
	p.states++
	if p.check != nil {
		p.check(x)
	}
	if !slices.ContainsFunc(p.waiting, func(j *sim.Job) bool { return int(j.Procs) <= p.m.Free() }) {
		return
	}
	s := p.c.Decide(&x)
	key := func(j *sim.Job) int64 {
		switch s.Order() {
		case ByWidth:
			return int64(j.Procs)
		case ByEstimate:
			return j.Estimate
		case ByGroup:
			return int64(p.groups.Of(j.User))
		case BySubmit:
			return 0
		}
		return -(p.m.Now() - j.Submit + advantage[p.groups.Of(j.User)-1])
	}
	slices.SortFunc(p.waiting, func(a, b *sim.Job) int {
		if key(a) != key(b) {
			return int(key(a) - key(b))
		}
		return int(a.Index - b.Index)
	})
	p.waiting = p.schedule(s.Algorithm(), slices.Clone(p.waiting))
}

// A slot is processors held on [from, to).
type slot struct {
	from, to int64
	procs    int
}

// fits tells whether procs are free on [t, t+length) beside the slots.
func (p *naive) fits(slots []slot, t, length int64, procs int) bool {
	at := []int64{t}
	for _, s := range slots {
		if s.from > t && s.from < t+length {
			at = append(at, s.from)
		}
	}
	for _, t := range at {
		held := procs
		for _, s := range slots {
			if s.from <= t && t < s.to {
				held += s.procs
			}
		}
		if held > p.m.Procs() {
			return false
		}
	}
	return true
}

func (p *naive) earliest(slots []slot, j *sim.Job) int64 {
	at := []int64{p.m.Now()}
	for _, s := range slots {
		at = append(at, s.to)
	}
	slices.Sort(at)
	for _, t := range at {
		if p.fits(slots, t, j.Estimate, int(j.Procs)) {
			return t
		}
	}
	panic("a job fits nowhere")
}

// schedule starts jobs of the sorted queue and returns the others.
func (p *naive) schedule(a Algorithm, queue []*sim.Job) (rest []*sim.Job) {
	var slots []slot // running jobs, and reservations
	now := p.m.Now()
	for _, r := range p.m.Running() {
		slots = append(slots, slot{now, r.End, int(r.Procs)})
	}
	for _, j := range queue {
		t := p.earliest(slots, j)
		switch {
		case t == now && (a == CONS || a == EASY || len(rest) == 0):
			p.m.Start(j)
			slots = append(slots, slot{now, now + j.Estimate, int(j.Procs)})
			continue
		case a == CONS || a == EASY && len(rest) == 0:
			slots = append(slots, slot{t, t + j.Estimate, int(j.Procs)})
		}
		rest = append(rest, j)
	}
	return rest
}
