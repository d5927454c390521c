package result

import (
	"github.com/backfill-lab/backfill/core/internal/spool"
)

// Decisions is the table of how rule bases (core/policy/rules) decided: the features of each
// state, what was chosen and which rules said so. What the rules gave to every option is
// in Steps, on request.
var Decisions = &Schema{Name: "decisions", Doc: "one row per decision of a rule base", Columns: columnsOf("decisions")}

// Features are the columns of a scheduling state (Franke, Lepping, Schwiegelshohn, JSSPP
// 2006, section 3.2), as rule bases name them.
var Features = Decisions.Columns[Decisions.Index("sd") : Decisions.Index("prcwq5")+1]

// A Decision is one row of Decisions.
type Decision struct {
	Time                          int64 // seconds
	Waiting                       int
	Features                      []float64 // parallel to the list Features
	Before, Strategy, Rule, Fired string
	Value                         float64
}

// DecisionRows is StepRows for Decisions.
type DecisionRows struct {
	rows int64
	kept
}

// NewDecisionRows returns a DecisionRows for the named run. create is that of NewStepRows.
func NewDecisionRows(run, policy string, create func() (spool.File, error)) *DecisionRows {
	return &DecisionRows{kept: newKept(Decisions, run, policy, create)}
}

// Add adds a row. It keeps nothing of d.
func (r *DecisionRows) Add(d *Decision) {
	r.row()
	r.whole(r.rows)
	r.float(float64(d.Time))
	r.whole(int64(d.Waiting))
	for _, x := range d.Features {
		r.float(x)
	}
	r.text(d.Before)
	r.text(d.Strategy)
	r.text(d.Rule)
	r.text(d.Fired)
	r.float(d.Value)
	r.rows++
}

// DecisionAt returns the row in t, a table Decisions, of the named run's last decision by
// second at, or -1 if there is none.
func DecisionAt(t *Table, run string, at float64) int {
	row := -1
	for i := range t.Rows {
		if t.Col("run").GetText(i) == run && t.Col("time_s").Float[i] <= at {
			row = i
		}
	}
	return row
}
