package paper

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/internal/chart"
)

// pictureOf draws an experiment's chart, nil if it has none, with each seed's results:
// curves and bars are the medians, with the ranges of the seeds as error bars. Charts that
// differ in more than such numbers cannot be joined, and are that of the first seed.
func pictureOf(seeds []*Evaluation) *chart.Chart {
	draw := seeds[0].Experiment.Chart
	if draw == nil {
		return nil
	}
	c := draw(seeds[0].Results)
	if len(seeds) == 1 || !varies(seeds) {
		return &c
	}
	all := []chart.Chart{c}
	for _, e := range seeds[1:] {
		all = append(all, e.Experiment.Chart(e.Results))
	}
	note := fmt.Sprintf("Of the first of %d seeds.", len(seeds))
	if joined, ok := join(all); ok {
		c, note = joined, fmt.Sprintf("Medians of %d seeds, with their 5 to 95 %% ranges.", len(seeds))
	}
	c.Note = strings.TrimSpace(c.Note + " " + note)
	return &c
}

// PrintedName is the legend's name of numbers that a paper prints.
const PrintedName = "printed"

// AddPrinted adds printed numbers to a panel of curves, those for which point returns a
// curve of the panel and a place on it.
func AddPrinted(p *chart.Panel, published []Published, point func(Published) (curve string, x float64)) {
	s := chart.Series{Name: PrintedName, Printed: true}
	for _, n := range published {
		curve, x := point(n)
		if math.IsNaN(x) || !slices.ContainsFunc(p.Series, func(c chart.Series) bool { return c.Name == curve }) {
			continue
		}
		s.X, s.Y = append(s.X, x), append(s.Y, n.Value)
	}
	if len(s.X) > 0 {
		p.Series = append(p.Series, s)
	}
}

// join joins charts of lines and bars over the same places.
func join(all []chart.Chart) (chart.Chart, bool) {
	c := all[0]
	c.Panels = slices.Clone(c.Panels)
	for i := range c.Panels {
		p := &c.Panels[i]
		if p.Kind != chart.Lines && p.Kind != "" && p.Kind != chart.Bars {
			return c, false
		}
		p.Series = slices.Clone(p.Series)
		for k := range p.Series {
			var over []chart.Numbers
			for _, other := range all {
				if i >= len(other.Panels) || k >= len(other.Panels[i].Series) || !alike(&p.Series[k], &other.Panels[i].Series[k]) {
					return c, false
				}
				over = append(over, other.Panels[i].Series[k].Y)
			}
			p.Series[k] = spreadSeries(p.Series[k], over)
		}
	}
	return c, true
}

// alike reports whether two series have points at the same places, and none has error bars
// of its own.
func alike(a, b *chart.Series) bool {
	return a.Low == nil && b.Low == nil && a.Name == b.Name && slices.Equal(a.X, b.X) && len(a.Y) == len(b.Y)
}

// spreadSeries returns the series of the medians of the seeds' values, with error bars where
// they differ.
func spreadSeries(s chart.Series, seeds []chart.Numbers) chart.Series {
	s.Y = slices.Clone(s.Y)
	low, high := make(chart.Numbers, len(s.Y)), make(chart.Numbers, len(s.Y))
	varying := false
	for i := range s.Y {
		var values []float64
		for _, y := range seeds {
			values = append(values, y[i])
		}
		if low[i], high[i] = math.NaN(), math.NaN(); !differ(values) {
			continue
		}
		varying = true
		r := rangeOf(values)
		s.Y[i], low[i], high[i] = Median(values), r.Low, r.High
	}
	if varying {
		s.Low, s.High = low, high
	}
	return s
}
