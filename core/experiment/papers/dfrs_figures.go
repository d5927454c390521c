package papers

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/experiment/chart"
)

func dfrsLoadColumn(load float64) string { return fmt.Sprintf("load %v", load) }

// dfrsCurves are the algorithms of figure 1: "only the Greedy and GreedyPM
// versions" of table 2, batch scheduling beside them.
var dfrsCurves = slices.DeleteFunc(dfrsTable2Algorithms(), func(a string) bool {
	return strings.HasPrefix(a, "GreedyP*") || strings.HasPrefix(a, "GreedyP/")
})

// dfrsShort is the name of an algorithm in figure 1's legend.
func dfrsShort(a string) string {
	return strings.NewReplacer("/OPT=MIN", "", "/OPT=MAX", "", "=600", "").Replace(a)
}

func dfrsFig1(scale Scale) Experiment {
	x := Experiment{ID: "dfrs/fig1", Kind: Figure, Title: "Average degradation from the bound over load, rescheduling penalty of 5 minutes",
		Doc: "Scaled synthetic traces; OPT=MIN (/stretch-per: MAX), and MINVT=600 where MINVT is in the name.", Claims: dfrsFig1Claims()}
	loads := dfrsScaled.loads(scale)
	dfrsNeed(&x, dfrsScaled, scale, loads, dfrsCurves...)
	for _, a := range dfrsCurves {
		for _, load := range loads {
			x.Cells = append(x.Cells, Cell{Row: a, Column: dfrsLoadColumn(load), Value: func(r *Results) float64 { return dfrsAtLoad(r, load, a) }})
		}
	}
	x.Published = []Published{
		{Row: dfrsBest, Column: dfrsLoadColumn(0.1), Value: 3, Note: "The text says about 3 at low loads."},
		{Row: dfrsBest, Column: dfrsLoadColumn(0.9), Value: 7.5, Note: "The text says 7.5 at high loads."},
	}
	x.Chart = func(r *Results) chart.Chart {
		// Every panel has a series for every curve, so that a curve looks the same
		// in all; those of other panels have no points.
		panel := func(title string, algorithms ...string) chart.Panel {
			p := chart.Panel{Title: title, X: chart.Axis{Label: "load"}, Y: chart.Axis{Label: "average degradation from bound", Log: true}}
			for _, a := range dfrsCurves {
				s := chart.Series{Name: dfrsShort(a), X: loads}
				for _, load := range loads {
					y := math.NaN()
					if slices.Contains(algorithms, a) {
						y = dfrsAtLoad(r, load, a)
					}
					s.Y = append(s.Y, y)
				}
				p.Series = append(p.Series, s)
			}
			return p
		}
		return chart.Chart{Title: x.Title, Note: x.Doc, Panels: []chart.Panel{
			panel("all", dfrsCurves...),
			panel("greedy", dfrsPurely[2], dfrsPlain[0], dfrsPlain[2], dfrsStar[0], dfrsStar[2], dfrsGrace[1], dfrsBest),
			panel("with MINVT", dfrsGrace[1], dfrsBest, dfrsGlobal[0], dfrsGlobal[1], dfrsGlobal[2]),
		}}
	}
	return x
}

// dfrsAtLoad is the average degradation over the traces scaled to a load.
func dfrsAtLoad(r *Results, load float64, algorithm string) float64 {
	return dfrsReduce(dfrsScaled.degradation(r, []float64{load}, algorithm), dfrsAvg)
}

// dfrsPeriods are those of figures 3, 4 and 9, and with long those of 5 to 8.
func dfrsPeriods(scale Scale, long bool) (all []int) {
	short, more := []int{600, 900, 1200, 1800, 2400, 3000, 3600, 4800, 6000, 7200, 8400, 9600, 10800, 12000}, []int{15000, 18000, 21000, 24000, 30000, 36000, 42000, 48000, 54000, 60000}
	if scale == Quick {
		short, more = []int{600, 1200, 3600, 12000}, []int{15000, 60000}
	}
	if long {
		return append(short, more...)
	}
	return short
}

func dfrsPeriodColumn(seconds int) string { return fmt.Sprintf("period %d s", seconds) }

// dfrsPeriodFigures are figures 3 to 9 in their order.
func dfrsPeriodFigures(scale Scale) []Experiment {
	return []Experiment{
		dfrsUnderFigure("fig3", scale, false, dfrsSets...),
		dfrsStretchFigure("fig4", scale, false),
		dfrsUnderFigure("fig5", scale, true, dfrsReal),
		dfrsUnderFigure("fig6", scale, true, dfrsUnscaled),
		dfrsUnderFigure("fig7", scale, true, dfrsScaled),
		dfrsStretchFigure("fig8", scale, true),
		dfrsFig9(scale),
	}
}

// underAt is the average normalized underutilization of an algorithm.
func (s dfrsSet) underAt(r *Results, algorithm string) float64 {
	return dfrsUnderOf(r)(s.key, "", algorithm)
}

// dfrsUnderFigure is underutilization over the period: figures 3 and 5 to 7.
func dfrsUnderFigure(id string, scale Scale, long bool, sets ...dfrsSet) Experiment {
	x := Experiment{ID: "dfrs/" + id, Kind: Figure, Title: "Average normalized underutilization over the period, EASY and " + dfrsBest}
	periods := dfrsPeriods(scale, long)
	for _, s := range sets {
		dfrsNeed(&x, s, scale, s.loads(scale), dfrsEASY)
		x.Cells = append(x.Cells, Cell{Row: s.title, Column: dfrsEASY, Value: func(r *Results) float64 { return s.underAt(r, dfrsEASY) }})
		for _, seconds := range periods {
			dfrsNeed(&x, s, scale, s.loads(scale), dfrsPeriod(seconds))
			x.Cells = append(x.Cells, Cell{Row: s.title, Column: dfrsPeriodColumn(seconds), Value: func(r *Results) float64 { return s.underAt(r, dfrsPeriod(seconds)) }})
		}
		x.Cells = append(x.Cells, Cell{Row: s.title, Column: dfrsLeast, Value: func(r *Results) float64 { v, _ := s.leastUnder(r, periods); return v }})
	}
	if long {
		x.Claims = dfrsLongClaims(sets[0], periods)
	} else {
		x.Claims = dfrsFig3Claims(periods)
		x.Published = []Published{ // section 6.4.2
			{Row: dfrsReal.title, Column: dfrsEASY, Value: 0.064},
			{Row: dfrsReal.title, Column: dfrsLeast, Value: 0.118},
		}
	}
	x.Chart = func(r *Results) chart.Chart {
		c := chart.Chart{Title: x.Title, Cols: len(sets)}
		for _, s := range sets {
			easy, best := chart.Series{Name: dfrsEASY}, chart.Series{Name: dfrsBest}
			for _, seconds := range periods {
				easy.X, easy.Y = append(easy.X, float64(seconds)), append(easy.Y, s.underAt(r, dfrsEASY))
				best.X, best.Y = append(best.X, float64(seconds)), append(best.Y, s.underAt(r, dfrsPeriod(seconds)))
			}
			c.Panels = append(c.Panels, chart.Panel{Title: s.title, X: chart.Axis{Label: "period [s]"},
				Y: chart.Axis{Label: "normalized underutilization", Zero: true}, Series: []chart.Series{easy, best}})
		}
		return c
	}
	return x
}

const dfrsLeast = "least over the periods"

// leastUnder is the lowest underutilization of the best algorithm over periods,
// and where it is.
func (s dfrsSet) leastUnder(r *Results, periods []int) (least float64, at int) {
	for i, seconds := range periods {
		if v := s.underAt(r, dfrsPeriod(seconds)); i == 0 || v < least {
			least, at = v, seconds
		}
	}
	return least, at
}

// stretchAt is the average degradation of the best algorithm with a period.
func (s dfrsSet) stretchAt(r *Results, seconds int) float64 {
	return dfrsStretches(r)(s.key, dfrsAvg, dfrsPeriod(seconds))
}

// dfrsStretchFigure is degradation over the period: figures 4 and 8.
func dfrsStretchFigure(id string, scale Scale, long bool) Experiment {
	x := Experiment{ID: "dfrs/" + id, Kind: Figure, Title: "Degradation from the bound over the period, " + dfrsBest}
	periods := dfrsPeriods(scale, long)
	for _, s := range dfrsSets {
		for _, seconds := range periods {
			dfrsNeed(&x, s, scale, s.loads(scale), dfrsPeriod(seconds))
			x.Cells = append(x.Cells, Cell{Row: s.title, Column: dfrsPeriodColumn(seconds), Value: func(r *Results) float64 { return s.stretchAt(r, seconds) }})
		}
	}
	if !long {
		for _, s := range dfrsSets {
			dfrsNeed(&x, s, scale, s.loads(scale), dfrsEASY)
		}
		x.Claims = dfrsFig4Claims(periods)
	}
	x.Chart = func(r *Results) chart.Chart {
		p := chart.Panel{X: chart.Axis{Label: "period [s]"}, Y: chart.Axis{Label: "average degradation from bound", Zero: true}}
		for _, s := range dfrsSets {
			line := chart.Series{Name: s.title}
			for _, seconds := range periods {
				line.X, line.Y = append(line.X, float64(seconds)), append(line.Y, s.stretchAt(r, seconds))
			}
			p.Series = append(p.Series, line)
		}
		return chart.Chart{Title: x.Title, Panels: []chart.Panel{p}}
	}
	return x
}

// dfrsFlow is the average bandwidth of the best algorithm with a period, at high
// loads.
func dfrsFlow(r *Results, measure string, seconds int) float64 {
	return dfrsCost(r)(measure, dfrsAvg, dfrsPeriod(seconds))
}

func dfrsTotalFlow(r *Results, seconds int) float64 {
	total := 0.0
	for _, m := range dfrsCosts[0].measures {
		total += dfrsFlow(r, m, seconds)
	}
	return total
}

func dfrsFig9(scale Scale) Experiment {
	x := Experiment{ID: "dfrs/fig9", Kind: Figure, Title: "Bandwidth over the period, " + dfrsBest + ", scaled synthetic traces with loads of 0.7 and more", Claims: dfrsFig9Claims()}
	periods := dfrsPeriods(scale, false)
	rows := map[string]func(r *Results, seconds int) float64{"total": dfrsTotalFlow}
	names := append(slices.Clone(dfrsCosts[0].measures), "total")
	for _, m := range dfrsCosts[0].measures {
		rows[m] = func(r *Results, seconds int) float64 { return dfrsFlow(r, m, seconds) }
	}
	for _, name := range names {
		for _, seconds := range periods {
			dfrsNeed(&x, dfrsScaled, scale, dfrsHigh(scale), dfrsPeriod(seconds))
			x.Cells = append(x.Cells, Cell{Row: name, Column: dfrsPeriodColumn(seconds), Unit: "GB/s", Value: func(r *Results) float64 { return rows[name](r, seconds) }})
		}
	}
	x.Chart = func(r *Results) chart.Chart {
		p := chart.Panel{X: chart.Axis{Label: "period [s]"}, Y: chart.Axis{Label: "bandwidth [GB/s]", Zero: true}}
		for i, name := range names {
			line := chart.Series{Name: []string{"preemption", "migration", "total"}[i]}
			for _, seconds := range periods {
				line.X, line.Y = append(line.X, float64(seconds)), append(line.Y, rows[name](r, seconds))
			}
			p.Series = append(p.Series, line)
		}
		return chart.Chart{Title: x.Title, Panels: []chart.Panel{p}}
	}
	return x
}
