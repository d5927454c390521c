package det

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// A law is one distribution with what the textbook says about it.
type law struct {
	name           string
	draw           func(*rand.Rand) float64
	mean, variance float64
	cdf            func(float64) float64
}

var laws = []law{
	{"Uniform(-3, 5)", func(r *rand.Rand) float64 { return Uniform(r, -3, 5) }, 1, 64.0 / 12,
		func(x float64) float64 { return (x + 3) / 8 }},
	{"Exponential(40)", func(r *rand.Rand) float64 { return Exponential(r, 40) }, 40, 1600,
		func(x float64) float64 { return -math.Expm1(-x / 40) }},
	{"Normal(7, 2)", func(r *rand.Rand) float64 { return Normal(r, 7, 2) }, 7, 4,
		func(x float64) float64 { return math.Erfc((7-x)/(2*math.Sqrt2)) / 2 }},
	weibullLaw("Weibull(0.35, 60)", 0.35, 60), // the interarrival times of the dynP paper
	weibullLaw("Weibull(0.4, 290)", 0.4, 290),
	weibullLaw("Weibull(1, 60)", 1, 60),
	weibullLaw("Weibull(3.5, 2)", 3.5, 2),
	gammaLaw("Gamma(0.2, 3)", 0.2, 3),
	gammaLaw("Gamma(1, 3)", 1, 3),
	gammaLaw("Gamma(6.57, 0.823)", 6.57, 0.823), // the run times of Lublin and Feitelson
	gammaLaw("Gamma(639.1, 0.0156)", 639.1, 0.0156),
}

func weibullLaw(name string, alpha, beta float64) law {
	m1, m2 := math.Gamma(1+1/alpha), math.Gamma(1+2/alpha)
	return law{name, func(r *rand.Rand) float64 { return Weibull(r, alpha, beta) }, beta * m1, beta * beta * (m2 - m1*m1),
		func(x float64) float64 { return -math.Expm1(-math.Pow(x/beta, alpha)) }}
}

func gammaLaw(name string, shape, scale float64) law {
	return law{name, func(r *rand.Rand) float64 { return Gamma(r, shape, scale) }, shape * scale, shape * scale * scale,
		func(x float64) float64 { return lowerGamma(shape, x/scale) }}
}

// lowerGamma returns the regularised lower incomplete gamma function P(a, x)
// by its power series.
func lowerGamma(a, x float64) float64 {
	if x <= 0 {
		return 0
	}
	term, total := 1.0, 1.0
	for n := 1.0; term > 1e-17*total; n++ {
		term *= x / (a + n)
		total += term
	}
	lg, _ := math.Lgamma(a + 1)
	return total * math.Exp(a*math.Log(x)-x-lg)
}

// The seeds are fixed, so that the tests never fail by chance; the bounds are
// the 1e-4 quantiles that a right generator passes with any good seed.
func TestDistributionsAreWhatTheySay(t *testing.T) {
	const n = 100_000
	for _, l := range laws {
		t.Run(l.name, func(t *testing.T) {
			r := Stream(1, l.name)
			x := make([]float64, n)
			var mean float64
			for i := range x {
				x[i] = l.draw(r)
				mean += x[i] / n
			}
			if d := math.Abs(mean-l.mean) / math.Sqrt(l.variance/n); d > 3.9 {
				t.Errorf("mean %v instead of %v: %.1f standard errors", mean, l.mean, d)
			}
			// The heavy tail of a Weibull of shape 0.35 makes the variance of the
			// sample a poor estimate of the true one.
			var variance, fourth float64
			for _, x := range x {
				d := (x - mean) * (x - mean)
				variance += d / n
				fourth += d * d / n
			}
			if d := math.Abs(variance-l.variance) / math.Sqrt((fourth-variance*variance)/n); d > 4.5 {
				t.Errorf("variance %v instead of %v: %.1f standard errors", variance, l.variance, d)
			}
			if d := kolmogorov(x, l.cdf) * math.Sqrt(n); d > 2.225 {
				t.Errorf("Kolmogorov-Smirnov statistic %.3f, want at most 2.225", d)
			}
		})
	}
}

// kolmogorov returns the largest distance between the empirical distribution
// of x, which it sorts, and cdf.
func kolmogorov(x []float64, cdf func(float64) float64) float64 {
	slices.Sort(x)
	worst, n := 0.0, float64(len(x))
	for i, x := range x {
		f := cdf(x)
		worst = max(worst, math.Abs(f-float64(i)/n), math.Abs(float64(i+1)/n-f))
	}
	return worst
}

// TestKolmogorovSeesWrongDistributions keeps the bound of the test above honest.
func TestKolmogorovSeesWrongDistributions(t *testing.T) {
	const n = 100_000
	for _, c := range []struct{ drawn, claimed law }{
		{gammaLaw("", 6.57, 0.823), gammaLaw("", 6.57, 0.84)},
		{weibullLaw("", 0.35, 60), weibullLaw("", 0.36, 60)},
		{weibullLaw("", 0.35, 60), weibullLaw("", 0.35, 64)},
	} {
		r := Stream(1, "wrong")
		x := make([]float64, n)
		for i := range x {
			x[i] = c.drawn.draw(r)
		}
		if d := kolmogorov(x, c.claimed.cdf) * math.Sqrt(n); d < 2.225 {
			t.Errorf("a wrong parameter passes with statistic %.3f", d)
		}
	}
}

func TestDrawsStayInTheirSupport(t *testing.T) {
	r := Stream(2, "support")
	for range 100_000 {
		for _, x := range []float64{
			Exponential(r, 1), Weibull(r, 0.1, 1), Gamma(r, 0.01, 1), Gamma(r, 1000, 1), Uniform(r, 0, 1),
		} {
			if !(x >= 0) || math.IsInf(x, 0) {
				t.Fatalf("drew %v", x)
			}
		}
	}
}

func TestStreamsDifferByNameAndSeed(t *testing.T) {
	first := map[uint64]string{}
	for seed := range uint64(100) {
		for _, name := range []string{"", "a", "b", "ab", "ba", "arrivals", "sizes"} {
			x := Stream(seed, name).Uint64()
			if Stream(seed, name).Uint64() != x {
				t.Fatalf("Stream(%d, %q) is not a function of its arguments", seed, name)
			}
			if other, seen := first[x]; seen {
				t.Errorf("Stream(%d, %q) begins like the stream of %q", seed, name, other)
			}
			first[x] = name
		}
	}
}

// TestStreamsOfNeighbouringSeedsAreIndependent looks at first draws, where
// weakly mixed seeds show.
func TestStreamsOfNeighbouringSeedsAreIndependent(t *testing.T) {
	const n = 20_000
	x := make([]float64, n)
	serial, last := 0.0, 0.0
	for i := range x {
		x[i] = Stream(uint64(i), "arrivals").Float64()
		serial += (x[i] - 0.5) * (last - 0.5)
		last = x[i]
	}
	if d := math.Abs(serial) * 12 / math.Sqrt(n); d > 3.9 {
		t.Errorf("serial correlation of first draws: %.1f standard errors", d)
	}
	if d := kolmogorov(x, func(x float64) float64 { return x }) * math.Sqrt(n); d > 2.225 {
		t.Errorf("first draws are not uniform: statistic %.3f", d)
	}
}

func TestZipfFavoursTheFirst(t *testing.T) {
	const values, n = 50, 100_000
	z := NewZipf(values)
	var count [values]int
	r := Stream(8, "zipf")
	for range n {
		count[z.Draw(r)]++
	}
	for k, got := range count {
		want := 1 / (float64(k+1) * z.sums[values-1])
		if d := math.Abs(float64(got)/n-want) / math.Sqrt(want*(1-want)/n); d > 4 {
			t.Errorf("%d is drawn %d times, want %.0f: %.1f standard errors", k, got, want*n, d)
		}
	}
	if got := NewZipf(0).Draw(r); got != -1 {
		t.Errorf("nothing to draw from: drew %d", got)
	}
}
