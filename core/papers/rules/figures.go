package rules

import (
	"slices"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/internal/chart"
)

// bars is a panel with a bar for every row over every name.
func bars(y chart.Axis, names, rows []string, at func(row string, place int) float64) chart.Panel {
	p := chart.Panel{Kind: chart.Bars, Y: y, Names: names}
	for _, row := range rows {
		s := chart.Series{Name: row}
		for place := range names {
			s.Y = append(s.Y, at(row, place))
		}
		p.Series = append(p.Series, s)
	}
	return p
}

// beside puts a series behind that of a name.
func beside(p *chart.Panel, name string, s chart.Series) {
	i := slices.IndexFunc(p.Series, func(of chart.Series) bool { return of.Name == name })
	p.Series = slices.Insert(p.Series, i+1, s)
}

// printedBars are the printed numbers of an approach beside its bars.
func printedBars(row string, places int, at func(place int) float64) chart.Series {
	s := chart.Series{Name: row + ", " + paper.PrintedName, Printed: true}
	for place := range places {
		s.Y = append(s.Y, at(place))
	}
	return s
}

func fig5Experiment(at paper.Setting) paper.Experiment {
	x := paper.Experiment{ID: "rules/fig5",
		Doc: "The paper prints the numbers of PITTS only, in table 4. Beside the approaches stand the lowest objective of the off-line front, " +
			"that of the best single strategy, that of the on-line front, and the no-wait floor, below which there is no schedule. " +
			frontDoc(at) + " " + onlineDoc(at)}
	rows := append(titles(), pf, singly, online, floor)
	var names []string
	for _, s := range allSets {
		names = append(names, s.title)
		x.Runs = append(append(append(x.Runs, s.trainings(at)...), s.compared(at)...), s.front(at), s.online(at), s.floor(at))
		for _, row := range rows {
			if row == singly {
				s.addGainOfEach(&x, row, s.title, objective)
			} else {
				s.add(&x, at, row, s.title, "%", gainBy, objective)
			}
		}
	}
	for _, row := range rows {
		x.Add(row, "mean but for KTH", "%", func(r *paper.Results) float64 {
			return mean(keys("kth"), source(gainBy).medians(r).Of(row, objective))
		})
	}
	x.Published = numbers().Of("fig5")
	x.Claims = fig5Claims()
	x.Chart = func(r *paper.Results) chart.Chart {
		y := chart.Axis{Label: "improvement of the objective over EASY [%]", Zero: true}
		p := bars(y, names, rows, func(row string, place int) float64 {
			return source(gainBy).medians(r)(allSets[place].key, row, objective)
		})
		beside(&p, pitts.title, printedBars(pitts.title, len(allSets), func(place int) float64 {
			return numbers().At("table4", allSets[place].title, titleOf(objective))
		}))
		return chart.Chart{Panels: []chart.Panel{p}, Note: frontDoc(at)}
	}
	return x
}

func fig6Experiment(at paper.Setting) paper.Experiment {
	x := paper.Experiment{ID: "rules/fig6", Runs: append(ctc.trainings(at), ctc.compared(at)...)}
	groups := allMeasures[:rules.NumGroups]
	var names []string
	for _, m := range groups {
		names = append(names, m.title)
	}
	for _, row := range titles() {
		for _, m := range groups {
			ctc.add(&x, at, row, m.title, "%", gainBy, m.name)
			if row != pitts.title { // whose gains table 4 prints
				x.Published = append(x.Published, paper.Published{Row: row, Column: m.title, Unit: "%", Value: printedGain(ctc.key, row, m.name),
					Where: "table 3", Class: paper.Derived})
			}
		}
	}
	x.Claims = fig6Claims()
	x.Chart = func(r *paper.Results) chart.Chart {
		y := chart.Axis{Label: "improvement of AWRT over EASY [%]", Min: -60, Max: 30}
		p := bars(y, names, titles(), func(row string, place int) float64 {
			return max(y.Min, source(gainBy).medians(r)(ctc.key, row, groups[place].name))
		})
		for _, row := range titles() {
			beside(&p, row, printedBars(row, len(groups), func(place int) float64 {
				of := func(row string) float64 { return numbers().At("table3", row, groups[place].title) }
				return max(y.Min, 100*(1-of(row)/of(easy)))
			}))
		}
		return chart.Chart{Note: "Bars that reach the lower end go on below it.", Panels: []chart.Panel{p}}
	}
	return x
}

func fig7Experiment(at paper.Setting) paper.Experiment {
	x := paper.Experiment{ID: "rules/fig7",
		Doc: "The off-line front is one of seven objectives, so its points cover an area here. It is approximate, as in the paper. " +
			frontDoc(at) + " " + onlineDoc(at) + " Removed waiting is how far an objective has fallen from EASY's to the no-wait floor; of the " +
			"fronts it is that of the point with the lowest objective. The picture is of the first draw, as the fronts are.",
		Runs: append(append(ctc.trainings(at), ctc.compared(at)...), ctc.front(at), ctc.online(at), ctc.floor(at))}
	rows := slices.Concat([]string{easy}, titles(), []string{singly, floor})
	for _, row := range append(slices.Clip(rows), online, pf) {
		for _, m := range allMeasures[:2] {
			if row == easy || row == singly {
				ctc.addEachDraw(&x, row, m.title, m.unit, m.name)
			} else {
				ctc.add(&x, at, row, m.title, m.unit, scoresBy, m.name)
			}
		}
		x.Add(row, removedColumn, "%", paper.From(removal, ctc.key, row, objective))
	}
	x.Add(pf, "points", "", paper.Value(frontLabel(ctc.key), onFront))
	x.Claims = fig7Claims()
	x.Chart = func(r *paper.Results) chart.Chart { return fig7Chart(r, at, rows) }
	return x
}

// fig7Chart has the off-line front as a cloud, and on it the rows and their printed numbers.
func fig7Chart(r *paper.Results, at paper.Setting, rows []string) chart.Chart {
	var axes [2][]float64 // of what is in the frame
	add := func(name string, printed bool, one, two float64) chart.Series {
		axes[0], axes[1] = append(axes[0], one), append(axes[1], two)
		return chart.Series{Name: name, Printed: printed, X: chart.Numbers{one}, Y: chart.Numbers{two}}
	}
	var points []chart.Series
	for _, row := range append([]string{pf}, rows...) {
		if row != pf {
			points = append(points, add(row, false, scoresBy(r, 1)(ctc.key, row, "awrt1"), scoresBy(r, 1)(ctc.key, row, "awrt2")))
		}
		one := numbers().At("table3", row, allMeasures[0].title)
		if at.Scale == paper.Full && one == one { // else far from ours, which are of few jobs
			points = append(points, add(row+", "+paper.PrintedName, true, one, numbers().At("table3", row, allMeasures[1].title)))
		}
	}
	p := chart.Panel{Kind: chart.Scatter, X: chart.Axis{Label: "AWRT1 [s]"}, Y: chart.Axis{Label: "AWRT2 [s]"}}
	xs, ys := r.Series(frontLabel(ctc.key), "awrt1"), r.Series(frontLabel(ctc.key), "awrt2")
	frame(&p.X, xs, axes[0])
	frame(&p.Y, ys, axes[1])
	front := chart.Series{Name: "off-line front"}
	for i := range xs {
		if xs[i] <= p.X.Max && ys[i] <= p.Y.Max {
			front.X, front.Y = append(front.X, xs[i]), append(front.Y, ys[i])
		}
	}
	p.Series = []chart.Series{front, {Name: online}}
	p.Series[1].X, p.Series[1].Y = undominated(r, onlineLabel(ctc.key))
	p.Series = append(p.Series, points...)
	return chart.Chart{Panels: []chart.Panel{p}, Note: "Points of the fronts with longer response times are not shown. " + frontDoc(at)}
}

// frame bounds an axis below the front and above the points, so that a front that goes far
// beyond them is cut off.
func frame(axis *chart.Axis, front, points []float64) {
	least, most := min(slices.Min(front), slices.Min(points)), slices.Max(points)
	axis.Min, axis.Max = least-float64(0.1*(most-least)), most+float64(0.5*(most-least))
}
