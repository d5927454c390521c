package det

import "math"

// Log returns the natural logarithm of x: -Inf for 0, +Inf for +Inf, NaN for NaN or x < 0.
func Log(x float64) float64 { return logIn(x, pair{1, 0}) }

// Log2 returns the binary logarithm of x, exact for powers of two. Special cases are as for Log.
func Log2(x float64) float64 {
	if frac, exp := math.Frexp(x); frac == 0.5 {
		return float64(exp - 1)
	}
	return logIn(x, pair{1.4426950408889634, 2.0355273740931033e-17})
}

// Log10 returns the decimal logarithm of x, exact for powers of ten. Special cases are as for Log.
func Log10(x float64) float64 {
	return logIn(x, pair{0.4342944819032518, 1.098319650216765e-17})
}

// logIn returns log(x) times unit.
func logIn(x float64, unit pair) float64 {
	switch {
	case math.IsNaN(x) || x < 0:
		return math.NaN()
	case x == 0:
		return math.Inf(-1)
	case math.IsInf(x, 1):
		return x
	}
	return log(x).mul(unit).hi
}

// log returns the natural logarithm of a finite x > 0, with a relative error below 2**-66.
func log(x float64) pair {
	// x = 2**k m with sqrt(1/2) <= m < sqrt(2), so that m-1 is exact.
	m, k := math.Frexp(x)
	if m < math.Sqrt2/2 {
		m *= 2
		k--
	}
	// log m = 2 atanh s with s = (m-1)/(m+1), |s| < 0.172, and
	// atanh s = s (1 + z/3 + z*z/5 + ...) with z = s*s. The first three terms need
	// pairs; the others are small enough for a float64.
	s := sum(m, 1).over(m - 1)
	z := s.mul(s)
	p := 1.0 / 27
	for _, c := range logCoefficients {
		p = float64(p*z.hi) + c
	}
	const third, fifth = 1.0 / 3, 1.0 / 5
	t := norm(fifth, float64(z.hi*p)+fifthLo)
	t = pair{third, thirdLo}.add(z.mul(t))
	t = pair{1, 0}.add(z.mul(t))
	t = t.mul(pair{2 * s.hi, 2 * s.lo})
	if k == 0 {
		return t
	}
	return norm(float64(float64(k)*ln2Hi), float64(float64(k)*ln2Lo)).add(t)
}

// The errors of the float64 nearest to 1/3 and 1/5.
const (
	thirdLo = 1.850371707708594e-17
	fifthLo = -1.1102230246251566e-17
)

// logCoefficients are 1/25, 1/23, ..., 1/7.
var logCoefficients = [...]float64{
	1.0 / 25, 1.0 / 23, 1.0 / 21, 1.0 / 19, 1.0 / 17, 1.0 / 15, 1.0 / 13, 1.0 / 11, 1.0 / 9, 1.0 / 7,
}
