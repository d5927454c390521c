package papers

import (
	"fmt"
	"math"

	"github.com/backfill-lab/backfill/core/experiment/chart"
	"github.com/backfill-lab/backfill/core/grid"
)

// A gridReading is one way to read what the paper leaves open.
type gridReading struct {
	title   string
	options string // of the policies, beside split and power
	multi   string // options of multi-site execution only
	mold    string // options of adaptive allocation only
	cost    grid.MultiSite
}

const gridMain = "main"

var gridReadings = []gridReading{
	{title: gridMain, options: "site=most-power", multi: "tie=larger", cost: gridFixed},
	{title: "run time of the slowest site", options: "site=most-power", multi: "tie=larger", cost: grid.MultiSite{Overhead: gridOverhead, Reading: "slowest"}},
	{title: "p is the factor", options: "site=most-power", multi: "tie=larger", cost: grid.MultiSite{Overhead: gridOverhead - 1}},
	{title: "p in percent", options: "site=most-power", multi: "tie=larger", cost: grid.MultiSite{Overhead: gridOverhead / 100.0}},
	{title: "ties go to faster-first", options: "site=most-power", cost: gridFixed},
	{title: "adaptive counts what fits", options: "site=most-power", multi: "tie=larger,count=list", cost: gridFixed},
	{title: "adaptive counts each job", options: "site=most-power", multi: "tie=larger,count=each", cost: gridFixed},
	{title: "sent to the fastest site", options: "site=fastest", multi: "tie=larger", cost: gridFixed},
	{title: "sent to the best fit", options: "site=best-fit", multi: "tie=larger", cost: gridFixed},
	{title: "sent home if possible", options: "site=home", multi: "tie=larger", cost: gridFixed},
	{title: "allocation by power", options: "site=most-power", multi: "tie=larger", mold: "take=power", cost: gridFixed},
	{title: "waiting jobs are passed", options: "site=most-power,queue=list", multi: "tie=larger", cost: gridFixed},
}

// gridReadLoads are the loads of the main reading; the others have gridFewLoads.
var (
	gridReadLoads = []float64{1, 2, 3, 4, 5, 6, 8}
	gridFewLoads  = []float64{2, 4, 8}
)

// gridReadEvery thins the permutations out: 24 of 120.
const gridReadEvery = 5

// gridNamed adds options to the name of a policy.
func gridNamed(name string, options ...string) string {
	sep := ":"
	for _, o := range options {
		if o != "" {
			name += sep + o
			sep = ","
		}
	}
	return name
}

// loads of the reading, at scale quick only one.
func (d *gridReading) loads(scale Scale) []float64 {
	switch {
	case scale == Quick:
		return []float64{gridHeavy}
	case d.title == gridMain:
		return gridReadLoads
	}
	return gridFewLoads
}

func (d *gridReading) row(load float64) string { return fmt.Sprintf("%s, load %v", d.title, load) }

// The lines of a reading, as their labels end.
const (
	gridRead     = "sharing"
	gridReadAway = "independent"
	gridReadMold = "power "
)

var gridReadSplits = []string{"larger", "faster", "adaptive"}

func gridReadingsExperiment(scale Scale) Experiment {
	x := Experiment{ID: "grid/section5-readings", Kind: Figure, Title: "Which reading and which load make the claims hold",
		Doc: "Readings of what the paper leaves open, each differing from the main one in one point, and loads, on SDSC SP2. " +
			"Counts are of permutations of the speed vector, of which every fifth is played. Multi-site is with p=2, adaptive allocation with power 0.5, where nothing else is said."}
	for i := range gridReadings {
		d := &gridReadings[i]
		for _, load := range d.loads(scale) {
			x.Runs = append(x.Runs, d.runs(load, scale)...)
			x.Cells = append(x.Cells, d.cells(load)...)
		}
	}
	x.Cells = append(x.Cells, gridJudgedCells(scale)...)
	x.Chart = gridReadingChart
	return x
}

// runs are the sweeps of a reading under a load.
func (d *gridReading) runs(load float64, scale Scale) (runs []Run) {
	every := gridReadEvery
	if scale == Quick {
		every = 40
	}
	add := func(line, policy string, m grid.MultiSite) {
		runs = append(runs, gridSDSC.sweep(d.row(load)+", "+line, policy, load, m, every))
	}
	add(gridReadAway, gridIndependent, gridNoSplit)
	add(gridRead, gridNamed("grid-sharing", d.options), gridNoSplit)
	for _, how := range gridReadSplits {
		multi := d.multi
		if how != "adaptive" {
			multi = ""
		}
		add(how, gridNamed("grid-multisite", "split="+how, multi, d.options), d.cost)
	}
	for _, p := range gridPowers[1:] {
		add(fmt.Sprint(gridReadMold, p), gridNamed("grid-moldable", fmt.Sprintf("power=%v", p), d.mold, d.options), gridNoSplit)
	}
	return runs
}

// A gridMeasure is what a claim is judged by, of one reading and load.
type gridMeasure struct {
	column, unit string
	value        func(r *Results, row string) float64
}

func gridCount(lower, than string) func(*Results, string) float64 {
	return func(r *Results, row string) float64 {
		wins, _ := gridWins(r, row+", "+lower, row+", "+than)
		return float64(wins)
	}
}

var (
	gridMold5 = fmt.Sprint(gridReadMold, 0.5)

	gridMeasures = []gridMeasure{
		{"fig1: multi-site better than sharing", "permutations", gridCount("adaptive", gridRead)},
		{"fig1: adaptive best of three", "permutations", func(r *Results, row string) float64 {
			lower, _ := gridBests(r, row+", adaptive", row+", larger", row+", faster")
			return float64(lower)
		}},
		{"fig1: adaptive at least as good", "permutations", func(r *Results, row string) float64 {
			_, atLeast := gridBests(r, row+", adaptive", row+", larger", row+", faster")
			return float64(atLeast)
		}},
		{"fig2: allocation better than sharing", "permutations", gridCount(gridMold5, gridRead)},
		{"fig3: best power", "", func(r *Results, row string) float64 { best, _ := gridReadBest(r, row); return best }},
		{"fig3: power 0.5 above the best", "%", func(r *Results, row string) float64 {
			_, least := gridReadBest(r, row)
			return 100 * (gridMean(r, row+", "+gridMold5)/least - 1)
		}},
		{"fig7: allocation better than multi-site", "permutations", gridCount(gridMold5, "adaptive")},
		{"fig7: multi-site over allocation", "", func(r *Results, row string) float64 {
			return gridMean(r, row+", adaptive") / gridMean(r, row+", "+gridMold5)
		}},
		{"fig8: independent over allocation, (1,3,5,7,9)", "", func(r *Results, row string) float64 {
			return gridRatio(r, row+", "+gridReadAway, row+", "+gridMold5)[0]
		}},
		{"fig8: more than 4 times", "permutations", func(r *Results, row string) (n float64) {
			for _, q := range gridRatio(r, row+", "+gridReadAway, row+", "+gridMold5) {
				if q > 4 {
					n++
				}
			}
			return n
		}},
	}
)

// gridReadBest is the threshold with the lowest mean turnaround, and that.
func gridReadBest(r *Results, row string) (best, least float64) {
	best, least = math.NaN(), math.Inf(1)
	for _, p := range gridPowers[1:] {
		if v := gridMean(r, fmt.Sprint(row, ", ", gridReadMold, p)); v < least {
			best, least = p, v
		}
	}
	return best, least
}

func (d *gridReading) cells(load float64) (cells []Cell) {
	row := d.row(load)
	for _, m := range gridMeasures {
		cells = append(cells, Cell{Row: row, Column: m.column, Unit: m.unit, Value: func(r *Results) float64 { return m.value(r, row) }})
	}
	return cells
}

// A gridJudged is a claim about all permutations, for any reading and load.
type gridJudged struct {
	title string
	holds func(r *Results, row string, total float64) bool
}

var gridJudges = []gridJudged{
	{"fig1: adaptive best for all", func(r *Results, row string, total float64) bool {
		return gridAtRow("fig1: adaptive best of three", r, row) == total
	}},
	{"fig1: multi-site better than sharing for most", func(r *Results, row string, total float64) bool {
		return 2*gridAtRow("fig1: multi-site better than sharing", r, row) > total
	}},
	{"fig2: allocation better for all", func(r *Results, row string, total float64) bool {
		return gridAtRow("fig2: allocation better than sharing", r, row) == total
	}},
	{"fig3: 0.5 within 0.1 % of the best power", func(r *Results, row string, _ float64) bool {
		return gridAtRow("fig3: power 0.5 above the best", r, row) <= 0.1
	}},
	{"fig7: allocation better for all", func(r *Results, row string, total float64) bool {
		return gridAtRow("fig7: allocation better than multi-site", r, row) == total
	}},
	{"fig7: fivefold", func(r *Results, row string, _ float64) bool {
		return gridAtRow("fig7: multi-site over allocation", r, row) > 5
	}},
	{"fig8: fourfold for most", func(r *Results, row string, total float64) bool {
		return 2*gridAtRow("fig8: more than 4 times", r, row) > total
	}},
}

// gridAtRow is the measure of that column.
func gridAtRow(column string, r *Results, row string) float64 {
	for _, m := range gridMeasures {
		if m.column == column {
			return m.value(r, row)
		}
	}
	panic("papers: grid has no measure " + column)
}

// gridJudgedCells say for how many readings and loads each claim is true.
func gridJudgedCells(scale Scale) (cells []Cell) {
	for _, c := range gridJudges {
		count := func(only string) func(r *Results) float64 {
			return func(r *Results) float64 {
				held, of := 0.0, 0.0
				for i := range gridReadings {
					d := &gridReadings[i]
					for _, load := range d.loads(scale) {
						if only != "" && d.title != only {
							continue
						}
						of++
						if c.holds(r, d.row(load), float64(len(r.Series(d.row(load)+", "+gridRead, gridTurnaround)))) {
							held++
						}
					}
				}
				return 100 * held / of
			}
		}
		cells = append(cells, Cell{Row: c.title, Column: "readings and loads with which it is true", Unit: "%", Value: count("")},
			Cell{Row: c.title, Column: "loads of the main reading with which it is true", Unit: "%", Value: count(gridMain)})
	}
	return cells
}

// gridReadingChart shows for how many permutations what holds under the main
// reading.
func gridReadingChart(r *Results) chart.Chart {
	d := &gridReadings[0]
	loads := d.loads(r.Scale)
	p := chart.Panel{X: chart.Axis{Label: "load"}, Y: chart.Axis{Label: "permutations", Zero: true}}
	for _, m := range gridMeasures {
		if m.unit != "permutations" {
			continue
		}
		s := chart.Series{Name: m.column, X: loads}
		for _, load := range loads {
			s.Y = append(s.Y, m.value(r, d.row(load)))
		}
		p.Series = append(p.Series, s)
	}
	return chart.Chart{Title: "Permutations for which claims hold, main reading", Panels: []chart.Panel{p}}
}

// gridLoads shows how turnaround grows with the load under the main reading.
func gridLoads(scale Scale) Experiment {
	x := Experiment{ID: "grid/section5-loads", Kind: Figure, Title: "Turnaround under different loads",
		Doc: "The loads that the paper does not print, on SDSC SP2: means over every fifth permutation of the speed vector."}
	d := &gridReadings[0]
	lines := []struct{ title, line string }{
		{gridAlone.title, gridReadAway}, {gridShared.title, gridRead}, {gridLarger.title, "larger"}, {gridFaster.title, "faster"},
		{gridSplits.title, "adaptive"}, {gridMolds.title, gridMold5},
	}
	for _, load := range d.loads(scale) {
		x.Runs = append(x.Runs, d.runs(load, scale)...)
		for _, l := range lines {
			x.Cells = append(x.Cells, Cell{Row: fmt.Sprintf("load %v", load), Column: l.title, Unit: "s",
				Value: func(r *Results) float64 { return gridMean(r, d.row(load)+", "+l.line) }})
		}
	}
	x.Chart = func(r *Results) chart.Chart {
		loads := d.loads(r.Scale)
		p := chart.Panel{X: chart.Axis{Label: "load"}, Y: chart.Axis{Label: "average turnaround [s]", Log: true}}
		for _, l := range lines {
			s := chart.Series{Name: l.title, X: loads}
			for _, load := range loads {
				s.Y = append(s.Y, gridMean(r, d.row(load)+", "+l.line))
			}
			p.Series = append(p.Series, s)
		}
		return chart.Chart{Title: x.Title, Panels: []chart.Panel{p}}
	}
	return x
}
