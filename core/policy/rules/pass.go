package rules

import (
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/profile"
)

// A pass starts jobs of one line. Between calls it keeps nothing but memory to use again.
type pass struct {
	m       *sim.Machine
	free    profile.Profile
	started []entry // in this pass
	led     int     // of these, in queue order, before those that passed the head
	shadow  int64   // second of the head's reservation, in a pass of EASY with a head
	extra   int32   // left over then, after the pass
}

func (p *pass) start(e *entry) {
	p.m.Start(p.m.Job(e.index))
	p.started = append(p.started, *e)
}

// run starts the jobs of l that FCFS, EASY or CONS starts.
func (p *pass) run(a Algorithm, l *line) {
	if a == CONS {
		p.conservative(l)
		return
	}
	i, k := p.heads(l)
	p.led = len(p.started)
	if a == EASY && i < len(l.blocks) {
		p.backfill(l, i, k)
	}
}

// heads starts jobs from the front while they fit and returns the place of the first that
// does not, or len(l.blocks).
func (p *pass) heads(l *line) (i, k int) {
	for i, b := range l.blocks {
		for k := range b.entries {
			if int(b.entries[k].procs) > p.m.Free() {
				return i, k
			}
			p.start(&b.entries[k])
		}
	}
	return len(l.blocks), 0
}

// backfill starts the jobs that may pass the head, at (i, k), like policy.EASY.
func (p *pass) backfill(l *line, i, k int) {
	free := int32(p.m.Free())
	if free == 0 {
		return
	}
	shadow, more := policy.Reservation(p.m, int(l.blocks[i].entries[k].procs))
	room := shadow - p.m.Now()
	p.shadow, p.extra = shadow, int32(more)
	for k++; i < len(l.blocks); i, k = i+1, 0 {
		b := l.blocks[i]
		if b.narrowest > free || b.shortest > room && b.narrowest > p.extra {
			continue
		}
		for ; k < len(b.entries); k++ {
			e := &b.entries[k]
			switch {
			case e.procs > free:
				continue
			case e.estimate <= room:
			case e.procs <= p.extra:
				p.extra -= e.procs
			default:
				continue
			}
			p.start(e)
			if free -= e.procs; free == 0 {
				return
			}
		}
	}
}

// conservative plans each job of the line at the earliest second at which it fits beside
// the running jobs and the jobs before it, and starts those planned for now. It skips jobs
// that cannot change which jobs start now.
//
// The horizon is the first second at which even the narrowest job has no room, so every
// job ends by it, or begins at it or later. The latter cannot delay the former, not even
// once the horizon is nearer: it is skipped. Planning ends behind the last job that could
// start now, which fits, for its estimate, beside all jobs planned so far.
func (p *pass) conservative(l *line) {
	now := p.m.Now()
	p.ahead()
	narrowest := int(l.narrowest())
	horizon := p.free.Until(narrowest)
	last, at := p.candidate(l, len(l.blocks)-1, blockSize-1)
	for i := 0; i <= last; i++ {
		b := l.blocks[i]
		if b.shortest > horizon-now {
			continue
		}
		for k := range b.entries {
			if i == last && k > at {
				return
			}
			e := &b.entries[k]
			if e.estimate > horizon-now {
				continue
			}
			t, ok := p.free.FitBefore(now, horizon, e.estimate, int(e.procs))
			if !ok {
				continue
			}
			if p.free.Take(t, e.estimate, int(e.procs)); t == now {
				p.start(e)
			}
			horizon = p.free.Until(narrowest)
			if last, at = p.candidate(l, last, at); last < i {
				return
			}
		}
	}
}

// ahead sets free to the processors that the running jobs leave.
func (p *pass) ahead() {
	p.free.Reset(p.m.Now(), p.m.Free())
	for _, r := range p.m.Running() {
		p.free.Gain(r.End, int(r.Procs))
	}
}

// candidate returns the place of the last job at or before (i, k) that fits now, or -1.
func (p *pass) candidate(l *line, i, k int) (int, int) {
	for ; i >= 0; i, k = i-1, blockSize-1 {
		b := l.blocks[i]
		if !p.free.Holds(b.shortest, int(b.narrowest)) {
			continue
		}
		for k = min(k, len(b.entries)-1); k >= 0; k-- {
			if e := &b.entries[k]; p.free.Holds(e.estimate, int(e.procs)) {
				return i, k
			}
		}
	}
	return -1, 0
}
