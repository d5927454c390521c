package figures

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Hatch is a pattern of lines over a bar or a job.
type Hatch uint8

const (
	Plain Hatch = iota
	Rising
	Falling
	Crossed
	Level
	Upright
	hatches
)

const pitch = vg.Length(4) // between the lines of a hatching

func (h Hatch) draw(c *draw.Canvas, r vg.Rectangle, lines color.Color) {
	if h == Plain {
		return
	}
	var all vg.Path // one keeps files small
	add := func(a, b vg.Point) {
		all.Move(a)
		all.Line(b)
	}
	size := r.Size()
	switch h {
	case Level:
		for y := r.Min.Y + pitch/2; y < r.Max.Y; y += pitch {
			add(xy(r.Min.X, y), xy(r.Max.X, y))
		}
	case Upright:
		for x := r.Min.X + pitch/2; x < r.Max.X; x += pitch {
			add(xy(x, r.Min.Y), xy(x, r.Max.Y))
		}
	}
	// Diagonals x+y = d (Falling) and x-y = d (Rising), measured from a corner.
	for d := pitch / 2; d < size.X+size.Y; d += pitch * math.Sqrt2 {
		x0, x1 := max(0, d-size.Y), min(size.X, d)
		if h == Falling || h == Crossed {
			add(r.Min.Add(xy(x0, d-x0)), r.Min.Add(xy(x1, d-x1)))
		}
		if h == Rising || h == Crossed {
			add(r.Min.Add(xy(x0, size.Y-d+x0)), r.Min.Add(xy(x1, size.Y-d+x1)))
		}
	}
	if len(all) > 0 {
		c.SetLineStyle(draw.LineStyle{Color: lines, Width: thin})
		c.Stroke(all)
	}
}
