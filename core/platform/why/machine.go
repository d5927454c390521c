package why

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// processor is what a machine has if nothing else is said.
const processor = "processor"

// OnMachine is what a Span tells on one machine.
type OnMachine struct {
	FreeMin int     `json:"free_min"` // fewest and most free processors in these passes
	FreeMax int     `json:"free_max"`
	Head    int64   `json:"head_job"`         // or -1
	Shadow  int64   `json:"shadow_s"`         // when the head has room by the estimates, in the last pass, or -1
	Strict  bool    `json:"strict,omitempty"` // nothing overtakes the head: Shadow is no reservation
	Extra   int     `json:"extra_procs"`
	Planned int64   `json:"planned_s"` // the job's own expected start in the last pass, or -1
	For     []int64 `json:"waits_for"` // the jobs whose ends make room
}

// A Machine asks a policy for one machine: a sim.Observer.
type Machine struct {
	Job    int64         // its number
	Unit   string        // what its processors are; "" is processor
	Policy sim.Explainer // of the run; set it before the first pass

	j       *sim.Job // once submitted
	start   int64
	started bool
	spans   []Span
	ended   []int64 // jobs, since the last pass
	room    []int64
}

// Answered tells whether the job has started.
func (q *Machine) Answered() bool { return q.started }

// Answer returns the story of the job, once Answered.
func (q *Machine) Answer() Answer {
	j := q.j
	if !q.started {
		return Answer{}
	}
	unit := cmp.Or(q.Unit, processor)
	if n := len(q.spans); n > 0 {
		q.spans[n-1].To = float64(q.start)
	}
	return Answer{Job: j.ID, Needs: numeral.Plural(int(j.Procs), unit), Procs: int(j.Procs), Estimate: j.Estimate,
		Submit: float64(j.Submit), Start: float64(q.start), Spans: q.spans, Room: q.room, unit: unit}
}

// Submitted implements sim.Observer.
func (q *Machine) Submitted(_ int64, j *sim.Job) {
	if j.ID == q.Job {
		q.j = j
	}
}

// Started implements sim.Observer.
func (q *Machine) Started(now int64, j *sim.Job) {
	if j == q.j {
		q.start, q.started = now, true
		if len(q.spans) > 0 {
			q.room = slices.Clone(q.ended)
		}
	}
}

// Ended implements sim.Observer.
func (q *Machine) Ended(_ int64, j *sim.Job, _ bool) {
	if q.j != nil && !q.started {
		q.ended = append(q.ended, j.ID)
	}
}

// Passed implements sim.Observer.
func (q *Machine) Passed(now int64) {
	q.ended = q.ended[:0]
	if q.j == nil || q.started {
		return
	}
	s, _ := q.span(now, q.j)
	m := s.OnMachine
	q.spans = join(q.spans, s, func(last *Span) bool {
		l := last.OnMachine
		if l.Head != m.Head || !slices.Equal(l.For, m.For) {
			return false
		}
		l.FreeMin, l.FreeMax = min(l.FreeMin, m.FreeMin), max(l.FreeMax, m.FreeMax)
		l.Shadow, l.Extra, l.Planned = m.Shadow, m.Extra, m.Planned
		return true
	})
}

// span asks why a job waits after the pass of second now.
func (q *Machine) span(now int64, j *sim.Job) (Span, sim.Reason) {
	r := q.Policy.Explain(j)
	if r.Cause == sim.TooFew && q.Unit != "" && q.Unit != processor {
		r.Cause = sim.Cause("too few " + q.Unit + "s free")
	}
	m := &OnMachine{FreeMin: r.Free, FreeMax: r.Free, Head: -1, Shadow: r.Shadow, Extra: r.Extra, Planned: r.Planned}
	if r.Head != nil {
		m.Head = r.Head.ID
	}
	m.Strict = r.Strict
	for _, j := range r.For {
		m.For = append(m.For, j.ID)
	}
	return Span{From: float64(now), Passes: 1, Cause: r.Cause, OnMachine: m}, r
}

// join appends what one pass tells. If its cause is that of the last span, add may add it to that
// instead, and then returns true.
func join(spans []Span, s Span, add func(last *Span) bool) []Span {
	if n := len(spans); n > 0 {
		last := &spans[n-1]
		if last.Cause == s.Cause && last.Code == s.Code && add(last) {
			last.Passes++
			return spans
		}
		last.To = s.From
	}
	return append(spans, s)
}

// sentence says what was free, the head's reservation, and the jobs waited for.
func (s *OnMachine) sentence(a *Answer) string {
	var b strings.Builder
	fmt.Fprintf(&b, "it needs %s, %s free", numeral.Plural(a.Procs, a.unit), between(s.FreeMin, s.FreeMax))
	switch {
	case s.Strict && s.Head == a.Job:
		fmt.Fprintf(&b, "; it is the head of the queue, with room by the estimates from %s on", numeral.Whole(s.Shadow))
	case s.Strict:
		fmt.Fprintf(&b, "; the head of the queue is job %s, with room by the estimates from %s on", a.id(s.Head), numeral.Whole(s.Shadow))
	case s.Head == a.Job:
		fmt.Fprintf(&b, "; it is the head of the queue, with a reservation at %s", numeral.Whole(s.Shadow))
	case s.Head >= 0:
		fmt.Fprintf(&b, "; the head of the queue is job %s, with a reservation at %s that leaves %s over",
			a.id(s.Head), numeral.Whole(s.Shadow), numeral.Plural(s.Extra, a.unit))
	case s.Planned >= 0:
		fmt.Fprintf(&b, "; its own slot opens at %s", numeral.Whole(s.Planned))
	}
	if len(s.For) > 0 {
		b.WriteString(", when " + a.expected(s.For))
	}
	return b.String()
}
