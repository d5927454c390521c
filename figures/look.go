package figures

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A look tells a series from the others of its picture, also without colours: place is its
// place among them, which decides dashes, marker and hatching.
type look struct {
	place int
	color color.RGBA
}

func (l look) line() draw.LineStyle {
	return draw.LineStyle{Color: l.color, Width: thick, Dashes: dashes[l.place%len(dashes)]}
}

func (l look) glyph() draw.GlyphStyle {
	return draw.GlyphStyle{Color: l.color, Radius: 2.2, Shape: glyphs[l.place%len(glyphs)]}
}

func (l look) fill() FillStyle {
	return FillStyle{Color: l.color, Hatch: Hatch(l.place % int(hatches)), Outline: outlineStyle}
}

// The looks of a paper's own numbers: a ring with a white edge, which shows on a cloud of
// points, and an open bar. Both have the colour of their policy, or ink.
func (l look) ring() draw.GlyphStyle {
	return draw.GlyphStyle{Color: l.color, Radius: 3.6, Shape: haloed{}}
}

func (l look) open() FillStyle {
	return FillStyle{Color: paper, Outline: draw.LineStyle{Color: l.color, Width: 1.1}}
}

// haloed draws rings that stand out from what lies below them.
type haloed struct{}

// DrawGlyph implements draw.GlyphDrawer.
func (haloed) DrawGlyph(c *draw.Canvas, sty draw.GlyphStyle, at vg.Point) {
	ring := func(radius, width vg.Length, col color.Color) {
		c.SetLineStyle(draw.LineStyle{Color: col, Width: width})
		var p vg.Path
		p.Move(xy(at.X+radius, at.Y))
		p.Arc(at, radius, 0, 2*math.Pi)
		p.Close()
		c.Stroke(p)
	}
	ring(sty.Radius, 3, paper)
	ring(sty.Radius, 1.3, sty.Color)
}

// looks returns the look of each series of each panel of a picture. Series of one name look the
// same in all panels. What is printed has no place of its own among dashes and markers.
func looks(panels ...[]Series) [][]look {
	type key struct {
		name string
		nth  int // of that name in its panel
	}
	var names []string
	places, out := map[key]int{}, make([][]look, len(panels))
	for i, series := range panels {
		seen := map[string]int{}
		for _, s := range series {
			l := look{}
			if !s.Printed {
				k := key{s.Name, seen[s.Name]}
				seen[s.Name]++
				if _, ok := places[k]; !ok {
					places[k] = len(names)
					names = append(names, s.Name)
				}
				l.place = places[k]
			}
			out[i] = append(out[i], l)
		}
	}
	colors := seriesColors(names)
	for i, series := range panels {
		for k, s := range series {
			if s.Printed {
				out[i][k].color = printedColor(s.Name)
			} else {
				out[i][k].color = colors[out[i][k].place]
			}
		}
	}
	return out
}

// printedColor is the colour of a paper's own numbers.
func printedColor(name string) color.RGBA {
	if c, ok := PolicyColor(name); ok {
		return c
	}
	return color.RGBA{ink.Y, ink.Y, ink.Y, 0xff}
}
