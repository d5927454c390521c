package result

import (
	"math"
	"strconv"

	"github.com/backfill-lab/backfill/core/job"
)

// A Step is one decision of a scheduler: the rows of Steps that share a number.
type Step struct {
	Time                      int64 // seconds
	Kind, Before, After, Case string
	Job                       int64 // its number, or job.None if it was about all
	Waiting                   int
}

// StepRows collects the decisions of one run until it is over. It is not safe for
// concurrent use.
type StepRows struct {
	steps int
	last  []any // the row of the last decision, without an option
	kept
}

// NewStepRows returns a StepRows for the named run.
func NewStepRows(run, policy string) *StepRows {
	return &StepRows{kept: kept{schema: Steps, run: run, policy: policy}}
}

// Begin adds a decision. It has a row for each call of Option, or one without any.
func (r *StepRows) Begin(s *Step) {
	about := ""
	if s.Job != job.None {
		about = strconv.FormatInt(s.Job, 10)
	}
	r.last = append(r.last[:0], r.steps, float64(s.Time), s.Kind, about, s.Waiting, s.Before, s.After, s.Case, "", math.NaN())
	r.add(r.last...)
	r.steps++
}

// Option adds one of the options that the last decision weighed.
func (r *StepRows) Option(name string, value float64) {
	if t := r.batches[len(r.batches)-1]; t.Col("option").Code[t.Rows-1] >= 0 {
		r.add(r.last...) // the decision's first row has its option already
	}
	t := r.batches[len(r.batches)-1]
	t.Col("option").SetText(t.Rows-1, name)
	t.Col("value").Float[t.Rows-1] = value
}
