package figures

import (
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/internal/chart"
)

// DrawChart draws a picture described as data, such as a paper's.
func DrawChart(c chart.Chart) (*Drawing, error) {
	if len(c.Panels) == 0 {
		return nil, fmt.Errorf("figures: the chart %q has no panels", label(c.Title, 60))
	}
	cols := c.Cols
	if cols <= 0 {
		cols = min(2, len(c.Panels))
	}
	panels := make([]*Drawing, len(c.Panels))
	for i, p := range c.Panels {
		d, err := drawPanel(p)
		if err != nil {
			return nil, fmt.Errorf("figures: chart %q, panel %d: %w", label(c.Title, 60), i+1, err)
		}
		panels[i] = d
	}
	d := Combine(label(c.Title, 200), cols, panels...)
	if len(panels) == 1 {
		d.Width = panels[0].Width
	}
	d.Note = label(c.Note, 400)
	return d, nil
}

func drawPanel(p chart.Panel) (*Drawing, error) {
	p.X.Label, p.Y.Label = label(p.X.Label, 100), label(p.Y.Label, 100)
	axes := Axes{Title: label(p.Title, 100), X: p.X, Y: p.Y}
	draw, points := DrawLines, func(s *chart.Series) int { return len(s.X) }
	switch p.Kind {
	case chart.Lines, "":
	case chart.Scatter:
		draw = DrawScatter
	case chart.Fronts:
		draw = DrawFronts
	case chart.Steps:
		draw, points = DrawSteps, func(s *chart.Series) int { return max(0, len(s.X)-1) }
	case chart.CDF:
		draw, points = DrawCDFs, func(s *chart.Series) int { return len(s.Y) }
	case chart.Bars:
		draw = func(axes Axes, series ...Series) *Drawing { return DrawBars(axes, slices.Clone(p.Names), series...) }
		points = func(*chart.Series) int { return len(p.Names) }
	default:
		return nil, fmt.Errorf("the kind of panel %q is unknown", p.Kind)
	}
	series := make([]Series, len(p.Series))
	for i, s := range p.Series {
		series[i] = Series{Name: label(s.Name, 60), X: s.X, Y: s.Y, Low: s.Low, High: s.High, Printed: s.Printed}
		if n := points(&s); n != len(s.Y) {
			return nil, fmt.Errorf("series %q has %d values for %d points", series[i].Name, len(s.Y), n)
		}
	}
	return draw(axes, series...), nil
}
