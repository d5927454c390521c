package policy

import (
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/profile"
)

// Conservative is conservative backfilling that keeps its promises (Mu'alem and Feitelson 2001;
// Feitelson and Weil 1998). It promises a new job the earliest slot in the profile of running
// and waiting jobs. After a job has ended early, every waiting job moves to its earliest slot, one after the
// other in queue order, never later than before: at that end and at every later one, early or on time, until none
// can move. The option Compress changes when they move.
//
// Only under sim.Extend is a promise broken: a job that runs past its estimate takes processors
// promised to others, and all waiting jobs get new promises in queue order.
type Conservative struct {
	m       *sim.Machine
	q       queue
	free    profile.Profile // running jobs by their estimated ends, waiting jobs where planned
	arrived []*sim.Job      // submitted in this second, not planned yet
	ended   bool            // a job ended since the last pass
	early   bool            // a job ended early since the last pass
	broken  bool            // a running job outlives its estimate: plan anew
	moves   string          // when jobs move: a value of Compress
	wake    int64           // the second of the last wake-up asked for

	// dirty: since every waiting job was at its earliest slot, processors became free only
	// before this second. So a job can move only to a slot that opens before it.
	dirty int64
}

// NewConservative returns a Conservative policy whose jobs move in the given queue order.
func NewConservative(o *Order) *Conservative {
	return &Conservative{q: queue{order: o}, moves: "ends"}
}

// Compress is the option of when waiting jobs move to earlier slots.
var Compress = Option{Name: "compress", Title: "Compression", Default: "ends",
	Doc: "When waiting jobs move to earlier slots, in queue order, after a job has ended early.",
	Choices: []Choice{
		{Name: "ends", Title: "every end", Doc: "At that end and at every later one, early or on time, until no job can move."},
		{Name: "early", Title: "early ends", Doc: "At that end, and again when another job ends early."},
		{Name: "never", Title: "never", Doc: "Never: only jobs submitted later use the freed processors."},
	}}

func (p *Conservative) Reset(m *sim.Machine) {
	*p = Conservative{m: m, q: p.q, free: p.free, arrived: p.arrived[:0], moves: p.moves}
	p.q.reset()
	p.free.Reset(0, m.Procs())
}

func (p *Conservative) Submit(j *sim.Job) { p.arrived = append(p.arrived, j) }

func (p *Conservative) End(r sim.Running) {
	p.ended = true
	if now := p.m.Now(); now < r.End {
		p.early = true
		p.free.Release(now, r.End-now, int(r.Procs))
		p.dirty = max(p.dirty, r.End)
	}
}

func (p *Conservative) Extend(*sim.Job, int64, int64) { p.broken = true }

// Pass implements sim.Policy. It costs O(waiting jobs x steps of the profile) if a job ended
// early, otherwise O(waiting jobs).
func (p *Conservative) Pass() {
	now := p.m.Now()
	p.free.Advance(now)
	switch {
	case p.broken:
		p.replan(now)
	case p.dirty <= now:
	case p.moves == "ends" && p.ended || p.moves == "early" && p.early:
		p.compress(now)
	}
	p.ended, p.early, p.broken = false, false, false
	for _, j := range p.arrived {
		e := &p.q.entries[p.q.add(now, j)]
		p.plan(e, now)
	}
	p.arrived = p.arrived[:0]
	p.startPlanned(now)
}

func (p *Conservative) plan(e *entry, now int64) {
	e.planned, _ = p.free.Fit(now, e.estimate, int(e.procs))
	p.free.Take(e.planned, e.estimate, int(e.procs))
}

// compress moves every waiting job, in queue order, to its earliest slot.
func (p *Conservative) compress(now int64) {
	p.q.refresh(p.m)
	limit, freed := p.dirty, int64(0)
	for i := range p.q.entries {
		e := &p.q.entries[i]
		t := p.free.Earlier(e.planned, e.estimate, int(e.procs), limit)
		if t == e.planned {
			continue
		}
		p.free.Release(e.planned, e.estimate, int(e.procs))
		p.free.Take(t, e.estimate, int(e.procs))
		freed = max(freed, e.planned+e.estimate)
		limit = max(limit, freed)
		e.planned = t
	}
	p.dirty = freed // jobs looked at earlier have not seen what this pass freed
}

func (p *Conservative) replan(now int64) {
	p.q.refresh(p.m)
	p.free.Reset(now, p.m.Procs())
	for _, r := range p.m.Running() {
		p.free.Take(now, r.End-now, int(r.Procs))
	}
	for i := range p.q.entries {
		p.plan(&p.q.entries[i], now)
	}
	p.dirty = 0
}

// startPlanned starts the jobs whose slot has come. It needs no wake-ups if jobs move at every end: a slot begins where a
// running or planned job is expected to end, and if that job moves, so do the later ones.
func (p *Conservative) startPlanned(now int64) {
	es, rest := p.q.entries, p.q.sieve(0)
	p.q.started = p.q.started[:0]
	for i := range es {
		if es[i].planned <= now {
			p.q.start(p.m, &es[i])
			rest.take(i)
		}
	}
	rest.end()
	if p.moves == "ends" || len(p.q.entries) == 0 {
		return
	}
	next := p.q.entries[0].planned
	for i := range p.q.entries {
		next = min(next, p.q.entries[i].planned)
	}
	if next != p.wake {
		p.wake = next
		p.m.WakeAt(next)
	}
}

// Planned implements sim.Planner: the promised start of a waiting job.
func (p *Conservative) Planned(j *sim.Job) (start int64, ok bool) {
	i := p.q.place(j)
	if i < 0 {
		return 0, false
	}
	return p.q.entries[i].planned, true
}
