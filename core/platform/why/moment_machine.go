package why

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// Untold is the kind of a start that the policy does not explain.
const Untold = "started"

// mostPlanned bounds the waiting jobs whose planned starts are looked up before a pass: each costs a walk along the queue.
const mostPlanned = 2000

// A MachineWatch follows a run of a policy for one machine: Around returns what is played instead of it. It is a
// sim.Observer.
type MachineWatch struct {
	Watch
	Unit string // what the processors are; "" is processor

	policy  sim.Policy
	m       *sim.Machine
	waiting waiting[*sim.Job]
	begun   []*sim.Job
	planned map[*sim.Job]int64 // before this pass
	order   string             // in force before this pass
	any     bool               // jobs waited before this pass
}

// NewMachineWatch returns a Watch that has seen nothing.
func NewMachineWatch(unit string) *MachineWatch {
	return &MachineWatch{Watch: newWatch(), Unit: cmp.Or(unit, processor)}
}

// Around returns a policy that decides as p does.
func (q *MachineWatch) Around(p sim.Policy) sim.Policy {
	q.policy = p
	return &watchedPolicy{p, q}
}

// A watchedPolicy lets a MachineWatch look before each pass.
type watchedPolicy struct {
	sim.Policy
	q *MachineWatch
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

func (q *MachineWatch) before() {
	q.any = q.waiting.n > 0
	if !q.tells(float64(q.m.Now())) {
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
	for k, j := range q.waiting.all() {
		if k == mostPlanned {
			break
		}
		if start, ok := p.Planned(j); ok {
			q.planned[j] = start
		}
	}
}

// Submitted implements sim.Observer. A policy knows the job before its observers do, so the pass comes later.
func (q *MachineWatch) Submitted(_ int64, j *sim.Job) { q.waiting.add(j) }

// Started implements sim.Observer.
func (q *MachineWatch) Started(_ int64, j *sim.Job) {
	q.begun = append(q.begun, j)
	q.waiting.remove(j)
}

// Ended implements sim.Observer.
func (q *MachineWatch) Ended(int64, *sim.Job, bool) {}

// Passed implements sim.Observer.
func (q *MachineWatch) Passed(now int64) {
	var told []Started
	if q.tells(float64(now)) {
		for k, j := range q.begun {
			told = append(told, q.start(j, k))
		}
	}
	q.passed(float64(now), told, len(q.begun) > 0, q.any)
	q.begun = q.begun[:0]
}

// start asks why the k-th job of this pass started.
func (q *MachineWatch) start(j *sim.Job, k int) Started {
	s := Started{Job: j.ID, Procs: int(j.Procs), Estimate: j.Estimate, Submit: float64(j.Submit), Behind: -1, Shadow: -1, Before: -1}
	if planned, ok := q.planned[j]; ok {
		s.Before = float64(planned)
	}
	teller, ok := q.policy.(sim.StartExplainer)
	if !ok {
		s.Kind, s.Free = Untold, q.m.Free()
		for _, o := range q.begun[k:] {
			s.Free += int(o.Procs)
		}
		s.words = func(func(int64) string) string {
			return clauses("this policy does not say why", needed(s.Procs, s.Free, q.Unit))
		}
		return s
	}
	r := teller.ExplainStart(j)
	s.Kind, s.Free, s.Ahead, s.Order = string(r.Way), r.Free, r.Ahead, r.Order
	if r.Head != nil {
		s.Behind, s.Shadow, s.Extra = r.Head.ID, float64(r.Shadow), r.Extra
	}
	now, switched := q.m.Now(), q.switched()
	s.words = func(id func(int64) string) string { return s.onMachine(now, q.Unit, switched, id) }
	return s
}

// switched says that the order in force changed in this pass.
func (q *MachineWatch) switched() string {
	p, ok := q.policy.(sim.Switcher)
	switch {
	case !ok:
		return ""
	case q.order == p.InForce() || q.order == "":
		return p.InForce() + " is in force"
	}
	return p.InForce() + " is in force since this second, before it " + q.order + " was"
}

// onMachine says what the way of a start rests on.
func (s *Started) onMachine(now int64, unit, switched string, id func(int64) string) string {
	room := needed(s.Procs, s.Free, unit)
	order := sorted(s.Order)
	if switched != "" {
		order = switched
	}
	switch sim.Way(s.Kind) {
	case sim.First:
		return clauses(room, order)
	case sim.Fits:
		return clauses(room, overtaken(s.Ahead), order)
	case sim.EndsBefore:
		return clauses(room, fmt.Sprintf("the head of the queue, job %s, has a reservation at %s, and this job ends at %s by its estimate",
			id(s.Behind), Second(s.Shadow), numeral.Whole(now+s.Estimate)), order)
	case sim.LeftOver:
		return clauses(room, fmt.Sprintf("the head of the queue, job %s, has a reservation at %s, which leaves %s over: this job may run longer",
			id(s.Behind), Second(s.Shadow), numeral.Plural(s.Extra, unit)), order)
	}
	return clauses(room, s.due(now), overtaken(s.Ahead), order)
}

// due says what became of an earlier plan.
func (s *Started) due(now int64) string {
	switch at := int64(s.Before); {
	case s.Submit == float64(now):
		return "it has just come, and has room at once beside the jobs that run and what is planned before it"
	case s.Before < 0:
		return ""
	case at > now:
		return "it was planned for " + numeral.Whole(at) + " and moved up"
	case at < now:
		return "it was planned for " + numeral.Whole(at) + ", and was delayed"
	}
	return "it was planned for this second"
}

// Moment tells of the end of the last pass, with what the first most waiting jobs wait for, and job.
func (q *MachineWatch) Moment(most int, job int64) Moment {
	m := q.moment()
	m.Free, m.Waiting = numeral.Plural(q.m.Free(), q.Unit), q.waiting.n
	if s, ok := q.policy.(sim.Switcher); ok {
		m.Order = s.InForce()
	}
	teller, ok := q.policy.(sim.Explainer)
	if !ok {
		return m
	}
	ask := Machine{Unit: q.Unit, Policy: teller}
	for k, j := range q.waiting.all() {
		if k >= most && j.ID != job {
			if job < 0 {
				break
			}
			continue
		}
		span, r := ask.span(int64(q.now), j)
		w := Waiting{Job: j.ID, Procs: int(j.Procs), Estimate: j.Estimate, Submit: float64(j.Submit), Planned: float64(span.Planned),
			span: span, of: Answer{Job: j.ID, Procs: int(j.Procs), unit: q.Unit}}
		m.Waits = append(m.Waits, w)
		if len(m.Waits) == 1 && span.Head >= 0 && !span.Strict {
			head := r.Head
			m.Reserved = append(m.Reserved, Reserved{Job: head.ID, At: float64(span.Shadow), Until: float64(span.Shadow + head.Estimate),
				Procs: int(head.Procs)})
		}
		if _, plans := q.policy.(sim.Planner); plans && span.Planned >= 0 && span.Head < 0 {
			m.Reserved = append(m.Reserved, Reserved{Job: j.ID, At: w.Planned, Until: w.Planned + float64(j.Estimate), Procs: int(j.Procs)})
		}
	}
	slices.SortFunc(m.Reserved, later)
	return m
}
