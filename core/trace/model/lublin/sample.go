package lublin

import (
	"math"
	"math/bits"
	"math/rand/v2"

	"github.com/backfill-lab/backfill/core/internal/det"
)

const (
	maxLogRuntime = 12 // longer run times (162,754 s, about two days) are drawn again
	maxLogGap     = 13 // longer gaps (442,413 s, about five days) are drawn again
)

// Size draws the number of processors of a job, 1..procs.
func (p *Parameters) Size(r *rand.Rand, procs int) int {
	kind := r.Float64()
	if kind <= p.SerialProb || procs == 1 {
		return 1
	}
	var log float64
	if r.Float64() <= p.UProb {
		log = det.Uniform(r, p.ULow, p.UMed)
	} else {
		log = det.Uniform(r, p.UMed, p.UHi)
	}
	if kind <= p.SerialProb+p.Pow2Prob {
		return min(1<<int(log+0.5), 1<<(bits.Len(uint(procs))-1))
	}
	return min(int(det.Pow(2, log)+0.5), procs)
}

// Runtime draws the run time, 1 to 162,754 whole seconds, of a job of that size.
func (p *Parameters) Runtime(r *rand.Rand, size int) int64 {
	return int64(det.Exp(p.logRuntime(r, size)))
}

func (p *Parameters) logRuntime(r *rand.Rand, size int) float64 {
	first := float64(p.PA*float64(size)) + p.PB
	for {
		var log float64
		if r.Float64() <= first {
			log = det.Gamma(r, p.A1, p.B1)
		} else {
			log = det.Gamma(r, p.A2, p.B2)
		}
		if log <= maxLogRuntime {
			return log
		}
	}
}

// Gap draws the time between two arrivals, in seconds of an average hour.
func (p *Parameters) Gap(r *rand.Rand) float64 {
	for {
		if log := det.Gamma(r, float64(p.AArr*p.ARAR), p.BArr); log <= maxLogGap {
			return det.Exp(log)
		}
	}
}

// Buckets is the number of half hours in the daily cycle, bucketSeconds the length of one.
const (
	Buckets       = 48
	bucketSeconds = 86400 / Buckets
)

// A Cycle is the daily cycle of arrivals: Cycle[i] is the rate in the i-th half hour after
// midnight, relative to the mean of the day.
type Cycle [Buckets]float64

// Cycle returns the daily cycle. The model's day begins in half hour 10 (5:00), the quiet
// end of the night. Its buckets are numbered 11 to 58; the share of bucket i is that of
// Gamma(ANum, BNum) in [i-1/2, i+1/2].
func (p *Parameters) Cycle() *Cycle {
	const first = 11
	var c Cycle
	total := 0.0
	below := lowerGamma(p.ANum, (first-0.5)/p.BNum)
	for i := first; i < first+Buckets; i++ {
		to := lowerGamma(p.ANum, (float64(i)+0.5)/p.BNum)
		c[(i-1)%Buckets] = max(to-below, 0)
		total += max(to-below, 0)
		below = to
	}
	for i := range c {
		c[i] = c[i] / total * Buckets
	}
	return &c
}

// lowerGamma returns the lower incomplete gamma function of a and x without the factor
// 1/Gamma(a), which normalising cancels.
func lowerGamma(a, x float64) float64 {
	term := 1 / a
	total := term
	for n := 1; n < 10_000 && term > 1e-17*total; n++ {
		term = float64(term * (x / (a + float64(n))))
		total += term
	}
	return float64(total * det.Exp(float64(a*det.Log(x))-x))
}

// At returns the clock time, in seconds since midnight of the first day, after s seconds
// of an average hour: the inverse of the integral of the rate. It is continuous and
// increasing and skips rates of 0.
func (c *Cycle) At(s float64) float64 {
	days := math.Floor(s / 86400)
	rest := (s - float64(days*86400)) / bucketSeconds
	i := 0
	for ; i < Buckets-1 && rest > c[i]; i++ {
		rest -= c[i]
	}
	if c[i] > 0 {
		rest = min(rest/c[i], 1)
	}
	return float64(days*86400) + float64((float64(i)+rest)*bucketSeconds)
}
