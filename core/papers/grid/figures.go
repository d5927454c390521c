package grid

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

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
	return "(" + strings.Trim(strings.ReplaceAll(fmt.Sprint(v), " ", ","), "[]") + ")"
}

// example is the label of a run for the ascending speed vector.
func example(l line) string { return l.title + " example" }

const art = "art_s"

// compare returns an experiment that plays lines under all permutations on SDSC SP2, and
// for the ascending speed vector as an example with rows.
func compare(id, title string, scale paper.Scale, claims []paper.Claim, lines []line,
	panels func(r *paper.Results) []chart.Panel) paper.Experiment {
	x := paper.Experiment{ID: "grid/" + id, Kind: paper.Figure, Title: title, Doc: loadDoc(heavy), Claims: claims,
		Chart: func(r *paper.Results) chart.Chart { return chart.Chart{Title: title, Panels: panels(r)} }}
	for _, l := range lines {
		x.Runs = append(x.Runs, sdsc.sweep(l.title, l.policy, heavy, l.multi, every(scale, &sdsc)), sdsc.example(l, heavy))
		x.Add(l.title, vector(sdsc.speeds), "s", paper.Metric(example(l), art))
		x.Add(l.title, "mean over the permutations", "s", meanOf(l.title))
	}
	return x
}

// speeds is the speed vector of the i-th permutation on SDSC SP2.
func speeds(scale paper.Scale, i int) []float64 {
	s := sweep{Speeds: sdsc.speeds, Every: every(scale, &sdsc)}
	return s.vectors()[i]
}

// best is the permutation in which line is lowest compared with base.
func best(r *paper.Results, base, line line) int {
	q := ratio(r, line.title, base.title)
	return slices.Index(q, slices.Min(q))
}

// ratio is one sweep divided by another, by permutation.
func ratio(r *paper.Results, over, under string) []float64 {
	q, b := slices.Clone(r.Series(over, turnaround)), r.Series(under, turnaround)
	for i := range q {
		q[i] /= b[i]
	}
	return q
}

// bars is a panel of average turnarounds, in a group of bars for each of the names.
func bars(title string, names []string, lines []line, turnarounds func(l line) chart.Numbers) chart.Panel {
	p := chart.Panel{Title: title, Kind: chart.Bars, Y: chart.Axis{Label: "average turnaround [s]", Zero: true}, Names: names}
	for _, l := range lines {
		p.Series = append(p.Series, chart.Series{Name: l.title, Y: turnarounds(l)})
	}
	return p
}

// examples has bars for the ascending speed vector, and for the permutation in which
// lowest is lowest compared with base.
func examples(r *paper.Results, base, lowest line, lines []line) chart.Panel {
	at := best(r, base, lowest)
	return bars("two examples of speed vectors", []string{vector(sdsc.speeds), vector(speeds(r.Scale, at))}, lines,
		func(l line) chart.Numbers {
			return chart.Numbers{r.Metric(example(l), art), r.Series(l.title, turnaround)[at]}
		})
}

// curves is a panel of curves over the permutations, in ascending order of the curve by.
func curves(title string, y chart.Axis, lines []line, by int, curve func(title string) []float64) chart.Panel {
	first := curve(lines[by].title)
	order := make([]int, len(first))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(first[a], first[b]) })
	p := chart.Panel{Title: title, X: chart.Axis{Label: "permutations, by " + lines[by].title}, Y: y}
	for _, l := range lines {
		s, c := chart.Series{Name: l.title}, curve(l.title)
		for at, i := range order {
			s.X, s.Y = append(s.X, float64(at+1)), append(s.Y, c[i])
		}
		p.Series = append(p.Series, s)
	}
	return p
}

// over is a panel of the ratios of lines to a base, which is one of them, under all
// permutations. The order is that of the panel of examples, for the same colours.
func over(r *paper.Results, base line, log bool, by int, lines []line) chart.Panel {
	return curves("all permutations", chart.Axis{Label: "ratio to " + base.title, Log: log}, lines, by,
		func(title string) []float64 { return ratio(r, title, base.title) })
}

func fig1(scale paper.Scale) paper.Experiment {
	lines := []line{shared, larger, faster, splits}
	return compare("fig1", "Adaptive site selection in multi-site parallel execution, p=2", scale, fig1Claims(), lines,
		func(r *paper.Results) []chart.Panel {
			return []chart.Panel{examples(r, shared, splits, lines), over(r, shared, true, 3, lines)}
		})
}

func fig2(scale paper.Scale) paper.Experiment {
	lines := []line{shared, molds}
	return compare("fig2", "Load sharing with and without adaptive processor allocation", scale, fig2Claims(), lines,
		func(r *paper.Results) []chart.Panel {
			return []chart.Panel{examples(r, shared, molds, lines), over(r, shared, false, 1, lines)}
		})
}

// powers are the thresholds of figures 3 and 4.
var powers = []float64{0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1}

func power(load, power float64) string { return fmt.Sprintf("load %v, power %v", load, power) }

// thresholds is figure 3 or 4. Its claims are about the main load.
type thresholds struct {
	*log
	main  float64
	loads []float64
}

func (f thresholds) experiment(id string, scale paper.Scale) paper.Experiment {
	x := paper.Experiment{ID: "grid/" + id, Kind: paper.Figure,
		Title: "Adaptive processor allocation with different power values under " + f.title,
		Doc:   loadDoc(f.main) + " Other loads are shown beside it.", Claims: f.claims()}
	for _, load := range f.loads {
		for _, p := range powers {
			label := power(load, p)
			x.Runs = append(x.Runs, f.sweep(label, moldable(p), load, noSplit, every(scale, f.log)))
			x.Add(fmt.Sprintf("load %v", load), fmt.Sprintf("power %v", p), "s", meanOf(label))
		}
	}
	x.Chart = func(r *paper.Results) chart.Chart {
		c := chart.Chart{Title: x.Title, Note: "Means over the permutations of the speed vector."}
		for _, load := range f.loads {
			c.Panels = append(c.Panels, chart.Panel{Title: fmt.Sprintf("load %v", load), X: chart.Axis{Label: "power"},
				Y:      chart.Axis{Label: "average turnaround [s]"},
				Series: []chart.Series{{Name: "adaptive allocation", X: powers, Y: means(r, load)}}})
		}
		return c
	}
	return x
}

// The limits p are upper limits of the slowdowns less 1.
const least, largest = 0.5, 4

var (
	spreads = []string{"uniform", "normal"}
	limits  = []float64{least, 1, 2, 3, largest}
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
func (g *log) slowdowns(id string, scale paper.Scale, load float64) paper.Experiment {
	x := paper.Experiment{ID: "grid/" + id, Kind: paper.Figure,
		Title:  "Multi-site execution and adaptive allocation under " + g.title + ", slowdowns drawn",
		Doc:    loadDoc(load) + " Means over the permutations of the speed vector.",
		Claims: slowdownClaims()}
	every := every(scale, g)
	for _, spread := range spreads {
		for _, p := range limits {
			m, label := grid.MultiSite{Overhead: p, Spread: spread}, drawn(isSplit, spread, p)
			x.Runs = append(x.Runs, g.sweep(label, split("adaptive"), load, m, every))
			if p == least || p == largest {
				x.Runs = append(x.Runs, g.sweep(drawn(isMold, spread, p), moldable(g.power), load, m, every))
			}
			x.Add(isSplit+", "+spread, fmt.Sprintf("p=%v", p), "s", meanOf(label))
		}
		x.Add(isMold, spread, "s", meanOf(drawn(isMold, spread, least)))
	}
	x.Chart = func(r *paper.Results) chart.Chart {
		c := chart.Chart{Title: x.Title}
		for _, spread := range spreads {
			c.Panels = append(c.Panels, chart.Panel{Title: spread + " distribution", X: chart.Axis{Label: "upper limit p of the slowdown"},
				Y: chart.Axis{Label: "average turnaround [s]", Log: true}, Series: []chart.Series{
					chart.Curve(isSplit, limits, func(p float64) float64 { return mean(r, drawn(isSplit, spread, p)) }),
					chart.Curve(isMold, limits, func(float64) float64 { return mean(r, drawn(isMold, spread, least)) })}})
		}
		return c
	}
	return x
}

func fig7(scale paper.Scale) paper.Experiment {
	lines := []line{splits, molds}
	x := compare("fig7", "Multi-site execution and adaptive allocation under all permutations of the speed vector", scale, fig7Claims(),
		lines, func(r *paper.Results) []chart.Panel {
			return []chart.Panel{curves("", chart.Axis{Label: "average turnaround [s]", Log: true}, lines, 0,
				func(title string) []float64 { return r.Series(title, turnaround) })}
		})
	x.Doc += " Multi-site execution has the overhead p=2 of figure 1."
	x.Runs = append(x.Runs, sdsc.sideBySide(heavy))
	workCells(&x)
	return x
}

func fig8(scale paper.Scale) paper.Experiment {
	lines := []line{alone, shared, molds}
	return compare("fig8", "Independent clusters and the load-sharing grid with adaptive processor allocation", scale, fig8Claims(), lines,
		func(r *paper.Results) []chart.Panel {
			return []chart.Panel{bars("speeds "+vector(sdsc.speeds), []string{""}, lines,
				func(l line) chart.Numbers { return chart.Numbers{r.Metric(example(l), art)} }), over(r, molds, true, 0, lines)}
		})
}

func loadDoc(load float64) string {
	return fmt.Sprintf("The paper does not print the loads. Here all run times are multiplied by %v; grid/section5-readings shows what "+
		"other loads and readings give.", load)
}
