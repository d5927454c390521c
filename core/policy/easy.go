package policy

import (
	"math"

	"github.com/backfill-lab/backfill/core/sim"
)

// EASY is aggressive backfilling (Lifka 1995; Mu'alem and Feitelson 2001). Jobs start in queue
// order until one, the head, does not fit. It gets a reservation at the shadow time, the
// earliest second by which enough jobs will have ended by their estimates. Later jobs, in queue
// order, may start now if they fit and either end by the shadow time or use only the extra
// processors, which the head leaves over then.
type EASY struct {
	m      *sim.Machine
	q      queue
	fresh  int   // entries from here on are new since the last pass
	ended  bool  // a job ended, or is expected to end later, since the last pass
	shadow int64 // of the head at the last pass
	extra  int   // left over at the shadow time, after the last pass
	led    int   // jobs of the last pass that started in queue order, before the others
	narrow int32 // no waiting job is narrower
}

func NewEASY(o *Order) *EASY { return &EASY{q: queue{order: o}} }

func (p *EASY) Reset(m *sim.Machine) {
	*p = EASY{m: m, q: p.q, narrow: math.MaxInt32}
	p.q.reset()
}

func (p *EASY) Submit(j *sim.Job) {
	p.fresh = min(p.fresh, p.q.add(p.m.Now(), j))
	p.narrow = min(p.narrow, j.Procs)
}

func (p *EASY) End(sim.Running) { p.ended = true }

func (p *EASY) Extend(*sim.Job, int64, int64) { p.ended = true }

// Pass implements sim.Policy. It costs O(waiting + running jobs), and O(new jobs) if nothing has
// ended since the last pass: the head's reservation stands, and what did not fit still does not.
func (p *EASY) Pass() {
	p.led = 0
	if !p.q.beginPass(p.m) {
		return
	}
	from := p.fresh
	if p.ended || from == 0 || p.q.order.moving {
		p.ended = false
		p.q.startHeads(p.m)
		p.led = len(p.q.started)
		if len(p.q.entries) == 0 {
			p.fresh, p.narrow = 0, math.MaxInt32
			return
		}
		p.shadow, p.extra = Reservation(p.m, int(p.q.entries[0].procs))
		from = 1
	}
	p.backfill(from)
}

func (p *EASY) backfill(from int) {
	free, es := p.m.Free(), p.q.entries
	if free < int(p.narrow) {
		p.fresh = len(es)
		return
	}
	room := p.shadow - p.m.Now() // a job of this estimate ends at the shadow time
	rest, narrow := p.q.sieve(from), int(es[0].procs)
	for i := from; i < len(es); i++ {
		e := &es[i]
		procs := int(e.procs)
		switch {
		case procs > free:
		case e.estimate <= room:
			free = p.q.start(p.m, e)
			rest.take(i)
			continue
		case procs <= p.extra:
			p.extra -= procs
			free = p.q.start(p.m, e)
			rest.take(i)
			continue
		}
		narrow = min(narrow, procs)
	}
	p.fresh = rest.end()
	if from == 1 { // every waiting job was looked at
		p.narrow = int32(narrow)
	}
}

// Reservation returns when procs processors will be free if every running job ends at its
// estimated end, and how many more will be free then. procs must exceed the free processors, but
// not the machine's. It costs O(running jobs).
func Reservation(m *sim.Machine, procs int) (shadow int64, extra int) {
	return reservation(m.Free(), m.Running(), procs)
}

// reservation is Reservation of a machine with free processors and running jobs, in the order of their ends.
func reservation(free int, running []sim.Running, procs int) (shadow int64, extra int) {
	for i := range running {
		free += int(running[i].Procs)
		if free >= procs && (i+1 == len(running) || running[i+1].End > running[i].End) {
			return running[i].End, free - procs
		}
	}
	panic("policy: a job wider than the machine waits")
}
