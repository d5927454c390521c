package why

import (
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/platform/grid"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// A GridWatch follows a run of a policy for several sites: Observe returns the observer.
type GridWatch struct {
	Watch
	ask     Grid
	policy  grid.Policy
	waiting waiting[*grid.Job]
	begun   []*grid.Job
	where   []string // parallel to begun
	free    []int
}

// NewGridWatch returns a Watch that has seen nothing.
func NewGridWatch(g *grid.Grid) *GridWatch {
	q := &GridWatch{Watch: newWatch(), ask: Grid{Grid: g}}
	for _, s := range g.Sites {
		q.free = append(q.free, s.Procs)
	}
	return q
}

// Observe returns q as the observer of a run of that policy.
func (q *GridWatch) Observe(p grid.Policy) grid.Observer {
	q.policy = p
	q.ask.Observe(p)
	return q
}

// Submitted implements grid.Observer.
func (q *GridWatch) Submitted(_ int64, j *grid.Job) { q.waiting.add(j) }

// Started implements grid.Observer.
func (q *GridWatch) Started(_ int64, j *grid.Job, parts []grid.Part) {
	q.waiting.remove(j)
	q.begun, q.where = append(q.begun, j), append(q.where, q.ask.on(parts, j))
	q.ask.held[j] = slices.Clone(parts)
	for _, p := range parts {
		q.free[p.Site] -= int(p.Procs)
	}
}

// Ended implements grid.Observer.
func (q *GridWatch) Ended(_ int64, j *grid.Job, _ bool) {
	for _, p := range q.ask.held[j] {
		q.free[p.Site] += int(p.Procs)
	}
	delete(q.ask.held, j)
}

// Passed implements grid.Observer.
func (q *GridWatch) Passed(now int64) {
	var told []Started
	if q.tells(float64(now)) {
		for k := range q.begun {
			told = append(told, q.start(now, k))
		}
	}
	q.ask.begun = append(q.ask.begun[:0], q.begun...)
	q.passed(float64(now), told, len(q.begun) > 0, len(q.begun) > 0 || q.waiting.n > 0)
	q.begun, q.where = q.begun[:0], q.where[:0]
}

// start asks why the k-th job of this pass started.
func (q *GridWatch) start(now int64, k int) Started {
	j := q.begun[k]
	s := Started{Job: j.ID, Procs: int(j.Procs), Estimate: j.Estimate, Submit: float64(j.Submit), Kind: Untold, Free: -1,
		Behind: -1, Shadow: -1, Before: -1, On: q.where[k]}
	teller, ok := q.policy.(grid.StartExplainer)
	if !ok {
		s.words = func(func(int64) string) string { return clauses("on "+s.On, "this policy does not say why") }
		return s
	}
	r := teller.ExplainStart(q.begun, k)
	s.Kind, s.Ahead, s.Order = string(r.Way), r.Ahead, r.Order
	sites := &OnGrid{}
	for i, n := range r.Free {
		if !r.Home || int32(i) == j.Home {
			sites.Sites = append(sites.Sites, SiteFree{q.ask.Grid.Sites[i].Name, int(n), int(n), q.ask.Grid.SpeedOf(int32(i))})
		}
	}
	room := strings.Replace(sites.free(false), " has ", " had ", 1)
	s.words = func(func(int64) string) string {
		queue, due := "", ""
		switch {
		case sim.Way(s.Kind) == sim.First && r.Home:
			queue = "the queue is that of its home site"
		case sim.Way(s.Kind) == sim.Due:
			due = s.due(now)
		}
		return clauses("on "+s.On, "it asks for "+numeral.Plural(s.Procs, "processor"), room, due, queue, overtaken(s.Ahead), sorted(s.Order))
	}
	return s
}

// Moment tells of the end of the last pass, with what the first most waiting jobs wait for, and job.
func (q *GridWatch) Moment(most int, job int64) Moment {
	m := q.moment()
	total := 0
	for _, n := range q.free {
		total += n
	}
	m.Free, m.Waiting = numeral.Plural(total, processor), q.waiting.n
	if q.ask.mute {
		return m
	}
	for k, j := range q.waiting.all() {
		if k >= most && j.ID != job {
			continue
		}
		span, r := q.ask.span(int64(q.now), j)
		w := Waiting{Job: j.ID, Procs: int(j.Procs), Estimate: j.Estimate, Submit: float64(j.Submit), Planned: float64(r.Start),
			span: span, of: Answer{Job: j.ID, Procs: int(j.Procs)}}
		m.Waits = append(m.Waits, w)
		if r.Start < 0 {
			continue
		}
		for _, p := range r.Parts {
			m.Reserved = append(m.Reserved, Reserved{Job: j.ID, At: w.Planned, Until: w.Planned + float64(j.Estimate), Procs: int(p.Procs),
				Site: q.ask.Grid.Sites[p.Site].Name})
		}
	}
	slices.SortStableFunc(m.Reserved, later)
	return m
}
