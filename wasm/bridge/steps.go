package bridge

import (
	"math"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/trace"
)

// maxGridSteps bounds the steps table of a grid, in rows. They are useful for single
// jobs only, and a million of them double the time of a run.
const maxGridSteps = 1 << 19

// tooManySteps reports whether the policies may record more than maxGridSteps rows on
// the Spec's grid, where each start of a job may weigh every site.
func tooManySteps(spec experiment.Spec, w *trace.Workload) bool {
	return spec.Grid != nil && w.Len() > maxGridSteps/len(spec.Policies)/len(spec.Grid.Sites)
}

// thinSteps returns t if it has at most most rows, else what a plot of the policy in
// force needs: each run's first decision and those that changed it, without the
// options that were weighed.
func thinSteps(t *result.Table, most int) (thin *result.Table, thinned bool) {
	if t.Rows <= most {
		return t, false
	}
	run, step, before, after := t.Col("run"), t.Col("step"), t.Col("before"), t.Col("after")
	var keep []int
	for i := range t.Rows {
		first := i == 0 || run.Code[i] != run.Code[i-1]
		if !first && step.Int[i] == step.Int[i-1] {
			continue // another option of the same decision
		}
		if first || before.Code[i] < 0 || before.GetText(i) != after.GetText(i) {
			keep = append(keep, i)
		}
	}
	thin = result.NewTable(t.Schema, len(keep))
	for c := range t.Schema.Columns {
		name, from, to := t.Schema.Columns[c].Name, &t.Cols[c], &thin.Cols[c]
		for k, i := range keep {
			switch t.Schema.Columns[c].Type {
			case result.Float:
				to.Float[k] = from.Float[i]
			case result.Int:
				to.Int[k] = from.Int[i]
			case result.Bool:
				to.Bool[k] = from.Bool[i]
			case result.Text:
				to.SetText(k, from.GetText(i))
			}
			switch name {
			case "option":
				to.SetText(k, "")
			case "value":
				to.Float[k] = math.NaN()
			}
		}
	}
	return thin, true
}
