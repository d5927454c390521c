package grid

import (
	"cmp"
	"slices"

	"github.com/backfill-lab/backfill/core/internal/reserve"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/sim"
)

// none is the start of a job that has none.
const none = -1

// A Planner plans on a grid as package plan does on one machine: at every event it places
// all waiting jobs anew, in queue order, beside the running jobs (until their expected
// ends), the reservations and the jobs placed before. It needs estimates, from which
// Machine.Length tells how long a job takes on which parts.
//
// A job is placed where it is expected to end first: on one site with what it asked
// for; with PlanOptions.Mold also with fewer processors; with PlanOptions.Split also on
// the k fastest sites together, for every k, on whatever each has free throughout, the
// fastest first (but not where one of them alone has room). Of equal ends it takes the
// one on a faster site, then on an earlier site, then with more processors, and a
// multi-site run last. On one site of speed 1 this is plan-fcfs (or another order).
//
// Reserve and Block hold processors in advance, also on several sites.
type Planner struct {
	o     PlanOptions
	m     *Machine
	order *policy.Order

	bySpeed  []int32      // the sites, fastest first, then in their own order
	base     sitesProfile // without running jobs and reservations
	free     sitesProfile // and without the placed rows
	rows     []row        // the waiting jobs, in the order of the queue
	reserved reserve.List[Job, []Part]
	fixed    []int64 // by job: its start or reserved start, else none
	stale    int     // rows from here on must be placed anew
	changed  bool    // base changed other than by rows that started where planned
	broken   bool    // a running job outlives its estimate

	parts   []Part   // scratch
	spare   [][]Part // the memory of parts of rows that have started
	weighed []sim.Option
	record  func(*sim.Step)
}

// A row is a waiting job with its place.
type row struct {
	key     float64
	job     *Job
	start   int64 // none before it is placed
	length  int64
	parts   []Part
	weighed []sim.Option // if anybody listens: the expected end of each alternative
	passed  bool         // several sites were passed over: one of them had room alone
}

func (r *row) before(o *row) bool {
	return r.key < o.key || r.key == o.key && r.job.Index < o.job.Index
}

// NewPlanner returns a Planner with these options, which Validate has passed.
func NewPlanner(o PlanOptions) *Planner { return &Planner{o: o, order: orderNamed(o.Order, o.Since)} }

func (p *Planner) Reset(m *Machine) {
	n := len(m.free)
	*p = Planner{o: p.o, m: m, order: p.order, record: p.record, bySpeed: make([]int32, n),
		base: make(sitesProfile, n), free: make(sitesProfile, n)}
	for i := range n {
		p.bySpeed[i] = int32(i)
		p.base[i].Reset(0, m.grid.Sites[i].Procs)
		p.free[i].Reset(0, m.grid.Sites[i].Procs)
	}
	slices.SortStableFunc(p.bySpeed, func(a, b int32) int { return cmp.Compare(m.speed[b], m.speed[a]) })
}

func (p *Planner) Refuse(j *Job) error {
	if widest := p.m.grid.Widest(); int(j.Procs) > widest && !p.molds() && !p.splits() {
		return tooWide(j, widest)
	}
	return nil
}

func (p *Planner) molds() bool  { return p.o.Mold == "halving" }
func (p *Planner) splits() bool { return p.o.Split == "faster" }

func (p *Planner) Submit(j *Job) {
	for int(j.Index) >= len(p.fixed) {
		p.fixed = append(p.fixed, none)
	}
	r := row{key: p.order.Key(p.m.Now(), &j.Job), job: j, start: none}
	if n := len(p.spare); n > 0 {
		r.parts, p.spare = p.spare[n-1], p.spare[:n-1]
	}
	i := len(p.rows)
	for i > 0 && r.before(&p.rows[i-1]) {
		i--
	}
	p.rows = slices.Insert(p.rows, i, r)
	p.stale = min(p.stale, i)
}

func (p *Planner) End(_ *Job, parts []Part, expected int64) {
	now := p.m.Now()
	if now >= expected {
		return
	}
	for _, q := range parts {
		p.base[q.Site].Release(now, expected-now, int(q.Procs))
	}
	p.changed = true
}

func (p *Planner) Extend(_ *Job, parts []Part, from, to int64) {
	p.base.Take(parts, from, to-from)
	p.changed, p.broken = true, true
}

func (p *Planner) Pass() {
	now := p.m.Now()
	p.base.advance(now)
	p.keepReservations(now)
	p.update(now)
	p.start(now)
}

// update brings all places up to date. A row keeps its place if base and the rows before it
// have not changed, unless several sites were passed over for it: they may do now.
func (p *Planner) update(now int64) {
	if p.order.Moving() {
		p.reorder(now)
	}
	if p.changed {
		p.stale, p.changed = 0, false
	}
	if p.splits() {
		if i := slices.IndexFunc(p.rows, func(r row) bool { return r.passed }); i >= 0 {
			p.stale = min(p.stale, i)
		}
	}
	if p.stale >= len(p.rows) {
		return
	}
	fresh := !slices.ContainsFunc(p.rows[p.stale:], func(r row) bool { return r.start != none })
	first := 0
	if fresh && p.stale > 0 { // only new jobs at the end of the queue
		p.free.advance(now)
		first = p.stale
	} else {
		for i := range p.free {
			p.free[i].Copy(&p.base[i])
		}
	}
	for i := first; i < len(p.rows); i++ {
		r := &p.rows[i]
		if i >= p.stale {
			p.place(r, now)
		}
		p.free.Take(r.parts, r.start, r.length)
	}
	p.stale = len(p.rows)
}

func (p *Planner) reorder(now int64) {
	for i := range p.rows {
		p.rows[i].key = p.order.Key(now, &p.rows[i].job.Job)
	}
	if !slices.IsSortedFunc(p.rows, compareRows) {
		slices.SortFunc(p.rows, compareRows)
		p.changed = true
	}
}

func compareRows(a, b row) int {
	if a.before(&b) {
		return -1
	}
	return 1
}

func (p *Planner) start(now int64) {
	kept := 0
	for i := range p.rows {
		r := &p.rows[i]
		if r.start != now {
			if kept != i {
				p.rows[kept], p.rows[i] = p.rows[i], p.rows[kept]
			}
			kept++
			continue
		}
		p.base.Take(r.parts, now, r.length)
		p.m.Start(r.job, r.parts...)
		p.fixed[r.job.Index] = now
		p.recordStart(r)
		p.spare = append(p.spare, r.parts)
	}
	p.rows = p.rows[:kept]
	p.stale = kept
}

// Planned returns the planned or reserved start of a waiting job, as of the last Pass,
// and the parts; ok is false for any other job.
func (p *Planner) Planned(j *Job) (start int64, parts []Part, ok bool) {
	for i := range p.rows {
		if r := &p.rows[i]; r.job == j {
			return r.start, r.parts, r.start != none
		}
	}
	for i := range p.reserved {
		if r := &p.reserved[i]; r.Job == j {
			return r.Start, r.Procs, true
		}
	}
	return 0, nil, false
}
