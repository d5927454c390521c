package dfrs

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"github.com/backfill-lab/backfill/core/internal/det"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/trace"
)

// with returns p with the estimates of w, if its algorithm is a reading that uses them.
func (p params) with(w *trace.Workload) *params {
	if r := readingOf(p.Algorithm); r != nil && r.estimate != nil {
		p.asked = make(map[int64]int64, w.Len())
		for i := range w.Jobs.Held() {
			p.asked[w.Jobs.Held()[i].ID] = w.Jobs.Held()[i].Estimate
		}
	}
	return &p
}

// easyPolicy is EASY or FCFS by a reading; the zero reading is a plain version of policy.EASY.
// The estimates that it is given are the run times.
type easyPolicy struct {
	reading
	asked map[int64]int64 // the users' estimates, by job

	m         *sim.Machine
	queue     []*sim.Job
	ended     bool
	arrived   map[*sim.Job]bool // since the last pass
	factors   *rand.Rand
	estimates map[int32]int64 // by the reading, by index
}

func (p *easyPolicy) Reset(m *sim.Machine) {
	*p = easyPolicy{reading: p.reading, asked: p.asked, m: m, factors: det.Stream(1, "estimates"),
		estimates: map[int32]int64{}, arrived: map[*sim.Job]bool{}}
}

func (p *easyPolicy) Submit(j *sim.Job) {
	p.queue = append(p.queue, j)
	p.arrived[j] = true
	if p.estimate != nil {
		p.estimates[j.Index] = max(p.estimate(p, j), j.Estimate)
	}
}

func (p *easyPolicy) End(sim.Running) { p.ended = true }

func (p *easyPolicy) Pass() {
	ended := p.ended
	p.ended = false
	if p.idle && !ended && len(p.m.Running()) > 0 {
		return
	}
	for len(p.queue) > 0 && int(p.queue[0].Procs) <= p.m.Free() {
		p.m.Start(p.queue[0])
		p.queue = p.queue[1:]
	}
	defer clear(p.arrived)
	if p.fcfs || len(p.queue) < 2 || p.ends && !ended {
		return
	}
	shadow, extra := p.reservation(int(p.queue[0].Procs))
	started := map[*sim.Job]bool{}
	for _, j := range p.candidates() {
		procs := int(j.Procs)
		inTime := p.inTime(j, shadow)
		if procs > p.m.Free() || !inTime && procs > extra {
			if p.stop {
				break
			}
			continue
		}
		if !inTime {
			extra -= procs
		}
		p.m.Start(j)
		if started[j] = true; p.one {
			break
		}
	}
	p.queue = slices.DeleteFunc(p.queue, func(j *sim.Job) bool { return started[j] })
}

// inTime reports whether a job may take nodes that the head waits for: if it ends before the
// head's start, and by readings that say otherwise.
func (p *easyPolicy) inTime(j *sim.Job, shadow int64) bool {
	switch ends := p.m.Now() + p.length(j); {
	case p.spare || j.Estimate <= p.short:
		return false
	case p.invert:
		return ends > shadow
	default:
		return p.free || ends <= shadow
	}
}

// candidates returns the jobs that may be backfilled, in their order.
func (p *easyPolicy) candidates() []*sim.Job {
	all := slices.Clone(p.queue[1:])
	if p.arrivals {
		all = slices.DeleteFunc(all, func(j *sim.Job) bool { return !p.arrived[j] })
	}
	if p.window > 0 {
		all = all[:min(p.window, len(all))]
	}
	if p.order != nil {
		slices.SortStableFunc(all, p.order)
	}
	return all
}

// length is the estimate of a job by the reading.
func (p *easyPolicy) length(j *sim.Job) int64 { return cmp.Or(p.estimates[j.Index], j.Estimate) }

// reservation returns the second at which the head's processors are free, and how
// many more are free then; none where jobs have to end in time.
func (p *easyPolicy) reservation(procs int) (shadow int64, extra int) {
	free, running := p.m.Free(), p.m.Running()
	if p.estimate != nil || p.fromNow {
		running = slices.Clone(running)
		for i := range running {
			from, length := running[i].Start, running[i].End-running[i].Start
			if p.estimate != nil {
				length = p.estimates[running[i].Index]
			}
			if p.fromNow {
				from = p.m.Now()
			}
			running[i].End = from + length
		}
		slices.SortFunc(running, func(a, b sim.Running) int { return cmp.Compare(a.End, b.End) })
	}
	for i := range running {
		free += int(running[i].Procs)
		if last := i+1 == len(running); free >= procs && (last || running[i+1].End > running[i].End) {
			if p.ending {
				free = procs
			}
			return running[i].End, free - procs
		}
	}
	panic("dfrs: a job wider than the machine waits")
}
