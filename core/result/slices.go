package result

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/core/job"
	"github.com/backfill-lab/backfill/core/metrics"
)

// A Slice is the jobs of a run that have the same text in a column of Jobs.
type Slice struct {
	Run, Policy string
	Name        string         // the text, "" for null
	Jobs        int            // how many they are
	Area        float64        // processor seconds
	Metrics     metrics.Values // of metrics.OfJobs; the others, which are of a machine, mean nothing
}

// Slices returns the slices of every run in a table of Jobs by one of its text columns: runs
// in their order, and of each the slices with the largest Area first, times in whole seconds. It
// is an error if the
// table has no such column.
func Slices(t *Table, column string) ([]Slice, error) {
	i := t.Schema.Index(column)
	if i < 0 || t.Schema.Columns[i].Type != Text {
		return nil, fmt.Errorf("the table %s has no text column %q", t.Schema.Name, column)
	}
	type key struct{ run, policy, name int32 }
	type part struct {
		Slice
		in metrics.Input
	}
	run, policy, name := t.Col("run"), t.Col("policy"), &t.Cols[i]
	procs, killed := t.Col("procs").Int, t.Col("killed").Bool
	submit, start, end, estimate := t.Col("submit_s").Float, t.Col("start_s").Float, t.Col("end_s").Float, t.Col("estimate_s").Float
	var parts []*part
	of := map[key]*part{} // looked up only
	for k := range t.Rows {
		at := key{run.Code[k], policy.Code[k], name.Code[k]}
		p := of[at]
		if p == nil {
			p = &part{Slice: Slice{Run: run.GetText(k), Policy: policy.GetText(k), Name: name.GetText(k)}}
			of[at], parts = p, append(parts, p)
		}
		p.Jobs++
		p.Area += float64(float64(procs[k]) * (end[k] - start[k]))
		p.in.Jobs = append(p.in.Jobs, job.Job{
			ID: t.Col("job").Int[k], Submit: int64(submit[k]), Run: int64(end[k] - start[k]), Estimate: int64(estimate[k]),
			Procs: int32(procs[k]), User: job.None,
		})
		p.in.Placed = append(p.in.Placed, job.Placement{Start: int64(start[k]), End: int64(end[k]), Killed: killed[k]})
	}
	order := map[string]int{}
	for k, p := range parts {
		if _, seen := order[p.Run]; !seen {
			order[p.Run] = k
		}
		p.in.Procs = 1
		p.Metrics = metrics.Compute(p.in)
	}
	slices.SortStableFunc(parts, func(a, b *part) int {
		return cmp.Or(cmp.Compare(order[a.Run], order[b.Run]), cmp.Compare(b.Area, a.Area))
	})
	all := make([]Slice, len(parts))
	for k, p := range parts {
		all[k] = p.Slice
	}
	return all, nil
}
