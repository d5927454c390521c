package lublin

import (
	"math"
	"math/bits"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/det"
)

var published = []struct {
	name   string
	params func(procs int) Parameters
}{{"batch", Batch}, {"batch of the program", ProgramBatch}, {"interactive", Interactive}, {"untyped", Untyped}}

// within fails unless got, the mean of n independent draws with that standard
// deviation, is within four standard errors of want.
func within(t *testing.T, what string, got, want, deviation float64, n int) {
	t.Helper()
	if d := math.Abs(got-want) / (deviation / math.Sqrt(float64(n))); !(d < 4) {
		t.Errorf("%s: %v, the model says %v: %.1f standard errors", what, got, want, d)
	}
}

func share(t *testing.T, what string, got int, n int, want float64) {
	t.Helper()
	within(t, what, float64(got)/float64(n), want, math.Sqrt(want*(1-want)), n)
}

// TestSizesHaveThePublishedShares checks each size against its probability,
// worked out from the two-stage uniform distribution.
func TestSizesHaveThePublishedShares(t *testing.T) {
	const procs, n = 128, 200_000
	for _, c := range published {
		t.Run(c.name, func(t *testing.T) {
			p := c.params(procs)
			cdf := func(log float64) float64 { // of the logarithm of a parallel size
				switch {
				case log <= p.ULow:
					return 0
				case log <= p.UMed:
					return p.UProb * (log - p.ULow) / (p.UMed - p.ULow)
				case log <= p.UHi:
					return p.UProb + (1-p.UProb)*(log-p.UMed)/(p.UHi-p.UMed)
				}
				return 1
			}
			count := map[int]int{}
			r := det.Stream(1, c.name)
			for range n {
				count[p.Size(r, procs)]++
			}
			sum := 0.0
			for size := 1; size <= procs; size++ {
				x := float64(size)
				want := (1 - p.SerialProb - p.Pow2Prob) * (cdf(math.Log2(x+0.5)) - cdf(math.Log2(x-0.5)))
				if bits.OnesCount(uint(size)) == 1 {
					log := math.Log2(x)
					want += p.Pow2Prob * (cdf(log+0.5) - cdf(log-0.5))
				}
				if size == 1 {
					want += p.SerialProb
				}
				sum += want
				if want*n > 20 {
					share(t, "size", count[size], n, want)
				}
			}
			if math.Abs(sum-1) > 1e-12 || count[0] > 0 {
				t.Errorf("the sizes 1..%d have probability %v", procs, sum)
			}
		})
	}
	serial, r := 0, det.Stream(2, "serial")
	p := Batch(procs)
	for range n {
		if p.Size(r, procs) == 1 {
			serial++
		}
	}
	share(t, "serial batch jobs", serial, n, 0.2927)
}

func TestSizesFitEveryMachine(t *testing.T) {
	r := det.Stream(3, "sizes")
	for _, procs := range []int{1, 2, 3, 5, 8, 13, 14, 100, 127, 1000, 1 << 30} {
		for _, c := range published {
			p := c.params(procs)
			if problem := p.check(); problem != "" {
				t.Errorf("%s on %d processors: %s", c.name, procs, problem)
			}
			for range 2000 {
				if size := p.Size(r, procs); size < 1 || size > procs {
					t.Fatalf("%s: size %d on %d processors", c.name, size, procs)
				}
			}
		}
	}
}

// density returns the density of Gamma(shape, scale) at x.
func density(shape, scale, x float64) float64 {
	lg, _ := math.Lgamma(shape)
	return math.Exp((shape-1)*math.Log(x/scale)-x/scale-lg) / scale
}

// moments integrates the hyper-gamma distribution cut at max by the midpoint
// rule and returns its mean, its variance and its distribution function.
func moments(mix float64, a1, b1, a2, b2, max float64) (mean, variance float64, cdf func(float64) float64) {
	const steps = 60_000
	h := max / steps
	sums := make([]float64, steps+1)
	var m1, m2 float64
	for i := range steps {
		x := (float64(i) + 0.5) * h
		f := mix*density(a1, b1, x) + (1-mix)*density(a2, b2, x)
		sums[i+1] = sums[i] + f*h
		m1 += x * f * h
		m2 += x * x * f * h
	}
	total := sums[steps]
	mean = m1 / total
	return mean, m2/total - mean*mean, func(x float64) float64 {
		i := min(max/h, x/h)
		return sums[int(i)] / total
	}
}

func TestRunTimesAreHyperGammaGivenTheSize(t *testing.T) {
	const n = 50_000
	for _, c := range published {
		for _, size := range []int{1, 16, 128, 1000} {
			p := c.params(1024)
			mix := min(max(p.PA*float64(size)+p.PB, 0), 1)
			mean, variance, cdf := moments(mix, p.A1, p.B1, p.A2, p.B2, maxLogRuntime)
			r := det.Stream(4, c.name)
			logs := make([]float64, n)
			var m1, m2 float64
			for i := range logs {
				logs[i] = p.logRuntime(r, size)
				m1 += logs[i] / n
				m2 += (logs[i] - mean) * (logs[i] - mean) / n
			}
			within(t, c.name+": mean logarithm", m1, mean, math.Sqrt(variance), n)
			within(t, c.name+": variance of the logarithm", m2, variance, 2*variance, n)

			// Run times are cut to whole seconds: P(run < k) = P(log < log k).
			runs := make([]int64, n)
			r = det.Stream(5, c.name)
			for i := range runs {
				runs[i] = p.Runtime(r, size)
			}
			slices.Sort(runs)
			if runs[0] < 1 || runs[n-1] > 162_754 {
				t.Errorf("%s: run times from %d to %d", c.name, runs[0], runs[n-1])
			}
			for k := int64(2); k < 162_754; k += 1 + k/8 {
				below, _ := slices.BinarySearch(runs, k)
				if d := math.Abs(float64(below)/n-cdf(math.Log(float64(k)))) * math.Sqrt(n); d > 2 {
					t.Errorf("%s, size %d: run times below %d are off by %.2f/sqrt(n)", c.name, size, k, d)
				}
			}
		}
	}
}

func TestGapsAreExponentialsOfGamma(t *testing.T) {
	const n = 50_000
	for _, c := range published {
		p := c.params(128)
		mean, variance, _ := moments(1, p.AArr*p.ARAR, p.BArr, 1, 1, maxLogGap)
		r := det.Stream(6, c.name)
		m1, seconds := 0.0, 0.0
		for range n {
			gap := p.Gap(r)
			m1 += math.Log(gap) / n
			seconds += gap / n
		}
		within(t, c.name, m1, mean, math.Sqrt(variance), n)
		t.Logf("%s: mean gap %.0f s", c.name, seconds)
	}
}

// TestCycleIsTheGammaDensity integrates the density numerically.
func TestCycleIsTheGammaDensity(t *testing.T) {
	for _, c := range published {
		p := c.params(128)
		got := p.Cycle()
		var want Cycle
		total := 0.0
		for i := 11; i < 59; i++ {
			const steps = 1000
			for k := range steps {
				want[(i-1)%48] += density(p.ANum, p.BNum, float64(i)-0.5+(float64(k)+0.5)/steps)
			}
			total += want[(i-1)%48]
		}
		sum := 0.0
		for i := range want {
			sum += got[i]
			if w := want[i] / total * 48; math.Abs(got[i]-w) > 1e-6 {
				t.Errorf("%s: half hour %d has rate %v, the density says %v", c.name, i, got[i], w)
			}
		}
		if math.Abs(sum-48) > 1e-9 {
			t.Errorf("%s: the rates add up to %v, not 48", c.name, sum)
		}
	}
	cycle := (&Parameters{ANum: 6.1271, BNum: 5.2740}).Cycle()
	low, high := 0, 0
	for i := range cycle {
		if cycle[i] < cycle[low] {
			low = i
		}
		if cycle[i] > cycle[high] {
			high = i
		}
	}
	if low != 9 || high != 26 {
		t.Errorf("the day is quietest at half hour %d and busiest at %d, want 9 (4:30) and 26 (13:00)", low, high)
	}
}

// TestCycleAtInvertsTheRate compares At with adding up rates second by second.
func TestCycleAtInvertsTheRate(t *testing.T) {
	p := Batch(128)
	c := p.Cycle()
	passed := 0.0 // seconds of an average hour until second t
	for second := range 3 * 86400 {
		if second%977 == 0 {
			if got := c.At(passed); math.Abs(got-float64(second)) > 1e-4 {
				t.Fatalf("At(%v) = %v, want %d", passed, got, second)
			}
		}
		passed += c[second/1800%48]
	}
	flat := Cycle{}
	for i := range flat {
		flat[i] = 1
	}
	for _, s := range []float64{0, 0.25, 1800, 86400, 123456.75, 1e9} {
		if got := flat.At(s); got != s {
			t.Errorf("with a flat day At(%v) = %v", s, got)
		}
	}
}

func TestEstimatesCoverTheRunTime(t *testing.T) {
	r := det.Stream(7, "estimates")
	for _, e := range []Estimates{{}, {Kind: "exact"}, {Kind: "factor", Factor: 3}, {Kind: "round"}, {Kind: "round", Factor: 2}} {
		values, ratio := map[int64]int{}, 0.0
		const n = 20_000
		for i := range n {
			run := int64(i) * 10
			x := e.Draw(r, run)
			if x < 1 || x < run || float64(x) > float64(run)*(1+e.Factor)+86400 {
				t.Fatalf("%+v: estimate %d for a run of %d seconds", e, x, run)
			}
			values[x]++
			ratio += float64(x) / max(1, float64(run)) / n
		}
		switch e.Kind {
		case "", "exact":
			if ratio > 1.001 {
				t.Errorf("%+v: estimates are not exact: mean ratio %v", e, ratio)
			}
		case "factor":
			within(t, "estimate over run time", ratio, 1+e.Factor/2, e.Factor/math.Sqrt(12), n)
		case "round":
			if len(values) > 30 {
				t.Errorf("%+v: %d different estimates", e, len(values))
			}
		}
	}
}
