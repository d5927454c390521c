package figures

import (
	"image/color"

	"golang.org/x/image/font"
	"gonum.org/v1/plot"
	plotfont "gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Sizes in points: a figure of 7 inches fills a journal page, where captions have 8 pt.
const (
	titleSize = vg.Length(10)
	labelSize = vg.Length(8)
	tickSize  = vg.Length(7.5)
	smallSize = vg.Length(6.5)

	hairline = vg.Length(0.5) // axes, ticks, outlines
	thin     = vg.Length(0.75)
	thick    = vg.Length(1.25) // data lines

	pageWidth = 7 * vg.Inch
)

var (
	ink    = color.Gray{0x1a} // text and axes
	faint  = color.Gray{0x66} // notes, less important text
	paper  = color.White
	accent = color.RGBA{0x00, 0x72, 0xb2, 0xff} // the bar, line or label to look at
	muted  = color.RGBA{0xb4, 0xc7, 0xd9, 0xff} // the others
	area   = color.Gray{0xcc}                   // between two curves
	alarm  = color.RGBA{0xd5, 0x5e, 0x00, 0xff} // exceeded capacity

	white, black = color.RGBA{0xff, 0xff, 0xff, 0xff}, color.RGBA{0, 0, 0, 0xff}

	outlineStyle = draw.LineStyle{Color: ink, Width: 0.4}                             // of blocks, bars and samples
	sizeStyle    = draw.LineStyle{Color: ink, Width: thin, Dashes: []vg.Length{4, 2}} // the size of a machine
	excessStyle  = draw.LineStyle{Color: alarm, Width: 1, Dashes: []vg.Length{4, 2}}  // the same, exceeded
)

// Palette holds the colours of unordered series: Okabe and Ito's without yellow, which
// is too light for lines on paper. Neighbours also differ in lightness.
var Palette = []color.RGBA{
	{0x00, 0x72, 0xb2, 0xff}, // blue
	{0xd5, 0x5e, 0x00, 0xff}, // vermillion
	{0x00, 0x9e, 0x73, 0xff}, // bluish green
	{0xcc, 0x79, 0xa7, 0xff}, // reddish purple
	{0x00, 0x00, 0x00, 0xff}, // black
	{0xe6, 0x9f, 0x00, 0xff}, // orange
	{0x56, 0xb4, 0xe9, 0xff}, // sky blue
}

// dashes and Palette have coprime lengths, so they distinguish 7 x 6 series.
var dashes = [][]vg.Length{nil, {5, 2}, {1.5, 1.5}, {6, 1.5, 1.5, 1.5}, {9, 2}, {3, 1.5, 1, 1.5, 1, 1.5}}

var glyphs = []draw.GlyphDrawer{draw.CircleGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{}, draw.RingGlyph{},
	draw.SquareGlyph{}, draw.TriangleGlyph{}, draw.CrossGlyph{}, draw.PlusGlyph{}}

// LineStyle returns the look of the i-th line of a figure without policies. No two of the
// first 42 agree in both colour and dash.
func LineStyle(i int) draw.LineStyle { return look{i, seriesColor(i)}.line() }

// GlyphStyle returns the marker of the i-th series of a figure without policies.
func GlyphStyle(i int) draw.GlyphStyle { return look{i, seriesColor(i)}.glyph() }

func seriesColor(i int) color.RGBA { return Palette[i%len(Palette)] }

// Ramp returns n colours for ordered classes, light to dark even in greyscale: viridis
// without its ends.
func Ramp(n int) []color.RGBA {
	out := make([]color.RGBA, n)
	for i := range out {
		t := 0.5
		if n > 1 {
			t = float64(i) / float64(n-1)
		}
		out[i] = viridisAt(0.97 - 0.9*t)
	}
	return out
}

// viridis is sampled at nine equal steps from dark to light.
var viridis = [...]color.RGBA{
	{0x44, 0x01, 0x54, 0xff}, {0x48, 0x28, 0x78, 0xff}, {0x3e, 0x4a, 0x89, 0xff},
	{0x31, 0x68, 0x8e, 0xff}, {0x26, 0x82, 0x8e, 0xff}, {0x1f, 0x9e, 0x89, 0xff},
	{0x35, 0xb7, 0x79, 0xff}, {0x6d, 0xcd, 0x59, 0xff}, {0xfd, 0xe7, 0x25, 0xff},
}

func viridisAt(t float64) color.RGBA {
	x := min(max(t, 0), 1) * float64(len(viridis)-1)
	i := min(int(x), len(viridis)-2)
	return mix(viridis[i], viridis[i+1], x-float64(i))
}

// mix returns the colour a share t of the way from a to b.
func mix(a, b color.RGBA, t float64) color.RGBA {
	lerp := func(a, b uint8) uint8 { return uint8(float64(a) + float64(t*(float64(b)-float64(a))) + 0.5) }
	return color.RGBA{lerp(a.R, b.R), lerp(a.G, b.G), lerp(a.B, b.B), 0xff}
}

// light reports whether dark text is legible on c.
func light(c color.RGBA) bool {
	return 0.299*float64(c.R)+0.587*float64(c.G)+0.114*float64(c.B) > 140
}

// textStyle returns a style of sans text, placed by its left end on the baseline.
func textStyle(size vg.Length, c color.Color) text.Style {
	return text.Style{Color: c, Font: plotfont.Font{Typeface: "Liberation", Variant: "Sans", Size: size},
		Handler: plot.DefaultTextHandler}
}

func boldStyle(size vg.Length, c color.Color) text.Style {
	s := textStyle(size, c)
	s.Font.Weight = font.WeightBold
	return s
}

// writeText writes a line of text. Unlike FillText it aligns by the height of capitals.
func writeText(c *draw.Canvas, sty text.Style, at vg.Point, txt string) {
	const capHeight = 0.72 // of the size, in Liberation Sans
	size := sty.Font.Size
	at.Y += vg.Length(sty.YAlign) * capHeight * size
	at.Y += sty.FontExtents().Ascent - size // FillText puts the baseline this far off
	sty.YAlign = draw.YBottom
	c.FillText(sty, at, txt)
}

// Style gives a plot the look of this package's figures.
func Style(p *plot.Plot) {
	p.BackgroundColor = nil // the Drawing fills the page once
	p.Title.TextStyle = boldStyle(labelSize, ink)
	p.Title.TextStyle.XAlign, p.Title.TextStyle.YAlign = draw.XCenter, draw.YTop
	p.Title.Padding = 4
	p.Legend.TextStyle = textStyle(tickSize, ink)
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.LineStyle = draw.LineStyle{Color: ink, Width: hairline}
		a.Padding = 0
		a.Label.TextStyle.Font, a.Label.TextStyle.Color = textStyle(labelSize, ink).Font, ink
		a.Label.Padding = 3
		a.Tick.Label.Font, a.Tick.Label.Color = textStyle(tickSize, ink).Font, ink
		a.Tick.LineStyle = a.LineStyle
		a.Tick.Length = 3.5
		a.Tick.Marker = NumberTicks{}
	}
}

func newPlot() *plot.Plot {
	p := plot.New()
	Style(p)
	return p
}
