package figures

import (
	"math"
	"strings"
	"testing"
)

// Both axes have one range that holds every point and bar, so that equal numbers lie on the diagonal.
func TestIdentityAxesAreTheSame(t *testing.T) {
	nan := math.NaN()
	for name, c := range map[string]struct {
		log    bool
		series []Series
		lo, hi float64 // within the range
	}{
		"linear":    {false, []Series{{X: []float64{-3, 5}, Y: []float64{1, 2}}}, -3, 5},
		"log":       {true, []Series{{X: []float64{1, 0, 1000}, Y: []float64{20, 7, 30}}}, 1, 1000},
		"bars":      {false, []Series{{X: []float64{1, 2}, Y: []float64{2, 3}, Low: []float64{nan, -9}, High: []float64{nan, 12}}}, -9, 12},
		"one":       {false, []Series{{X: []float64{4}, Y: []float64{4}}}, 4, 4},
		"one, log":  {true, []Series{{X: []float64{4}, Y: []float64{4}}}, 4, 4},
		"none":      {false, nil, 0, 1},
		"none, log": {true, []Series{{X: []float64{0}, Y: []float64{0}}}, 1, 10},
		"two":       {false, []Series{{Name: "a", X: []float64{1}, Y: []float64{2}}, {Name: "b", X: []float64{8}, Y: []float64{0}}}, 0, 8},
	} {
		d := DrawIdentity(Axes{X: Axis{Log: c.log}}, c.series...)
		p := d.Panels[0].Plot
		if p.X.Min != p.Y.Min || p.X.Max != p.Y.Max || !(p.X.Min < p.X.Max) || p.X.Min > c.lo || p.X.Max < c.hi {
			t.Errorf("%s: the axes are %v to %v and %v to %v, want one range around %v to %v", name, p.X.Min, p.X.Max, p.Y.Min, p.Y.Max, c.lo, c.hi)
		}
		if c.log && p.X.Min <= 0 {
			t.Errorf("%s: a logarithmic axis begins at %v", name, p.X.Min)
		}
		if _, err := d.Bytes("svg"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if len(d.Legend) != strings.Count(name, "two")*2 {
			t.Errorf("%s: the legend has %d entries", name, len(d.Legend))
		}
	}
}

func TestIdentityOfUnequalSeriesIsAnError(t *testing.T) {
	if _, err := DrawIdentity(Axes{}, Series{Name: "odd", X: []float64{1, 2}, Y: []float64{1}}).Bytes("svg"); err == nil {
		t.Error("two points with one value are drawn")
	}
}
