package figures

import (
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A CDF plots an empirical cumulative distribution: the share P of values up to x. On a
// logarithmic axis it begins at the left edge with the share of all smaller values,
// including zeros.
type CDF struct {
	X []float64 // distinct values, ascending
	P []float64 // share of values <= X[i], in (0, 1]

	LineStyle draw.LineStyle
	Glyph     draw.GlyphStyle // at the deciles, so that curves differ in print; nil Shape for none
}

// NewCDF returns the distribution of values without NaNs. It does not change values.
func NewCDF(values []float64) *CDF {
	sorted := make([]float64, 0, len(values))
	for _, v := range values {
		if !math.IsNaN(v) {
			sorted = append(sorted, v)
		}
	}
	slices.Sort(sorted)
	c := &CDF{LineStyle: LineStyle(0)}
	for i, v := range sorted {
		if i+1 < len(sorted) && sorted[i+1] == v {
			continue
		}
		c.X, c.P = append(c.X, v), append(c.P, float64(i+1)/float64(len(sorted)))
	}
	return c
}

// At returns the share of values that are at most x, 0 if there are none.
func (d *CDF) At(x float64) float64 {
	i, found := slices.BinarySearch(d.X, x)
	if found {
		i++
	}
	if i == 0 {
		return 0
	}
	return d.P[i-1]
}

// Quantile returns the smallest value v with At(v) >= p, NaN if there is none.
func (d *CDF) Quantile(p float64) float64 {
	i, _ := slices.BinarySearch(d.P, p)
	if i == len(d.P) {
		return math.NaN()
	}
	return d.X[i]
}

func (d *CDF) DataRange() (xmin, xmax, ymin, ymax float64) {
	if len(d.X) == 0 {
		return math.Inf(1), math.Inf(-1), 0, 1
	}
	return d.X[0], d.X[len(d.X)-1], 0, 1
}

func (d *CDF) Plot(c draw.Canvas, p *plot.Plot) {
	if len(d.X) == 0 {
		return
	}
	tx, ty := p.Transforms(&c)
	lo, hi := p.X.Min, p.X.Max
	share := d.At(lo)
	line := []vg.Point{xy(tx(lo), ty(share))}
	var marks []vg.Point
	decile := math.Floor(float64(share*10)) + 1
	first, _ := slices.BinarySearch(d.X, lo)
	for i := first; i < len(d.X) && d.X[i] <= hi; i++ {
		x, y := tx(d.X[i]), ty(d.P[i])
		line = append(line, xy(x, line[len(line)-1].Y), xy(x, y))
		if d.P[i] >= decile/10 && decile < 10 {
			marks = append(marks, xy(x, y))
			decile = math.Floor(float64(d.P[i]*10)) + 1
		}
	}
	line = append(line, xy(tx(hi), line[len(line)-1].Y))
	c.StrokeLines(d.LineStyle, c.ClipLinesXY(thinOut(line))...)
	if d.Glyph.Shape != nil {
		for _, m := range marks {
			c.DrawGlyph(d.Glyph, m)
		}
	}
}

func (d *CDF) Thumbnail(c *draw.Canvas) { lineThumbnail(c, d.LineStyle, d.Glyph) }
