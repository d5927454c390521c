package machine

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/platform/internal/telling"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// mostPlanned bounds the waiting jobs whose planned starts are looked up before a pass: each costs a walk along the queue.
const mostPlanned = 2000

// moments follow a run of a policy for one machine: a platform.Watcher and a sim.Observer.
type moments struct {
	platform.Watch
	Unit string // what the processors are; "" is processor

	policy  sim.Policy
	m       *sim.Machine
	waiting telling.Queue[*sim.Job]
	begun   []*sim.Job
	planned map[*sim.Job]int64 // before this pass
	order   string             // in force before this pass
	any     bool               // jobs waited before this pass
}

// Watcher implements platform.Explained.
func (Platform) Watcher(*platform.Setting, string) platform.Watcher { return NewWatcher("") }

// NewWatcher returns what follows a run of a policy for one machine. unit is what the processors are; "" is processor.
func NewWatcher(unit string) platform.Watcher {
	return &moments{Watch: platform.NewWatch(), Unit: cmp.Or(unit, processor)}
}

// Hooks implements platform.Watcher.
func (q *moments) Hooks() platform.Hooks {
	return platform.Hooks{Observers: []sim.Observer{q}, Around: q.around}
}

// around returns a policy that decides as p does.
func (q *moments) around(p sim.Policy) sim.Policy {
	q.policy = p
	return &watchedPolicy{p, q}
}

// A watchedPolicy lets a moments look before each pass.
type watchedPolicy struct {
	sim.Policy
	q *moments
}

func (w *watchedPolicy) Reset(m *sim.Machine) {
	w.q.m = m
	w.Policy.Reset(m)
}

func (w *watchedPolicy) Pass() {
	w.q.before()
	w.Policy.Pass()
}

// Extend implements sim.Extender for a policy that does.
func (w *watchedPolicy) Extend(j *sim.Job, from, to int64) {
	if x, ok := w.Policy.(sim.Extender); ok {
		x.Extend(j, from, to)
	}
}

func (q *moments) before() {
	q.any = q.waiting.Len() > 0
	if !q.Tells(float64(q.m.Now())) {
		return
	}
	if s, ok := q.policy.(sim.Switcher); ok {
		q.order = s.InForce()
	}
	q.planned = map[*sim.Job]int64{}
	p, ok := q.policy.(sim.Planner)
	if !ok {
		return
	}
	for k, j := range q.waiting.All() {
		if k == mostPlanned {
			break
		}
		if start, ok := p.Planned(j); ok {
			q.planned[j] = start
		}
	}
}

// Submitted implements sim.Observer. A policy knows the job before its observers do, so the pass comes later.
func (q *moments) Submitted(_ int64, j *sim.Job) { q.waiting.Add(j) }

// Started implements sim.Observer.
func (q *moments) Started(_ int64, j *sim.Job) {
	q.begun = append(q.begun, j)
	q.waiting.Remove(j)
}

// Ended implements sim.Observer.
func (q *moments) Ended(int64, *sim.Job, bool) {}

// Passed implements sim.Observer.
func (q *moments) Passed(now int64) {
	var told []platform.Started
	if q.Tells(float64(now)) {
		for k, j := range q.begun {
			told = append(told, q.start(j, k))
		}
	}
	q.Note(float64(now), told, len(q.begun) > 0, q.any)
	q.begun = q.begun[:0]
}

// start asks why the k-th job of this pass started.
func (q *moments) start(j *sim.Job, k int) platform.Started {
	s := platform.Started{Job: j.ID, Procs: int(j.Procs), Estimate: j.Estimate, Submit: float64(j.Submit), Behind: -1, Shadow: -1, Before: -1}
	if planned, ok := q.planned[j]; ok {
		s.Before = float64(planned)
	}
	teller, ok := q.policy.(sim.StartExplainer)
	if !ok {
		s.Kind, s.Free = platform.Untold, q.m.Free()
		for _, o := range q.begun[k:] {
			s.Free += int(o.Procs)
		}
		s.Words = func(func(int64) string) string {
			return telling.Clauses("this policy does not say why", telling.Needed(s.Procs, s.Free, q.Unit))
		}
		return s
	}
	r := teller.ExplainStart(j)
	s.Kind, s.Free, s.Ahead, s.Order = string(r.Way), r.Free, r.Ahead, r.Order
	if r.Head != nil {
		s.Behind, s.Shadow, s.Extra = r.Head.ID, float64(r.Shadow), r.Extra
	}
	now, switched := q.m.Now(), q.switched()
	s.Words = func(id func(int64) string) string { return sentence(&s, now, q.Unit, switched, id) }
	return s
}

// switched says that the order in force changed in this pass.
func (q *moments) switched() string {
	p, ok := q.policy.(sim.Switcher)
	switch {
	case !ok:
		return ""
	case q.order == p.InForce() || q.order == "":
		return p.InForce() + " is in force"
	}
	return p.InForce() + " is in force since this second, before it " + q.order + " was"
}

// sentence says what the way of a start rests on.
func sentence(s *platform.Started, now int64, unit, switched string, id func(int64) string) string {
	room := telling.Needed(s.Procs, s.Free, unit)
	order := telling.Sorted(s.Order)
	if switched != "" {
		order = switched
	}
	switch sim.Way(s.Kind) {
	case sim.First:
		return telling.Clauses(room, order)
	case sim.Fits:
		return telling.Clauses(room, telling.Overtaken(s.Ahead), order)
	case sim.EndsBefore:
		return telling.Clauses(room,
			fmt.Sprintf("the head of the queue, job %s, has a reservation at %s, and this job ends at %s by its estimate",
				id(s.Behind), numeral.Second(s.Shadow), numeral.Whole(now+s.Estimate)), order)
	case sim.LeftOver:
		return telling.Clauses(room,
			fmt.Sprintf("the head of the queue, job %s, has a reservation at %s, which leaves %s over: this job may run longer",
				id(s.Behind), numeral.Second(s.Shadow), numeral.Plural(s.Extra, unit)), order)
	}
	return telling.Clauses(room, s.Due(now), telling.Overtaken(s.Ahead), order)
}

// Moment tells of the end of the last pass, with what the first most waiting jobs wait for, and job.
func (q *moments) Moment(most int, job int64) platform.Moment {
	m := q.Begin()
	m.Free, m.Waiting = numeral.Plural(q.m.Free(), q.Unit), q.waiting.Len()
	if s, ok := q.policy.(sim.Switcher); ok {
		m.Order = s.InForce()
	}
	teller, ok := q.policy.(sim.Explainer)
	if !ok {
		return m
	}
	ask := question{Unit: q.Unit, Policy: teller}
	for k, j := range q.waiting.All() {
		if k >= most && j.ID != job {
			if job < 0 {
				break
			}
			continue
		}
		span, r := ask.span(int64(q.Now()), j)
		wait := span.Detail.(*Wait)
		w := platform.Waiting{Job: j.ID, Procs: int(j.Procs), Estimate: j.Estimate, Submit: float64(j.Submit), Planned: float64(wait.Planned),
			Span: span, Of: platform.Answer{Job: j.ID, Procs: int(j.Procs), Unit: q.Unit}}
		m.Waits = append(m.Waits, w)
		if len(m.Waits) == 1 && wait.Head >= 0 && !wait.Strict {
			head := r.Head
			m.Reserved = append(m.Reserved, platform.Reserved{Job: head.ID, At: float64(wait.Shadow), Until: float64(wait.Shadow + head.Estimate),
				Procs: int(head.Procs)})
		}
		if _, plans := q.policy.(sim.Planner); plans && wait.Planned >= 0 && wait.Head < 0 {
			m.Reserved = append(m.Reserved, platform.Reserved{Job: j.ID, At: w.Planned, Until: w.Planned + float64(j.Estimate), Procs: int(j.Procs)})
		}
	}
	slices.SortFunc(m.Reserved, platform.ByTime)
	return m
}
