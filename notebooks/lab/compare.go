package lab

import (
	"math"
	"slices"

	"github.com/backfill-lab/backfill/arrowio"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/study/compare"
	"github.com/backfill-lab/backfill/core/study/stats"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// Compare shows how the experiment's policies differ from the first in metrics of metrics.Means, with 95 % intervals over
// the weeks of the workload: see package compare. The best policy is bold where every other is certainly worse.
func (e Experiment) Compare(names ...string) {
	policies := simulated(textsOf(e.Read(result.Runs), "policy"))
	start := must(arrowio.Open(e.Dir, result.Runs)).Meta.Start()
	jobs := must(compare.Pair(e.Read(result.Jobs), policies, compare.Options{Start: start}))
	for _, name := range names {
		showComparison(must(jobs.Compare(name)))
	}
}

// showComparison shows a comparison as a table, and what an interval of it is.
func showComparison(c compare.Comparison) {
	of := "too short for intervals"
	if c.N > 0 {
		of = numeral.Plural(c.N, c.Unit)
	}
	say("%s, %s; differences from %s at 95 %%, P corrected by Holm's method\n", c.Metric, of, c.Base)
	var rows [][]Cell
	for _, r := range c.Rows {
		row := []Cell{Text(r.Policy), Number(float64(r.Mean)), between(r.Interval), Text("-"), Text("-"), Text("-"), Text("-"), Text("-")}
		row[1].Bold = c.Sure && slices.Contains(c.Best, r.Policy)
		if r.Change != nil {
			row[3], row[4] = Number(r.Change.Difference()), Number(r.Change.After/r.Change.Before)
			row[5] = between(r.Times)
			if p := float64(r.Holm); !math.IsNaN(p) {
				row[6] = Text(numeral.Fixed(p, 3))
			}
			row[7] = Text(numeral.Fixed(100*float64(r.Effect.Superiority), 1) + " %")
		}
		rows = append(rows, row)
	}
	Rows([]string{"policy", "mean", "95 %", "difference", "times", "95 %", "P", "smaller for"}, rows)
}

// between is a cell of an interval.
func between(i stats.Interval) Cell {
	if !i.Known() {
		return Text("-")
	}
	return Text(numeral.Short(i.Low) + " to " + numeral.Short(i.High))
}

// textsOf returns a column of a table.
func textsOf(t *result.Table, column string) (texts []string) {
	for i := range t.Rows {
		texts = append(texts, t.Col(column).GetText(i))
	}
	return texts
}
