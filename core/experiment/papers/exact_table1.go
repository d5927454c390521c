package papers

import "fmt"

const (
	exactMatchedLabel = "matched"

	exactLoss       = "perf. loss"
	exactLossSecond = "perf. loss to the second"
	exactTime       = "comp. time"
	exactProven     = "proven optimal"
)

// exactFirst is how many jobs of the log the averages are of: the first ones.
func exactFirst(scale Scale) (jobs, every, parts int) {
	if scale == Quick {
		return exactQuickJobs, 5, 2
	}
	return 3000, 1, 10
}

func exactPart(k int) string { return fmt.Sprintf("steps, part %d", k+1) }

// exactRuns are the steps beside the printed rows, and those of the averages.
func exactRuns(scale Scale) []Run {
	work := exactWorkOf(scale)
	runs := []Run{{Label: exactMatchedLabel, JobSet: exactLog, Task: exactMatched{work}.task()}}
	jobs, every, parts := exactFirst(scale)
	for k := range parts {
		runs = append(runs, Run{Label: exactPart(k), JobSet: exactLog, Task: exactSample{jobs, every, k, parts, work}.task()})
	}
	return runs
}

// An exactSource is a series over the steps of the averages, or over those beside the
// printed rows.
type exactSource func(r *Results, name string) []float64

func exactAll(r *Results, name string) (all []float64) {
	_, _, parts := exactFirst(r.Scale)
	for k := range parts {
		if len(r.Series(exactPart(k), exactJobs)) > 0 {
			all = append(all, r.Series(exactPart(k), name)...)
		}
	}
	return all
}

func exactMatches(r *Results, name string) []float64 { return r.Series(exactMatchedLabel, name) }

// losses turns a series of qualities into losses in percent.
func (of exactSource) losses(r *Results, quality string) []float64 {
	var all []float64
	for _, q := range of(r, quality) {
		all = append(all, 100*(1-q))
	}
	return all
}

// An exactColumn is a column of table 1.
type exactColumn struct {
	title, unit string
	series      string
	loss        bool // of that series
	printed     func(*exactRow) float64
	note        string
}

const (
	exactSizeNote = "the nearest step in size that our simulation takes; the printed one is of another version of the log"
	exactMeanNote = "the printed mean is of steps that are not named; ours are all steps of the first 3,000 jobs"
	exactLossNote = "another step of about that size: how much there is to gain depends on its jobs"
)

var exactColumns = []exactColumn{
	{"jobs", "jobs", exactJobs, false, func(r *exactRow) float64 { return r.jobs }, exactSizeNote},
	{"makespan", "s", exactMakespan, false, func(r *exactRow) float64 { return r.makespan }, exactSizeNote},
	{"acc. run time", "s", exactAccumulated, false, func(r *exactRow) float64 { return r.accumulated }, exactSizeNote},
	{"time scale", "min", exactScale, false, func(r *exactRow) float64 { return r.scale }, "whole minutes of a step of another size"},
	{"time scale by the text", "min", exactTextScale, false, nil, ""},
	{"quality", "", exactQuality, false, func(r *exactRow) float64 { return r.quality }, exactLossNote},
	{exactLoss, "%", exactQuality, true, func(r *exactRow) float64 { return r.loss }, exactLossNote},
	{"gap", "%", exactGap, false, nil, ""},
	{"quality to the second", "", exactQualitySecond, false, nil, ""},
	{exactLossSecond, "%", exactQualitySecond, true, nil, ""},
	{"gap to the second", "%", exactGapSecond, false, nil, ""},
}

func (c *exactColumn) value(r *Results, of exactSource) []float64 {
	if c.loss {
		return of.losses(r, c.series)
	}
	return of(r, c.series)
}

func exactTable1(scale Scale) Experiment {
	jobs, every, _ := exactFirst(scale)
	x := Experiment{ID: "exact/table1", Kind: Table, Title: "Steps of self-tuning, and what the best policy loses",
		Doc:  fmt.Sprintf("Beside each printed row the step of ours that is nearest to it in size. Averages: of one in %d of the steps of the first %d jobs.", every, jobs),
		Runs: exactRuns(scale)}
	for i := range exactRows {
		row := &exactRows[i]
		for k := range exactColumns {
			c := &exactColumns[k]
			x.Cells = append(x.Cells, Cell{Row: row.title, Column: c.title, Unit: c.unit, Value: func(r *Results) float64 { return c.value(r, exactMatches)[i] }})
		}
		exactPublish(&x, row, "")
	}
	for k := range exactColumns {
		c := &exactColumns[k]
		x.Cells = append(x.Cells, Cell{Row: exactAverages.title, Column: c.title, Unit: c.unit, Value: func(r *Results) float64 { return dynpMean(c.value(r, exactAll)) }})
	}
	exactPublish(&x, &exactAverages, exactMeanNote)
	x.Cells = append(x.Cells,
		Cell{Row: exactAverages.title, Column: "steps", Value: func(r *Results) float64 { return float64(len(exactAll(r, exactJobs))) }},
		Cell{Row: exactAverages.title, Column: exactProven, Unit: "%", Value: func(r *Results) float64 {
			gaps := exactAll(r, exactGapSecond)
			return 100 * float64(exactCount(gaps, func(g float64) bool { return g == 0 })) / float64(len(gaps))
		}})
	x.Published = append(x.Published, Published{Row: "policies, 25 waiting jobs", Column: exactTime, Unit: "s", Value: 0.01, Note: exactTimed})
	x.Claims = exactTable1Claims()
	return x
}

const exactTimed = "Times differ between machines and are no result; BenchmarkExactStep measures ours."

// exactPublish adds a printed row; note is of all its numbers, or "" for each column's own.
func exactPublish(x *Experiment, row *exactRow, note string) {
	for _, c := range exactColumns {
		if c.printed == nil {
			continue
		}
		p := Published{Row: row.title, Column: c.title, Unit: c.unit, Value: c.printed(row), Note: c.note}
		if note != "" {
			p.Note = note
		}
		x.Published = append(x.Published, p)
	}
	x.Published = append(x.Published, Published{Row: row.title, Column: exactTime, Unit: "s", Value: row.seconds(), Note: exactTimed})
}

func exactCount(values []float64, is func(float64) bool) (n int) {
	for _, v := range values {
		if is(v) {
			n++
		}
	}
	return n
}
