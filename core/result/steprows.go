package result

import (
	"math"
	"strconv"

	"github.com/backfill-lab/backfill/core/internal/spool"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// A Step is one decision of a scheduler: the rows of Steps that share a number.
type Step struct {
	Time                      int64 // seconds
	Kind, Before, After, Case string
	Job                       int64 // its number, or job.None if it was about all
	Waiting                   int
}

// StepRows keeps the decisions of one run until it is over: in some bytes each, which beyond 16 MB are in a
// temporary file. It is not safe for concurrent use.
type StepRows struct {
	steps   int64
	weighed bool // the last row has an option
	kept
}

// NewStepRows returns a StepRows for the named run. create makes the temporary file; nil keeps all in memory.
func NewStepRows(run, policy string, create func() (spool.File, error)) *StepRows {
	return &StepRows{kept: newKept(Steps, run, policy, create)}
}

// Begin adds a decision. It has a row for each call of Option, or one without any.
func (r *StepRows) Begin(s *Step) {
	about := ""
	if s.Job != job.None {
		about = strconv.FormatInt(s.Job, 10)
	}
	r.row()
	r.whole(r.steps)
	r.float(float64(s.Time))
	r.text(s.Kind)
	r.text(about)
	r.whole(int64(s.Waiting))
	r.text(s.Before)
	r.text(s.After)
	r.text(s.Case)
	r.text("")
	r.float(math.NaN())
	r.steps++
	r.weighed = false
}

// Option adds one of the options that the last decision weighed.
func (r *StepRows) Option(name string, value float64) {
	if r.weighed {
		r.put() // and go on with a row that differs in the option alone
	}
	r.weighed = true
	r.now = r.now[:len(r.now)-2]
	r.text(name)
	r.float(value)
}
