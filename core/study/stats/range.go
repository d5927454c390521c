package stats

import "github.com/backfill-lab/backfill/core/internal/det"

// RangeCDF returns P(Q <= q) of the studentized range of k >= 2 means with infinitely many degrees
// of freedom:
//
//	P(q) = k * integral of phi(z) (Phi(z) - Phi(z-q))^(k-1) dz
//
// It is 0 for q <= 0. Simpson's rule on [-8, 8+q], to about 1e-10. Source: Tukey's problem, as in
// Miller: Simultaneous Statistical Inference, 1981, section 2.1.
func RangeCDF(q float64, k int) float64 {
	if k < 2 {
		panic("stats: the studentized range is of at least two means")
	}
	if q <= 0 {
		return 0
	}
	const root2Pi = 2.50662827463100050242
	const steps = 400
	from, to := -8.0, 8.0
	h := (to - from) / steps
	sum := 0.0
	for i := range steps + 1 {
		z := from + float64(float64(i)*h)
		weight := 2.0
		switch {
		case i == 0 || i == steps:
			weight = 1
		case i%2 == 1:
			weight = 4
		}
		inside := NormalCDF(z) - NormalCDF(z-q)
		power := 1.0
		for range k - 1 {
			power *= inside
		}
		sum += float64(float64(weight*det.Exp(-float64(z*z)/2)/root2Pi) * power)
	}
	return min(1, float64(float64(k)*sum)*h/3)
}

// RangeQuantile returns q with RangeCDF(q, k) = p for p in (0, 1).
func RangeQuantile(p float64, k int) float64 {
	checkShare(p)
	return root(0, 64, func(q float64) float64 { return RangeCDF(q, k) - p })
}
