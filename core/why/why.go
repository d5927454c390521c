// Package why answers the question of every user of a batch system: why did my
// job not start earlier? It plays the run again, asks the policy after every
// scheduling pass in which the job waits, and joins equal answers.
package why

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/job"
	"github.com/backfill-lab/backfill/core/sim"
)

// An Answer is the story of one job's wait.
type Answer struct {
	Job      int64  `json:"job"`
	Procs    int    `json:"procs"`
	Estimate int64  `json:"estimate_s"`
	Submit   int64  `json:"submit_s"`
	Start    int64  `json:"start_s"`
	Spans    []Span `json:"spans"` // in order of time; empty if it started at once
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

// Explain plays cfg against policy, which must be a sim.Explainer, until the
// job with number id has started. It is an error if there is no such job.
func Explain(ctx context.Context, cfg sim.Config, policy sim.Policy, id int64) (Answer, error) {
	x, ok := policy.(sim.Explainer)
	if !ok {
		return Answer{}, errors.New("this policy cannot explain itself: it does not implement sim.Explainer")
	}
	i := slices.IndexFunc(cfg.Jobs, func(j job.Job) bool { return j.ID == id })
	if i < 0 {
		return Answer{}, fmt.Errorf("the run has no job %d", id)
	}
	w := &watch{x: x}
	cfg.Observers = append(slices.Clip(cfg.Observers), w)
	e, err := sim.New(cfg, policy)
	if err != nil {
		return Answer{}, err
	}
	w.j = e.Job(i)
	stride := sim.Stride(ctx, policy)
	for n := 0; !w.started && e.Step(); n++ {
		if n%stride == 0 && ctx.Err() != nil {
			return Answer{}, ctx.Err()
		}
	}
	if err := e.Err(); err != nil {
		return Answer{}, err
	}
	j := w.j
	if n := len(w.spans); n > 0 {
		w.spans[n-1].To = e.Now()
	}
	return Answer{Job: j.ID, Procs: int(j.Procs), Estimate: j.Estimate, Submit: j.Submit, Start: e.Now(), Spans: w.spans}, nil
}

// watch asks after every pass while the job waits.
type watch struct {
	x                  sim.Explainer
	j                  *sim.Job
	submitted, started bool
	spans              []Span
}

func (w *watch) Submitted(_ int64, j *sim.Job) { w.submitted = w.submitted || j == w.j }
func (w *watch) Started(_ int64, j *sim.Job)   { w.started = w.started || j == w.j }
func (w *watch) Ended(int64, *sim.Job, bool)   {}

func (w *watch) Passed(now int64) {
	if !w.submitted || w.started {
		return
	}
	r := w.x.Explain(w.j)
	s := Span{From: now, Passes: 1, Cause: r.Cause, FreeMin: r.Free, FreeMax: r.Free, Head: -1,
		Shadow: r.Shadow, Extra: r.Extra, Planned: r.Planned}
	if r.Head != nil {
		s.Head = r.Head.ID
	}
	for _, j := range r.For {
		s.For = append(s.For, j.ID)
	}
	n := len(w.spans)
	if n > 0 {
		last := &w.spans[n-1]
		if last.Cause == s.Cause && last.Head == s.Head && slices.Equal(last.For, s.For) {
			last.FreeMin, last.FreeMax = min(last.FreeMin, s.FreeMin), max(last.FreeMax, s.FreeMax)
			last.Shadow, last.Extra, last.Planned = s.Shadow, s.Extra, s.Planned
			last.Passes++
			return
		}
		last.To = now
	}
	w.spans = append(w.spans, s)
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
	free := fmt.Sprint(s.FreeMin)
	if s.FreeMax != s.FreeMin {
		free = fmt.Sprintf("%d to %d", s.FreeMin, s.FreeMax)
	}
	fmt.Fprintf(&b, "%s: it needs %s, %s free", s.Cause, processors(a.Procs), free)
	switch {
	case s.Head == a.Job:
		fmt.Fprintf(&b, "; it is the head of the queue, with a reservation at %d", s.Shadow)
	case s.Head >= 0:
		fmt.Fprintf(&b, "; the head of the queue is job %d, with a reservation at %d that leaves %s over", s.Head, s.Shadow, processors(s.Extra))
	case s.Planned >= 0:
		fmt.Fprintf(&b, "; its own slot opens at %d", s.Planned)
	}
	if len(s.For) > 0 {
		fmt.Fprintf(&b, ", when %s", ends(s.For))
	}
	return b.String()
}

func processors(n int) string {
	if n == 1 {
		return "1 processor"
	}
	return fmt.Sprintf("%d processors", n)
}

// ends names at most five of the jobs.
func ends(jobs []int64) string {
	const most = 5
	if len(jobs) == 1 {
		return fmt.Sprintf("job %d is expected to end", jobs[0])
	}
	var names []string
	for _, id := range jobs[:min(len(jobs), most)] {
		names = append(names, fmt.Sprint(id))
	}
	if rest := len(jobs) - most; rest > 0 {
		names = append(names, fmt.Sprintf("%d more", rest))
	}
	return "jobs " + strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1] + " are expected to end"
}
