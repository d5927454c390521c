package papers

import "github.com/backfill-lab/backfill/core/experiment/chart"

func rulesFig5Experiment(scale Scale) Experiment {
	x := Experiment{ID: "rules/fig5", Kind: Figure, Title: "Improvement of the objective over EASY by the three approaches",
		Doc: "The figure's numbers are not printed but for PITTS, in table 4. Beside the approaches stand the lowest objective of the off-line front and that of the best single strategy."}
	rows := append(rulesTitles(), rulesPF, rulesSingly)
	for i := range rulesSets {
		s := &rulesSets[i]
		x.Runs = append(append(x.Runs, s.trainings(scale)...), s.strategies(), s.front(scale))
		for _, row := range rows {
			x.Cells = append(x.Cells, Cell{Row: row, Column: s.title, Unit: "%", Value: func(r *Results) float64 { return rulesGain(r)(s.key, row, rulesObjective) }})
		}
	}
	const but = "mean but for KTH"
	for _, row := range rows {
		x.Cells = append(x.Cells, Cell{Row: row, Column: but, Unit: "%", Value: func(r *Results) float64 {
			return rulesMeanGain(rulesGain(r), row, rulesKeys("kth"))
		}})
	}
	x.Published = []Published{{Row: rulesPROB.title, Column: but, Unit: "%", Value: 10}}
	x.Claims = rulesFig5Claims()
	x.Chart = func(r *Results) chart.Chart {
		p := chart.Panel{Kind: chart.Bars, Y: chart.Axis{Label: "improvement of the objective over EASY [%]", Zero: true}}
		for i := range rulesSets {
			p.Names = append(p.Names, rulesSets[i].title)
		}
		for _, row := range rows {
			bars := chart.Series{Name: row}
			for i := range rulesSets {
				bars.Y = append(bars.Y, rulesGain(r)(rulesSets[i].key, row, rulesObjective))
			}
			p.Series = append(p.Series, bars)
		}
		return chart.Chart{Title: x.Title, Panels: []chart.Panel{p}}
	}
	return x
}

// rulesGroups are the measures of user groups.
func rulesGroups() []rulesMeasure { return rulesMeasures[:5] }

func rulesFig6Experiment(scale Scale) Experiment {
	s := rulesSetOf("ctc")
	x := Experiment{ID: "rules/fig6", Kind: Figure, Title: "Improvement of the user groups' AWRT over EASY on CTC",
		Doc:  "As in the paper the chart is cut off below.",
		Runs: append(s.trainings(scale), s.strategies())}
	for _, row := range rulesTitles() {
		for _, m := range rulesGroups() {
			x.Cells = append(x.Cells, Cell{Row: row, Column: m.title, Unit: "%", Value: func(r *Results) float64 { return rulesGain(r)(s.key, row, m.name) }})
		}
	}
	x.Claims = rulesFig6Claims()
	x.Chart = func(r *Results) chart.Chart {
		p := chart.Panel{Kind: chart.Bars, Y: chart.Axis{Label: "improvement of AWRT over EASY [%]", Min: -60, Max: 30}}
		for _, m := range rulesGroups() {
			p.Names = append(p.Names, m.title)
		}
		for _, row := range rulesTitles() {
			bars := chart.Series{Name: row}
			for _, m := range rulesGroups() {
				bars.Y = append(bars.Y, max(p.Y.Min, rulesGain(r)(s.key, row, m.name)))
			}
			p.Series = append(p.Series, bars)
		}
		return chart.Chart{Title: x.Title, Note: "Bars that reach the lower end go on below it.", Panels: []chart.Panel{p}}
	}
	return x
}

func rulesFig7Experiment(scale Scale) Experiment {
	s := rulesSetOf("ctc")
	x := Experiment{ID: "rules/fig7", Kind: Figure, Title: "AWRT1 and AWRT2 of the approaches, EASY and the off-line front on CTC",
		Doc:  "The front is of seven objectives, so that its points cover an area here. It is approximate, as the paper's is.",
		Runs: append(s.trainings(scale), s.strategies(), s.front(scale))}
	rows := append([]string{rulesEASY}, rulesTitles()...)
	for _, row := range append(rows, rulesSingly) {
		for _, m := range rulesMeasures[:2] {
			x.Cells = append(x.Cells, Cell{Row: row, Column: m.title, Unit: m.unit, Value: func(r *Results) float64 { return rulesScores(r)(s.key, row, m.name) }})
		}
	}
	x.Cells = append(x.Cells, Cell{Row: rulesPF, Column: "points", Value: Value(rulesFrontLabel(s.key), rulesOnFront)})
	x.Claims = rulesFig7Claims()
	x.Chart = func(r *Results) chart.Chart {
		p := chart.Panel{Kind: chart.Scatter, X: chart.Axis{Label: "AWRT1 [s]"}, Y: chart.Axis{Label: "AWRT2 [s]"}}
		one, two := rulesMeasures[0].name, rulesMeasures[1].name
		xs, ys := r.Series(rulesFrontLabel(s.key), one), r.Series(rulesFrontLabel(s.key), two)
		rows := append(rows, rulesSingly)
		rulesFrame(&p.X, r, s.key, one, rows)
		rulesFrame(&p.Y, r, s.key, two, rows)
		front := chart.Series{Name: "off-line front"}
		for i := range xs {
			if xs[i] <= p.X.Max && ys[i] <= p.Y.Max {
				front.X, front.Y = append(front.X, xs[i]), append(front.Y, ys[i])
			}
		}
		p.Series = []chart.Series{front}
		for _, row := range rows {
			p.Series = append(p.Series, chart.Series{Name: row, X: chart.Numbers{rulesScores(r)(s.key, row, one)}, Y: chart.Numbers{rulesScores(r)(s.key, row, two)}})
		}
		return chart.Chart{Title: x.Title, Panels: []chart.Panel{p}, Note: "Points of the front with longer response times are not shown."}
	}
	return x
}

// rulesFrame has an axis begin below the front and end above the rows: where the
// front goes far beyond what is compared with it, it is cut off.
func rulesFrame(axis *chart.Axis, r *Results, set, measure string, rows []string) {
	least, _ := rulesSpan(r.Series(rulesFrontLabel(set), measure))
	most := least
	for _, row := range rows {
		v := rulesScores(r)(set, row, measure)
		least, most = min(least, v), max(most, v)
	}
	axis.Min, axis.Max = least-float64(0.1*(most-least)), most+float64(0.5*(most-least))
}
