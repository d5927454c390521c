package grid

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/internal/chart"
)

// The values of crossed are played in all combinations, those of single with each base, one
// at a time. No other choice concerns figures 1, 2, 7 and 8: limit is of drawn slowdowns.
var (
	crossed = []*paper.Choice{base, rule, tie}
	single  = []*paper.Choice{site, counting, factor, stretched, slowdown, taken, discipline}
)

// readings returns the readings that are compared, the setting's own first, all without a load.
func (m *model) readings() (all []paper.Reading) {
	own := m.withoutLoad()
	all = combined(own, crossed)
	for _, b := range base.Values {
		for _, c := range single {
			for _, v := range c.Values {
				all = append(all, own.With(base, b.Name).With(c, v.Name))
			}
		}
	}
	seen := map[string]bool{}
	return slices.DeleteFunc(all, func(r paper.Reading) bool {
		twice := seen[r.String()]
		seen[r.String()] = true
		return twice
	})
}

// withoutLoad is the setting's own reading without a load.
func (m *model) withoutLoad() paper.Reading { return m.Reading.With(load, load.Default()) }

// combined returns a reading with all combinations of the values of choices, itself first.
func combined(own paper.Reading, choices []*paper.Choice) []paper.Reading {
	all := []paper.Reading{own}
	for _, c := range choices {
		for _, r := range slices.Clone(all) {
			for _, v := range c.Values {
				if v.Name != r.Of(c) {
					all = append(all, r.With(c, v.Name))
				}
			}
		}
	}
	return all
}

// A row is a reading under a load.
type row struct {
	reading paper.Reading
	load    float64
}

func (m *model) rows() []row { return m.underLoads(m.readings(), figureLoads) }

// underLoads returns the readings under each of the loads of their base; at scale quick only the heaviest.
func (m *model) underLoads(readings []paper.Reading, byBase map[string][]float64) (all []row) {
	for _, r := range readings {
		loads := byBase[r.Of(base)]
		if m.Scale == paper.Quick {
			loads = loads[len(loads)-1:]
		}
		for _, load := range loads {
			all = append(all, row{r, load})
		}
	}
	return all
}

func (w row) title() string {
	return fmt.Sprintf("%s, load %v", w.reading.Name(), w.load)
}

// loadsOf are the loads of rows, in the order in which they come first.
func loadsOf(rows []row) (all []float64) {
	for _, w := range rows {
		if !slices.Contains(all, w.load) {
			all = append(all, w.load)
		}
	}
	return all
}

// ownRows are the rows with the reading of the first, the setting's own.
func ownRows(rows []row) (own []row) {
	for _, w := range rows {
		if w.reading.String() == rows[0].reading.String() {
			own = append(own, w)
		}
	}
	return own
}

// label begins the labels of the sweeps in a row.
func (w row) label() string { return w.title() + ", " }

// runs are the sweeps of a row.
func (m *model) runs(w row) (runs []paper.Run) {
	of := m.under(w.reading)
	of.load = w.load
	every := 1
	if m.Scale == paper.Quick {
		every = 40
	}
	for _, l := range lines {
		runs = append(runs, of.line(w.label()+l.label, l, every))
	}
	return runs
}

func (m *model) section5Readings() paper.Experiment {
	x := paper.Experiment{ID: "grid/section5-readings", Chart: m.readingChart}
	rows := m.rows()
	for _, w := range rows {
		x.Runs = append(x.Runs, m.runs(w)...)
		for _, c := range measures {
			x.Add(w.title(), c.column, c.unit, func(r *paper.Results) float64 { return c.value(r, w.label()) })
		}
	}
	for _, c := range criteria {
		x.Add(c.title, "readings and loads with which it is true", "%", c.judged(rows, false))
		x.Add(c.title, "of those without overload", "%", c.judged(rows, true))
	}
	return x
}

// A measure is a number that decides a claim, for one row.
type measure struct {
	column, unit string
	value        func(r *paper.Results, row string) float64
}

// count returns for how many permutations a line is lower than all others.
func count(l line, than ...line) func(*paper.Results, string) float64 {
	return func(r *paper.Results, row string) float64 {
		lower, _ := bests(r, row, l, than...)
		return float64(lower)
	}
}

// overloading returns in how many permutations a line overloads the grid.
func overloading(l line) func(*paper.Results, string) float64 {
	return func(r *paper.Results, row string) float64 { return float64(overloads(r, row+l.label)) }
}

var measures = []measure{
	{"fig1: multi-site better than sharing", "permutations", count(splits, shared)},
	{"fig1: adaptive best of three", "permutations", count(splits, larger, faster)},
	{"fig1: adaptive at least as good", "permutations", func(r *paper.Results, row string) float64 {
		_, atLeast := bests(r, row, splits, larger, faster)
		return float64(atLeast)
	}},
	{"fig1: adaptive below the better of the two", "%", func(r *paper.Results, row string) float64 {
		return 100 * (1 - mean(r, row+splits.label)/min(mean(r, row+larger.label), mean(r, row+faster.label)))
	}},
	{"fig2: allocation better than sharing", "permutations", count(molds, shared)},
	{"fig7: allocation better than multi-site", "permutations", count(molds, multis)},
	{"fig7: multi-site over allocation", "", func(r *paper.Results, row string) float64 {
		return mean(r, row+multis.label) / mean(r, row+molds.label)
	}},
	{"fig7: allocation's improvement on sharing over multi-site's", "", func(r *paper.Results, row string) float64 {
		return gains(mean(r, row+shared.label), mean(r, row+multis.label), mean(r, row+molds.label))
	}},
	{"fig8: independent over allocation, median", "", func(r *paper.Results, row string) float64 {
		q := ratio(r, row, alone, molds)
		slices.Sort(q)
		return q[len(q)/2]
	}},
	{"fig8: more than 4 times", "permutations", func(r *paper.Results, row string) float64 {
		return float64(above(4, ratio(r, row, alone, molds)))
	}},
	{"overloaded: independent", "permutations", overloading(alone)},
	{"overloaded: sharing", "permutations", overloading(shared)},
	{"overloaded: multi-site of figure 7", "permutations", overloading(multis)},
	{"overloaded: allocation", "permutations", overloading(molds)},
}

// A criterion decides a claim about all permutations, for any row, by the value of a measure and
// the number of permutations.
type criterion struct {
	title, measure string
	holds          func(v, total float64) bool
}

var criteria = []criterion{
	{"fig1: adaptive best for all", "fig1: adaptive best of three", all},
	{"fig1: adaptive never worse", "fig1: adaptive at least as good", all},
	{"fig1: multi-site better than sharing for most", "fig1: multi-site better than sharing", most},
	{"fig2: allocation better for all", "fig2: allocation better than sharing", all},
	{"fig7: allocation better for all", "fig7: allocation better than multi-site", all},
	{"fig7: fivefold turnaround", "fig7: multi-site over allocation", five},
	{"fig7: fivefold improvement", "fig7: allocation's improvement on sharing over multi-site's", five},
	{"fig8: fourfold for most", "fig8: more than 4 times", most},
}

func all(v, total float64) bool  { return v == total }
func most(v, total float64) bool { return 2*v > total }
func five(v, _ float64) bool     { return v > 5 }

// judged returns in what percentage of the rows the claim is true; with onlyCalm
// of those that are calm.
func (c criterion) judged(rows []row, onlyCalm bool) func(r *paper.Results) float64 {
	value := measures[slices.IndexFunc(measures, func(m measure) bool { return m.column == c.measure })].value
	return func(r *paper.Results) float64 {
		held, total := 0.0, 0.0
		for _, w := range rows {
			if onlyCalm && !calm(r, w) {
				continue
			}
			total++
			if c.holds(value(r, w.label()), float64(len(r.Series(w.label()+shared.label, turnaround)))) {
				held++
			}
		}
		return 100 * held / total
	}
}

// calm reports whether sharing, multi-site execution and allocation overload the grid in no permutation.
func calm(r *paper.Results, w row) bool {
	return overloads(r, w.label()+shared.label)+overloads(r, w.label()+multis.label)+overloads(r, w.label()+molds.label) == 0
}

// readingChart shows for how many permutations what holds under the setting's own reading.
func (m *model) readingChart(r *paper.Results) chart.Chart {
	p := chart.Panel{X: chart.Axis{Label: "load"}, Y: chart.Axis{Label: "permutations", Zero: true}}
	rows := m.rows()
	loads := loadsOf(ownRows(rows))
	for _, c := range measures {
		if c.unit == "permutations" {
			p.Series = append(p.Series, chart.Curve(c.column, loads, func(load float64) float64 {
				return c.value(r, row{rows[0].reading, load}.label())
			}))
		}
	}
	return chart.Chart{Title: "Permutations for which claims hold, reading: " + rows[0].reading.Name(),
		Panels: []chart.Panel{p}}
}

// section5Loads shows how turnaround grows with the load under the setting's reading.
func (m *model) section5Loads() paper.Experiment {
	x := paper.Experiment{ID: "grid/section5-loads"}
	reading := m.withoutLoad()
	var loads []float64
	for _, v := range load.Values[1:] {
		l, _ := strconv.ParseFloat(v.Name, 64) // modelOf has read it
		loads = append(loads, l)
	}
	for _, load := range loads {
		w := row{reading, load}
		x.Runs = append(x.Runs, m.runs(w)...)
		for _, l := range lines {
			x.Add(fmt.Sprintf("load %v", load), l.label, "s", meanOf(w.label()+l.label))
		}
	}
	x.Chart = func(r *paper.Results) chart.Chart {
		p := chart.Panel{X: chart.Axis{Label: "load"}, Y: chart.Axis{Label: "average turnaround [s]", Log: true}}
		for _, l := range lines {
			p.Series = append(p.Series, chart.Curve(l.label, loads, func(load float64) float64 {
				return mean(r, row{reading, load}.label()+l.label)
			}))
		}
		return chart.Chart{Panels: []chart.Panel{p}}
	}
	return x
}
