package empirical

import "math"

// rounded returns a scaled gap to the nearest second, which keeps the mean.
func rounded(gap, scale float64) float64 { return math.Floor(float64(gap*scale) + 0.5) }

// span returns the sum of the scaled gaps, in seconds.
func span(gaps []float64, scale float64) float64 {
	total := 0.0
	for _, g := range gaps {
		total += rounded(g, scale)
	}
	return total
}

// scaleTo returns the factor with which the gaps span that many seconds, by bisection: no
// rounded gap shrinks when the factor grows.
func scaleTo(gaps []float64, seconds float64) float64 {
	if len(gaps) == 0 {
		return 1
	}
	lo, hi := 0.0, 1.0
	for span(gaps, hi) < seconds && hi < 1e300 {
		lo, hi = hi, 2*hi
	}
	for range 60 {
		if mid := lo + (hi-lo)/2; span(gaps, mid) < seconds {
			lo = mid
		} else {
			hi = mid
		}
	}
	return hi
}
