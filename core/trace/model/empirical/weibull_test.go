package empirical

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/det"
	"github.com/backfill-lab/backfill/core/internal/slow"
)

func drawGaps(seed uint64, n int, alpha, beta float64) []int64 {
	r := det.Stream(seed, "gaps")
	gaps := make([]int64, n)
	for i := range gaps {
		gaps[i] = int64(rounded(det.Weibull(r, alpha, beta), 1))
	}
	return gaps
}

// TestFitGivesBackTheParameters covers the paper's parameters, an exponential
// distribution, and gaps so small that most are 0 seconds.
func TestFitGivesBackTheParameters(t *testing.T) {
	slow.AsWebAssembly(t)
	const n = 40_000
	for _, c := range [][2]float64{
		{0.35, 60}, {0.35, 200}, {0.25, 40}, {0.4, 290}, {1, 1000}, {1, 1}, {2.5, 50}, {0.3, 0.5}, {0.8, 1e6},
	} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			gaps := drawGaps(1, n, c[0], c[1])
			alpha, beta, err := FitWeibull(gaps)
			if err != nil {
				t.Fatal(err)
			}
			// The standard errors are those of a fit to the exact times
			// (0.78*alpha and 1.05/alpha over the root of n), and up to twice as
			// much where most times round to 0.
			root := math.Sqrt(n)
			if e := math.Abs(alpha-c[0]) / (0.78 * alpha / root); e > 6 {
				t.Errorf("alpha %v, want %v: %.1f standard errors", alpha, c[0], e)
			}
			if e := math.Abs(math.Log(beta/c[1])) / (1.05 / alpha / root); e > 6 {
				t.Errorf("beta %v, want %v: %.1f standard errors", beta, c[1], e)
			}
		})
	}
}

// TestFitIsTheMostLikely compares the likelihood with that of a grid around
// the fit, worked out from the definition, job by job.
func TestFitIsTheMostLikely(t *testing.T) {
	naive := func(gaps []int64, alpha, beta float64) float64 {
		log := 0.0
		for _, g := range gaps {
			survival := func(x float64) float64 { return math.Exp(-math.Pow(max(x, 0)/beta, alpha)) }
			log += math.Log(survival(float64(g)-0.5) - survival(float64(g)+0.5))
		}
		return log
	}
	for _, gaps := range [][]int64{
		drawGaps(2, 500, 0.35, 60), drawGaps(3, 2, 0.5, 100), drawGaps(4, 30, 3, 10), {0, 0, 0, 1}, {0, 1000}, {1, 2, 3, 4, 5, 6},
	} {
		alpha, beta, err := FitWeibull(gaps)
		if err != nil {
			t.Fatal(err)
		}
		best := naive(gaps, alpha, beta)
		f := newFit(gaps, float64(slices.Max(gaps)))
		if got := f.likelihood(alpha); math.Abs(got-best) > 1e-6*math.Abs(best) {
			t.Errorf("log-likelihood %v, by definition %v", got, best)
		}
		for _, fa := range []float64{0.5, 0.9, 0.99, 1, 1.01, 1.1, 2} {
			for _, fb := range []float64{0.5, 0.9, 0.99, 1, 1.01, 1.1, 2} {
				if other := naive(gaps, alpha*fa, beta*fb); alpha*fa <= maxAlpha && other > best+1e-6 {
					t.Errorf("%d gaps: alpha %v, beta %v have log-likelihood %v, but %v, %v have %v",
						len(gaps), alpha, beta, best, alpha*fa, beta*fb, other)
				}
			}
		}
	}
}

// TestSlopeIsTheDerivative checks it, and that solve finds its zero.
func TestSlopeIsTheDerivative(t *testing.T) {
	gaps := drawGaps(5, 300, 0.4, 30)
	f := newFit(gaps, float64(slices.Max(gaps)))
	for _, alpha := range []float64{0.02, 0.4, 1, 3} {
		f.likelihood(alpha)
		best, steep := f.rate, f.slope(f.rate/2)
		if rest := f.slope(best); math.Abs(rest) > 1e-9*math.Abs(steep) {
			t.Errorf("alpha %v: slope %v at the rate found, %v at half of it", alpha, rest, steep)
		}
		at := func(rate float64) float64 {
			total := 0.0
			for _, g := range f.gaps {
				total += g.jobs * (math.Log(-math.Expm1(-rate*g.d)) - rate*g.u)
			}
			return total
		}
		rate := best / 2
		h := rate * 1e-5
		if want := (at(rate+h) - at(rate-h)) / (2 * h); math.Abs(steep/want-1) > 1e-5 {
			t.Errorf("alpha %v: slope %v, by differences %v", alpha, steep, want)
		}
	}
}

func TestFitOfHostileGaps(t *testing.T) {
	const far = 100_000_000_000
	for _, c := range []struct {
		gaps []int64
		ok   bool
	}{
		{nil, false}, {[]int64{0, 0}, false}, {[]int64{-1, 5}, false},
		{[]int64{7}, true}, {[]int64{7, 7, 7}, true}, {[]int64{far, far}, true}, {[]int64{0, far}, true}, {[]int64{0, 0, 0, 1, far}, true},
	} {
		alpha, beta, err := FitWeibull(c.gaps)
		if (err == nil) != c.ok {
			t.Errorf("%v: error %v", c.gaps, err)
		}
		if c.ok && !(alpha > 0 && alpha <= 100 && beta > 0 && beta <= 2*far) {
			t.Errorf("%v: alpha %v, beta %v", c.gaps, alpha, beta)
		}
	}
}
