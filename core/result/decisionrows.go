package result

import (
	"slices"

	"github.com/backfill-lab/backfill/core/internal/spool"
)

// Decisions is the table of how rule bases (core/policy/rules) decided: the features of each
// state, what was chosen and which rules said so. What the rules gave to every option is
// in Steps, on request.
var Decisions = &Schema{
	Name: "decisions",
	Doc:  "one row per decision of a rule base",
	Columns: slices.Concat([]Column{
		runColumn, policyColumn,
		whole("step", "", "Number of the decision within its run, from 0."),
		seconds("time_s", "Time of the decision, in seconds since the start of the workload."),
		whole("waiting", "jobs", "Number of waiting jobs."),
	}, Features, []Column{
		text("before", "Strategy in force before; null if none.").orNull(),
		text("strategy", "Strategy chosen: a queue order with an algorithm, or greedy."),
		text("rule", "Rule with the largest weight, by number or condition; with two rule bases, one of each."),
		text("fired", "Rules that counted for at least 1 %, with their shares in percent: 3:62 7:38."),
		float("value", "1", "Score that all rules gave the strategy; with two rule bases, the sum.").
			by("sum of part * weight of each rule"),
	}),
}

// Features are the columns of a scheduling state (Franke, Lepping, Schwiegelshohn, JSSPP
// 2006, section 3.2), as rule bases name them.
var Features = []Column{
	float("sd", "1", "Average weighted slowdown of the jobs that had ended, at most 100.").by("sum w_j r_j resp_j / sum w_j r_j^2"),
	float("um", "%", "Share of the processors that jobs hold."),
	float("prcwq1", "%", featureDoc+"1."),
	float("prcwq2", "%", featureDoc+"2."),
	float("prcwq3", "%", featureDoc+"3."),
	float("prcwq4", "%", featureDoc+"4."),
	float("prcwq5", "%", featureDoc+"5."),
}

const featureDoc = "Part of the expected consumption of all waiting jobs (estimate times width) that belongs to user group "

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
