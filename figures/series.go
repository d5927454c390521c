package figures

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/backfill-lab/backfill/internal/chart"
)

// A Series holds the numbers of a curve or of one kind of bar.
type Series struct {
	Panel  string    // title of the panel, "" if there is only one
	Name   string    // in the legend
	Labels []string  // names of the points, or nil
	X      []float64 // nil for bars; one more than Y for steps
	Y      []float64

	Low, High []float64 // error bars or the band around steps, or nil

	Printed bool // a paper's own numbers: open circles without a line, or open bars
}

// Axes are the axes of a picture; zero ones are linear, fit the data and have no labels.
type Axes struct {
	Title string
	X, Y  Axis
}

// An Axis is one axis of Axes.
type Axis = chart.Axis

// setUp gives a, which has the range of the data, the properties of x.
func setUp(a *plot.Axis, x Axis, pad float64) {
	if x.Min < x.Max && !(x.Log && x.Max <= 0) {
		a.Min, a.Max = x.Min, x.Max
	} else {
		if x.Zero {
			a.Min, a.Max = min(a.Min, 0), max(a.Max, 0)
		}
		fit(a, x.Log, pad)
	}
	a.Label.Text = x.Label
	switch {
	case x.Log:
		a.Min = max(a.Min, math.SmallestNonzeroFloat64)
		a.Scale = logScale{}
		a.Tick.Marker = LogTicks{}
		if x.Seconds {
			a.Tick.Marker = LogTimeTicks{}
		}
	case x.Seconds:
		TimeAxis(a, x.Label)
	}
	if x.Reversed {
		a.Scale = plot.InvertedScale{Normalizer: a.Scale}
	}
}

// logScale is gonum's logarithmic scale, which panics at 0; it puts numbers without a
// logarithm at the lower end.
type logScale struct{ plot.LogScale }

func (s logScale) Normalize(lo, hi, x float64) float64 {
	if x <= 0 {
		x = lo
	}
	return s.LogScale.Normalize(lo, hi, x)
}

// fit gives an axis without data or with a single value a range. Else it adds a share
// pad of the range at either end that is not 0.
func fit(a *plot.Axis, log bool, pad float64) {
	if !finite(a.Min) || !finite(a.Max) || a.Min > a.Max {
		a.Min, a.Max = 0, 1
	}
	if log {
		if a.Max <= 0 {
			a.Min, a.Max = 1, 10
		}
		if a.Min <= 0 {
			a.Min = a.Max / 1000
		}
		f := math.Pow(a.Max/a.Min, pad)
		if a.Min == a.Max {
			f = 3
		}
		a.Min, a.Max = a.Min/f, a.Max*f
		return
	}
	room := (a.Max - a.Min) * pad
	switch {
	case a.Min == 0 && a.Max == 0:
		a.Max = 1
		return
	case a.Min == a.Max:
		room = max(math.Abs(a.Min)/2, 0.5)
	}
	if a.Min != 0 {
		a.Min -= room
	}
	if a.Max != 0 {
		a.Max += room
	}
}

// picture puts plotters into one panel.
func picture(axes Axes, series []Series, pad float64, plotters []plot.Plotter) *Drawing {
	p := newPlot()
	p.Add(layered(plotters)...)
	setUp(&p.X, axes.X, pad)
	setUp(&p.Y, axes.Y, pad)
	d := &Drawing{Title: axes.Title, Panels: []Panel{{Plot: p, Ratio: 0.5}}, Width: pageWidth * 2 / 3, series: series}
	for i, l := range plotters {
		if look, ok := l.(plot.Thumbnailer); ok && series[i].Name != "" {
			d.entry(series[i].Name, look)
		}
	}
	return d
}

// layered returns plotters in the order in which they are drawn: what is printed lies on curves
// and clouds, and single points lie in its rings.
func layered(plotters []plot.Plotter) []plot.Plotter {
	layer := func(p plot.Plotter) int {
		l, ok := p.(*Line)
		switch {
		case !ok:
			return 0
		case l.Glyph.Shape == draw.GlyphDrawer(haloed{}):
			return 1
		case len(l.X) == 1:
			return 2
		}
		return 0
	}
	out := slices.Clone(plotters)
	slices.SortStableFunc(out, func(a, b plot.Plotter) int { return cmp.Compare(layer(a), layer(b)) })
	return out
}

// unequal is the error of a series whose values Y are not as many as its points.
func unequal(s Series, points int) error {
	if len(s.Y) == points {
		return nil
	}
	return fmt.Errorf("figures: the series %.60q has %d values Y for %d points", s.Name, len(s.Y), points)
}

// DrawLines draws curves, with markers unless the points are many. What is drawn of numbers that
// do not fit together, such as X and Y of different lengths, is an error when it is written; so it
// is below.
func DrawLines(axes Axes, series ...Series) *Drawing { return alone(chart.Lines, axes, nil, series) }

// DrawScatter draws points.
func DrawScatter(axes Axes, series ...Series) *Drawing {
	return alone(chart.Scatter, axes, nil, series)
}

// DrawFronts draws Pareto fronts: points joined by stairs, in order.
func DrawFronts(axes Axes, series ...Series) *Drawing { return alone(chart.Fronts, axes, nil, series) }

// alone draws a picture of one panel.
func alone(kind chart.Kind, axes Axes, names []string, series []Series) *Drawing {
	return drawKind(kind, axes, names, series, looks(series)[0])
}

// drawKind draws a panel of series with their looks, or returns nil if the kind is unknown.
func drawKind(kind chart.Kind, axes Axes, names []string, series []Series, looks []look) *Drawing {
	switch kind {
	case chart.Lines, "", chart.Scatter, chart.Fronts:
		return drawLines(kind, axes, series, looks)
	case chart.Steps:
		return drawSteps(axes, series, looks)
	case chart.CDF:
		return drawCDFs(axes, series, looks)
	case chart.Bars:
		return drawBars(axes, names, series, looks)
	}
	return nil
}

func drawLines(kind chart.Kind, axes Axes, series []Series, looks []look) *Drawing {
	plotters := make([]plot.Plotter, len(series))
	var wrong error
	for i, s := range series {
		n := min(len(s.X), len(s.Y))
		wrong = cmp.Or(wrong, unequal(s, len(s.X)))
		l := &Line{X: s.X[:n], Y: s.Y[:n], Low: s.Low, High: s.High}
		switch l.LineStyle, l.Glyph = looks[i].line(), looks[i].glyph(); {
		case s.Printed:
			l.LineStyle, l.Glyph = draw.LineStyle{}, looks[i].ring()
		case kind == chart.Scatter:
			l.LineStyle, l.Glyph.Radius = draw.LineStyle{}, pointRadius(n)
		case kind != chart.Fronts && n > crowd:
			l.Glyph.Shape = nil // markers would hide the curve
		case kind == chart.Fronts:
			l.LineStyle.Width, l.Stairs = thin, true
		}
		plotters[i] = l
	}
	d := picture(axes, series, 0.04, plotters)
	d.wrong = wrong
	return d
}

// crowd is how many points are too many to tell apart.
const crowd = 40

// pointRadius is the size of n points of one kind: a cloud is small, so that others show on it.
func pointRadius(n int) vg.Length {
	switch {
	case n > crowd:
		return 1.4
	case n > 5:
		return 2.2
	}
	return 3
}

// DrawSteps draws quantities that jump: Y[i] on [X[i], X[i+1]).
// A series with Low and High is the area between them, without a line.
func DrawSteps(axes Axes, series ...Series) *Drawing { return alone(chart.Steps, axes, nil, series) }

func drawSteps(axes Axes, series []Series, looks []look) *Drawing {
	plotters := make([]plot.Plotter, len(series))
	var wrong error
	for i, s := range series {
		wrong = cmp.Or(wrong, unequal(s, max(0, len(s.X)-1)))
		n := max(0, min(len(s.X)-1, len(s.Y)))
		st := &Step{X: s.X[:min(n+1, len(s.X))], Y: s.Y[:n], LineStyle: looks[i].line()}
		if len(s.Low) == n && len(s.High) == n && n > 0 {
			st.Low, st.High, st.Band, st.LineStyle = s.Low, s.High, area, draw.LineStyle{}
		}
		plotters[i] = st
	}
	d := picture(axes, series, 0, plotters)
	d.wrong = wrong
	return d
}

// DrawCDFs draws the distribution of each series' Y. A logarithmic axis begins at the
// smallest value above 0.
func DrawCDFs(axes Axes, series ...Series) *Drawing { return alone(chart.CDF, axes, nil, series) }

func drawCDFs(axes Axes, series []Series, looks []look) *Drawing {
	plotters := make([]plot.Plotter, len(series))
	points := make([]Series, len(series))
	lo, hi := math.Inf(1), 0.0
	for i, s := range series {
		c := NewCDF(s.Y)
		c.LineStyle, c.Glyph = looks[i].line(), looks[i].glyph()
		plotters[i], points[i] = c, Series{Name: s.Name, X: c.X, Y: c.P}
		if k, _ := slices.BinarySearch(c.X, math.SmallestNonzeroFloat64); k < len(c.X) {
			lo, hi = min(lo, c.X[k]), max(hi, c.X[len(c.X)-1])
		}
	}
	if axes.X.Log && !(axes.X.Min < axes.X.Max) && lo < hi {
		axes.X.Min, axes.X.Max = lo, hi
	}
	d := picture(axes, points, 0, plotters)
	d.Panels[0].Plot.Y.Max = 1
	return d
}

// DrawBars draws grouped bars: Y[g] of each series stands over names[g], with an error bar
// where Low and High have ends.
func DrawBars(axes Axes, names []string, series ...Series) *Drawing {
	return alone(chart.Bars, axes, names, series)
}

func drawBars(axes Axes, names []string, series []Series, looks []look) *Drawing {
	at := func(values []float64, g int) float64 {
		if g < len(values) {
			return values[g]
		}
		return math.NaN()
	}
	style := func(i int) FillStyle {
		if series[i].Printed {
			return looks[i].open()
		}
		return looks[i].fill()
	}
	b := &Bars{Values: make([][]float64, len(names)), Style: func(_, i int) FillStyle { return style(i) }}
	b.Ends = func(g, i int) (lo, hi float64) { return at(series[i].Low, g), at(series[i].High, g) }
	for g := range names {
		for _, s := range series {
			b.Values[g] = append(b.Values[g], at(s.Y, g))
		}
	}
	axes.X.Min, axes.X.Max, _, _ = b.DataRange()
	d := picture(axes, nil, 0.05, []plot.Plotter{b})
	for _, s := range series {
		d.wrong = cmp.Or(d.wrong, unequal(s, len(names)))
	}
	x := &d.Panels[0].Plot.X
	x.Tick.Marker, x.Tick.Length = nameTicks(names), 2
	for i, s := range series {
		s.Labels = names
		d.series = append(d.series, s)
		if s.Name != "" {
			d.entry(s.Name, style(i))
		}
	}
	return d
}
