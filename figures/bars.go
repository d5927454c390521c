package figures

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Bars plots groups of bars that grow from 0: Values[g][s] for series s in group g, which
// is centred on g on the axis of names. A NaN leaves a gap.
type Bars struct {
	Values     [][]float64
	Horizontal bool // the first group on top

	// Label, if not nil, returns the text at the end of a bar.
	Label func(group, series int) (text string, bold bool)

	// Style, if not nil, returns the fill of a bar; nil is FillStyleOf(series).
	Style func(group, series int) FillStyle

	// Ends, if not nil, returns the ends of a bar's error bar; NaN for none.
	Ends func(group, series int) (lo, hi float64)

	Width float64 // share of the group's space that bars fill; 0 means 0.8
}

// A FillStyle is the fill of a bar.
type FillStyle struct {
	Color   color.Color
	Hatch   Hatch
	Outline draw.LineStyle // zero for none

	lines color.Color // of the hatching; nil means white
}

// FillStyleOf returns the fill of the i-th series of a figure. No two of the first 42
// agree in both colour and hatching.
func FillStyleOf(i int) FillStyle { return look{i, seriesColor(i)}.fill() }

func outlined(c color.Color) FillStyle { return FillStyle{Color: c, Outline: outlineStyle} }

func (b *Bars) fill(g, s int) FillStyle {
	if b.Style != nil {
		return b.Style(g, s)
	}
	return FillStyleOf(s)
}

func (b *Bars) DataRange() (xmin, xmax, ymin, ymax float64) {
	lo, hi := 0.0, 0.0
	for g, group := range b.Values {
		for s, v := range group {
			if finite(v) {
				lo, hi = min(lo, v), max(hi, v)
			}
			if from, to := b.ends(g, s); from < to {
				lo, hi = min(lo, from), max(hi, to)
			}
		}
	}
	first, last := -0.5, float64(len(b.Values))-0.5
	if b.Horizontal {
		return lo, hi, -last, -first
	}
	return first, last, lo, hi
}

// ends returns the ends of an error bar, which exists if lo < hi.
func (b *Bars) ends(g, s int) (lo, hi float64) {
	if b.Ends == nil {
		return 0, 0
	}
	if lo, hi = b.Ends(g, s); finite(lo) && finite(hi) {
		return lo, hi
	}
	return 0, 0
}

// bar returns the span that a bar takes along the axis of names.
func (b *Bars) bar(g, s int) (from, to float64) {
	width := b.Width
	if width <= 0 {
		width = 0.8
	}
	each := width / float64(len(b.Values[g]))
	from = float64(g) - width/2 + float64(float64(s)*each)
	return from, from + each
}

func (b *Bars) Plot(c draw.Canvas, p *plot.Plot) {
	tx, ty := p.Transforms(&c)
	for g, group := range b.Values {
		for s, v := range group {
			from, to := b.bar(g, s)
			end := v
			if !finite(v) {
				end = 0
			}
			r := spanned(tx(from), ty(0), tx(to), ty(end))
			if b.Horizontal {
				r = spanned(tx(0), ty(-from), tx(end), ty(-to))
			}
			r = clip(r, c.Rectangle) // the axis may end earlier
			if finite(v) {
				b.fill(g, s).fill(&c, r)
			}
			lo, hi := b.ends(g, s)
			switch {
			case lo < hi && b.Horizontal:
				whiskerAcross(&c, outlineStyle, (r.Min.Y+r.Max.Y)/2, tx(lo), tx(hi))
				r.Max.X = max(r.Max.X, tx(hi)) // the label stands beyond it
			case lo < hi:
				whisker(&c, outlineStyle, (r.Min.X+r.Max.X)/2, ty(lo), ty(hi))
			}
			if b.Label != nil {
				b.label(&c, g, s, v, r)
			}
		}
	}
}

func (b *Bars) label(c *draw.Canvas, g, s int, v float64, r vg.Rectangle) {
	txt, bold := b.Label(g, s)
	sty := textStyle(tickSize, ink)
	if bold {
		sty = boldStyle(tickSize, ink)
	}
	const gap = vg.Length(2.5)
	middle := xy((r.Min.X+r.Max.X)/2, (r.Min.Y+r.Max.Y)/2)
	at := xy(r.Max.X+gap, middle.Y)
	sty.YAlign = draw.YCenter
	switch {
	case b.Horizontal && v < 0:
		at.X, sty.XAlign = r.Min.X-gap, draw.XRight
	case !b.Horizontal && v < 0:
		at, sty.XAlign, sty.YAlign = xy(middle.X, r.Min.Y-gap), draw.XCenter, draw.YTop
	case !b.Horizontal:
		at, sty.XAlign, sty.YAlign = xy(middle.X, r.Max.Y+gap), draw.XCenter, draw.YBottom
	}
	writeText(c, sty, at, txt)
}

// GlyphBoxes implements plot.GlyphBoxer: room for the labels of horizontal bars.
func (b *Bars) GlyphBoxes(p *plot.Plot) []plot.GlyphBox {
	if b.Label == nil || !b.Horizontal {
		return nil
	}
	var out []plot.GlyphBox
	for g, group := range b.Values {
		for s, v := range group {
			if finite(v) && v >= 0 {
				txt, _ := b.Label(g, s)
				width := boldStyle(tickSize, ink).Width(txt) + 5
				_, hi := b.ends(g, s)
				out = append(out, plot.GlyphBox{X: p.X.Norm(max(v, hi)), Rectangle: vg.Rectangle{Max: xy(width, 0)}})
			}
		}
	}
	return out
}

func xy(x, y vg.Length) vg.Point { return vg.Point{X: x, Y: y} }

// spanned returns the rectangle with these corners.
func spanned(x0, y0, x1, y1 vg.Length) vg.Rectangle {
	return vg.Rectangle{Min: xy(min(x0, x1), min(y0, y1)), Max: xy(max(x0, x1), max(y0, y1))}
}

func (f FillStyle) fill(c *draw.Canvas, r vg.Rectangle) {
	if r.Size().X <= 0 || r.Size().Y <= 0 {
		return
	}
	if f.Color != nil {
		c.SetColor(f.Color)
		c.Fill(r.Path())
	}
	lines := f.lines
	if lines == nil {
		lines = paper
	}
	f.Hatch.draw(c, r, lines)
	if f.Outline.Width > 0 && r.Size().X > 1 && r.Size().Y > 1 {
		c.SetLineStyle(f.Outline)
		c.Stroke(r.Path())
	}
}

func (f FillStyle) Thumbnail(c *draw.Canvas) { f.fill(c, c.Rectangle) }
