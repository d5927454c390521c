package figures

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/backfill-lab/backfill/internal/chart"
)

// DrawIdentity draws points with error bars in a square whose axes have one range, and the line on which both are
// equal. The range is that of all points and bars; of logarithmic axes, of those above 0.
func DrawIdentity(axes Axes, series ...Series) *Drawing {
	log := axes.X.Log || axes.Y.Log
	axes.X.Log, axes.Y.Log = log, log
	lo, hi := bothRanges(series, log)
	axes.X.Min, axes.X.Max, axes.Y.Min, axes.Y.Max = lo, hi, lo, hi
	d := drawLines(chart.Scatter, axes, series, looks(series)[0])
	p := d.Panels[0].Plot
	p.Add(&Line{X: []float64{lo, hi}, Y: []float64{lo, hi},
		LineStyle: draw.LineStyle{Color: faint, Width: thin, Dashes: []vg.Length{4, 2}}})
	d.Panels[0].Ratio = 1
	return d
}

// bothRanges is one range of the series' X, Y and bars, with some room at either end.
func bothRanges(series []Series, log bool) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, s := range series {
		for _, values := range [][]float64{s.X, s.Y, s.Low, s.High} {
			for _, v := range values {
				if finite(v) && !(log && v <= 0) {
					lo, hi = min(lo, v), max(hi, v)
				}
			}
		}
	}
	switch {
	case lo > hi && log:
		return 1, 10
	case lo > hi:
		return 0, 1
	case log && lo == hi:
		return lo / 2, hi * 2
	case log:
		room := math.Pow(hi/lo, 0.04)
		return lo / room, hi * room
	}
	room := 0.04 * (hi - lo)
	if lo == hi {
		room = max(math.Abs(lo)/2, 0.5)
	}
	return lo - room, hi + room
}
