package pareto

import (
	"fmt"
	"math"
	"slices"
)

// Distance returns the Euclidean distance from a point to the nearest point of a front, and
// that point's index; the first wins ties. Differences are divided by scale, a number above
// 0 for each objective; nil means 1. The length of the front's Range is a good scale if it
// is not 0.
func Distance(point []float64, front [][]float64, scale []float64) (distance float64, nearest int, err error) {
	return nearestBy(math.Abs, point, front, scale)
}

// Shortfall is Distance over the objectives in which the point is worse (the d+ of Ishibuchi
// and others 2015): 0 if the front does not dominate the point.
func Shortfall(point []float64, front [][]float64, scale []float64) (distance float64, nearest int, err error) {
	return nearestBy(func(d float64) float64 { return max(d, 0) }, point, front, scale)
}

func nearestBy(counts func(d float64) float64, point []float64, front [][]float64, scale []float64) (float64, int, error) {
	m := len(point)
	if len(front) == 0 {
		return 0, 0, fmt.Errorf("pareto: an empty front has no distance")
	}
	if err := checkPoints([][]float64{point}, m); err != nil {
		return 0, 0, fmt.Errorf("pareto: %w", err)
	}
	if err := checkPoints(front, m); err != nil {
		return 0, 0, fmt.Errorf("pareto: the front: %w", err)
	}
	if scale == nil {
		scale = slices.Repeat([]float64{1}, m)
	}
	if len(scale) != m {
		return 0, 0, fmt.Errorf("pareto: the scale has %d numbers for %d objectives", len(scale), m)
	}
	for k, s := range scale {
		if !(s > 0) || math.IsInf(s, 0) {
			return 0, 0, fmt.Errorf("pareto: the scale of objective %d is %g; give a number above 0", k, s)
		}
	}
	distance, nearest := math.Inf(1), 0
	for i, f := range front {
		sum := 0.0
		for k := range f {
			d := counts(point[k]-f[k]) / scale[k]
			sum += float64(d * d)
		}
		if sum < distance {
			distance, nearest = sum, i
		}
	}
	return math.Sqrt(distance), nearest, nil
}

// Range returns the lowest and the highest value of each objective: the ideal point and, of
// a front, the nadir; nil without points. All points have the same length.
func Range(points [][]float64) (low, high []float64) {
	for _, p := range points {
		if low == nil {
			low, high = append(low, p...), append(high, p...)
		}
		for k, v := range p {
			low[k], high[k] = min(low[k], v), max(high[k], v)
		}
	}
	return low, high
}
