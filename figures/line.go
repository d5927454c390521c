package figures

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Line plots points: a curve, a scatter plot or, with Stairs, a Pareto front. They are
// joined in order if LineStyle has a width and marked if Glyph has a shape. A NaN
// interrupts the line.
type Line struct {
	X, Y   []float64
	Stairs bool // join horizontally first, then vertically

	Low, High []float64 // ends of error bars, or nil

	LineStyle draw.LineStyle
	Glyph     draw.GlyphStyle
}

func (l *Line) DataRange() (xmin, xmax, ymin, ymax float64) {
	xmin, xmax, ymin, ymax = math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for i := range l.X {
		if l.drawn(i) {
			lo, hi := l.errors(i)
			xmin, xmax = min(xmin, l.X[i]), max(xmax, l.X[i])
			ymin, ymax = min(ymin, lo), max(ymax, hi)
		}
	}
	return xmin, xmax, ymin, ymax
}

func (l *Line) drawn(i int) bool { return finite(l.X[i]) && finite(l.Y[i]) }

// finite reports whether x can be drawn: not NaN, nor so large that an axis overflows.
func finite(x float64) bool { return math.Abs(x) <= 1e100 }

// errors returns the ends of point i's error bar, Y[i] for a missing one.
func (l *Line) errors(i int) (lo, hi float64) {
	lo, hi = l.Y[i], l.Y[i]
	if i < len(l.Low) && finite(l.Low[i]) {
		lo = min(lo, l.Low[i])
	}
	if i < len(l.High) && finite(l.High[i]) {
		hi = max(hi, l.High[i])
	}
	return lo, hi
}

func (l *Line) Plot(c draw.Canvas, p *plot.Plot) {
	tx, ty := p.Transforms(&c)
	seen := func(i int) bool { return l.drawn(i) && onAxis(&p.X, l.X[i]) && onAxis(&p.Y, l.Y[i]) }
	var run []vg.Point
	flush := func() {
		if l.LineStyle.Width > 0 && len(run) > 1 {
			c.StrokeLines(l.LineStyle, c.ClipLinesXY(run)...)
		}
		run = run[:0]
	}
	bar := draw.LineStyle{Color: l.Glyph.Color, Width: hairline}
	if bar.Color == nil {
		bar.Color = l.LineStyle.Color
	}
	for i := range l.X {
		if !seen(i) {
			flush()
			continue
		}
		pt := xy(tx(l.X[i]), ty(l.Y[i]))
		if l.Stairs && len(run) > 0 {
			run = append(run, xy(pt.X, run[len(run)-1].Y))
		}
		run = append(run, pt)
		if lo, hi := l.errors(i); lo < hi && onAxis(&p.Y, lo) {
			whisker(&c, bar, pt.X, ty(lo), ty(hi))
		}
	}
	flush()
	if l.Glyph.Shape == nil {
		return
	}
	for i := range l.X {
		if seen(i) {
			c.DrawGlyph(l.Glyph, xy(tx(l.X[i]), ty(l.Y[i])))
		}
	}
}

func whisker(c *draw.Canvas, s draw.LineStyle, x, lo, hi vg.Length) {
	const cap = vg.Length(1.5)
	c.StrokeLines(s, c.ClipLinesXY(
		[]vg.Point{xy(x, lo), xy(x, hi)},
		[]vg.Point{xy(x-cap, lo), xy(x+cap, lo)},
		[]vg.Point{xy(x-cap, hi), xy(x+cap, hi)})...)
}

// whiskerAcross is a whisker that lies at height y.
func whiskerAcross(c *draw.Canvas, s draw.LineStyle, y, lo, hi vg.Length) {
	const cap = vg.Length(1.5)
	c.StrokeLines(s, c.ClipLinesXY(
		[]vg.Point{xy(lo, y), xy(hi, y)},
		[]vg.Point{xy(lo, y-cap), xy(lo, y+cap)},
		[]vg.Point{xy(hi, y-cap), xy(hi, y+cap)})...)
}

// onAxis reports whether the axis can show v.
func onAxis(a *plot.Axis, v float64) bool {
	scale := a.Scale
	if inverted, ok := scale.(plot.InvertedScale); ok {
		scale = inverted.Normalizer
	}
	_, log := scale.(logScale)
	return !log || v > 0
}

func (l *Line) Thumbnail(c *draw.Canvas) {
	line := l.LineStyle
	if line.Color == nil {
		line.Color = l.Glyph.Color
	}
	lineThumbnail(c, line, l.Glyph)
}
