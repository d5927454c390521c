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

const art = "art_s"

// compare returns an experiment that plays lines under all permutations on SDSC SP2, at each load,
// and at that of the picture for the ascending speed vector as an example with rows.
func (m *model) compare(id, title string, lines []line, panels func(r *paper.Results) []chart.Panel) paper.Experiment {
	x := m.figure(id, title, m.loads()[:1], m.sweepClaims(id), panels)
	for _, l := range lines {
		x.Runs = append(x.Runs, m.example(&sdsc, l))
		x.Add(l.title, vector(sdsc.speeds), "s", paper.Metric(example(l), art))
		for _, load := range m.loads() {
			label, under := labelAt(load)+l.label, fmt.Sprintf(", load %v", load)
			x.Runs = append(x.Runs, m.at(load).line(label, l, m.every(&sdsc)))
			x.Add(l.title, "mean over the permutations"+under, "s", meanOf(label))
			x.Add(l.title, "permutations in which a job waits a week or more"+under, "permutations", func(r *paper.Results) float64 {
				return float64(overloads(r, label))
			})
		}
	}
	return x
}

// figure returns a figure whose picture shows these loads, and says so.
func (m *model) figure(id, title string, shown []float64, claims []paper.Claim,
	panels func(r *paper.Results) []chart.Panel) paper.Experiment {
	loaded := m.loaded(shown)
	return paper.Experiment{ID: "grid/" + id, Title: title + "; " + loaded, Doc: m.loadDoc(shown), Claims: claims,
		Chart: func(r *paper.Results) chart.Chart {
			return chart.Chart{Title: title, Note: "Run times are multiplied: " + loaded + ".", Panels: panels(r)}
		}}
}

// speeds is the i-th speed vector of a sweep on SDSC SP2 with n.
func speeds(i, n int) []float64 {
	all := permutations(sdsc.speeds)
	return all[i*len(all)/n]
}

// best is the permutation in which a line is lowest compared with base.
func best(r *paper.Results, row string, base, l line) int {
	q := ratio(r, row, l, base)
	return slices.Index(q, slices.Min(q))
}

// ratio is one line divided by another, by permutation.
func ratio(r *paper.Results, row string, over, under line) []float64 {
	q, b := slices.Clone(r.Series(row+over.label, turnaround)), r.Series(row+under.label, turnaround)
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
func (m *model) examples(r *paper.Results, base, lowest line, lines []line) chart.Panel {
	row := labelAt(m.load)
	at := best(r, row, base, lowest)
	n := len(r.Series(row+base.label, turnaround))
	return bars("two examples of speed vectors", []string{vector(sdsc.speeds), vector(speeds(at, n))}, lines,
		func(l line) chart.Numbers {
			return chart.Numbers{r.Metric(example(l), art), r.Series(row+l.label, turnaround)[at]}
		})
}

// curves is a panel of curves over the permutations, in ascending order of the curve by.
func curves(title string, y chart.Axis, lines []line, by int, curve func(l line) []float64) chart.Panel {
	first := curve(lines[by])
	order := make([]int, len(first))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(first[a], first[b]) })
	p := chart.Panel{Title: title, X: chart.Axis{Label: "permutations, by " + lines[by].title}, Y: y}
	for _, l := range lines {
		s, c := chart.Series{Name: l.title}, curve(l)
		for at, i := range order {
			s.X, s.Y = append(s.X, float64(at+1)), append(s.Y, c[i])
		}
		p.Series = append(p.Series, s)
	}
	return p
}

// over is a panel of the ratios of lines to a base, which is one of them, under all
// permutations. The order is that of the panel of examples, for the same colours.
func (m *model) over(r *paper.Results, base line, log bool, by int, lines []line) chart.Panel {
	return curves("all permutations", chart.Axis{Label: "ratio to " + base.title, Log: log}, lines, by,
		func(l line) []float64 { return ratio(r, labelAt(m.load), l, base) })
}

func (m *model) fig1() paper.Experiment {
	lines := []line{shared, larger, faster, splits}
	x := m.compare("fig1", "Adaptive site selection in multi-site parallel execution, p=2", lines,
		func(r *paper.Results) []chart.Panel {
			return []chart.Panel{m.examples(r, shared, splits, lines), m.over(r, shared, true, 3, lines)}
		})
	m.addAccounts(&x, shared)
	x.Claims = append(x.Claims, m.claim("not-unusual", strictly(notUnusual)))
	return x
}

func (m *model) fig2() paper.Experiment {
	lines := []line{shared, molds}
	x := m.compare("fig2", "Load sharing with and without adaptive processor allocation", lines,
		func(r *paper.Results) []chart.Panel {
			return []chart.Panel{m.examples(r, shared, molds, lines), m.over(r, shared, false, 1, lines)}
		})
	m.addAccounts(&x, lines...)
	x.Claims = append(x.Claims, m.claim("trade", trade))
	return x
}

func (m *model) fig7() paper.Experiment {
	lines := []line{multis, molds, shared}
	x := m.compare("fig7", "Multi-site execution and adaptive allocation under all permutations of the speed vector",
		lines, func(r *paper.Results) []chart.Panel {
			return []chart.Panel{curves("", chart.Axis{Label: "average turnaround [s]", Log: true}, lines, 0,
				func(l line) []float64 { return r.Series(labelAt(m.load)+l.label, turnaround) })}
		})
	for _, load := range m.loads() {
		x.Runs = append(x.Runs, m.at(load).sideBySide(&sdsc))
	}
	workCells(&x, labelAt(m.load)+pair)
	x.Claims = append(x.Claims, m.claim("single-jobs", strictly(singleJobs)), m.claim("resources", strictly(resources)))
	return x
}

func (m *model) fig8() paper.Experiment {
	lines := []line{alone, shared, molds}
	return m.compare("fig8", "Independent clusters and the load-sharing grid with adaptive processor allocation", lines,
		func(r *paper.Results) []chart.Panel {
			return []chart.Panel{bars("speeds "+vector(sdsc.speeds), []string{""}, lines,
				func(l line) chart.Numbers { return chart.Numbers{r.Metric(example(l), art)} }), m.over(r, molds, true, 0, lines)}
		})
}
