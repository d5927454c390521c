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
	Job                       int64 // its number, or job.None where it was about all
	Waiting                   int
}

// StepRows collects the decisions of one run, to be written when it is over. It
// is not safe for concurrent use.
type StepRows struct {
	run, policy string
	steps       int64
	kept
}

// NewStepRows returns a StepRows for the named run.
func NewStepRows(run, policy string) *StepRows {
	return &StepRows{run: run, policy: policy, kept: kept{schema: Steps}}
}

// Begin adds a decision. Each call of Option gives it one more row; it has one
// without any.
func (r *StepRows) Begin(s *Step) {
	t := r.row()
	set := func(name, text string) {
		v := t.Col(name)
		v.Code = append(v.Code, v.Dict.Code(text))
	}
	set("run", r.run)
	set("policy", r.policy)
	set("kind", s.Kind)
	set("before", s.Before)
	set("after", s.After)
	set("case", s.Case)
	set("option", "")
	if s.Job == job.None {
		set("job", "")
	} else {
		set("job", strconv.FormatInt(s.Job, 10))
	}
	step, waiting := t.Col("step"), t.Col("waiting")
	step.Int, waiting.Int = append(step.Int, r.steps), append(waiting.Int, int64(s.Waiting))
	time, value := t.Col("time_s"), t.Col("value")
	time.Float, value.Float = append(time.Float, float64(s.Time)), append(value.Float, math.NaN())
	r.steps++
}

// Option adds one of the options that the last decision weighed.
func (r *StepRows) Option(name string, value float64) {
	last := r.batches[len(r.batches)-1]
	at := last.Rows - 1
	t := last
	if last.Col("option").Code[at] >= 0 { // the decision's first row has its option already
		t = r.row()
		for i, c := range Steps.Columns {
			from, to := &last.Cols[i], &t.Cols[i]
			switch c.Type {
			case Float:
				to.Float = append(to.Float, from.Float[at])
			case Int:
				to.Int = append(to.Int, from.Int[at])
			case Text:
				to.Code = append(to.Code, to.Dict.Code(from.GetText(at)))
			}
		}
		at = t.Rows - 1
	}
	option := t.Col("option")
	option.Code[at] = option.Dict.Code(name)
	t.Col("value").Float[at] = value
}
