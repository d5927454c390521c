package figures

import (
	"cmp"
	"image/color"
	"iter"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Step plots a quantity that jumps: Y[i] holds on [X[i], X[i+1]). X ascends and has
// one more element than Y. Low and High, parallel to Y or nil, are a band around the
// line: what a bin hides (see Bin).
type Step struct {
	X, Y      []float64
	Low, High []float64

	LineStyle draw.LineStyle
	Fill      color.Color // the area between 0 and Y; nil for none
	Band      color.Color // the area between Low and High; nil for none
}

// A Change is a jump by By at time At.
type Change struct{ At, By float64 }

// NewStep sums changes, in any order, into a Step that starts at 0 and ends with the
// last one. It reorders changes, merges those of one time into a jump and leaves out
// those at NaN. It costs O(n log n).
func NewStep(changes []Change) *Step {
	changes = slices.DeleteFunc(changes, func(c Change) bool { return !finite(c.At) })
	slices.SortFunc(changes, func(a, b Change) int { return cmp.Compare(a.At, b.At) })
	return stepOf(slices.Values(changes))
}

// stepOf is NewStep for changes that ascend and have times.
func stepOf(changes iter.Seq[Change]) *Step {
	s := &Step{LineStyle: LineStyle(0)}
	at, level, before := math.Inf(-1), 0.0, 0.0 // before the changes at at
	jump := func(last bool) {
		switch {
		case len(s.X) == 0:
			s.X = append(s.X, at)
		case level != before || last: // keep the end even without a jump
			s.X, s.Y = append(s.X, at), append(s.Y, before)
		}
		before = level
	}
	for c := range changes {
		if c.At != at && finite(at) {
			jump(false)
		}
		at, level = c.At, level+c.By
	}
	if finite(at) {
		jump(true)
	}
	return s
}

// sumOver returns the sum over time of by(i) during [from(i), to(i)) for these i. It reorders them.
func sumOver(rows []int32, from, to func(i int32) float64, by func(i int32) int64) *Step {
	starts := byTime(slices.Clone(rows), from)
	ends := byTime(rows, to)
	return stepOf(func(yield func(Change) bool) {
		for len(starts)+len(ends) > 0 {
			var c Change
			if len(starts) > 0 && (len(ends) == 0 || from(starts[0]) <= to(ends[0])) {
				c = Change{from(starts[0]), float64(by(starts[0]))}
				starts = starts[1:]
			} else {
				c = Change{to(ends[0]), -float64(by(ends[0]))}
				ends = ends[1:]
			}
			if finite(c.At) && !yield(c) {
				return
			}
		}
	})
}

// byTime sorts rows by their times.
func byTime(rows []int32, at func(i int32) float64) []int32 {
	order := func(a, b int32) int { return cmp.Compare(at(a), at(b)) }
	if !slices.IsSortedFunc(rows, order) {
		slices.SortStableFunc(rows, order)
	}
	return rows
}

// allBelow returns 0 to n-1.
func allBelow(n int) []int32 {
	rows := make([]int32, n)
	for i := range rows {
		rows[i] = int32(i)
	}
	return rows
}

// use returns the sum over time of what jobs hold.
func use(jobs claims) *Step {
	return sumOver(allBelow(jobs.len()), func(i int32) float64 { start, _ := jobs.span(i); return start },
		func(i int32) float64 { _, end := jobs.span(i); return end }, jobs.procs)
}

// peak is the most that jobs hold at once.
func peak(jobs claims) int64 {
	_, _, _, top := use(jobs).DataRange()
	return int64(top)
}

// Bin returns the means over n equal bins of [from, to), with the extremes of each as
// Low and High. The quantity is 0 outside X; its integral does not change. It costs
// O(len(X) + n).
func (s *Step) Bin(from, to float64, n int) *Step {
	b := &Step{LineStyle: s.LineStyle, Fill: s.Fill, Band: s.Band}
	width := (to - from) / float64(n)
	b.X = append(b.X, from)
	i := 0 // the first step that ends after the bin's start
	for k := range n {
		lo := from + float64(float64(k)*width)
		hi := from + float64(float64(k+1)*width)
		if k == n-1 {
			hi = to
		}
		for i < len(s.Y) && s.X[i+1] <= lo {
			i++
		}
		sum, covered, least, most := 0.0, 0.0, math.Inf(1), math.Inf(-1)
		for j := i; j < len(s.Y) && s.X[j] < hi; j++ {
			span := min(hi, s.X[j+1]) - max(lo, s.X[j])
			sum += float64(s.Y[j] * span)
			covered += span
			least, most = min(least, s.Y[j]), max(most, s.Y[j])
		}
		if covered < (hi-lo)*(1-1e-12) {
			least, most = min(least, 0), max(most, 0)
		}
		b.X, b.Y = append(b.X, hi), append(b.Y, sum/(hi-lo))
		b.Low, b.High = append(b.Low, least), append(b.High, most)
	}
	return b
}

// Cut returns the part of s within [from, to).
func (s *Step) Cut(from, to float64) *Step {
	c := &Step{LineStyle: s.LineStyle, Fill: s.Fill, Band: s.Band}
	if n := s.steps(from, to); n > 0 {
		c.X, c.Y = make([]float64, 0, n+1), make([]float64, 0, n)
	}
	for i, y := range s.Y {
		lo, hi := max(from, s.X[i]), min(to, s.X[i+1])
		if lo < hi {
			if len(c.X) == 0 {
				c.X = append(c.X, lo)
			}
			c.X, c.Y = append(c.X, hi), append(c.Y, y)
		}
	}
	return c
}

// steps is the number of steps within [from, to).
func (s *Step) steps(from, to float64) int {
	n := 0
	for i := range s.Y {
		if max(from, s.X[i]) < min(to, s.X[i+1]) {
			n++
		}
	}
	return n
}

func (s *Step) series(panel, name string) Series {
	return Series{Panel: panel, Name: name, X: s.X, Y: s.Y, Low: s.Low, High: s.High}
}

// DataRange includes 0.
func (s *Step) DataRange() (xmin, xmax, ymin, ymax float64) {
	if len(s.Y) == 0 {
		return math.Inf(1), math.Inf(-1), 0, 0
	}
	ymin, ymax = min(0, slices.Min(s.Y)), max(0, slices.Max(s.Y))
	if s.banded() {
		ymin, ymax = min(ymin, slices.Min(s.Low)), max(ymax, slices.Max(s.High))
	}
	return s.X[0], s.X[len(s.X)-1], ymin, ymax
}

func (s *Step) banded() bool {
	return s.Band != nil && len(s.High) == len(s.Y) && len(s.Low) == len(s.Y)
}

func (s *Step) Plot(c draw.Canvas, p *plot.Plot) {
	if len(s.Y) == 0 {
		return
	}
	tx, ty := p.Transforms(&c)
	if s.banded() {
		top, bottom := stairs(s.X, s.High, tx, ty), stairs(s.X, s.Low, tx, ty)
		slices.Reverse(bottom)
		fillClipped(&c, s.Band, append(top, bottom...))
	}
	line := stairs(s.X, s.Y, tx, ty)
	if s.Fill != nil {
		zero := ty(0)
		area := append(slices.Clone(line), xy(line[len(line)-1].X, zero), xy(line[0].X, zero))
		fillClipped(&c, s.Fill, area)
	}
	if s.LineStyle.Width > 0 {
		c.StrokeLines(s.LineStyle, c.ClipLinesXY(thinOut(line))...)
	}
}

func (s *Step) Thumbnail(c *draw.Canvas) {
	if s.banded() && s.LineStyle.Width == 0 {
		FillStyle{Color: s.Band}.fill(c, c.Rectangle)
		return
	}
	if s.Fill == nil {
		lineThumbnail(c, s.LineStyle, draw.GlyphStyle{})
		return
	}
	c.SetColor(s.Fill)
	c.Fill(c.Rectangle.Path())
	if s.LineStyle.Width > 0 {
		c.StrokeLine2(s.LineStyle, c.Min.X, c.Max.Y, c.Max.X, c.Max.Y)
	}
}

func lineThumbnail(c *draw.Canvas, line draw.LineStyle, glyph draw.GlyphStyle) {
	y := c.Center().Y
	c.StrokeLine2(line, c.Min.X, y, c.Max.X, y)
	if glyph.Shape != nil {
		c.DrawGlyph(glyph, c.Center())
	}
}

// stairs returns the corners of the step function y on the bounds x.
func stairs(x, y []float64, tx, ty func(float64) vg.Length) []vg.Point {
	out := make([]vg.Point, 0, 2*len(y))
	for i := range y {
		h := ty(y[i])
		out = append(out, xy(tx(x[i]), h), xy(tx(x[i+1]), h))
	}
	return out
}

func fillClipped(c *draw.Canvas, col color.Color, pts []vg.Point) {
	if pts = c.ClipPolygonXY(pts); len(pts) > 2 {
		c.FillPolygon(col, pts)
	}
}

// blur is the distance in points within which thinOut merges points: a third of a pixel
// at 250 dpi.
const blur = vg.Length(0.1)

// thinOut drops invisible points of a line: of points within blur in x it keeps the
// first, lowest, highest and last; of three on a horizontal or vertical the outer two.
func thinOut(line []vg.Point) []vg.Point {
	out := make([]vg.Point, 0, min(len(line), 4096))
	for i := 0; i < len(line); {
		j, lo, hi := i+1, i, i
		for ; j < len(line) && line[j].X-line[i].X < blur && line[j].X >= line[i].X; j++ {
			if line[j].Y < line[lo].Y {
				lo = j
			}
			if line[j].Y > line[hi].Y {
				hi = j
			}
		}
		keep := [4]int{i, min(lo, hi), max(lo, hi), j - 1}
		for k, at := range keep {
			if k == 0 || at != keep[k-1] {
				out = appendCorner(out, line[at])
			}
		}
		i = j
	}
	return out
}

// appendCorner appends pt, in place of the last point if that lies between its
// neighbours on a horizontal or vertical.
func appendCorner(out []vg.Point, pt vg.Point) []vg.Point {
	if n := len(out); n >= 2 {
		a, b := out[n-2], out[n-1]
		level := a.Y == b.Y && b.Y == pt.Y && (b.X-a.X)*(pt.X-b.X) >= 0
		upright := a.X == b.X && b.X == pt.X && (b.Y-a.Y)*(pt.Y-b.Y) >= 0
		if level || upright {
			out[n-1] = pt
			return out
		}
	}
	return append(out, pt)
}
