package figures

import (
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/core/chart"
	"gonum.org/v1/plot"
)

// DrawChart draws a picture described as data, such as that of a paper's experiment.
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
	axes := Axes{Title: label(p.Title, 100), X: axisOf(p.X), Y: axisOf(p.Y)}
	series := make([]Series, len(p.Series))
	for i, s := range p.Series {
		series[i] = Series{Name: label(s.Name, 60), X: s.X, Y: s.Y, Low: s.Low, High: s.High}
		points := len(s.Y)
		switch p.Kind {
		case chart.Bars:
			points = len(p.Names)
		case chart.Steps:
			points = max(0, len(s.X)-1)
		case chart.Lines, chart.Scatter, chart.Fronts, "":
			points = len(s.X)
		}
		if points != len(s.Y) {
			return nil, fmt.Errorf("series %q has %d values for %d points", series[i].Name, len(s.Y), points)
		}
	}
	var d *Drawing
	switch p.Kind {
	case chart.Lines, "":
		d = DrawLines(axes, series...)
	case chart.Scatter:
		d = DrawScatter(axes, series...)
	case chart.Fronts:
		d = DrawFronts(axes, series...)
	case chart.Steps:
		d = DrawSteps(axes, series...)
	case chart.CDF:
		d = DrawCDFs(axes, series...)
	case chart.Bars:
		d = DrawBars(axes, slices.Clone(p.Names), series...)
	default:
		return nil, fmt.Errorf("the kind of panel %q is unknown", p.Kind)
	}
	for _, plotted := range d.Panels {
		reverse(&plotted.Plot.X, p.X.Reversed)
		reverse(&plotted.Plot.Y, p.Y.Reversed)
	}
	return d, nil
}

func axisOf(a chart.Axis) Axis {
	return Axis{Label: label(a.Label, 100), Seconds: a.Seconds, Log: a.Log, Zero: a.Zero, Min: a.Min, Max: a.Max}
}

func reverse(a *plot.Axis, yes bool) {
	if yes {
		a.Scale = plot.InvertedScale{Normalizer: a.Scale}
	}
}
