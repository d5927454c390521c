package stats

import (
	"encoding/json"
	"math"
	"slices"
)

// Level is that of intervals unless another one is asked for.
const Level = 0.95

// An Interval is where a value lies, at a level. Its ends are NaN where it is not known.
type Interval struct {
	Low, High float64
	Level     float64
}

// unknown is an interval of which nothing is known.
func unknown(level float64) Interval {
	checkShare(level)
	return Interval{math.NaN(), math.NaN(), level}
}

// around is the interval [at-half, at+half].
func around(at, half, level float64) Interval { return Interval{at - half, at + half, level} }

// Known tells whether there is an interval.
func (i Interval) Known() bool { return i.Low <= i.High }

// Covers tells whether the interval is known and holds x.
func (i Interval) Covers(x float64) bool { return i.Low <= x && x <= i.High }

// Apart tells whether the interval is known and leaves 0 out.
func (i Interval) Apart() bool { return i.Known() && !i.Covers(0) }

// MarshalJSON writes {"low": ..., "high": ..., "level": ...}, or null if the ends are not finite.
func (i Interval) MarshalJSON() ([]byte, error) {
	if !i.Known() || math.IsInf(i.Low, 0) || math.IsInf(i.High, 0) {
		return []byte("null"), nil
	}
	return json.Marshal(struct {
		Low   float64 `json:"low"`
		High  float64 `json:"high"`
		Level float64 `json:"level"`
	}{i.Low, i.High, i.Level})
}

// Mean returns sum x / n by Neumaier's compensated sum; NaN of nothing.
func Mean(x []float64) float64 { return sum(x) / float64(len(x)) }

// sum adds x with compensation (Neumaier 1974), so that its error does not grow with their number.
func sum(x []float64) float64 {
	total, low := 0.0, 0.0
	for _, v := range x {
		t := total + v
		if math.Abs(total) >= math.Abs(v) {
			low += (total - t) + v
		} else {
			low += (v - t) + total
		}
		total = t
	}
	return total + low
}

// Variance returns sum (x - mean)^2 / (n-1), in the unit of x squared; NaN of fewer than two.
func Variance(x []float64) float64 {
	if len(x) < 2 {
		return math.NaN()
	}
	mean := Mean(x)
	return squares(x, func(v float64) float64 { return v - mean }) / float64(len(x)-1)
}

// Correlation returns Pearson's coefficient of two samples of equal length, in -1 to 1; NaN if one of them has equal
// values only.
func Correlation(x, y []float64) float64 {
	mx, my := Mean(x), Mean(y)
	var xy, xx, yy float64
	for i := range x {
		dx, dy := x[i]-mx, y[i]-my
		xy, xx, yy = xy+float64(dx*dy), xx+float64(dx*dx), yy+float64(dy*dy)
	}
	return xy / math.Sqrt(float64(xx*yy))
}

// squares returns the sum of the squares of f.
func squares(x []float64, f func(float64) float64) float64 {
	s := 0.0
	for _, v := range x {
		d := f(v)
		s += float64(d * d)
	}
	return s
}

// Deviation returns the square root of Variance.
func Deviation(x []float64) float64 { return math.Sqrt(Variance(x)) }

// Student returns the interval of the mean of independent observations,
//
//	mean ± t(1-(1-level)/2; n-1) s / sqrt(n)
//
// as in Law: Simulation Modeling and Analysis, 5th edition, equation 4.12. It is exact for normal
// observations. Of fewer than two observations nothing is known.
func Student(x []float64, level float64) (mean float64, i Interval) {
	mean, i = Mean(x), unknown(level)
	if n := float64(len(x)); n >= 2 {
		i = around(mean, StudentQuantile(1-(1-level)/2, n-1)*Deviation(x)/math.Sqrt(n), level)
	}
	return mean, i
}

// Quantile returns the q-quantile of sorted numbers for q in [0, 1], between neighbours in proportion
// (definition 7 of Hyndman and Fan: Sample Quantiles in Statistical Packages, 1996); NaN of nothing.
func Quantile(sorted []float64, q float64) float64 {
	if len(sorted) == 0 {
		return math.NaN()
	}
	at := float64(q * float64(len(sorted)-1))
	k := int(at)
	if k+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[k] + float64((at-float64(k))*(sorted[k+1]-sorted[k]))
}

// Median returns the 0.5-quantile of numbers in any order; NaN of nothing.
func Median(x []float64) float64 { return Quantile(slices.Sorted(slices.Values(x)), 0.5) }
