package grid

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/core/chart"
	"github.com/backfill-lab/backfill/core/grid"
	"github.com/backfill-lab/backfill/core/paper"
)

// The loads of the figures, which multiply all run times, are not printed. Each is the
// load in grid/section5-readings at which most claims about the figure are true.
const (
	light = 2  // SDSC SP2: figure 3
	heavy = 4  // SDSC SP2: figures 1, 2, 5, 7 and 8
	full  = 10 // LANL CM5: figures 4 and 6
)

func (g *log) load() float64 {
	if g == &lanl {
		return full
	}
	return heavy
}

var fixed = grid.MultiSite{Overhead: overhead}

// A line is a policy in a figure.
type line struct {
	title, policy string
	multi         grid.MultiSite
}

var (
	alone  = line{"independent clusters", independent, noSplit}
	shared = line{"load sharing", sharing, noSplit}
	larger = line{"multi-site, larger-first", split("larger"), fixed}
	faster = line{"multi-site, faster-first", split("faster"), fixed}
	splits = line{"multi-site, adaptive", split("adaptive"), fixed}
	molds  = line{"adaptive allocation", moldable(sdsc.power), noSplit}
)

func vector(v []float64) string {
	s := ""
	for i, x := range v {
		if i > 0 {
			s += ","
		}
		s += fmt.Sprint(x)
	}
	return "(" + s + ")"
}

// example is the label of a run for the ascending speed vector.
func example(l line) string { return l.title + " example" }

const art = "art_s"

// compare returns an experiment that plays lines under all permutations, and for the
// ascending speed vector as an example with rows.
func (g *log) compare(id, title string, scale paper.Scale, lines ...line) paper.Experiment {
	x := paper.Experiment{ID: "grid/" + id, Kind: paper.Figure, Title: title}
	for _, l := range lines {
		x.Runs = append(x.Runs, g.sweep(l.title, l.policy, g.load(), l.multi, every(scale, g)),
			g.example(example(l), l.policy, g.speeds, g.load(), l.multi))
		x.Add(l.title, vector(g.speeds), "s", paper.Metric(example(l), art))
		x.Add(l.title, "mean over the permutations", "s", meanOf(l.title))
	}
	return x
}

// examples is a panel of bars: for the ascending speed vector, and for the permutation
// with the lowest ratio of line to base.
func (g *log) examples(r *paper.Results, base, line line, lines ...line) chart.Panel {
	at := best(r, base, line)
	p := chart.Panel{Title: "two examples of speed vectors", Kind: chart.Bars, Y: chart.Axis{Label: "average turnaround [s]", Zero: true},
		Names: []string{vector(g.speeds), vector(g.vector(r.Scale, at))}}
	for _, l := range lines {
		p.Series = append(p.Series, chart.Series{Name: l.title, Y: chart.Numbers{r.Metric(example(l), art), r.Series(l.title, turnaround)[at]}})
	}
	return p
}

// vector is the speed vector of the i-th point of a sweep.
func (g *log) vector(scale paper.Scale, i int) []float64 {
	s := sweep{Speeds: g.speeds, Every: every(scale, g)}
	return s.vectors()[i]
}

// best is the permutation in which line is lowest compared with base.
func best(r *paper.Results, base, line line) int {
	ratio := ratio(r, line.title, base.title)
	best := 0
	for i, q := range ratio {
		if q < ratio[best] {
			best = i
		}
	}
	return best
}

// ratio is one sweep over another, by permutation.
func ratio(r *paper.Results, over, under string) []float64 {
	a, b := r.Series(over, turnaround), r.Series(under, turnaround)
	q := make([]float64, len(a))
	for i := range a {
		q[i] = a[i] / b[i]
	}
	return q
}

// curvesPanel is a panel of curves over the permutations, in ascending order of
// the curve by.
func curvesPanel(title string, y chart.Axis, names []string, curves [][]float64, by int) chart.Panel {
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

// over is a panel of the ratios of lines to a base, which is one of them, under all
// permutations. The order is that of the panel of examples, for the same colours.
func over(r *paper.Results, base line, log bool, by int, lines ...line) chart.Panel {
	var names []string
	var curves [][]float64
	for _, l := range lines {
		names, curves = append(names, l.title), append(curves, ratio(r, l.title, base.title))
	}
	return curvesPanel("all permutations", chart.Axis{Label: "ratio to " + base.title, Log: log}, names, curves, by)
}

func fig1(scale paper.Scale) paper.Experiment {
	lines := []line{shared, larger, faster, splits}
	x := sdsc.compare("fig1", "Adaptive site selection in multi-site parallel execution, p=2", scale, lines...)
	x.Doc = loadDoc(heavy)
	x.Claims = fig1Claims()
	x.Chart = func(r *paper.Results) chart.Chart {
		return chart.Chart{Title: x.Title, Panels: []chart.Panel{
			sdsc.examples(r, shared, splits, lines...), over(r, shared, true, 3, lines...)}}
	}
	return x
}

func fig2(scale paper.Scale) paper.Experiment {
	lines := []line{shared, molds}
	x := sdsc.compare("fig2", "Load sharing with and without adaptive processor allocation", scale, lines...)
	x.Doc = loadDoc(heavy)
	x.Claims = fig2Claims()
	x.Chart = func(r *paper.Results) chart.Chart {
		return chart.Chart{Title: x.Title, Panels: []chart.Panel{
			sdsc.examples(r, shared, molds, lines...), over(r, shared, false, 1, lines...)}}
	}
	return x
}

// powers are the thresholds of figures 3 and 4.
var powers = []float64{0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1}

func power(load, power float64) string { return fmt.Sprintf("load %v, power %v", load, power) }

// powers is figure 3 or 4. The claims are about the main load.
func (g *log) powers(id string, scale paper.Scale, main float64, loads ...float64) paper.Experiment {
	x := paper.Experiment{ID: "grid/" + id, Kind: paper.Figure, Title: "Adaptive processor allocation with different power values under " +
		g.title,
		Doc: loadDoc(main) + " Other loads are beside it."}
	for _, load := range loads {
		for _, p := range powers {
			label := power(load, p)
			x.Runs = append(x.Runs, g.sweep(label, moldable(p), load, noSplit, every(scale, g)))
			x.Add(fmt.Sprintf("load %v", load), fmt.Sprintf("power %v", p), "s", meanOf(label))
		}
	}
	x.Claims = g.powerClaims(main, loads)
	x.Chart = func(r *paper.Results) chart.Chart {
		c := chart.Chart{Title: x.Title, Note: "Means over the permutations of the speed vector."}
		for _, load := range loads {
			s := chart.Series{Name: "adaptive allocation", X: powers}
			for _, p := range powers {
				s.Y = append(s.Y, mean(r, power(load, p)))
			}
			c.Panels = append(c.Panels, chart.Panel{Title: fmt.Sprintf("load %v", load), X: chart.Axis{Label: "power"},
				Y: chart.Axis{Label: "average turnaround [s]"}, Series: []chart.Series{s}})
		}
		return c
	}
	return x
}

var (
	spreads = []string{"uniform", "normal"}
	limits  = []float64{0.5, 1, 2, 3, 4} // p, upper limits of the slowdowns less 1
)

func drawn(line, spread string, limit float64) string {
	return fmt.Sprintf("%s, %s up to p=%v", line, spread, limit)
}

const (
	isSplit = "multi-site"
	isMold  = "adaptive allocation"
)

// slowdowns is figure 5 or 6. It also plays adaptive allocation, with the smallest and
// the largest limit, which should make no difference.
func (g *log) slowdowns(id string, scale paper.Scale) paper.Experiment {
	x := paper.Experiment{ID: "grid/" + id, Kind: paper.Figure,
		Title: "Multi-site execution and adaptive allocation under " + g.title + ", slowdowns drawn",
		Doc:   loadDoc(g.load()) + " Means over the permutations of the speed vector."}
	every := every(scale, g)
	for _, spread := range spreads {
		for i, p := range limits {
			m := grid.MultiSite{Overhead: p, Spread: spread}
			x.Runs = append(x.Runs, g.sweep(drawn(isSplit, spread, p), split("adaptive"), g.load(), m, every))
			if i == 0 || i == len(limits)-1 {
				x.Runs = append(x.Runs, g.sweep(drawn(isMold, spread, p), moldable(g.power), g.load(), m, every))
			}
			x.Add(isSplit+", "+spread, fmt.Sprintf("p=%v", p), "s", meanOf(drawn(isSplit, spread, p)))
		}
		x.Add(isMold, spread, "s", meanOf(drawn(isMold, spread, limits[0])))
	}
	x.Claims = g.slowdownClaims()
	x.Chart = func(r *paper.Results) chart.Chart {
		c := chart.Chart{Title: x.Title}
		for _, spread := range spreads {
			multi, mold := chart.Series{Name: isSplit, X: limits}, chart.Series{Name: isMold, X: limits}
			for _, p := range limits {
				multi.Y, mold.Y = append(multi.Y, mean(r, drawn(isSplit, spread, p))), append(mold.Y, molded(r, spread))
			}
			c.Panels = append(c.Panels, chart.Panel{Title: spread + " distribution", X: chart.Axis{Label: "upper limit p of the slowdown"},
				Y: chart.Axis{Label: "average turnaround [s]", Log: true}, Series: []chart.Series{multi, mold}})
		}
		return c
	}
	return x
}

// molded is the mean turnaround with adaptive allocation.
func molded(r *paper.Results, spread string) float64 {
	return mean(r, drawn(isMold, spread, limits[0]))
}

func fig7(scale paper.Scale) paper.Experiment {
	lines := []line{splits, molds}
	x := sdsc.compare("fig7", "Multi-site execution and adaptive allocation under all permutations of the speed vector", scale, lines...)
	x.Doc = loadDoc(heavy) + " Multi-site execution has the overhead p=2 of figure 1."
	x.Runs = append(x.Runs, sdsc.sideBySide(heavy))
	workCells(&x)
	x.Claims = fig7Claims()
	x.Chart = func(r *paper.Results) chart.Chart {
		var names []string
		var curves [][]float64
		for _, l := range lines {
			names, curves = append(names, l.title), append(curves, r.Series(l.title, turnaround))
		}
		return chart.Chart{Title: x.Title, Panels: []chart.Panel{
			curvesPanel("", chart.Axis{Label: "average turnaround [s]", Log: true}, names, curves, 0)}}
	}
	return x
}

func fig8(scale paper.Scale) paper.Experiment {
	lines := []line{alone, shared, molds}
	x := sdsc.compare("fig8", "Independent clusters and the load-sharing grid with adaptive processor allocation", scale, lines...)
	x.Doc = loadDoc(heavy)
	x.Claims = fig8Claims()
	x.Chart = func(r *paper.Results) chart.Chart {
		bars := chart.Panel{Title: "speeds " + vector(sdsc.speeds), Kind: chart.Bars,
			Y: chart.Axis{Label: "average turnaround [s]", Zero: true}, Names: []string{""}}
		for _, l := range lines {
			bars.Series = append(bars.Series, chart.Series{Name: l.title, Y: chart.Numbers{r.Metric(example(l), art)}})
		}
		return chart.Chart{Title: x.Title, Panels: []chart.Panel{bars, over(r, molds, true, 0, lines...)}}
	}
	return x
}

func loadDoc(load float64) string {
	return fmt.Sprintf("The paper does not print the loads; here all run times are multiplied by %v, and grid/section5-readings tells "+
		"what other loads and readings give.", load)
}
