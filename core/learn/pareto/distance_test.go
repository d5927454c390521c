package pareto

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestDistancesByHand(t *testing.T) {
	front := [][]float64{{0, 10}, {4, 4}, {10, 0}}
	for _, c := range []struct {
		point               []float64
		scale               []float64
		distance, shortfall float64
		nearest             int
	}{
		{[]float64{4, 4}, nil, 0, 0, 1},
		{[]float64{7, 8}, nil, 5, 5, 1},                       // 3 and 4 worse
		{[]float64{7, 8}, []float64{3, 4}, 1.4142, 1.4142, 1}, // one unit each
		{[]float64{3, 3}, nil, 1.4142, 0, 1},                  // better than the front
		{[]float64{2, 5}, nil, 2.2361, 1, 1},                  // on the front itself: one better, one worse
		{[]float64{12, 0}, nil, 2, 2, 2},
	} {
		d, i, err := Distance(c.point, front, c.scale)
		if err != nil || math.Abs(d-c.distance) > 1e-4 || i != c.nearest {
			t.Errorf("%v is %g from point %d, not %g from %d (%v)", c.point, d, i, c.distance, c.nearest, err)
		}
		if d, _, err = Shortfall(c.point, front, c.scale); err != nil || math.Abs(d-c.shortfall) > 1e-4 {
			t.Errorf("%v falls short by %g, not %g (%v)", c.point, d, c.shortfall, err)
		}
	}
}

func TestDistanceLaws(t *testing.T) {
	sets(func(r *rand.Rand, points [][]float64, m int) {
		p := scatter(r, 1, m, 20)[0]
		if len(points) == 0 {
			return
		}
		low, high := Range(points)
		d, i, err := Distance(p, points, nil)
		if err != nil {
			t.Fatal(err)
		}
		s, _, err := Shortfall(p, points, nil)
		if err != nil || s > d {
			t.Fatalf("%v falls short of %v by %g, at a distance of %g (%v)", p, points, s, d, err)
		}
		covered := slices.ContainsFunc(points, func(q []float64) bool { return Dominates(p, q) || slices.Equal(p, q) })
		if (s == 0) != covered {
			t.Fatalf("%v falls short of %v by %g", p, points, s)
		}
		for k := range p {
			if points[i][k] < low[k] || points[i][k] > high[k] {
				t.Fatalf("the range of %v is %v to %v", points, low, high)
			}
		}
		closer, _, _ := Distance(p, append(slices.Clone(points), p), nil)
		if closer != 0 {
			t.Fatalf("a point of the front is %g from it", closer)
		}
	})
}

func TestDistanceRefusesWhatIsNone(t *testing.T) {
	front := [][]float64{{1, 2}}
	for _, c := range []struct {
		point []float64
		front [][]float64
		scale []float64
	}{
		{[]float64{1, 2}, nil, nil}, {[]float64{1}, front, nil}, {[]float64{1, math.NaN()}, front, nil},
		{[]float64{1, 2}, [][]float64{{1, math.Inf(1)}}, nil},
		{[]float64{1, 2}, front, []float64{1}}, {[]float64{1, 2}, front, []float64{1, 0}}, {[]float64{1, 2}, front, []float64{1, math.NaN()}},
	} {
		if d, _, err := Distance(c.point, c.front, c.scale); err == nil {
			t.Errorf("%v: %g", c, d)
		}
	}
	if low, high := Range(nil); low != nil || high != nil {
		t.Error("no points have a range")
	}
}
