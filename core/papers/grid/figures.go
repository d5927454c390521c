package grid

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/internal/chart"
)

func vector(v []float64) string {
	return "(" + strings.Trim(strings.ReplaceAll(fmt.Sprint(v), " ", ","), "[]") + ")"
}

// example is the label of a run for the ascending speed vector.
func example(l line) string { return l.title + " example" }

const art = "art_s"

// compare returns an experiment that plays lines under all permutations on SDSC SP2, and
// for the ascending speed vector as an example with rows.
func (m *model) compare(id, title string, claims []paper.Claim, lines []line,
	panels func(r *paper.Results) []chart.Panel) paper.Experiment {
	x := m.figure(id, title, claims, panels)
	for _, l := range lines {
		x.Runs = append(x.Runs, m.line(l.title, l, m.every(&sdsc)), m.example(&sdsc, l))
		x.Add(l.title, vector(sdsc.speeds), "s", paper.Metric(example(l), art))
		x.Add(l.title, "mean over the permutations", "s", meanOf(l.title))
		x.Add(l.title, "permutations in which a job waits a week or more", "permutations", func(r *paper.Results) float64 {
			return float64(overloads(r, l.title))
		})
	}
	return x
}

// figure returns a figure that says under which load it is computed.
func (m *model) figure(id, title string, claims []paper.Claim, panels func(r *paper.Results) []chart.Panel) paper.Experiment {
	return paper.Experiment{ID: "grid/" + id, Title: title + "; " + m.loaded(), Doc: m.loadDoc(), Claims: claims,
		Chart: func(r *paper.Results) chart.Chart {
			return chart.Chart{Title: title, Note: "Run times are multiplied: " + m.loaded() + ".", Panels: panels(r)}
		}}
}

// speeds is the speed vector of the i-th permutation on SDSC SP2.
func speeds(at paper.Setting, i int) []float64 {
	s := sweep{Speeds: sdsc.speeds, Every: modelOf(at).every(&sdsc)}
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
	return bars("two examples of speed vectors", []string{vector(sdsc.speeds), vector(speeds(r.Setting, at))}, lines,
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

func (m *model) fig1() paper.Experiment {
	lines := []line{shared, larger, faster, splits}
	return m.compare("fig1", "Adaptive site selection in multi-site parallel execution, p=2", fig1Claims(), lines,
		func(r *paper.Results) []chart.Panel {
			return []chart.Panel{examples(r, shared, splits, lines), over(r, shared, true, 3, lines)}
		})
}

func (m *model) fig2() paper.Experiment {
	lines := []line{shared, molds}
	return m.compare("fig2", "Load sharing with and without adaptive processor allocation",
		[]paper.Claim{paper.Open("improves", improves(shared, molds))}, lines,
		func(r *paper.Results) []chart.Panel {
			return []chart.Panel{examples(r, shared, molds, lines), over(r, shared, false, 1, lines)}
		})
}

// powers are the thresholds of figures 3 and 4.
var powers = []float64{0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1}

func power(load, power float64) string { return fmt.Sprintf("load %v, power %v", load, power) }

// thresholds is figure 3 or 4. Its claims are about the model's load; others are beside it.
type thresholds struct {
	*model
	*log
	loads []float64 // with the model's
}

func (m *model) thresholds(g *log) thresholds {
	loads := slices.Clone(readLoads[m.Reading.Of(base)])
	if !slices.Contains(loads, m.load) {
		loads = append(loads, m.load)
	}
	return thresholds{m, g, loads}
}

func (f thresholds) experiment(id string) paper.Experiment {
	title := "Adaptive processor allocation with different power values under " + f.title
	x := f.figure(id, title, f.claims(), func(r *paper.Results) (panels []chart.Panel) {
		for _, load := range f.loads {
			panels = append(panels, chart.Panel{Title: fmt.Sprintf("load %v", load), X: chart.Axis{Label: "power"},
				Y:      chart.Axis{Label: "average turnaround [s]"},
				Series: []chart.Series{{Name: "adaptive allocation", X: powers, Y: means(r, load)}}})
		}
		return panels
	})
	x.Doc += " Means over the permutations of the speed vector. Other loads are shown beside it."
	for _, load := range f.loads {
		m := *f.model
		m.load = load
		for _, p := range powers {
			label := power(load, p)
			x.Runs = append(x.Runs, m.sweep(f.log, label, m.moldable(p), noSplit, m.every(f.log)))
			x.Add(fmt.Sprintf("load %v", load), fmt.Sprintf("power %v", p), "s", meanOf(label))
		}
	}
	return x
}

// The limits p of figures 5 and 6 are ours: the text names none.
const least, largest = 1.5, 5

var (
	spreads = []string{"uniform", "normal"}
	limits  = []float64{least, 2, 3, 4, largest}
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
func (m *model) slowdowns(g *log, id string) paper.Experiment {
	title := "Multi-site execution and adaptive allocation under " + g.title + ", slowdowns drawn"
	x := m.figure(id, title, slowdownClaims(), func(r *paper.Results) (panels []chart.Panel) {
		for _, spread := range spreads {
			panels = append(panels, chart.Panel{Title: spread + " distribution", X: chart.Axis{Label: "upper limit p of the " + m.Reading.Of(limit)},
				Y: chart.Axis{Label: "average turnaround [s]", Log: true}, Series: []chart.Series{
					chart.Curve(isSplit, limits, func(p float64) float64 { return mean(r, drawn(isSplit, spread, p)) }),
					chart.Curve(isMold, limits, func(float64) float64 { return mean(r, drawn(isMold, spread, least)) })}})
		}
		return panels
	})
	x.Doc += " Means over the permutations of the speed vector. The limits p are ours: the text names none."
	every := m.every(g)
	for _, spread := range spreads {
		for _, p := range limits {
			cost, label := m.drawn(spread, p), drawn(isSplit, spread, p)
			x.Runs = append(x.Runs, m.sweep(g, label, splits.policy(m), cost, every))
			if p == least || p == largest {
				x.Runs = append(x.Runs, m.sweep(g, drawn(isMold, spread, p), m.moldable(g.power), cost, every))
			}
			x.Add(isSplit+", "+spread, fmt.Sprintf("p=%v", p), "s", meanOf(label))
		}
		x.Add(isMold, spread, "s", meanOf(drawn(isMold, spread, least)))
	}
	return x
}

func (m *model) fig7() paper.Experiment {
	lines := []line{multis, molds, shared}
	x := m.compare("fig7", "Multi-site execution and adaptive allocation under all permutations of the speed vector", fig7Claims(),
		lines, func(r *paper.Results) []chart.Panel {
			return []chart.Panel{curves("", chart.Axis{Label: "average turnaround [s]", Log: true}, lines, 0,
				func(title string) []float64 { return r.Series(title, turnaround) })}
		})
	x.Runs = append(x.Runs, m.sideBySide(&sdsc))
	workCells(&x)
	return x
}

func (m *model) fig8() paper.Experiment {
	lines := []line{alone, shared, molds}
	return m.compare("fig8", "Independent clusters and the load-sharing grid with adaptive processor allocation",
		[]paper.Claim{paper.Open("four-times", fourTimes)}, lines,
		func(r *paper.Results) []chart.Panel {
			return []chart.Panel{bars("speeds "+vector(sdsc.speeds), []string{""}, lines,
				func(l line) chart.Numbers { return chart.Numbers{r.Metric(example(l), art)} }), over(r, molds, true, 0, lines)}
		})
}
