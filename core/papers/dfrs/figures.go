package dfrs

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/internal/chart"
)

// curves are the algorithms of figure 1: "only the Greedy and GreedyPM versions" of
// table 2, and batch scheduling.
var curves = slices.DeleteFunc(table2Algorithms(), func(a string) bool {
	return strings.HasPrefix(a, "GreedyP*") || strings.HasPrefix(a, "GreedyP/")
})

// short is the name of an algorithm in figure 1's legend.
func short(a string) string {
	return strings.NewReplacer("/OPT=MIN", "", "/OPT=MAX", "", "=600", "").Replace(a)
}

func fig1(at paper.Setting) paper.Experiment {
	x := paper.Experiment{ID: "dfrs/fig1",
		Doc: "Scaled synthetic traces; OPT=MIN (/stretch-per: MAX); MINVT stands for MINVT=600.", Claims: fig1Claims()}
	loads := scaled.loads(at.Scale)
	scaled.need(&x, at, curves...)
	for _, a := range curves {
		for _, load := range loads {
			at := instances{jobSet: traces, loads: only(load)}
			at.addStatistic(&x, a, fmt.Sprint("load ", load), "", avg, func(r *paper.Results) []float64 { return at.degradation(r, a) })
		}
	}
	x.Published = numbers().Of("fig1")
	x.Chart = func(r *paper.Results) chart.Chart {
		// Every panel has a series for every curve, without points if it does not show it, so
		// that a curve looks the same in all.
		panel := func(title string, algorithms ...string) chart.Panel {
			p := chart.Panel{Title: title, X: chart.Axis{Label: "load"}, Y: chart.Axis{Label: "average degradation from bound", Log: true}}
			for _, a := range curves {
				p.Series = append(p.Series, chart.Curve(short(a), loads, func(load float64) float64 {
					if slices.Contains(algorithms, a) {
						return atLoad(r, load, a)
					}
					return math.NaN()
				}))
			}
			paper.AddPrinted(&p, x.Published, func(n paper.Published) (string, float64) {
				load := math.NaN()
				fmt.Sscanf(n.Column, "load %f", &load)
				if !slices.Contains(algorithms, n.Row) {
					load = math.NaN()
				}
				return short(n.Row), load
			})
			return p
		}
		return chart.Chart{Note: x.Doc, Panels: []chart.Panel{
			panel("all", curves...),
			panel("greedy", purely[2], plain[0], plain[2], star[0], star[2], grace[1], bestName),
			panel("with MINVT", grace[1], bestName, global[0], global[1], global[2]),
		}}
	}
	return x
}

// atLoad is the average degradation over the traces scaled to a load.
func atLoad(r *paper.Results, load float64, algorithm string) float64 {
	return reduce(instances{jobSet: traces, loads: only(load)}.degradation(r, algorithm), avg)
}

// periods are those of figures 3, 4 and 9, and with long those of 5 to 8.
func periods(scale paper.Scale, long bool) (all []int) {
	short := []int{600, 900, 1200, 1800, 2400, 3000, 3600, 4800, 6000, 7200, 8400, 9600, 10800, 12000}
	more := []int{15000, 18000, 21000, 24000, 30000, 36000, 42000, 48000, 54000, 60000}
	if scale == paper.Quick {
		short, more = []int{600, 1200, 3600, 12000}, []int{15000, 60000}
	}
	if long {
		return append(short, more...)
	}
	return short
}

// A line is a number of the best algorithm over the period.
type line struct {
	row, name string // in the table, and in the chart
	unit      string
	of        instances
	at        func(r *paper.Results, seconds int) float64
}

// add adds the line's runs and cells.
func (l line) add(x *paper.Experiment, at paper.Setting, periods []int) {
	for _, seconds := range periods {
		l.of.need(x, at, period(seconds))
		x.Add(l.row, fmt.Sprintf("period %d s", seconds), l.unit, func(r *paper.Results) float64 { return l.at(r, seconds) })
	}
}

// overPeriods is a panel of lines.
func overPeriods(r *paper.Results, title, y string, periods []int, lines ...line) chart.Panel {
	p := chart.Panel{Title: title, X: chart.Axis{Label: "period [s]", Zero: true}, Y: chart.Axis{Label: y, Zero: true}}
	for _, l := range lines {
		s := chart.Series{Name: l.name}
		for _, seconds := range periods {
			s.X, s.Y = append(s.X, float64(seconds)), append(s.Y, l.at(r, seconds))
		}
		p.Series = append(p.Series, s)
	}
	return p
}

// linesFigure is a figure of lines in one panel.
func linesFigure(id, y string, at paper.Setting, long bool, lines ...line) paper.Experiment {
	x := paper.Experiment{ID: "dfrs/" + id}
	periods := periods(at.Scale, long)
	for _, l := range lines {
		l.add(&x, at, periods)
	}
	x.Chart = func(r *paper.Results) chart.Chart {
		return chart.Chart{Panels: []chart.Panel{overPeriods(r, "", y, periods, lines...)}}
	}
	return x
}

// periodFigures are figures 3 to 9 in their order.
func periodFigures(at paper.Setting) []paper.Experiment {
	return []paper.Experiment{
		underFigure("fig3", at, false, allSets...),
		fig4(at),
		underFigure("fig5", at, true, realWorld),
		underFigure("fig6", at, true, unscaled),
		underFigure("fig7", at, true, scaled),
		stretchFigure("fig8", at, true),
		fig9(at),
	}
}

// underAt is the average normalized underutilization of an algorithm.
func (s instances) underAt(r *paper.Results, algorithm string) float64 {
	return underOf(r)(s.key, "", algorithm)
}

// each returns a name for each number.
func each(numbers []int, name func(int) string) (all []string) {
	for _, n := range numbers {
		all = append(all, name(n))
	}
	return all
}

// underFigure is underutilization over the period: figures 3 and 5 to 7.
func underFigure(id string, at paper.Setting, long bool, sets ...instances) paper.Experiment {
	x := paper.Experiment{ID: "dfrs/" + id}
	periods := periods(at.Scale, long)
	easy := func(s instances) line {
		return line{name: nameEASY, at: func(r *paper.Results, _ int) float64 { return s.underAt(r, nameEASY) }}
	}
	best := func(s instances) line {
		at := func(r *paper.Results, seconds int) float64 { return s.underAt(r, period(seconds)) }
		return line{row: s.title, name: bestName, of: s, at: at}
	}
	for _, s := range sets {
		s.need(&x, at, nameEASY)
		x.Add(s.title, nameEASY, "", paper.From(underOf, s.key, "", nameEASY))
		best(s).add(&x, at, periods)
		x.Add(s.title, "least over the periods", "", func(r *paper.Results) float64 { v, _ := s.leastUnder(r, periods); return v })
	}
	switch {
	case id == "fig5":
		x.Claims = []paper.Claim{paper.Judged("increases-again", increasesAgain(realWorld))}
	case id == "fig7":
		unscaled.need(&x, at, each(periods, period)...)
		x.Claims = []paper.Claim{paper.Judged("increases-again", increasesAgain(synthetics...))}
	case id == "fig3":
		for _, s := range allSets {
			s.need(&x, at, each(similarPeriods, periodP)...)
		}
		x.Claims = fig3Claims()
		x.Published = numbers().Of("fig3")
	}
	x.Chart = func(r *paper.Results) chart.Chart {
		c := chart.Chart{Cols: len(sets)}
		for _, s := range sets {
			p := overPeriods(r, s.title, "normalized underutilization", periods, easy(s), best(s))
			paper.AddPrinted(&p, x.Published, func(n paper.Published) (string, float64) {
				switch {
				case n.Row != s.title:
					return "", math.NaN()
				case n.Column == nameEASY:
					return nameEASY, float64(periods[len(periods)-1])
				}
				_, at := s.leastUnder(r, periods) // the least has no place in the text
				return bestName, float64(at)
			})
			c.Panels = append(c.Panels, p)
		}
		return c
	}
	return x
}

// leastUnder is the lowest underutilization of the best algorithm over periods,
// and where it is.
func (s instances) leastUnder(r *paper.Results, periods []int) (least float64, at int) {
	for i, seconds := range periods {
		if v := s.underAt(r, period(seconds)); i == 0 || v < least {
			least, at = v, seconds
		}
	}
	return least, at
}

// stretchAt is the average degradation of the best algorithm with a period.
func (s instances) stretchAt(r *paper.Results, seconds int) float64 {
	return stretches(r)(s.key, avg, period(seconds))
}

// stretchFigure is degradation over the period: figures 4 and 8.
func stretchFigure(id string, at paper.Setting, long bool) paper.Experiment {
	var lines []line
	for _, s := range allSets {
		lines = append(lines, line{row: s.title, name: s.title, of: s, at: s.stretchAt})
	}
	return linesFigure(id, "average degradation from bound", at, long, lines...)
}

func fig4(at paper.Setting) paper.Experiment {
	x := stretchFigure("fig4", at, false)
	for _, s := range allSets {
		s.need(&x, at, nameEASY)
	}
	x.Claims = fig4Claims()
	return x
}

// totalFlow is the best algorithm's average bandwidth with a period, at high loads.
func totalFlow(r *paper.Results, seconds int) float64 {
	return bandwidth(cost(r), avg, period(seconds))
}

func fig9(at paper.Setting) paper.Experiment {
	flow := func(measure, name string) line {
		return line{row: measure, name: name, unit: "GB/s", of: highlyLoaded,
			at: func(r *paper.Results, seconds int) float64 { return cost(r)(measure, avg, period(seconds)) }}
	}
	x := linesFigure("fig9", "bandwidth [GB/s]", at, false, flow("pmtn GB/s", "preemption"), flow("mig GB/s", "migration"),
		line{row: "total", name: "total", unit: "GB/s", of: highlyLoaded, at: totalFlow})
	x.Claims = fig9Claims()
	return x
}
