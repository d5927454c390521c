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

// first is the number of jobs, the first of the log, that the averages cover.
func first(scale paper.Scale) (jobs, every, parts int) {
	if scale == paper.Quick {
		return quickJobs, 5, 2
	}
	return 3000, 1, 10
}

func part(k int) string { return fmt.Sprintf("steps, part %d", k+1) }

// runs solve the steps beside the printed rows, and those of the averages.
func runs(scale paper.Scale) []paper.Run {
	work := workOf(scale)
	runs := []paper.Run{{Label: matchedLabel, JobSet: log, Task: matched{work}.task()}}
	jobs, every, parts := first(scale)
	for k := range parts {
		runs = append(runs, paper.Run{Label: part(k), JobSet: log, Task: sample{jobs, every, k, parts, work}.task()})
	}
	return runs
}

// A source is a series over the steps of the averages, or over those beside the
// printed rows.
type source func(r *paper.Results, name string) []float64

func everyStep(r *paper.Results, name string) (all []float64) {
	_, _, parts := first(r.Scale)
	for k := range parts {
		if len(r.Series(part(k), jobsRow)) > 0 {
			all = append(all, r.Series(part(k), name)...)
		}
	}
	return all
}

func matches(r *paper.Results, name string) []float64 { return r.Series(matchedLabel, name) }

// losses turns a series of qualities into losses in percent.
func (of source) losses(r *paper.Results, quality string) []float64 {
	var all []float64
	for _, q := range of(r, quality) {
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
	sizeNote = "the step of our simulation nearest in size; the printed one is of another version of the log"
	meanNote = "the paper does not name the steps of its mean; ours is over all steps of the first 3,000 jobs"
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

func (c *column) value(r *paper.Results, of source) []float64 {
	if c.loss {
		return of.losses(r, c.series)
	}
	return of(r, c.series)
}

func table1(scale paper.Scale) paper.Experiment {
	jobs, every, _ := first(scale)
	x := paper.Experiment{ID: "exact/table1", Kind: paper.Table, Title: "Self-tuning steps, and what the best policy loses",
		Doc: fmt.Sprintf("Beside each printed row stands our step nearest to it in size. The averages are over one in %d of the steps of "+
			"the first %d jobs.", every, jobs),
		Runs: runs(scale)}
	for i := range rows {
		row := &rows[i]
		for k := range columns {
			c := &columns[k]
			x.Add(row.title, c.title, c.unit, func(r *paper.Results) float64 { return c.value(r, matches)[i] })
		}
	}
	for k := range columns {
		c := &columns[k]
		x.Add(averages.title, c.title, c.unit, func(r *paper.Results) float64 { return paper.Mean(c.value(r, everyStep)) })
	}
	x.Cells = append(x.Cells,
		paper.Cell{Row: averages.title, Column: "steps", Value: func(r *paper.Results) float64 { return float64(len(everyStep(r, jobsRow))) }},
		paper.Cell{Row: averages.title, Column: proven, Unit: "%", Value: func(r *paper.Results) float64 {
			gaps := everyStep(r, gapSecond)
			return 100 * float64(count(gaps, func(g float64) bool { return g == 0 })) / float64(len(gaps))
		}})
	x.Published = numbers().Of("table1", note)
	x.Claims = table1Claims()
	return x
}

const timed = "Computing times depend on the machine; BenchmarkStep measures ours."

// note says why a number of ours may differ.
func note(row, title string) string {
	switch {
	case title == time:
		return timed
	case row == averages.title:
		return meanNote
	}
	return columns[slices.IndexFunc(columns, func(c column) bool { return c.title == title })].note
}

func count(values []float64, is func(float64) bool) (n int) {
	for _, v := range values {
		if is(v) {
			n++
		}
	}
	return n
}
