package grid

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/chart"
	"github.com/backfill-lab/backfill/core/grid"
	"github.com/backfill-lab/backfill/core/paper"
)

// A reading is one way to read what the paper leaves open.
type reading struct {
	title   string
	options string // of the policies, beside split and power
	multi   string // options of multi-site execution only
	mold    string // options of adaptive allocation only
	cost    grid.MultiSite
}

const main = "main"

// readings are the main one and others, which differ from it in one point.
var readings = []reading{
	differing(main, func(*reading) {}),
	differing("run time of the slowest site", func(d *reading) { d.cost.Reading = "slowest" }),
	differing("p is the factor", func(d *reading) { d.cost.Overhead = overhead - 1 }),
	differing("p in percent", func(d *reading) { d.cost.Overhead = overhead / 100.0 }),
	differing("ties go to faster-first", func(d *reading) { d.multi = "" }),
	differing("adaptive counts what fits", func(d *reading) { d.multi += ",count=list" }),
	differing("adaptive counts each job", func(d *reading) { d.multi += ",count=each" }),
	differing("sent to the fastest site", func(d *reading) { d.options = "site=fastest" }),
	differing("sent to the best fit", func(d *reading) { d.options = "site=best-fit" }),
	differing("sent home if possible", func(d *reading) { d.options = "site=home" }),
	differing("allocation by power", func(d *reading) { d.mold = "take=power" }),
	differing("waiting jobs are passed", func(d *reading) { d.options += ",queue=list" }),
}

func differing(title string, change func(d *reading)) reading {
	d := reading{title: title, options: "site=most-power", multi: "tie=larger", cost: fixed}
	change(&d)
	return d
}

// readLoads are the loads of the main reading; the others have fewLoads.
var (
	readLoads = []float64{1, 2, 3, 4, 5, 6, 8}
	fewLoads  = []float64{2, 4, 8}
)

// readEvery thins the permutations out: 24 of 120.
const readEvery = 5

// named adds options to the name of a policy, leaving out empty ones.
func named(name string, options ...string) string {
	return name + ":" + strings.Join(slices.DeleteFunc(options, func(o string) bool { return o == "" }), ",")
}

// loads are the loads of the reading: at scale quick only one.
func (d *reading) loads(scale paper.Scale) []float64 {
	switch {
	case scale == paper.Quick:
		return []float64{heavy}
	case d.title == main:
		return readLoads
	}
	return fewLoads
}

func (d *reading) row(load float64) string { return fmt.Sprintf("%s, load %v", d.title, load) }

// label begins the labels of the sweeps in a row.
func (d *reading) label(load float64) string { return d.row(load) + ", " }

// The lines of a reading, as their labels end.
const (
	read     = "sharing"
	readAway = "independent"
	readMold = "power "
)

var readSplits = []string{"larger", "faster", "adaptive"}

func readingsExperiment(scale paper.Scale) paper.Experiment {
	x := paper.Experiment{ID: "grid/section5-readings", Kind: paper.Figure, Title: "Which reading and which load make the claims hold",
		Doc: "Readings of what the paper leaves open, each differing from the main one in one point, and loads, on SDSC SP2. Counts are of " +
			"permutations of the speed vector; every fifth is played. Unless the row says otherwise, multi-site is with p=2, and adaptive " +
			"allocation with power 0.5.",
		Chart: readingChart}
	for _, d := range readings {
		for _, load := range d.loads(scale) {
			x.Runs = append(x.Runs, d.runs(load, scale)...)
			for _, m := range measures {
				x.Add(d.row(load), m.column, m.unit, func(r *paper.Results) float64 { return m.value(r, d.label(load)) })
			}
		}
	}
	for _, c := range judges {
		x.Add(c.title, "readings and loads with which it is true", "%", c.judged(readings))
		x.Add(c.title, "loads of the main reading with which it is true", "%", c.judged(readings[:1]))
	}
	return x
}

// runs are the sweeps of a reading under a load.
func (d *reading) runs(load float64, scale paper.Scale) (runs []paper.Run) {
	every := readEvery
	if scale == paper.Quick {
		every = 40
	}
	add := func(line, policy string, m grid.MultiSite) {
		runs = append(runs, sdsc.sweep(d.label(load)+line, policy, load, m, every))
	}
	add(readAway, independent, noSplit)
	add(read, named("grid-sharing", d.options), noSplit)
	for _, how := range readSplits {
		multi := d.multi
		if how != "adaptive" {
			multi = ""
		}
		add(how, named("grid-multisite", "split="+how, multi, d.options), d.cost)
	}
	for _, p := range powers[1:] {
		add(fmt.Sprint(readMold, p), named("grid-moldable", fmt.Sprintf("power=%v", p), d.mold, d.options), noSplit)
	}
	return runs
}

// A measure is a number that decides a claim, for one reading and load.
type measure struct {
	column, unit string
	value        func(r *paper.Results, row string) float64
}

// count returns for how many permutations a line is lower than all others.
func count(lower string, than ...string) func(*paper.Results, string) float64 {
	return func(r *paper.Results, row string) float64 {
		lower, _ := bests(r, row, lower, than...)
		return float64(lower)
	}
}

var (
	mold5 = fmt.Sprint(readMold, 0.5)

	measures = []measure{
		{"fig1: multi-site better than sharing", "permutations", count("adaptive", read)},
		{"fig1: adaptive best of three", "permutations", count("adaptive", "larger", "faster")},
		{"fig1: adaptive at least as good", "permutations", asGood},
		{"fig2: allocation better than sharing", "permutations", count(mold5, read)},
		{"fig3: best power", "", func(r *paper.Results, row string) float64 { best, _ := readBest(r, row); return best }},
		{"fig3: power 0.5 above the best", "%", aboveBest},
		{"fig7: allocation better than multi-site", "permutations", count(mold5, "adaptive")},
		{"fig7: multi-site over allocation", "", func(r *paper.Results, row string) float64 {
			return mean(r, row+"adaptive") / mean(r, row+mold5)
		}},
		{"fig8: independent over allocation, (1,3,5,7,9)", "", func(r *paper.Results, row string) float64 { return awayOver(r, row)[0] }},
		{"fig8: more than 4 times", "permutations", func(r *paper.Results, row string) float64 { return float64(above(4, awayOver(r, row))) }},
	}
)

func asGood(r *paper.Results, row string) float64 {
	_, atLeast := bests(r, row, "adaptive", "larger", "faster")
	return float64(atLeast)
}

func aboveBest(r *paper.Results, row string) float64 {
	_, least := readBest(r, row)
	return 100 * (mean(r, row+mold5)/least - 1)
}

// awayOver is the ratio of independent clusters to adaptive allocation, by permutation.
func awayOver(r *paper.Results, row string) []float64 { return ratio(r, row+readAway, row+mold5) }

// readBest is the threshold with the lowest mean turnaround, and that turnaround.
func readBest(r *paper.Results, row string) (best, least float64) {
	best, least = math.NaN(), math.Inf(1)
	for _, p := range powers[1:] {
		if v := mean(r, fmt.Sprint(row, readMold, p)); v < least {
			best, least = p, v
		}
	}
	return best, least
}

// A judge decides a claim about all permutations, for any reading and load, by the value
// of a measure and the number of permutations.
type judge struct {
	title, measure string
	holds          func(v, total float64) bool
}

var judges = []judge{
	{"fig1: adaptive best for all", "fig1: adaptive best of three", all},
	{"fig1: multi-site better than sharing for most", "fig1: multi-site better than sharing", most},
	{"fig2: allocation better for all", "fig2: allocation better than sharing", all},
	{"fig3: 0.5 within 0.1 % of the best power", "fig3: power 0.5 above the best", func(v, _ float64) bool { return v <= 0.1 }},
	{"fig7: allocation better for all", "fig7: allocation better than multi-site", all},
	{"fig7: fivefold", "fig7: multi-site over allocation", func(v, _ float64) bool { return v > 5 }},
	{"fig8: fourfold for most", "fig8: more than 4 times", most},
}

func all(v, total float64) bool  { return v == total }
func most(v, total float64) bool { return 2*v > total }

// judged returns in what percentage of the readings and loads the claim is true.
func (c judge) judged(some []reading) func(r *paper.Results) float64 {
	value := measures[slices.IndexFunc(measures, func(m measure) bool { return m.column == c.measure })].value
	return func(r *paper.Results) float64 {
		held, total := 0.0, 0.0
		for _, d := range some {
			for _, load := range d.loads(r.Scale) {
				total++
				row := d.label(load)
				if c.holds(value(r, row), float64(len(r.Series(row+read, turnaround)))) {
					held++
				}
			}
		}
		return 100 * held / total
	}
}

// readingChart shows for how many permutations what holds under the main reading.
func readingChart(r *paper.Results) chart.Chart {
	d, p := &readings[0], chart.Panel{X: chart.Axis{Label: "load"}, Y: chart.Axis{Label: "permutations", Zero: true}}
	for _, m := range measures {
		if m.unit == "permutations" {
			p.Series = append(p.Series, chart.Curve(m.column, d.loads(r.Scale), func(load float64) float64 { return m.value(r, d.label(load)) }))
		}
	}
	return chart.Chart{Title: "Permutations for which claims hold, main reading", Panels: []chart.Panel{p}}
}

// loads shows how turnaround grows with the load under the main reading.
func loads(scale paper.Scale) paper.Experiment {
	x := paper.Experiment{ID: "grid/section5-loads", Kind: paper.Figure, Title: "Turnaround under different loads",
		Doc: "The loads that the paper does not print, on SDSC SP2: means over every fifth permutation of the speed vector."}
	d := &readings[0]
	lines := []struct{ title, line string }{
		{alone.title, readAway}, {shared.title, read}, {larger.title, "larger"}, {faster.title, "faster"},
		{splits.title, "adaptive"}, {molds.title, mold5},
	}
	for _, load := range d.loads(scale) {
		x.Runs = append(x.Runs, d.runs(load, scale)...)
		for _, l := range lines {
			x.Add(fmt.Sprintf("load %v", load), l.title, "s", meanOf(d.label(load)+l.line))
		}
	}
	x.Chart = func(r *paper.Results) chart.Chart {
		p := chart.Panel{X: chart.Axis{Label: "load"}, Y: chart.Axis{Label: "average turnaround [s]", Log: true}}
		for _, l := range lines {
			p.Series = append(p.Series, chart.Curve(l.title, d.loads(r.Scale), func(load float64) float64 { return mean(r, d.label(load)+l.line) }))
		}
		return chart.Chart{Title: x.Title, Panels: []chart.Panel{p}}
	}
	return x
}
