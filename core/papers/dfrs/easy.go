package dfrs

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/internal/det"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/trace"
)

// The printed EASY is hardly better than FCFS: its average degradation from the bound
// is 0.85 to 0.91 of FCFS's; ours is far lower. Section 5.2 describes both in a few
// sentences, so section52 tries readings of them. They are no paper.Choices: none has words
// of the paper for it, and none fits.

type reading struct {
	name  string
	on    string // key of the only set that it is for, "" for all
	nodes int    // of the cluster, 0 for the set's

	fcfs   bool // no backfilling
	idle   bool // jobs start only when one ends or none runs
	ends   bool // jobs are backfilled only when one ends
	spare  bool // no job may take the head's nodes, even if it ends in time
	stop   bool // the first job that cannot be backfilled ends the search
	second bool // only the second job may be backfilled
	one    bool // at most one job is backfilled at a time

	order    func(a, b *sim.Job) int // of the jobs to backfill; nil is that of submission
	estimate func(p *easyPolicy, j *sim.Job) int64
}

func area(j *sim.Job) int64 { return j.Estimate * int64(j.Procs) }

var readings = []reading{
	{name: "EASY, only when a job ends", ends: true},
	{name: "EASY, all starts only when a job ends", idle: true},
	{name: "EASY, up to the first job that cannot start", stop: true},
	{name: "EASY, only on nodes that the head leaves over", spare: true},
	{name: "EASY, only on nodes left over and up to the first job that cannot start", spare: true, stop: true},
	{name: "EASY, only the second job", second: true},
	{name: "EASY, one job at a time", one: true},
	{name: "EASY, the widest first", order: func(a, b *sim.Job) int { return cmp.Compare(b.Procs, a.Procs) }},
	{name: "EASY, the longest first", order: func(a, b *sim.Job) int { return cmp.Compare(b.Estimate, a.Estimate) }},
	{name: "EASY, the largest area first", order: func(a, b *sim.Job) int { return cmp.Compare(area(b), area(a)) }},
	{name: "EASY, the last first", order: func(a, b *sim.Job) int { return cmp.Compare(b.Index, a.Index) }},
	{name: "EASY, the users' estimates", on: "real", estimate: func(p *easyPolicy, j *sim.Job) int64 { return p.asked[j.ID] }},
	{name: "EASY, estimates of 5 days", estimate: func(*easyPolicy, *sim.Job) int64 { return 5 * trace.Day }},
	{name: "EASY, estimates of 1 to 11 run times", estimate: func(p *easyPolicy, j *sim.Job) int64 {
		return int64(det.Uniform(p.factors, 1, 11) * float64(j.Estimate))
	}},
	{name: "FCFS, all starts only when a job ends", fcfs: true, idle: true},
	{name: "FCFS, on 116 nodes", on: "real", nodes: 116, fcfs: true},
}

// readingOf returns the reading of that name, or nil.
func readingOf(name string) *reading {
	for i := range readings {
		if readings[i].name == name {
			return &readings[i]
		}
	}
	return nil
}

// of is the algorithm that the reading is of.
func (r *reading) of() string {
	name, _, _ := strings.Cut(r.name, ",")
	return name
}

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
	factors   *rand.Rand
	estimates map[int32]int64 // by the reading, by index
}

func (p *easyPolicy) Reset(m *sim.Machine) {
	*p = easyPolicy{reading: p.reading, asked: p.asked, m: m, factors: det.Stream(1, "estimates"), estimates: map[int32]int64{}}
}

func (p *easyPolicy) Submit(j *sim.Job) {
	p.queue = append(p.queue, j)
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
	if p.fcfs || len(p.queue) < 2 || p.ends && !ended {
		return
	}
	shadow, extra := p.reservation(int(p.queue[0].Procs))
	started := map[*sim.Job]bool{}
	for _, j := range p.candidates() {
		procs := int(j.Procs)
		inTime := !p.spare && p.m.Now()+p.length(j) <= shadow
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

// candidates returns the jobs that may be backfilled, in their order.
func (p *easyPolicy) candidates() []*sim.Job {
	all := slices.Clone(p.queue[1:])
	if p.second {
		all = all[:1]
	}
	if p.order != nil {
		slices.SortStableFunc(all, p.order)
	}
	return all
}

// length is the estimate of a job by the reading.
func (p *easyPolicy) length(j *sim.Job) int64 { return cmp.Or(p.estimates[j.Index], j.Estimate) }

// reservation returns the second at which the head's processors are free, and how
// many more are free then.
func (p *easyPolicy) reservation(procs int) (shadow int64, extra int) {
	free, running := p.m.Free(), p.m.Running()
	if p.estimate != nil {
		running = slices.Clone(running)
		for i := range running {
			running[i].End = running[i].Start + p.estimates[running[i].Index]
		}
		slices.SortFunc(running, func(a, b sim.Running) int { return cmp.Compare(a.End, b.End) })
	}
	for i := range running {
		free += int(running[i].Procs)
		if last := i+1 == len(running); free >= procs && (last || running[i+1].End > running[i].End) {
			return running[i].End, free - procs
		}
	}
	panic("dfrs: a job wider than the machine waits")
}

func section52(at paper.Setting) paper.Experiment {
	const degradation, underutilization = " degradation", " underutilization"
	x := paper.Experiment{ID: "dfrs/section5.2"}
	rows := slices.Clone(batch)
	for _, r := range readings {
		rows = append(rows, r.name)
	}
	for _, s := range allSets {
		for _, a := range rows {
			r := readingOf(a)
			if r != nil && r.on != "" && r.on != s.key {
				continue
			}
			s.need(&x, at, a)
			x.Add(a, s.title+degradation, "", paper.From(stretches, s.key, avg, a))
			x.Add(a, s.title+underutilization, "", paper.From(underOf, s.key, "", a))
			printed := a
			if r != nil {
				printed = r.of()
			}
			if printed == nameEASY {
				x.Repeat(a, s.title+underutilization, printedUnder(s.key, "", nameEASY))
			}
			x.Repeat(a, s.title+degradation, printedStretches(s.key, avg, printed))
		}
	}
	return x
}
