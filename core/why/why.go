// Package why answers the question of every user of a batch system: why did my job not
// start earlier? It asks the policy after every scheduling pass in which the job waits, and
// joins equal answers.
package why

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/numeral"
	"github.com/backfill-lab/backfill/core/sim"
)

// An Answer is the story of one job's wait.
type Answer struct {
	Job      int64  `json:"job"`
	ID       string `json:"id"` // the job's number as users of the log know it
	Procs    int    `json:"procs"`
	Estimate int64  `json:"estimate_s"`
	Submit   int64  `json:"submit_s"`
	Start    int64  `json:"start_s"`
	Spans    []Span `json:"spans"` // in order of time; empty if it started at once

	// IDs are the numbers of the other jobs in Spans as users know them, where they are others.
	IDs map[int64]string `json:"ids,omitempty"`
}

// Name sets ID and IDs to what of returns for the jobs' numbers.
func (a *Answer) Name(of func(int64) string) {
	a.ID, a.IDs = of(a.Job), map[int64]string{}
	for i := range a.Spans {
		for _, j := range append([]int64{a.Spans[i].Head}, a.Spans[i].For...) {
			if name := of(j); j >= 0 && name != strconv.FormatInt(j, 10) {
				a.IDs[j] = name
			}
		}
	}
}

// id returns the number of a job as users know it.
func (a *Answer) id(j int64) string {
	if name := a.IDs[j]; name != "" {
		return name
	}
	return strconv.FormatInt(j, 10)
}

// A Span is a time [From, To) in which the same rule and the same jobs kept the
// job waiting.
type Span struct {
	From    int64     `json:"from_s"`
	To      int64     `json:"to_s"`
	Passes  int       `json:"passes"` // scheduling passes that passed the job over
	Cause   sim.Cause `json:"cause"`
	FreeMin int       `json:"free_min"` // fewest and most free processors in these passes
	FreeMax int       `json:"free_max"`
	Head    int64     `json:"head_job"` // or -1
	Shadow  int64     `json:"shadow_s"` // the head's reservation in the last pass, or -1
	Extra   int       `json:"extra_procs"`
	Planned int64     `json:"planned_s"` // the job's own expected start in the last pass, or -1
	For     []int64   `json:"waits_for"` // the jobs whose ends make room
}

// A Question is the sim.Observer that asks a run's policy.
type Question struct {
	Job    int64         // its number
	Policy sim.Explainer // of the run; set it before the first pass

	j       *sim.Job // once submitted
	start   int64
	started bool
	spans   []Span
}

// Answered tells whether the job has started.
func (q *Question) Answered() bool { return q.started }

// Answer returns the story of the job, once Answered.
func (q *Question) Answer() Answer {
	j := q.j
	if !q.started {
		return Answer{}
	}
	if n := len(q.spans); n > 0 {
		q.spans[n-1].To = q.start
	}
	return Answer{Job: j.ID, Procs: int(j.Procs), Estimate: j.Estimate, Submit: j.Submit, Start: q.start, Spans: q.spans}
}

// Submitted implements sim.Observer.
func (q *Question) Submitted(_ int64, j *sim.Job) {
	if j.ID == q.Job {
		q.j = j
	}
}

// Started implements sim.Observer.
func (q *Question) Started(now int64, j *sim.Job) {
	if j == q.j {
		q.start, q.started = now, true
	}
}

// Ended implements sim.Observer.
func (q *Question) Ended(int64, *sim.Job, bool) {}

// Passed implements sim.Observer.
func (q *Question) Passed(now int64) {
	if q.j == nil || q.started {
		return
	}
	r := q.Policy.Explain(q.j)
	s := Span{From: now, Passes: 1, Cause: r.Cause, FreeMin: r.Free, FreeMax: r.Free, Head: -1,
		Shadow: r.Shadow, Extra: r.Extra, Planned: r.Planned}
	if r.Head != nil {
		s.Head = r.Head.ID
	}
	for _, j := range r.For {
		s.For = append(s.For, j.ID)
	}
	n := len(q.spans)
	if n > 0 {
		last := &q.spans[n-1]
		if last.Cause == s.Cause && last.Head == s.Head && slices.Equal(last.For, s.For) {
			last.FreeMin, last.FreeMax = min(last.FreeMin, s.FreeMin), max(last.FreeMax, s.FreeMax)
			last.Shadow, last.Extra, last.Planned = s.Shadow, s.Extra, s.Planned
			last.Passes++
			return
		}
		last.To = now
	}
	q.spans = append(q.spans, s)
}

// A Total is how long one cause kept the job waiting, in seconds.
type Total struct {
	Cause   sim.Cause
	Seconds int64
}

// Totals sums the spans by cause, longest first, ties in order of appearance.
func (a *Answer) Totals() []Total {
	var totals []Total
	for _, s := range a.Spans {
		i := slices.IndexFunc(totals, func(t Total) bool { return t.Cause == s.Cause })
		if i < 0 {
			i, totals = len(totals), append(totals, Total{Cause: s.Cause})
		}
		totals[i].Seconds += s.To - s.From
	}
	slices.SortStableFunc(totals, func(a, b Total) int { return cmp.Compare(b.Seconds, a.Seconds) })
	return totals
}

// Longest returns the n longest spans in order of time; ties go to the earlier.
func (a *Answer) Longest(n int) []Span {
	if len(a.Spans) <= n {
		return a.Spans
	}
	longest := slices.Clone(a.Spans)
	slices.SortStableFunc(longest, func(a, b Span) int { return cmp.Compare(b.To-b.From, a.To-a.From) })
	longest = longest[:n]
	slices.SortFunc(longest, func(a, b Span) int { return cmp.Compare(a.From, b.From) })
	return longest
}

// Sentence describes the span: what was free, the head's reservation, and the
// jobs waited for.
func (s *Span) Sentence(a *Answer) string {
	var b strings.Builder
	free := numeral.Whole(s.FreeMin)
	if s.FreeMax != s.FreeMin {
		free += " to " + numeral.Whole(s.FreeMax)
	}
	fmt.Fprintf(&b, "%s: it needs %s, %s free", s.Cause, processors(a.Procs), free)
	switch {
	case s.Head == a.Job:
		fmt.Fprintf(&b, "; it is the head of the queue, with a reservation at %s", numeral.Whole(s.Shadow))
	case s.Head >= 0:
		fmt.Fprintf(&b, "; the head of the queue is job %s, with a reservation at %s that leaves %s over",
			a.id(s.Head), numeral.Whole(s.Shadow), processors(s.Extra))
	case s.Planned >= 0:
		fmt.Fprintf(&b, "; its own slot opens at %s", numeral.Whole(s.Planned))
	}
	if len(s.For) > 0 {
		fmt.Fprintf(&b, ", when %s", a.ends(s.For))
	}
	return b.String()
}

func processors(n int) string {
	if n == 1 {
		return "1 processor"
	}
	return numeral.Whole(n) + " processors"
}

// ends names at most five of the jobs.
func (a *Answer) ends(jobs []int64) string {
	const most = 5
	if len(jobs) == 1 {
		return fmt.Sprintf("job %s is expected to end", a.id(jobs[0]))
	}
	var names []string
	for _, id := range jobs[:min(len(jobs), most)] {
		names = append(names, a.id(id))
	}
	if rest := len(jobs) - most; rest > 0 {
		names = append(names, fmt.Sprintf("%d more", rest))
	}
	return "jobs " + strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1] + " are expected to end"
}
