package policy

import "github.com/backfill-lab/backfill/core/sim"

// List is first-fit list scheduling: whatever fits starts, in queue order. It
// needs no estimates, keeps the machine full, and can starve wide jobs.
type List struct {
	m      *sim.Machine
	q      queue
	fresh  int  // entries from here on are new since the last pass
	opened bool // processors became free since the last pass
}

func NewList(o *Order) *List { return &List{q: queue{order: o}} }

func (p *List) Reset(m *sim.Machine) { p.m, p.fresh, p.opened = m, 0, false; p.q.reset() }

func (p *List) Submit(j *sim.Job) {
	p.fresh = min(p.fresh, p.q.add(p.m.Now(), j))
}

func (p *List) End(sim.Running) { p.opened = true }

// Pass implements sim.Policy. It costs O(waiting jobs).
func (p *List) Pass() {
	if !p.q.beginPass(p.m) {
		return
	}
	from := p.fresh
	if p.opened || p.q.order.moving {
		from = 0
	}
	rest, free, es := p.q.sieve(from), p.m.Free(), p.q.entries
	for i := from; i < len(es) && free > 0; i++ {
		if e := &es[i]; int(e.procs) <= free {
			free = p.q.start(p.m, e)
			rest.take(i)
		}
	}
	p.fresh, p.opened = rest.end(), false
}
