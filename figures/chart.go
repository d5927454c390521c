package figures

import (
	"fmt"
	"slices"

	"gonum.org/v1/plot"

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
	series := make([][]Series, len(c.Panels))
	for i, p := range c.Panels {
		for _, s := range p.Series {
			series[i] = append(series[i], Series{Name: label(s.Name, 60), X: s.X, Y: s.Y, Low: s.Low, High: s.High, Printed: s.Printed})
		}
	}
	panels, looks := make([]*Drawing, len(c.Panels)), looks(series...)
	for i, p := range c.Panels {
		d, err := drawPanel(p, series[i], looks[i])
		if err != nil {
			return nil, fmt.Errorf("figures: chart %q, panel %d: %w", label(c.Title, 60), i+1, err)
		}
		panels[i] = d
	}
	if cols > 2 {
		for _, p := range panels {
			narrow(&p.Panels[0].Plot.X)
		}
	}
	d := Combine(label(c.Title, 200), cols, panels...)
	if len(panels) == 1 {
		d.Width = panels[0].Width
	}
	d.Note = label(c.Note, 400)
	return d, nil
}

// narrow leaves a horizontal axis of numbers few labels, so that they do not touch. One that
// begins near 0 begins there, where a round number is.
func narrow(x *plot.Axis) {
	if x.Tick.Marker != (NumberTicks{}) {
		return
	}
	x.Tick.Marker = NumberTicks{N: minTicks}
	if _, linear := x.Scale.(plot.LinearScale); linear && x.Min > 0 && x.Min < x.Max/10 {
		x.Min = 0
	}
}

func drawPanel(p chart.Panel, series []Series, looks []look) (*Drawing, error) {
	p.X.Label, p.Y.Label = label(p.X.Label, 100), label(p.Y.Label, 100)
	for i, s := range p.Series {
		points := len(s.X)
		switch p.Kind {
		case chart.Steps:
			points = max(0, len(s.X)-1)
		case chart.CDF:
			points = len(s.Y)
		case chart.Bars:
			points = len(p.Names)
		}
		if points != len(s.Y) {
			return nil, fmt.Errorf("series %q has %d values for %d points", series[i].Name, len(s.Y), points)
		}
	}
	axes := Axes{Title: label(p.Title, 100), X: p.X, Y: p.Y}
	if d := drawKind(p.Kind, axes, slices.Clone(p.Names), series, looks); d != nil {
		return d, nil
	}
	return nil, fmt.Errorf("the kind of panel %q is unknown", p.Kind)
}
