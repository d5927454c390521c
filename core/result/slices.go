package result

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/study/stats"
)

// A Slice is the jobs of a run that have the same text in a column of Jobs.
type Slice struct {
	Run, Policy string
	Name        string         // the text, "" for null
	Jobs        int            // how many they are
	Area        float64        // processor seconds
	Metrics     metrics.Values // of metrics.OfJobs; the others, which are of a machine, mean nothing

	// Intervals are those of metrics.Means, parallel to it, at stats.Level, over the weeks, days or hours in which the jobs were
	// submitted, which Unit names; nil and "" if there are too few.
	Intervals []stats.Interval
	Unit      string
}

// Interval returns that of a metric; it is not known of a metric that is none of metrics.Means, or if there are too few jobs.
func (s *Slice) Interval(metric string) (i stats.Interval) {
	if k := slices.Index(metrics.Means, metric); k >= 0 && s.Intervals != nil {
		return s.Intervals[k]
	}
	return stats.Interval{Low: math.NaN(), High: math.NaN(), Level: stats.Level}
}

// Slices returns the slices of every run in a table of Jobs by one of its text columns: runs
// in their order, and of each the slices with the largest Area first, times in whole seconds. start is the Unix time of
// second 0, or 0 if it is not known. It is an error if the table has no such column.
func Slices(t *Table, column string, start int64) ([]Slice, error) {
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
	submit, begin, end, estimate := t.Col("submit_s").Float, t.Col("start_s").Float, t.Col("end_s").Float, t.Col("estimate_s").Float
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
		p.Area += float64(float64(procs[k]) * (end[k] - begin[k]))
		p.in.Jobs = append(p.in.Jobs, job.Job{
			ID: t.Col("job").Int[k], Submit: int64(submit[k]), Run: int64(end[k] - begin[k]), Estimate: int64(estimate[k]),
			Procs: int32(procs[k]), User: job.None,
		})
		p.in.Placed = append(p.in.Placed, job.Placement{Start: int64(begin[k]), End: int64(end[k]), Killed: killed[k]})
	}
	order := map[string]int{}
	for k, p := range parts {
		if _, seen := order[p.Run]; !seen {
			order[p.Run] = k
		}
		p.in.Procs = 1
		var blocks *metrics.Blocks
		p.Metrics, blocks = metrics.Measure(p.in, start)
		if paired := metrics.Pair([]*metrics.Blocks{blocks}); paired != nil {
			p.Unit = paired.Unit
			for _, name := range metrics.Means {
				p.Intervals = append(p.Intervals, paired.Sums(name)[0].Interval(stats.Level))
			}
		}
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
