package platform

import (
	"cmp"
	"slices"

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

	Words func(id func(int64) string) string `json:"-"` // writes Text
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

	Span Span   `json:"-"` // what Text is of
	Of   Answer `json:"-"` // what the span's sentence needs of the job
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

// Untold is the kind of a start that the policy does not explain.
const Untold = "started"

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
		return a.Label(j)
	}
	for i := range m.Starts {
		s := &m.Starts[i]
		s.ID = name(s.Job)
		s.Text = s.Kind
		if more := s.Words(name); more != "" {
			s.Text += ": " + more
		}
	}
	for i := range m.Waits {
		w := &m.Waits[i]
		w.ID = name(w.Job)
		w.Of.Spans = []Span{w.Span}
		w.Of.Name(of)
		w.Text = w.Of.Spans[0].Text
	}
	for i := range m.Reserved {
		m.Reserved[i].ID = name(m.Reserved[i].Job)
	}
}

// A Watch is what a platform's own embeds that follows a run of which Moments are asked.
type Watch struct {
	From float64 // starts before it need no reasons: set it before playing on

	now      float64
	passes   int
	startsAt float64
	starts   []Started

	// Heard is called after each pass with its second, whether jobs started, and whether there were any to decide on.
	Heard func(now float64, started, decided bool)
}

// Seen returns w: what a platform's own watcher embeds.
func (w *Watch) Seen() *Watch { return w }

// Now returns the second of the last pass, or -1.
func (w *Watch) Now() float64 { return w.now }

// Passes returns the number of passes so far.
func (w *Watch) Passes() int { return w.passes }

// Note ends a pass of second now in which these jobs started.
func (w *Watch) Note(now float64, starts []Started, began, decided bool) {
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

// Tells reports whether the reasons of starts at that second are wanted.
func (w *Watch) Tells(now float64) bool { return w.Heard == nil && now >= w.From }

// Begin returns the Moment of the last pass, with its starts and without those that wait.
func (w *Watch) Begin() Moment {
	return Moment{Pass: w.now, StartsAt: w.startsAt, Starts: append([]Started{}, w.starts...), Waits: []Waiting{}, Reserved: []Reserved{},
		LastStart: -1, NextStart: -1, LastDecision: -1, NextDecision: -1}
}

// NewWatch returns a Watch that has seen nothing.
func NewWatch() Watch { return Watch{now: -1, startsAt: -1} }

// ByTime sorts reservations by time, then job.
func ByTime(a, b Reserved) int { return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Job, b.Job)) }

// Due says what became of an earlier plan.
func (s *Started) Due(now int64) string {
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
