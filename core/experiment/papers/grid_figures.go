package papers

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/core/experiment/chart"
	"github.com/backfill-lab/backfill/core/grid"
)

// The loads of the figures, which multiply all run times, are not printed. Each
// is the one of those in grid/section5-readings at which most of what the text
// says of the figure is true.
const (
	gridLight = 2  // SDSC SP2: figure 3
	gridHeavy = 4  // SDSC SP2: figures 1, 2, 5, 7 and 8
	gridFull  = 10 // LANL CM5: figures 4 and 6
)

func (g *gridLog) load() float64 {
	if g == &gridLANL {
		return gridFull
	}
	return gridHeavy
}

var gridFixed = grid.MultiSite{Overhead: gridOverhead}

// A gridLine is a policy in a figure.
type gridLine struct {
	title, policy string
	multi         grid.MultiSite
}

var (
	gridAlone  = gridLine{"independent clusters", gridIndependent, gridNoSplit}
	gridShared = gridLine{"load sharing", gridSharing, gridNoSplit}
	gridLarger = gridLine{"multi-site, larger-first", gridSplit("larger"), gridFixed}
	gridFaster = gridLine{"multi-site, faster-first", gridSplit("faster"), gridFixed}
	gridSplits = gridLine{"multi-site, adaptive", gridSplit("adaptive"), gridFixed}
	gridMolds  = gridLine{"adaptive allocation", gridMoldable(gridSDSC.power), gridNoSplit}
)

func gridVector(v []float64) string {
	s := ""
	for i, x := range v {
		if i > 0 {
			s += ","
		}
		s += fmt.Sprint(x)
	}
	return "(" + s + ")"
}

// gridExample is the label of a run for the ascending speed vector.
func gridExample(l gridLine) string { return l.title + " example" }

const gridART = "art_s"

// compare returns an experiment that plays lines under all permutations and, as
// an example with rows, for the ascending speed vector.
func (g *gridLog) compare(id, title string, scale Scale, lines ...gridLine) Experiment {
	x := Experiment{ID: "grid/" + id, Kind: Figure, Title: title}
	for _, l := range lines {
		x.Runs = append(x.Runs, g.sweep(l.title, l.policy, g.load(), l.multi, gridEvery(scale, g)),
			g.example(gridExample(l), l.policy, g.speeds, g.load(), l.multi))
		x.Cells = append(x.Cells, Cell{Row: l.title, Column: gridVector(g.speeds), Unit: "s", Value: Metric(gridExample(l), gridART)},
			Cell{Row: l.title, Column: "mean over the permutations", Unit: "s", Value: func(r *Results) float64 { return gridMean(r, l.title) }})
	}
	return x
}

// examples is a panel of bars: the ascending speed vector, and the permutation in
// which the line over the base is lowest.
func (g *gridLog) examples(r *Results, base, line gridLine, lines ...gridLine) chart.Panel {
	at := gridBest(r, base, line)
	p := chart.Panel{Title: "two examples of speed vectors", Kind: chart.Bars, Y: chart.Axis{Label: "average turnaround [s]", Zero: true},
		Names: []string{gridVector(g.speeds), gridVector(g.vector(r.Scale, at))}}
	for _, l := range lines {
		p.Series = append(p.Series, chart.Series{Name: l.title, Y: chart.Numbers{r.Metric(gridExample(l), gridART), r.Series(l.title, gridTurnaround)[at]}})
	}
	return p
}

// vector is the speed vector of the i-th point of a sweep.
func (g *gridLog) vector(scale Scale, i int) []float64 {
	s := gridSweep{Speeds: g.speeds, Every: gridEvery(scale, g)}
	return s.vectors()[i]
}

// gridBest is the permutation in which line is lowest compared with base.
func gridBest(r *Results, base, line gridLine) int {
	ratio := gridRatio(r, line.title, base.title)
	best := 0
	for i, q := range ratio {
		if q < ratio[best] {
			best = i
		}
	}
	return best
}

// gridRatio is one sweep over another, by permutation.
func gridRatio(r *Results, over, under string) []float64 {
	a, b := r.Series(over, gridTurnaround), r.Series(under, gridTurnaround)
	q := make([]float64, len(a))
	for i := range a {
		q[i] = a[i] / b[i]
	}
	return q
}

// gridCurves is a panel of curves over the permutations, in ascending order of
// the curve by.
func gridCurves(title string, y chart.Axis, names []string, curves [][]float64, by int) chart.Panel {
	order := make([]int, len(curves[by]))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(curves[by][a], curves[by][b]) })
	p := chart.Panel{Title: title, X: chart.Axis{Label: "permutations, by " + names[by]}, Y: y}
	for k, c := range curves {
		s := chart.Series{Name: names[k]}
		for at, i := range order {
			s.X, s.Y = append(s.X, float64(at+1)), append(s.Y, c[i])
		}
		p.Series = append(p.Series, s)
	}
	return p
}

// gridOver is a panel of lines over a base, which is one of them, under all
// permutations. The lines are those of the panel of examples, in the same order:
// so they have the same colours.
func gridOver(r *Results, base gridLine, log bool, by int, lines ...gridLine) chart.Panel {
	var names []string
	var curves [][]float64
	for _, l := range lines {
		names, curves = append(names, l.title), append(curves, gridRatio(r, l.title, base.title))
	}
	return gridCurves("all permutations", chart.Axis{Label: "ratio to " + base.title, Log: log}, names, curves, by)
}

func gridFig1(scale Scale) Experiment {
	lines := []gridLine{gridShared, gridLarger, gridFaster, gridSplits}
	x := gridSDSC.compare("fig1", "Adaptive site selection in multi-site parallel execution, p=2", scale, lines...)
	x.Doc = gridLoadDoc(gridHeavy)
	x.Claims = gridFig1Claims()
	x.Chart = func(r *Results) chart.Chart {
		return chart.Chart{Title: x.Title, Panels: []chart.Panel{
			gridSDSC.examples(r, gridShared, gridSplits, lines...), gridOver(r, gridShared, true, 3, lines...)}}
	}
	return x
}

func gridFig2(scale Scale) Experiment {
	lines := []gridLine{gridShared, gridMolds}
	x := gridSDSC.compare("fig2", "Load sharing with and without adaptive processor allocation", scale, lines...)
	x.Doc = gridLoadDoc(gridHeavy)
	x.Claims = gridFig2Claims()
	x.Chart = func(r *Results) chart.Chart {
		return chart.Chart{Title: x.Title, Panels: []chart.Panel{
			gridSDSC.examples(r, gridShared, gridMolds, lines...), gridOver(r, gridShared, false, 1, lines...)}}
	}
	return x
}

// gridPowers are the thresholds of figures 3 and 4.
var gridPowers = []float64{0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1}

func gridPower(load, power float64) string { return fmt.Sprintf("load %v, power %v", load, power) }

// powers is figure 3 or 4. The claims are about the main load.
func (g *gridLog) powers(id string, scale Scale, main float64, loads ...float64) Experiment {
	x := Experiment{ID: "grid/" + id, Kind: Figure, Title: "Adaptive processor allocation with different power values under " + g.title,
		Doc: gridLoadDoc(main) + " Other loads are beside it."}
	for _, load := range loads {
		for _, p := range gridPowers {
			label := gridPower(load, p)
			x.Runs = append(x.Runs, g.sweep(label, gridMoldable(p), load, gridNoSplit, gridEvery(scale, g)))
			x.Cells = append(x.Cells, Cell{Row: fmt.Sprintf("load %v", load), Column: fmt.Sprintf("power %v", p), Unit: "s",
				Value: func(r *Results) float64 { return gridMean(r, label) }})
		}
	}
	x.Claims = g.powerClaims(main, loads)
	x.Chart = func(r *Results) chart.Chart {
		c := chart.Chart{Title: x.Title, Note: "Means over the permutations of the speed vector."}
		for _, load := range loads {
			s := chart.Series{Name: "adaptive allocation", X: gridPowers}
			for _, p := range gridPowers {
				s.Y = append(s.Y, gridMean(r, gridPower(load, p)))
			}
			c.Panels = append(c.Panels, chart.Panel{Title: fmt.Sprintf("load %v", load), X: chart.Axis{Label: "power"},
				Y: chart.Axis{Label: "average turnaround [s]"}, Series: []chart.Series{s}})
		}
		return c
	}
	return x
}

var (
	gridSpreads = []string{"uniform", "normal"}
	gridLimits  = []float64{0.5, 1, 2, 3, 4} // p, upper limits of the slowdowns less 1
)

func gridDrawn(line, spread string, limit float64) string {
	return fmt.Sprintf("%s, %s up to p=%v", line, spread, limit)
}

const (
	gridIsSplit = "multi-site"
	gridIsMold  = "adaptive allocation"
)

// slowdowns is figure 5 or 6. Adaptive allocation, too, is played with the
// smallest and the largest limit, which should make no difference.
func (g *gridLog) slowdowns(id string, scale Scale) Experiment {
	x := Experiment{ID: "grid/" + id, Kind: Figure,
		Title: "Multi-site execution and adaptive allocation under " + g.title + ", slowdowns drawn",
		Doc:   gridLoadDoc(g.load()) + " Means over the permutations of the speed vector."}
	every := gridEvery(scale, g)
	for _, spread := range gridSpreads {
		for i, p := range gridLimits {
			m := grid.MultiSite{Overhead: p, Spread: spread}
			x.Runs = append(x.Runs, g.sweep(gridDrawn(gridIsSplit, spread, p), gridSplit("adaptive"), g.load(), m, every))
			if i == 0 || i == len(gridLimits)-1 {
				x.Runs = append(x.Runs, g.sweep(gridDrawn(gridIsMold, spread, p), gridMoldable(g.power), g.load(), m, every))
			}
			x.Cells = append(x.Cells, Cell{Row: gridIsSplit + ", " + spread, Column: fmt.Sprintf("p=%v", p), Unit: "s",
				Value: func(r *Results) float64 { return gridMean(r, gridDrawn(gridIsSplit, spread, p)) }})
		}
		x.Cells = append(x.Cells, Cell{Row: gridIsMold, Column: spread, Unit: "s", Value: func(r *Results) float64 { return g.molded(r, spread) }})
	}
	x.Claims = g.slowdownClaims()
	x.Chart = func(r *Results) chart.Chart {
		c := chart.Chart{Title: x.Title}
		for _, spread := range gridSpreads {
			multi, mold := chart.Series{Name: gridIsSplit, X: gridLimits}, chart.Series{Name: gridIsMold, X: gridLimits}
			for _, p := range gridLimits {
				multi.Y, mold.Y = append(multi.Y, gridMean(r, gridDrawn(gridIsSplit, spread, p))), append(mold.Y, g.molded(r, spread))
			}
			c.Panels = append(c.Panels, chart.Panel{Title: spread + " distribution", X: chart.Axis{Label: "upper limit p of the slowdown"},
				Y: chart.Axis{Label: "average turnaround [s]", Log: true}, Series: []chart.Series{multi, mold}})
		}
		return c
	}
	return x
}

// molded is the mean turnaround with adaptive allocation.
func (g *gridLog) molded(r *Results, spread string) float64 {
	return gridMean(r, gridDrawn(gridIsMold, spread, gridLimits[0]))
}

func gridFig7(scale Scale) Experiment {
	lines := []gridLine{gridSplits, gridMolds}
	x := gridSDSC.compare("fig7", "Multi-site execution and adaptive allocation under all permutations of the speed vector", scale, lines...)
	x.Doc = gridLoadDoc(gridHeavy) + " Multi-site execution has the overhead p=2 of figure 1."
	x.Runs = append(x.Runs, gridSDSC.sideBySide(gridHeavy))
	x.Cells = append(x.Cells, gridWorkCells()...)
	x.Claims = gridFig7Claims()
	x.Chart = func(r *Results) chart.Chart {
		var names []string
		var curves [][]float64
		for _, l := range lines {
			names, curves = append(names, l.title), append(curves, r.Series(l.title, gridTurnaround))
		}
		return chart.Chart{Title: x.Title, Panels: []chart.Panel{
			gridCurves("", chart.Axis{Label: "average turnaround [s]", Log: true}, names, curves, 0)}}
	}
	return x
}

func gridFig8(scale Scale) Experiment {
	lines := []gridLine{gridAlone, gridShared, gridMolds}
	x := gridSDSC.compare("fig8", "Independent clusters and the load-sharing grid with adaptive processor allocation", scale, lines...)
	x.Doc = gridLoadDoc(gridHeavy)
	x.Claims = gridFig8Claims()
	x.Chart = func(r *Results) chart.Chart {
		bars := chart.Panel{Title: "speeds " + gridVector(gridSDSC.speeds), Kind: chart.Bars, Y: chart.Axis{Label: "average turnaround [s]", Zero: true}, Names: []string{""}}
		for _, l := range lines {
			bars.Series = append(bars.Series, chart.Series{Name: l.title, Y: chart.Numbers{r.Metric(gridExample(l), gridART)}})
		}
		return chart.Chart{Title: x.Title, Panels: []chart.Panel{bars, gridOver(r, gridMolds, true, 0, lines...)}}
	}
	return x
}

func gridLoadDoc(load float64) string {
	return fmt.Sprintf("The paper does not print the loads; here all run times are multiplied by %v, and grid/section5-readings tells what other loads and readings give.", load)
}
