package det

import (
	"math"
	"math/rand/v2"
)

// Uniform draws from the uniform distribution on [lo, hi]; only rounding yields hi itself.
func Uniform(r *rand.Rand, lo, hi float64) float64 {
	return lo + float64((hi-lo)*r.Float64())
}

// Exponential draws from the exponential distribution with that mean.
func Exponential(r *rand.Rand, mean float64) float64 {
	return float64(-mean * Log(1-r.Float64()))
}

// Weibull draws from the Weibull distribution with shape alpha and scale beta, both
// > 0: P(X <= x) = 1 - exp(-(x/beta)**alpha). Its mean is beta*Gamma(1+1/alpha).
func Weibull(r *rand.Rand, alpha, beta float64) float64 {
	return float64(beta * Pow(-Log(1-r.Float64()), 1/alpha))
}

// Normal draws from the normal distribution with that mean and standard deviation, by
// Marsaglia's polar method. It discards the method's second value, so that a stream
// has no state besides its generator.
func Normal(r *rand.Rand, mean, deviation float64) float64 {
	for {
		u := 2*r.Float64() - 1
		v := 2*r.Float64() - 1
		q := float64(u*u) + float64(v*v)
		if q > 0 && q < 1 {
			return mean + float64(deviation*float64(u*math.Sqrt(-2*Log(q)/q)))
		}
	}
}

// Gamma draws from the gamma distribution with that shape and scale, both > 0. Its mean
// is shape*scale, its variance shape*scale*scale. The method is that of Marsaglia and
// Tsang (A simple method for generating gamma variables, ACM TOMS 26(3), 2000), with
// their power of a uniform number for shapes below 1.
func Gamma(r *rand.Rand, shape, scale float64) float64 {
	boost := 1.0
	if shape < 1 {
		boost = Pow(1-r.Float64(), 1/shape)
		shape++
	}
	d := shape - 1.0/3
	c := 1 / math.Sqrt(9*d)
	for {
		x := Normal(r, 0, 1)
		v := 1 + float64(c*x)
		if v <= 0 {
			continue
		}
		v = float64(float64(v*v) * v)
		u := 1 - r.Float64()
		x2 := float64(x * x)
		if Log(u) < float64(0.5*x2)+float64(d*((1-v)+Log(v))) {
			return float64(float64(float64(d*v)*boost) * scale)
		}
	}
}
