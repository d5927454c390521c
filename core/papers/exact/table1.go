package exact

import (
	"fmt"
	"math"
	"strings"

	"github.com/backfill-lab/backfill/core/optimum/exact"
	"github.com/backfill-lab/backfill/core/papers/paper"
)

const (
	matchedLabel = "matched"

	loss       = "perf. loss"
	lossSecond = "perf. loss to the second"
	time       = "comp. time"
	proven     = "proven optimal"
)

// covered returns the job set whose steps the averages cover, and which of them, computed in parts.
func covered(at paper.Setting) (set string, parts []sample) {
	one := sample{Every: 8, Parts: 1, Clock: true, Work: workOf(at.Scale), method: methodOf(at.Reading)}
	if set = days; changed(at.Reading, coverChoice) == "log" {
		set, one.Every, one.Parts, one.Clock, one.Jobs = log, 1, 10, false, 3000
	}
	if at.Scale == paper.Quick {
		one.Every = 16
	}
	for k := range one.Parts {
		one.Part = k
		parts = append(parts, one)
	}
	return set, parts
}

func part(k int) string { return fmt.Sprintf("steps, part %d", k+1) }

// runs solve the steps beside the printed rows, and those of the averages.
func runs(at paper.Setting) []paper.Run {
	runs := []paper.Run{matching(matchedLabel, at, match(changed(at.Reading, matchChoice)))}
	set, parts := covered(at)
	for k, s := range parts {
		runs = append(runs, paper.Run{Label: part(k), JobSet: set, Task: &paper.Task{Name: "exact/sample", Version: 3, Params: s, Do: s.do}})
	}
	return runs
}

// matching solves the steps beside the printed rows by a match.
func matching(label string, at paper.Setting, by match) paper.Run {
	m := matched{workOf(at.Scale), by, methodOf(at.Reading)}
	return paper.Run{Label: label, JobSet: log, Task: &paper.Task{Name: "exact/matched", Version: 4, Params: m, Do: m.do}}
}

// everyStep is a series over the steps of the averages.
func everyStep(r *paper.Results, name string) (all []float64) {
	_, parts := covered(r.Setting)
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
		all = append(all, lossOf(q))
	}
	return all
}

func lossOf(quality float64) float64 { return 100 * (1 - quality) }

// A column is one of table 1.
type column struct {
	title, unit string
	series      string
	kind        kind
}

// A kind says what the numbers of a column are.
type kind int

const (
	plainly  kind = iota // those of the series
	scaled               // intervals of a time scale
	interval             // intervals of a quality
	lost                 // intervals of the loss of that quality
)

var columns = []column{
	{"jobs", "jobs", jobsRow, plainly},
	{"makespan", "s", makespan, plainly},
	{"acc. run time", "s", accumulated, plainly},
	{"time scale", "min", scale, scaled},
	{"time scale by the text", "min", textScale, plainly},
	{"quality", "", inSlots, interval},
	{loss, "%", inSlots, lost},
	{"gap", "%", gap, plainly},
	{"quality to the second", "", toSecond, interval},
	{lossSecond, "%", toSecond, lost},
	{"gap to the second", "%", gapSecond, plainly},
}

// efforts stand last, beside the printed computing times.
var efforts = []column{
	{workSecond, "units", workSecond, plainly},
	{workSlots, "units", workSlots, plainly},
}

// add adds a row's cell, computed from the series of some steps.
func (c *column) add(x *paper.Experiment, row string, of func(r *paper.Results, series string) float64) {
	series := func(name string) func(*paper.Results) float64 {
		return func(r *paper.Results) float64 { return of(r, name) }
	}
	lossIn := func(name string) func(*paper.Results) float64 {
		return func(r *paper.Results) float64 { return lossOf(of(r, name)) }
	}
	switch c.kind {
	case plainly:
		x.Add(row, c.title, c.unit, series(c.series))
	case scaled:
		x.AddInterval(row, c.title, c.unit, series(scaleLow), series(scaleHigh))
	case interval:
		x.AddInterval(row, c.title, c.unit, series(c.series), series(c.series+found))
	case lost:
		x.AddInterval(row, c.title, c.unit, lossIn(c.series+found), lossIn(c.series))
	}
}

func table1(at paper.Setting) paper.Experiment {
	_, parts := covered(at)
	x := paper.Experiment{ID: "exact/table1",
		Doc: fmt.Sprintf("Beside each printed row stands our step nearest to it. The averages are over two successive steps of every %d; "+
			"the choice averages says of which job set. A time scale is an interval where the constants that the printed rows leave of "+
			"equation 6 (exact/section3.2) give several.", parts[0].Every),
		Runs:      append(runs(at), paper.Describe(ctcTrace, log, interarrival)),
		Published: numbers().Of("table1"), Claims: table1Claims()}
	addSteps(&x, columns)
	x.Add(averages, "steps", "", func(r *paper.Results) float64 { return float64(len(everyStep(r, jobsRow))) })
	x.Add(averages, proven, "%", func(r *paper.Results) float64 {
		gaps := everyStep(r, gapSecond)
		return 100 * float64(count(gaps, func(g float64) bool { return g == 0 })) / float64(len(gaps))
	})
	for _, policy := range exact.Policies {
		x.Add(averages, "T is "+strings.ToUpper(policy.Name)+"'s", "%", func(r *paper.Results) float64 {
			return 100 * float64(latest(r, policy.Name)) / float64(len(everyStep(r, makespan)))
		})
	}
	x.Add(hours, "jobs", "jobs", waitingInHours)
	x.Add(eightJobs, "jobs", "jobs", paper.Value(matchedLabel, exampleJobs))
	x.Add(eightJobs, "makespan", "s", paper.Value(matchedLabel, exampleMakespan))
	x.Add(eightJobs, variables, "", paper.Value(matchedLabel, variables))
	x.Add(ctcTrace, interarrivalTime, "s", paper.Value(ctcTrace, interarrivalTime))
	addSteps(&x, efforts)
	x.Add(planning, workSlots, "units", paper.Value(matchedLabel, plansWork))
	return x
}

// addSteps adds columns to the rows of steps and of their averages.
func addSteps(x *paper.Experiment, columns []column) {
	for i := range rows() {
		for _, c := range columns {
			c.add(x, rows()[i].title, func(r *paper.Results, series string) float64 { return matches(r, series)[i] })
		}
	}
	for _, c := range columns {
		c.add(x, averages, func(r *paper.Results, series string) float64 { return paper.Mean(everyStep(r, series)) })
	}
}

// waitingInHours is mostWaiting; NaN if the averages' steps have no clock.
func waitingInHours(r *paper.Results) float64 {
	if _, parts := covered(r.Setting); !parts[0].Clock {
		return math.NaN()
	}
	return r.Value(part(0), mostWaiting)
}

func count[T any](values []T, is func(T) bool) (n int) {
	for _, v := range values {
		if is(v) {
			n++
		}
	}
	return n
}
