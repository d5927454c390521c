package pareto

import (
	"fmt"
	"math"
)

// Distance returns how far a point is from a front: the Euclidean distance to
// the nearest of its points, the first of equally near ones, and the index of
// that. Differences are divided by scale, one number per objective, all > 0. The
// length of the front's Range is a good one, where it is not 0; nil means 1 each.
func Distance(point []float64, front [][]float64, scale []float64) (distance float64, nearest int, err error) {
	return nearestBy(point, front, scale, math.Abs)
}

// Shortfall is Distance where only those objectives count in which the point is
// worse (the d+ of Ishibuchi and others 2015): 0 if the front does not dominate
// the point.
func Shortfall(point []float64, front [][]float64, scale []float64) (distance float64, nearest int, err error) {
	return nearestBy(point, front, scale, func(d float64) float64 { return max(d, 0) })
}

func nearestBy(point []float64, front [][]float64, scale []float64, counts func(d float64) float64) (distance float64, nearest int, err error) {
	m := len(point)
	if len(front) == 0 {
		return 0, 0, fmt.Errorf("pareto: there is no distance from an empty front")
	}
	if err := checkPoints([][]float64{point}, m); err != nil {
		return 0, 0, fmt.Errorf("pareto: %w", err)
	}
	if err := checkPoints(front, m); err != nil {
		return 0, 0, fmt.Errorf("pareto: the front: %w", err)
	}
	if scale != nil && len(scale) != m {
		return 0, 0, fmt.Errorf("pareto: the scale has %d numbers for %d objectives", len(scale), m)
	}
	for k, s := range scale {
		if !(s > 0) || math.IsInf(s, 0) {
			return 0, 0, fmt.Errorf("pareto: the scale of objective %d is %g; give a number above 0", k, s)
		}
	}
	distance = math.Inf(1)
	for i, f := range front {
		sum := 0.0
		for k := range f {
			d := counts(point[k] - f[k])
			if scale != nil {
				d /= scale[k]
			}
			sum += float64(d * d)
		}
		if sum < distance {
			distance, nearest = sum, i
		}
	}
	return math.Sqrt(distance), nearest, nil
}

// Range returns the lowest and the highest value of each objective: the front's
// ideal point and, if all are on a front, its nadir. Both are nil without points,
// which all have the same length.
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
