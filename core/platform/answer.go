package platform

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"

	"github.com/backfill-lab/backfill/core/sim"
)

// An Answer is the story of one job's wait. Times are seconds; only shared nodes have fractions.
type Answer struct {
	Job      int64   `json:"job"`
	ID       string  `json:"id"`    // the job's number as users of the log know it
	Needs    string  `json:"needs"` // what it asks for: "16 processors"
	Procs    int     `json:"procs,omitempty"`
	Estimate int64   `json:"estimate_s,omitempty"` // if the scheduler may know it
	Submit   float64 `json:"submit_s"`
	Start    float64 `json:"start_s"`
	Spans    []Span  `json:"spans"` // in order of time; empty if it started at once

	Summary string  `json:"summary"`             // a sentence or two
	On      string  `json:"on,omitempty"`        // what it started on, where that is a question
	Room    []int64 `json:"made_room,omitempty"` // the jobs whose ends let it start, at that time or before the scheduler looked again
	Forced  []int64 `json:"gave_way,omitempty"`  // the jobs that were paused or moved when it started, so that it could
	Packed  bool    `json:"packed,omitempty"`    // it started when all jobs were mapped anew
	After   []Span  `json:"after,omitempty"`     // the pauses and moves between its start and its end, in order

	// IDs are the numbers of the other jobs in the Answer as users know them, where they are others.
	IDs map[int64]string `json:"ids,omitempty"`

	Unit string `json:"-"` // what Procs counts
	Late bool   `json:"-"` // it started some seconds after the ends of Room
}

// A Span is a time [From, To) in which the same rule and the same jobs kept the
// job waiting.
type Span struct {
	From   float64   `json:"from_s"`
	To     float64   `json:"to_s"`
	Passes int       `json:"passes"` // scheduling passes that passed the job over
	Cause  sim.Cause `json:"cause"`
	Code   string    `json:"code,omitempty"` // Slurm's for the cause, as squeue prints it
	Text   string    `json:"text"`           // the cause and what it rests on, in words; Answer.Name sets it

	Detail Detail `json:"-"` // what the platform has to say beside the cause; in JSON it is part of the span
	Ran    bool   `json:"-"` // the job ran in this time, and went back to the queue
	Moved  bool   `json:"-"` // it was moved
}

// A Detail is what a platform tells of a Span. It is a struct with JSON names.
type Detail interface {
	// Key returns the name that the Detail has in a span's JSON; "" for one whose fields are the span's own.
	Key() string

	// Others returns the numbers of jobs that the sentence may name. Negative ones are none.
	Others() []int64

	// Sentence says in words what the cause of s rests on, "" if the cause says it all.
	Sentence(a *Answer, s *Span) string
}

// MarshalJSON implements json.Marshaler.
func (s Span) MarshalJSON() ([]byte, error) {
	type plain Span
	b, err := json.Marshal(plain(s))
	if err != nil || s.Detail == nil {
		return b, err
	}
	var detail any = s.Detail
	if key := s.Detail.Key(); key != "" {
		detail = map[string]Detail{key: s.Detail}
	}
	more, err := json.Marshal(detail)
	return append(append(b[:len(b)-1], ','), more[1:]...), err
}

// Name writes everything in words, with what of returns for the jobs' numbers, and sets ID and IDs.
func (a *Answer) Name(of func(int64) string) {
	a.ID, a.IDs = of(a.Job), map[int64]string{}
	for _, spans := range [][]Span{a.Spans, a.After} {
		for i := range spans {
			a.know(of, spans[i].Detail.Others())
		}
	}
	a.know(of, a.Room)
	a.know(of, a.Forced)
	for _, spans := range [][]Span{a.Spans, a.After} {
		for i := range spans {
			spans[i].Text = spans[i].sentence(a)
		}
	}
	a.Summary = a.summary()
}

func (a *Answer) know(of func(int64) string, jobs []int64) {
	for _, j := range jobs {
		if name := of(j); j >= 0 && name != "" && name != strconv.FormatInt(j, 10) {
			a.IDs[j] = name
		}
	}
}

// Label returns the number of a job as users know it.
func (a *Answer) Label(j int64) string {
	if name := a.IDs[j]; name != "" {
		return name
	}
	return strconv.FormatInt(j, 10)
}

// sentence is the cause, Slurm's code if there is one, and what they rest on.
func (s *Span) sentence(a *Answer) string {
	text := string(s.Cause)
	if s.Code != "" {
		text += " (" + s.Code + ")"
	}
	if more := s.Detail.Sentence(a, s); more != "" {
		text += ": " + more
	}
	return text
}

// Join appends what one pass tells. If its cause is that of the last span, add may add it to that
// instead, and then returns true.
func Join(spans []Span, s Span, add func(last *Span) bool) []Span {
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

// A Total is how long one cause kept the job waiting, in seconds.
type Total struct {
	Cause   sim.Cause
	Seconds float64
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

// Wait returns how long the job waited, in seconds.
func (a *Answer) Wait() float64 { return a.Start - a.Submit }
