package why

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/internal/numeral"
)

// A Moment is what a run tells of one second: why jobs started, and why others wait. Times are seconds; only
// shared nodes have fractions.
type Moment struct {
	At       float64    `json:"at_s"`     // the second that was asked about
	Pass     float64    `json:"pass_s"`   // the last one by then at which something happened; what follows is of its end
	StartsAt float64    `json:"starts_s"` // the last one by then at which jobs started, or -1
	Starts   []Started  `json:"starts"`   // these jobs, in the order in which they started
	Free     string     `json:"free"`     // what is free: "12 processors"
	Waiting  int        `json:"waiting"`  // jobs that wait
	Waits    []Waiting  `json:"waits"`    // the first of them
	Reserved []Reserved `json:"reservations"`
	Order    string     `json:"order,omitempty"` // of the policies that change it, the order or strategy in force

	// Seconds before and after Pass at which jobs started, and at which the policy had jobs to decide on; -1 for none.
	LastStart    float64 `json:"last_start_s"`
	NextStart    float64 `json:"next_start_s"`
	LastDecision float64 `json:"last_decision_s"`
	NextDecision float64 `json:"next_decision_s"`
}

// A Started says why one job started.
type Started struct {
	Job      int64   `json:"job"`
	ID       string  `json:"id"` // the job's number as users of the log know it
	Procs    int     `json:"procs"`
	Estimate int64   `json:"estimate_s,omitempty"` // if the scheduler may know it
	Submit   float64 `json:"submit_s"`
	Kind     string  `json:"kind"`
	Text     string  `json:"text"` // the kind and what it rests on, in words
	Free     int     `json:"free"` // processors free before it started; -1 where that is not what decides

	Behind int64   `json:"behind"`           // the job whose reservation it was started beside, or -1
	Shadow float64 `json:"reservation_s"`    // the second of that reservation, or -1
	Extra  int     `json:"left_over"`        // processors that the reservation left over before the job took its own
	Ahead  int     `json:"ahead"`            // jobs before it in the queue that went on waiting
	Before float64 `json:"planned_before_s"` // the start that was planned or promised before this second, or -1
	Order  string  `json:"order,omitempty"`
	On     string  `json:"on,omitempty"`

	words func(id func(int64) string) string // writes Text
}

// A Waiting says why one job waits.
type Waiting struct {
	Job      int64   `json:"job"`
	ID       string  `json:"id"`
	Procs    int     `json:"procs"`
	Estimate int64   `json:"estimate_s,omitempty"`
	Submit   float64 `json:"submit_s"`
	Text     string  `json:"text"`
	Planned  float64 `json:"planned_s"` // its own reserved, promised or planned start, or -1

	span Span
	of   Answer
}

// A Reserved is room that is kept for a waiting job.
type Reserved struct {
	Job   int64   `json:"job"`
	ID    string  `json:"id"`
	At    float64 `json:"at_s"`
	Until float64 `json:"until_s"` // by its estimate
	Procs int     `json:"procs"`
	Site  string  `json:"site,omitempty"` // on a grid
}

// Of returns what a job waits for, if it is among those told.
func (m *Moment) Of(job int64) *Waiting {
	if i := slices.IndexFunc(m.Waits, func(w Waiting) bool { return w.Job == job }); i >= 0 {
		return &m.Waits[i]
	}
	return nil
}

// Name writes everything in words, with what of returns for the jobs' numbers.
func (m *Moment) Name(of func(int64) string) {
	name := func(j int64) string {
		a := Answer{IDs: map[int64]string{}}
		a.know(of, []int64{j})
		return a.id(j)
	}
	for i := range m.Starts {
		s := &m.Starts[i]
		s.ID = name(s.Job)
		s.Text = s.Kind
		if more := s.words(name); more != "" {
			s.Text += ": " + more
		}
	}
	for i := range m.Waits {
		w := &m.Waits[i]
		w.ID = name(w.Job)
		w.of.Spans = []Span{w.span}
		w.of.Name(of)
		w.Text = w.of.Spans[0].Text
	}
	for i := range m.Reserved {
		m.Reserved[i].ID = name(m.Reserved[i].Job)
	}
}

// A Watch follows a run that a Moment is asked of. The platforms' own are MachineWatch, GridWatch, SharedWatch
// and ClusterWatch.
type Watch struct {
	From float64 // starts before it need no reasons: set it before playing on

	now      float64
	passes   int
	startsAt float64
	starts   []Started

	// Heard is called after each pass with its second, whether jobs started, and whether there were any to decide on.
	Heard func(now float64, started, decided bool)
}

// Now returns the second of the last pass, or -1.
func (w *Watch) Now() float64 { return w.now }

// Passes returns the number of passes so far.
func (w *Watch) Passes() int { return w.passes }

// passed ends a pass of second now in which these jobs started.
func (w *Watch) passed(now float64, starts []Started, began, decided bool) {
	w.passes++
	w.now = now
	if began && w.startsAt != now {
		w.startsAt, w.starts = now, w.starts[:0]
	}
	w.starts = append(w.starts, starts...)
	if w.Heard != nil {
		w.Heard(now, began, decided)
	}
}

// tells reports whether the reasons of starts at that second are wanted.
func (w *Watch) tells(now float64) bool { return w.Heard == nil && now >= w.From }

func (w *Watch) moment() Moment {
	return Moment{Pass: w.now, StartsAt: w.startsAt, Starts: append([]Started{}, w.starts...), Waits: []Waiting{}, Reserved: []Reserved{},
		LastStart: -1, NextStart: -1, LastDecision: -1, NextDecision: -1}
}

func newWatch() Watch { return Watch{now: -1, startsAt: -1} }

// clauses joins what is not empty.
func clauses(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), "; ")
}

// needed says what a job needs and what was free.
func needed(procs, free int, unit string) string {
	return fmt.Sprintf("it needs %s, %s free", numeral.Plural(procs, unit), were(free))
}

func were(n int) string {
	if n == 1 {
		return "1 was"
	}
	return numeral.Whole(n) + " were"
}

// sorted says what the queue is in order of, if that is not the order of submission.
func sorted(order string) string {
	if order == "" {
		return ""
	}
	return "the queue is in order of: " + order
}

// overtaken says how many it went past.
func overtaken(ahead int) string {
	switch ahead {
	case 0:
		return ""
	case 1:
		return "1 job before it in the queue goes on waiting"
	}
	return numeral.Whole(ahead) + " jobs before it in the queue go on waiting"
}

// later sorts reservations by time, then job.
func later(a, b Reserved) int { return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Job, b.Job)) }
