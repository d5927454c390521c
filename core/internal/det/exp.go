package det

import "math"

// Exp returns e**x: NaN for NaN, +Inf if the result is too large for a float64, 0 if it
// is too small.
func Exp(x float64) float64 {
	if math.IsNaN(x) {
		return math.NaN()
	}
	return exp(pair{x, 0})
}

// exp returns e**(x.hi+x.lo); x.hi is not NaN.
func exp(x pair) float64 {
	const (
		overflow  = 710  // e**710 > MaxFloat64
		underflow = -746 // e**-746 < half the smallest float64
		perLn2    = 1.44269504088896338700
	)
	switch {
	case x.hi > overflow:
		return math.Inf(1)
	case x.hi < underflow:
		return 0
	}
	// e**x = 2**k e**r with |r| <= ln(2)/2. The first difference is exact.
	k := math.Floor(float64(x.hi*perLn2) + 0.5)
	r := sum(x.hi-float64(k*ln2Hi), x.lo-float64(k*ln2Lo))

	// e**r = 1 + r + r*r/2 + r**3 p(r), Taylor's series up to r**14; the rest is below
	// 2**-60. Only the small last term is rounded before the final sum.
	p := 1.0 / 87178291200
	for _, c := range expCoefficients {
		p = float64(p*r.hi) + c
	}
	square := product(r.hi, r.hi)
	cube := float64(float64(square.hi*r.hi) * p)
	head := norm(1, r.hi)
	half := norm(head.hi, 0.5*square.hi)
	y := half.hi + (half.lo + (head.lo + (cube + (r.lo + (0.5*square.lo + float64(r.lo*r.hi))))))
	return math.Ldexp(y, int(k))
}

// expCoefficients are 1/13!, 1/12!, ..., 1/3!.
var expCoefficients = [...]float64{
	1.0 / 6227020800, 1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800,
	1.0 / 362880, 1.0 / 40320, 1.0 / 5040, 1.0 / 720, 1.0 / 120, 1.0 / 24, 1.0 / 6,
}
