package result

import (
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/metrics"
)

// Runs is the table with one row per run, and a column per metric of metrics.Every. It
// holds nothing that differs between two machines, such as computing time.
var Runs = &Schema{
	Name: "runs",
	Doc:  "one row per run, with its metrics",
	Rows: Always,
	Columns: slices.Concat(columnsOf("runs"),
		metricColumns(metrics.All, "; null where undefined."),
		metricColumns(metrics.Sharing, ". Set on shared nodes only."),
		metricColumns(metrics.Grouped, "; null where undefined."),
	),
}

func metricColumns(list []metrics.Metric, doc string) []Column {
	cols := make([]Column, len(list))
	for i, m := range list {
		cols[i] = Column{Name: m.Name, Unit: m.Unit, Doc: m.Title + doc, Formula: m.Formula, Nullable: true}
	}
	return cols
}

// A Run is one row of Runs.
type Run struct {
	Run, Policy                          string
	Workload, WorkloadSHA256, SpecSHA256 string
	Jobs, Procs                          int
	Metrics                              metrics.Values // parallel to metrics.Every or the beginning of it; NaN is null
}

// RunsTable returns the rows as a table of Runs; metrics without a value are null. It
// panics if a row has more values than there are metrics.
func RunsTable(runs ...Run) *Table {
	t := NewTable(Runs, len(runs))
	for i, r := range runs {
		for k, s := range []string{r.Run, r.Policy, r.Workload, r.WorkloadSHA256, r.SpecSHA256} {
			t.Cols[k].SetText(i, s)
		}
		t.Cols[5].Int[i], t.Cols[6].Int[i] = int64(r.Jobs), int64(r.Procs)
		for k := range metrics.Every {
			t.Cols[7+k].Float[i] = math.NaN()
		}
		for k, v := range r.Metrics {
			t.Cols[7+k].Float[i] = v
		}
	}
	return t
}
