package machine

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/platform/internal/telling"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// processor is what a machine has if nothing else is said.
const processor = "processor"

// Wait is what a Span tells on one machine.
type Wait struct {
	FreeMin int     `json:"free_min"` // fewest and most free processors in these passes
	FreeMax int     `json:"free_max"`
	Head    int64   `json:"head_job"`         // or -1
	Shadow  int64   `json:"shadow_s"`         // when the head has room by the estimates, in the last pass, or -1
	Strict  bool    `json:"strict,omitempty"` // nothing overtakes the head: Shadow is no reservation
	Extra   int     `json:"extra_procs"`
	Planned int64   `json:"planned_s"` // the job's own expected start in the last pass, or -1
	For     []int64 `json:"waits_for"` // the jobs whose ends make room
}

// A question asks a policy for one machine: a platform.Question and a sim.Observer.
type question struct {
	Job    int64         // its number
	Unit   string        // what its processors are; "" is processor
	Policy sim.Explainer // of the run

	mute    bool     // the policy cannot say why
	j       *sim.Job // once submitted
	start   int64
	started bool
	spans   []platform.Span
	ended   []int64 // jobs, since the last pass
	room    []int64
}

// Question implements platform.Explained.
func (Platform) Question(job int64) platform.Question { return NewQuestion(job, "") }

// NewQuestion returns what asks a policy for one machine why a job waited. unit is what the processors are; "" is
// processor.
func NewQuestion(job int64, unit string) platform.Question { return &question{Job: job, Unit: unit} }

// Hooks implements platform.Question.
func (q *question) Hooks() platform.Hooks {
	return platform.Hooks{
		Observers: []sim.Observer{q},
		Around: func(p sim.Policy) sim.Policy {
			explainer, ok := p.(sim.Explainer)
			q.Policy, q.mute = explainer, !ok
			return p
		},
		Until: func() bool { return q.mute || q.started },
	}
}

// Answer implements platform.Question. Its Job is 0 if the job has not started.
func (q *question) Answer() (platform.Answer, error) {
	j := q.j
	switch {
	case q.mute:
		return platform.Answer{}, errors.New("this policy cannot explain itself: it does not implement sim.Explainer")
	case !q.started:
		return platform.Answer{}, nil
	}
	unit := cmp.Or(q.Unit, processor)
	if n := len(q.spans); n > 0 {
		q.spans[n-1].To = float64(q.start)
	}
	return platform.Answer{Job: j.ID, Needs: numeral.Plural(int(j.Procs), unit), Procs: int(j.Procs), Estimate: j.Estimate,
		Submit: float64(j.Submit), Start: float64(q.start), Spans: q.spans, Room: q.room, Unit: unit}, nil
}

// Submitted implements sim.Observer.
func (q *question) Submitted(_ int64, j *sim.Job) {
	if j.ID == q.Job {
		q.j = j
	}
}

// Started implements sim.Observer.
func (q *question) Started(now int64, j *sim.Job) {
	if j == q.j {
		q.start, q.started = now, true
		if len(q.spans) > 0 {
			q.room = slices.Clone(q.ended)
		}
	}
}

// Ended implements sim.Observer.
func (q *question) Ended(_ int64, j *sim.Job, _ bool) {
	if q.j != nil && !q.started {
		q.ended = append(q.ended, j.ID)
	}
}

// Passed implements sim.Observer.
func (q *question) Passed(now int64) {
	q.ended = q.ended[:0]
	if q.j == nil || q.started {
		return
	}
	s, _ := q.span(now, q.j)
	m := s.Detail.(*Wait)
	q.spans = platform.Join(q.spans, s, func(last *platform.Span) bool {
		l := last.Detail.(*Wait)
		if l.Head != m.Head || !slices.Equal(l.For, m.For) {
			return false
		}
		l.FreeMin, l.FreeMax = min(l.FreeMin, m.FreeMin), max(l.FreeMax, m.FreeMax)
		l.Shadow, l.Extra, l.Planned = m.Shadow, m.Extra, m.Planned
		return true
	})
}

// span asks why a job waits after the pass of second now.
func (q *question) span(now int64, j *sim.Job) (platform.Span, sim.Reason) {
	r := q.Policy.Explain(j)
	if r.Cause == sim.TooFew && q.Unit != "" && q.Unit != processor {
		r.Cause = sim.Cause("too few " + q.Unit + "s free")
	}
	m := &Wait{FreeMin: r.Free, FreeMax: r.Free, Head: -1, Shadow: r.Shadow, Extra: r.Extra, Planned: r.Planned}
	if r.Head != nil {
		m.Head = r.Head.ID
	}
	m.Strict = r.Strict
	for _, j := range r.For {
		m.For = append(m.For, j.ID)
	}
	return platform.Span{From: float64(now), Passes: 1, Cause: r.Cause, Detail: m}, r
}

// Key implements platform.Detail.
func (*Wait) Key() string { return "" }

// Others implements platform.Detail.
func (s *Wait) Others() []int64 { return append([]int64{s.Head}, s.For...) }

// Sentence says what was free, the head's reservation, and the jobs waited for.
func (s *Wait) Sentence(a *platform.Answer, _ *platform.Span) string {
	var b strings.Builder
	fmt.Fprintf(&b, "it needs %s, %s free", numeral.Plural(a.Procs, a.Unit), telling.Between(s.FreeMin, s.FreeMax))
	switch {
	case s.Strict && s.Head == a.Job:
		fmt.Fprintf(&b, "; it is the head of the queue, with room by the estimates from %s on", numeral.Whole(s.Shadow))
	case s.Strict:
		fmt.Fprintf(&b, "; the head of the queue is job %s, with room by the estimates from %s on", a.Label(s.Head), numeral.Whole(s.Shadow))
	case s.Head == a.Job:
		fmt.Fprintf(&b, "; it is the head of the queue, with a reservation at %s", numeral.Whole(s.Shadow))
	case s.Head >= 0:
		fmt.Fprintf(&b, "; the head of the queue is job %s, with a reservation at %s that leaves %s over",
			a.Label(s.Head), numeral.Whole(s.Shadow), numeral.Plural(s.Extra, a.Unit))
	case s.Planned >= 0:
		fmt.Fprintf(&b, "; its own slot opens at %s", numeral.Whole(s.Planned))
	}
	if len(s.For) > 0 {
		b.WriteString(", when " + a.Expected(s.For))
	}
	return b.String()
}
