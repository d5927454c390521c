package exact

import (
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/core/paper"
)

const (
	matchedLabel = "matched"

	loss       = "perf. loss"
	lossSecond = "perf. loss to the second"
	time       = "comp. time"
	proven     = "proven optimal"
)

// first returns what the averages cover: every every-th step of the first jobs of the log,
// computed in parts.
func first(scale paper.Scale) (jobs, every, parts int) {
	if scale == paper.Quick {
		return quickJobs, 5, 2
	}
	return 3000, 1, 10
}

func part(k int) string { return fmt.Sprintf("steps, part %d", k+1) }

// runs solve the steps beside the printed rows, and those of the averages.
func runs(scale paper.Scale) []paper.Run {
	m := matched{workOf(scale)}
	runs := []paper.Run{{Label: matchedLabel, JobSet: log, Task: &paper.Task{Name: "exact/matched", Version: 1, Params: m, Do: m.do}}}
	jobs, every, parts := first(scale)
	for k := range parts {
		s := sample{jobs, every, k, parts, m.Work}
		runs = append(runs, paper.Run{Label: part(k), JobSet: log, Task: &paper.Task{Name: "exact/sample", Version: 1, Params: s, Do: s.do}})
	}
	return runs
}

// everyStep is a series over the steps of the averages.
func everyStep(r *paper.Results, name string) (all []float64) {
	_, _, parts := first(r.Scale)
	for k := range parts {
		if len(r.Series(part(k), jobsRow)) > 0 {
			all = append(all, r.Series(part(k), name)...)
		}
	}
	return all
}

// matches is a series over the steps beside the printed rows.
func matches(r *paper.Results, name string) []float64 { return r.Series(matchedLabel, name) }

// losses turns qualities into losses in percent.
func losses(qualities []float64) (all []float64) {
	for _, q := range qualities {
		all = append(all, 100*(1-q))
	}
	return all
}

// A column is one of table 1.
type column struct {
	title, unit string
	series      string
	loss        bool // of that series
	note        string
}

const (
	sizeNote = "the step of our simulation nearest in size; the printed one is from another version of the log"
	meanNote = "the paper does not say which steps its mean covers; ours covers all steps of the first 3,000 jobs"
	lossNote = "another step of about that size: the possible gain depends on its jobs"
)

var columns = []column{
	{"jobs", "jobs", jobsRow, false, sizeNote},
	{"makespan", "s", makespan, false, sizeNote},
	{"acc. run time", "s", accumulated, false, sizeNote},
	{"time scale", "min", scale, false, "whole minutes of a step of another size"},
	{"time scale by the text", "min", textScale, false, ""},
	{"quality", "", quality, false, lossNote},
	{loss, "%", quality, true, lossNote},
	{"gap", "%", gap, false, ""},
	{"quality to the second", "", qualitySecond, false, ""},
	{lossSecond, "%", qualitySecond, true, ""},
	{"gap to the second", "%", gapSecond, false, ""},
}

// of computes the column from its series over some steps.
func (c *column) of(series []float64) []float64 {
	if c.loss {
		return losses(series)
	}
	return series
}

func table1(scale paper.Scale) paper.Experiment {
	jobs, every, _ := first(scale)
	x := paper.Experiment{ID: "exact/table1", Kind: paper.Table, Title: "Self-tuning steps, and what the best policy loses",
		Doc: fmt.Sprintf("Beside each printed row stands our step nearest to it in size. The averages are over one in %d of the steps of "+
			"the first %d jobs.", every, jobs),
		Runs: runs(scale), Published: numbers().Of("table1", note), Claims: table1Claims()}
	for i := range rows {
		for _, c := range columns {
			x.Add(rows[i].title, c.title, c.unit, func(r *paper.Results) float64 { return c.of(matches(r, c.series))[i] })
		}
	}
	for _, c := range columns {
		x.Add(averages, c.title, c.unit, func(r *paper.Results) float64 { return paper.Mean(c.of(everyStep(r, c.series))) })
	}
	x.Add(averages, "steps", "", func(r *paper.Results) float64 { return float64(len(everyStep(r, jobsRow))) })
	x.Add(averages, proven, "%", func(r *paper.Results) float64 {
		gaps := everyStep(r, gapSecond)
		return 100 * float64(count(gaps, func(g float64) bool { return g == 0 })) / float64(len(gaps))
	})
	return x
}

// note says why a number of ours may differ.
func note(row, title string) string {
	switch {
	case title == time:
		return "Computing times depend on the machine; BenchmarkStep measures ours."
	case row == averages:
		return meanNote
	}
	return columns[slices.IndexFunc(columns, func(c column) bool { return c.title == title })].note
}

func count[T any](values []T, is func(T) bool) (n int) {
	for _, v := range values {
		if is(v) {
			n++
		}
	}
	return n
}
