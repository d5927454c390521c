package grid

import (
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/platform/internal/telling"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// moments follow a run of a policy for several sites: a platform.Watcher and an Observer.
type moments struct {
	platform.Watch
	ask     question
	policy  Policy
	waiting telling.Queue[*Job]
	begun   []*Job
	where   []string // parallel to begun
	free    []int
}

// Watcher implements platform.Explained.
func (g Platform) Watcher(*platform.Setting, string) platform.Watcher {
	q := &moments{Watch: platform.NewWatch(), ask: question{Grid: g.Grid}}
	for _, s := range g.Sites {
		q.free = append(q.free, s.Procs)
	}
	return q
}

// Hooks implements platform.Watcher.
func (q *moments) Hooks() platform.Hooks { return platform.Hooks{On: []any{Observe(q.observe)}} }

// observe returns q as the observer of a run of that policy.
func (q *moments) observe(p Policy) Observer {
	q.policy = p
	q.ask.observe(p)
	return q
}

// Submitted implements Observer.
func (q *moments) Submitted(_ int64, j *Job) { q.waiting.Add(j) }

// Started implements Observer.
func (q *moments) Started(_ int64, j *Job, parts []Part) {
	q.waiting.Remove(j)
	q.begun, q.where = append(q.begun, j), append(q.where, q.ask.on(parts, j))
	q.ask.held[j] = slices.Clone(parts)
	for _, p := range parts {
		q.free[p.Site] -= int(p.Procs)
	}
}

// Ended implements Observer.
func (q *moments) Ended(_ int64, j *Job, _ bool) {
	for _, p := range q.ask.held[j] {
		q.free[p.Site] += int(p.Procs)
	}
	delete(q.ask.held, j)
}

// Passed implements Observer.
func (q *moments) Passed(now int64) {
	var told []platform.Started
	if q.Tells(float64(now)) {
		for k := range q.begun {
			told = append(told, q.start(now, k))
		}
	}
	q.ask.begun = append(q.ask.begun[:0], q.begun...)
	q.Note(float64(now), told, len(q.begun) > 0, len(q.begun) > 0 || q.waiting.Len() > 0)
	q.begun, q.where = q.begun[:0], q.where[:0]
}

// start asks why the k-th job of this pass started.
func (q *moments) start(now int64, k int) platform.Started {
	j := q.begun[k]
	s := platform.Started{Job: j.ID, Procs: int(j.Procs), Estimate: j.Estimate, Submit: float64(j.Submit), Kind: platform.Untold, Free: -1,
		Behind: -1, Shadow: -1, Before: -1, On: q.where[k]}
	teller, ok := q.policy.(StartExplainer)
	if !ok {
		s.Words = func(func(int64) string) string { return telling.Clauses("on "+s.On, "this policy does not say why") }
		return s
	}
	r := teller.ExplainStart(q.begun, k)
	s.Kind, s.Ahead, s.Order = string(r.Way), r.Ahead, r.Order
	sites := &Wait{}
	for i, n := range r.Free {
		if !r.Home || int32(i) == j.Home {
			sites.Sites = append(sites.Sites, SiteFree{q.ask.Grid.Sites[i].Name, int(n), int(n), q.ask.Grid.SpeedOf(int32(i))})
		}
	}
	room := strings.Replace(sites.free(false), " has ", " had ", 1)
	s.Words = func(func(int64) string) string {
		queue, due := "", ""
		switch {
		case sim.Way(s.Kind) == sim.First && r.Home:
			queue = "the queue is that of its home site"
		case sim.Way(s.Kind) == sim.Due:
			due = s.Due(now)
		}
		return telling.Clauses("on "+s.On, "it asks for "+numeral.Plural(s.Procs, "processor"), room, due, queue,
			telling.Overtaken(s.Ahead), telling.Sorted(s.Order))
	}
	return s
}

// Moment tells of the end of the last pass, with what the first most waiting jobs wait for, and job.
func (q *moments) Moment(most int, job int64) platform.Moment {
	m := q.Begin()
	total := 0
	for _, n := range q.free {
		total += n
	}
	m.Free, m.Waiting = numeral.Plural(total, "processor"), q.waiting.Len()
	if q.ask.mute {
		return m
	}
	for k, j := range q.waiting.All() {
		if k >= most && j.ID != job {
			continue
		}
		span, r := q.ask.span(int64(q.Now()), j)
		w := platform.Waiting{Job: j.ID, Procs: int(j.Procs), Estimate: j.Estimate, Submit: float64(j.Submit), Planned: float64(r.Start),
			Span: span, Of: platform.Answer{Job: j.ID, Procs: int(j.Procs)}}
		m.Waits = append(m.Waits, w)
		if r.Start < 0 {
			continue
		}
		for _, p := range r.Parts {
			m.Reserved = append(m.Reserved, platform.Reserved{Job: j.ID, At: w.Planned, Until: w.Planned + float64(j.Estimate), Procs: int(p.Procs),
				Site: q.ask.Grid.Sites[p.Site].Name})
		}
	}
	slices.SortStableFunc(m.Reserved, platform.ByTime)
	return m
}
