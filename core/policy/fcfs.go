package policy

import "github.com/backfill-lab/backfill/core/sim"

// FCFS starts jobs strictly in queue order: nothing passes a job that does not
// fit. With the order of submission this is first come, first served.
type FCFS struct {
	m *sim.Machine
	q queue
}

func NewFCFS(o *Order) *FCFS { return &FCFS{q: queue{order: o}} }

func (p *FCFS) Reset(m *sim.Machine) { p.m = m; p.q.reset() }

func (p *FCFS) Submit(j *sim.Job) { p.q.add(p.m.Now(), j) }

func (p *FCFS) End(sim.Running) {}

// Pass implements sim.Policy. It costs O(jobs started), besides keeping the order.
func (p *FCFS) Pass() {
	if !p.q.beginPass(p.m) {
		return
	}
	p.q.startHeads(p.m)
}

func (q *queue) startHeads(m *sim.Machine) {
	n := 0
	for n < len(q.entries) && int(q.entries[n].procs) <= m.Free() {
		q.start(m, &q.entries[n])
		n++
	}
	q.drop(n)
}
