package rules

import (
	"github.com/backfill-lab/backfill/core/chart"
	"github.com/backfill-lab/backfill/core/paper"
)

func fig5Experiment(scale paper.Scale) paper.Experiment {
	x := paper.Experiment{ID: "rules/fig5", Kind: paper.Figure, Title: "Improvement of the objective over EASY by the three approaches",
		Doc: "The paper prints the numbers of PITTS only, in table 4. Beside the approaches stand the lowest objective of the off-line front " +
			"and that of the best single strategy."}
	rows := append(titles(), pf, singly)
	for i := range allSets {
		s := &allSets[i]
		x.Runs = append(append(x.Runs, s.trainings(scale)...), s.strategies(), s.front(scale))
		for _, row := range rows {
			x.Add(row, s.title, "%", func(r *paper.Results) float64 { return gain(r)(s.key, row, objective) })
		}
	}
	const but = "mean but for KTH"
	for _, row := range rows {
		x.Add(row, but, "%", func(r *paper.Results) float64 {
			return meanGain(gain(r), row, keys("kth"))
		})
	}
	x.Published = numbers().Of("fig5", nil)
	x.Claims = fig5Claims()
	x.Chart = func(r *paper.Results) chart.Chart {
		p := chart.Panel{Kind: chart.Bars, Y: chart.Axis{Label: "improvement of the objective over EASY [%]", Zero: true}}
		for i := range allSets {
			p.Names = append(p.Names, allSets[i].title)
		}
		for _, row := range rows {
			bars := chart.Series{Name: row}
			for i := range allSets {
				bars.Y = append(bars.Y, gain(r)(allSets[i].key, row, objective))
			}
			p.Series = append(p.Series, bars)
		}
		return chart.Chart{Title: x.Title, Panels: []chart.Panel{p}}
	}
	return x
}

// groups are the measures of user groups.
func groups() []measure { return allMeasures[:5] }

func fig6Experiment(scale paper.Scale) paper.Experiment {
	s := setOf("ctc")
	x := paper.Experiment{ID: "rules/fig6", Kind: paper.Figure, Title: "Improvement of the user groups' AWRT over EASY on CTC",
		Doc:  "As in the paper, the chart is cut off below.",
		Runs: append(s.trainings(scale), s.strategies())}
	for _, row := range titles() {
		for _, m := range groups() {
			x.Add(row, m.title, "%", func(r *paper.Results) float64 { return gain(r)(s.key, row, m.name) })
		}
	}
	x.Claims = fig6Claims()
	x.Chart = func(r *paper.Results) chart.Chart {
		p := chart.Panel{Kind: chart.Bars, Y: chart.Axis{Label: "improvement of AWRT over EASY [%]", Min: -60, Max: 30}}
		for _, m := range groups() {
			p.Names = append(p.Names, m.title)
		}
		for _, row := range titles() {
			bars := chart.Series{Name: row}
			for _, m := range groups() {
				bars.Y = append(bars.Y, max(p.Y.Min, gain(r)(s.key, row, m.name)))
			}
			p.Series = append(p.Series, bars)
		}
		return chart.Chart{Title: x.Title, Note: "Bars that reach the lower end go on below it.", Panels: []chart.Panel{p}}
	}
	return x
}

func fig7Experiment(scale paper.Scale) paper.Experiment {
	s := setOf("ctc")
	x := paper.Experiment{ID: "rules/fig7", Kind: paper.Figure, Title: "AWRT1 and AWRT2 of the approaches, EASY and the off-line front on CTC",
		Doc:  "The front is one of seven objectives, so its points cover an area here. It is approximate, as in the paper.",
		Runs: append(s.trainings(scale), s.strategies(), s.front(scale))}
	rows := append([]string{easy}, titles()...)
	for _, row := range append(rows, singly) {
		for _, m := range allMeasures[:2] {
			x.Add(row, m.title, m.unit, func(r *paper.Results) float64 { return scores(r)(s.key, row, m.name) })
		}
	}
	x.Add(pf, "points", "", paper.Value(frontLabel(s.key), onFront))
	x.Claims = fig7Claims()
	x.Chart = func(r *paper.Results) chart.Chart {
		p := chart.Panel{Kind: chart.Scatter, X: chart.Axis{Label: "AWRT1 [s]"}, Y: chart.Axis{Label: "AWRT2 [s]"}}
		one, two := allMeasures[0].name, allMeasures[1].name
		xs, ys := r.Series(frontLabel(s.key), one), r.Series(frontLabel(s.key), two)
		rows := append(rows, singly)
		frame(&p.X, r, s.key, one, rows)
		frame(&p.Y, r, s.key, two, rows)
		front := chart.Series{Name: "off-line front"}
		for i := range xs {
			if xs[i] <= p.X.Max && ys[i] <= p.Y.Max {
				front.X, front.Y = append(front.X, xs[i]), append(front.Y, ys[i])
			}
		}
		p.Series = []chart.Series{front}
		for _, row := range rows {
			p.Series = append(p.Series, chart.Series{Name: row, X: chart.Numbers{scores(r)(s.key, row, one)},
				Y: chart.Numbers{scores(r)(s.key, row, two)}})
		}
		return chart.Chart{Title: x.Title, Panels: []chart.Panel{p}, Note: "Points of the front with longer response times are not shown."}
	}
	return x
}

// frame bounds an axis below the front and above the rows, so that a front that goes
// far beyond the rows is cut off.
func frame(axis *chart.Axis, r *paper.Results, set, measure string, rows []string) {
	least, _ := span(r.Series(frontLabel(set), measure))
	most := least
	for _, row := range rows {
		v := scores(r)(set, row, measure)
		least, most = min(least, v), max(most, v)
	}
	axis.Min, axis.Max = least-float64(0.1*(most-least)), most+float64(0.5*(most-least))
}
