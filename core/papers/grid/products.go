package grid

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/internal/chart"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// multiplied are the choices whose values section5-products combines in all ways: those on how adaptive
// site selection decides, which single changes left open.
var multiplied = []*paper.Choice{rule, tie, counting, discipline}

// productLoads are the loads of the products, by base. They have those of the figures.
var productLoads = map[string][]float64{"home": {1, 1.1, 1.2, 1.3, 1.5, 2}, "speed-1": figureLoads["speed-1"]}

// products are the combinations, the setting's own reading first, all without a load.
func (m *model) products() []paper.Reading { return combined(m.withoutLoad(), multiplied) }

func (m *model) section5Products() paper.Experiment {
	rows := m.underLoads(m.products(), productLoads)
	x := paper.Experiment{ID: "grid/section5-products", Chart: func(r *paper.Results) chart.Chart { return productChart(r, rows) }}
	for _, w := range rows {
		x.Runs = append(x.Runs, m.runs(w)...)
		for _, c := range measures {
			x.Add(w.title(), c.column, c.unit, func(r *paper.Results) float64 { return c.value(r, w.label()) })
		}
		x.Add(w.title(), "fig1: largest advantage of adaptive", "%", func(r *paper.Results) float64 {
			most, _ := advantage(r, w.label())
			return 100 * most
		})
		x.Add(w.title(), "claims that hold", "claims", func(r *paper.Results) float64 {
			return float64(tally(held(r, w), func(string) bool { return true }))
		})
	}
	x.Claims = []paper.Claim{
		paper.Judged("some-significantly", func(r *paper.Results) (bool, string) {
			return some(r, rows, "fig1", "significantly")
		}),
		paper.Judged("some-all-120", func(r *paper.Results) (bool, string) {
			ok, note := some(r, rows, "fig1", "all-120")
			best := slices.MaxFunc(rows, func(a, b row) int { return cmp.Compare(strict(r, a), strict(r, b)) })
			return ok, fmt.Sprintf("%s; in most permutations, %d, with %s", note, strict(r, best), best.title())
		}),
		paper.Judged("held-out", func(r *paper.Results) (bool, string) { return heldOut(r, rows) }),
	}
	return x
}

// strict counts the permutations in which adaptive site selection is the best of the three.
func strict(r *paper.Results, w row) int {
	n, _ := bests(r, w.label(), splits, larger, faster)
	return n
}

// held tells for each of sweepClaims whether it holds in a row.
func held(r *paper.Results, w row) (all []bool) {
	for _, c := range sweepClaims {
		v, _ := c.judge(r, w.label())
		all = append(all, v == paper.Holds)
	}
	return all
}

// tally counts those of sweepClaims that hold among the ones wanted.
func tally(held []bool, wanted func(figure string) bool) (n int) {
	for i, c := range sweepClaims {
		if held[i] && wanted(c.figure) {
			n++
		}
	}
	return n
}

// some is the claim that a claim of a figure holds in some row. The note counts the rows by load.
func some(r *paper.Results, rows []row, figure, id string) (bool, string) {
	c := sweepClaims[slices.IndexFunc(sweepClaims, func(c sweepClaim) bool { return c.figure == figure && c.id == id })]
	n, calmly, at := 0, 0, map[float64]int{}
	for _, w := range rows {
		if v, _ := c.judge(r, w.label()); v != paper.Holds {
			continue
		}
		n++
		at[w.load]++
		if calm(r, w) {
			calmly++
		}
	}
	var notes []string
	for _, load := range loadsOf(rows) {
		notes = append(notes, fmt.Sprintf("%d at load %v", at[load], load))
	}
	return n > 0, fmt.Sprintf("in %d of %d products and loads, %d of them without overload: %s", n, len(rows), calmly, numeral.List(notes))
}

// A fold is a figure that had no part in the choice of a product and a load.
type fold struct {
	figure       string
	product, own row // chosen by the claims of the other figures, among all rows and among those of the setting's own reading
	holds        map[string][]bool
}

// count counts the claims that hold in a row, of the figure or of the others.
func (f *fold) count(w row, here bool) int {
	return tally(f.holds[w.title()], func(figure string) bool { return (figure == f.figure) == here })
}

// best returns the row with which most claims of the other figures hold, and of equal ones the first: with the
// fewest changes, then the lightest load.
func (f *fold) best(rows []row) row {
	return slices.MaxFunc(rows, func(a, b row) int {
		return cmp.Or(cmp.Compare(f.count(a, false), f.count(b, false)), cmp.Compare(len(b.reading), len(a.reading)), cmp.Compare(b.load, a.load))
	})
}

// folds holds out each figure of sweepClaims. The first row has the setting's own reading; holds tells by the
// title of a row which of sweepClaims hold there.
func folds(rows []row, holds map[string][]bool) (all []fold) {
	own := ownRows(rows)
	for _, c := range sweepClaims {
		if n := len(all); n > 0 && all[n-1].figure == c.figure {
			continue
		}
		f := fold{figure: c.figure, holds: holds}
		f.product, f.own = f.best(rows), f.best(own)
		all = append(all, f)
	}
	return all
}

// heldOut is true if, over the figures held out, more claims hold with the products than with the own reading.
func heldOut(r *paper.Results, rows []row) (bool, string) {
	holds := map[string][]bool{}
	for _, w := range rows {
		holds[w.title()] = held(r, w)
	}
	var notes []string
	products, own := 0, 0
	for _, f := range folds(rows, holds) {
		p, o := f.count(f.product, true), f.count(f.own, true)
		products, own = products+p, own+o
		notes = append(notes, fmt.Sprintf("%s: %d with %s (%d of the others), %d with %s (%d)", f.figure, p, f.product.title(),
			f.count(f.product, false), o, f.own.title(), f.count(f.own, false)))
	}
	return products > own, fmt.Sprintf("%d against %d of %d; %s", products, own, len(sweepClaims), strings.Join(notes, "; "))
}

// productChart shows, by load, in how many permutations adaptive site selection is best: a curve for each of
// the products that is not below all others at every load.
func productChart(r *paper.Results, rows []row) chart.Chart {
	p := chart.Panel{X: chart.Axis{Label: "load"}, Y: chart.Axis{Label: "permutations in which adaptive is best", Zero: true}}
	for _, name := range leaders(r, rows) {
		s := chart.Series{Name: name}
		for _, w := range rows {
			if w.reading.Name() == name {
				s.X, s.Y = append(s.X, w.load), append(s.Y, float64(strict(r, w)))
			}
		}
		p.Series = append(p.Series, s)
	}
	return chart.Chart{Panels: []chart.Panel{p}}
}

// leaders are the setting's own reading and the first of the best at each load.
func leaders(r *paper.Results, rows []row) []string {
	names, best := []string{rows[0].reading.Name()}, map[float64]row{}
	for _, w := range rows {
		if b, ok := best[w.load]; !ok || strict(r, w) > strict(r, b) {
			best[w.load] = w
		}
	}
	for _, load := range loadsOf(rows) {
		if name := best[load].reading.Name(); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}
