package stats

import (
	"math"

	"github.com/backfill-lab/backfill/core/internal/det"
)

// NormalCDF returns P(Z <= z) of the standard normal distribution, to about 1e-14.
func NormalCDF(z float64) float64 {
	if z != z {
		return z
	}
	half := gammaP(0.5, float64(z*z)/2) / 2
	if z < 0 {
		if z < -1 {
			return gammaQ(0.5, float64(z*z)/2) / 2
		}
		return 0.5 - half
	}
	return 0.5 + half
}

// StudentCDF returns P(T <= t) of Student's distribution with freedom > 0 degrees of freedom.
// Abramowitz and Stegun, 26.7.1, by the incomplete beta function.
func StudentCDF(t, freedom float64) float64 {
	if math.IsInf(t, 0) {
		return NormalCDF(t)
	}
	t2 := float64(t * t)
	tail := betaI(freedom/2, 0.5, freedom/(freedom+t2)) / 2
	if t < 0 {
		return tail
	}
	return 1 - tail
}

// FishersCDF returns P(F <= f) of Fisher's distribution with a and b degrees of freedom, 0 for f < 0.
// Abramowitz and Stegun, 26.6.2.
func FishersCDF(f, a, b float64) float64 {
	if f <= 0 {
		return 0
	}
	if math.IsInf(f, 1) {
		return 1
	}
	return betaI(a/2, b/2, float64(a*f)/(float64(a*f)+b))
}

// ChiSquareCDF returns P(X <= x) of the chi-square distribution with freedom degrees of
// freedom, 0 for x < 0. Abramowitz and Stegun, 26.4.19.
func ChiSquareCDF(x, freedom float64) float64 {
	if x <= 0 {
		return 0
	}
	return gammaP(freedom/2, x/2)
}

// NormalQuantile returns z with NormalCDF(z) = p for p in (0, 1).
func NormalQuantile(p float64) float64 { return inverse(p, NormalCDF) }

// StudentQuantile returns t with StudentCDF(t, freedom) = p for p in (0, 1).
func StudentQuantile(p, freedom float64) float64 {
	return inverse(p, func(t float64) float64 { return StudentCDF(t, freedom) })
}

// inverse bisects an increasing function that is symmetric around 0, until floats end.
func inverse(p float64, cdf func(float64) float64) float64 {
	checkShare(p)
	if p > 0.5 { // what is small is known to more digits
		return -inverse(1-p, cdf)
	}
	low, high := -1.0, 0.0
	for cdf(low) > p && low > -1e300 {
		low *= 2
	}
	return root(low, high, func(x float64) float64 { return cdf(x) - p })
}

// root finds where an increasing function is 0 between low and high, by the Illinois variant of false position
// (Dowell, Jarratt: BIT 11, 1971), and by halves where that is slow.
func root(low, high float64, f func(float64) float64) float64 {
	atLow, atHigh := f(low), f(high)
	for k := 1; high-low > 1e-15*(math.Abs(low)+math.Abs(high)); k++ {
		x := low + (high-low)/2
		if k%4 != 0 {
			x = low - float64(atLow*((high-low)/(atHigh-atLow)))
		}
		if !(x > low && x < high) {
			x = low + (high-low)/2
		}
		if x == low || x == high || k > 400 {
			break
		}
		switch y := f(x); {
		case y == 0:
			return x
		case y < 0:
			if low, atLow = x, y; k%4 != 0 {
				atHigh /= 2
			}
		default:
			if high, atHigh = x, y; k%4 != 0 {
				atLow /= 2
			}
		}
	}
	return low + (high-low)/2
}

// checkShare panics unless 0 < p < 1.
func checkShare(p float64) {
	if !(p > 0 && p < 1) {
		panic("stats: a level or probability must be above 0 and below 1")
	}
}

// logGamma returns the logarithm of the gamma function for x > 0: Stirling's series
// (Abramowitz and Stegun, 6.1.41) at x+k >= 12, and the recurrence down.
func logGamma(x float64) float64 {
	shift := 1.0
	for x < 12 {
		shift *= x
		x++
	}
	const halfLog2Pi = 0.91893853320467274178
	i := 1 / x
	i2 := float64(i * i)
	series := float64(i * (1.0/12 - float64(i2*(1.0/360-float64(i2*(1.0/1260-float64(i2*(1.0/1680-float64(i2*(1.0/1188))))))))))
	return float64((x-0.5)*det.Log(x)) - x + halfLog2Pi + series - det.Log(shift)
}

const (
	tiny = 1e-300 // instead of 0 in a denominator
	ulp  = 1e-16
)

// gammaP is the regularised incomplete gamma function P(a, x): a series for x < a+1
// (Abramowitz and Stegun, 6.5.29), else 1 - gammaQ.
func gammaP(a, x float64) float64 {
	if x <= 0 {
		return 0
	}
	if x >= a+1 {
		return 1 - gammaQ(a, x)
	}
	term, sum := 1/a, 1/a
	for n := a + 1; math.Abs(term) > math.Abs(sum)*ulp; n++ {
		term = float64(term * (x / n))
		sum += term
	}
	return float64(sum * gammaFront(a, x))
}

// gammaQ is 1 - P(a, x): a continued fraction for x >= a+1 (6.5.31, by Lentz's method).
func gammaQ(a, x float64) float64 {
	if x < a+1 {
		return 1 - gammaP(a, x)
	}
	b := x + 1 - a
	f := 1 / b
	c, d := 1/tiny, f
	for i := 1.0; i < 10000; i++ {
		step := float64(-i * (i - a))
		b += 2
		d = 1 / notZero(float64(step*d)+b)
		c = notZero(b + step/c)
		delta := float64(c * d)
		f *= delta
		if math.Abs(delta-1) < ulp {
			break
		}
	}
	return float64(f * gammaFront(a, x))
}

func gammaFront(a, x float64) float64 { return det.Exp(float64(a*det.Log(x)) - x - logGamma(a)) }

// betaI is the regularised incomplete beta function I_x(a, b) for 0 <= x <= 1, by the continued
// fraction of Abramowitz and Stegun, 26.5.8, on the side where it converges fast.
func betaI(a, b, x float64) float64 {
	switch {
	case x != x:
		return x
	case x <= 0:
		return 0
	case x >= 1:
		return 1
	}
	front := det.Exp(logGamma(a+b) - logGamma(a) - logGamma(b) + float64(a*det.Log(x)) + float64(b*det.Log(1-x)))
	if x < (a+1)/(a+b+2) {
		return front * betaFraction(a, b, x) / a
	}
	return 1 - front*betaFraction(b, a, 1-x)/b
}

func betaFraction(a, b, x float64) float64 {
	c := 1.0
	d := 1 / notZero(1-float64((a+b)*x)/(a+1))
	f := d
	for m := 1.0; m < 10000; m++ {
		even := float64(float64(m*(b-m))*x) / float64((a+2*m-1)*(a+2*m))
		odd := -float64(float64((a+m)*(a+b+m))*x) / float64((a+2*m)*(a+2*m+1))
		last := f
		for _, step := range [2]float64{even, odd} {
			d = 1 / notZero(1+float64(step*d))
			c = notZero(1 + step/c)
			f = float64(f * float64(c*d))
		}
		if math.Abs(f-last) < math.Abs(f)*ulp {
			break
		}
	}
	return f
}

func notZero(x float64) float64 {
	if math.Abs(x) < tiny {
		return tiny
	}
	return x
}
