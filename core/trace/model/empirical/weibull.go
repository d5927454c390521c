package empirical

import (
	"errors"
	"slices"

	"github.com/backfill-lab/backfill/core/internal/det"
)

// Bounds of the shapes that FitWeibull tries.
const (
	minAlpha = 0.01
	maxAlpha = 100
)

// FitWeibull returns the shape alpha and the scale beta, in seconds, of the most likely
// Weibull distribution of gaps, none negative and not all 0. Logs round to seconds, and a
// Weibull of small shape has much of its mass below one second. So a gap g stands for a
// time in [g-1/2, g+1/2), and 0 for one in [0, 1/2). A shape outside [0.01, 100], as for
// equal gaps, is replaced by the bound.
//
// The likelihood is P(x in [u, v)) = exp(-rate*u**alpha) - exp(-rate*v**alpha) with
// rate = beta**-alpha. Its logarithm is concave in the rate for a given alpha.
// Golden-section search finds alpha. The cost is about 500 exponentials per distinct gap.
func FitWeibull(gaps []int64) (alpha, beta float64, err error) {
	if len(gaps) == 0 || slices.Min(gaps) < 0 {
		return 0, 0, errors.New("interarrival times need at least two jobs, in order of submission")
	}
	longest := float64(slices.Max(gaps))
	if longest == 0 {
		return 0, 0, errors.New("all jobs are submitted in the same second: there are no interarrival times to fit")
	}
	f := newFit(gaps, longest)
	at := func(logAlpha float64) float64 { return f.likelihood(det.Exp(logAlpha)) }
	lo, hi := det.Log(minAlpha), det.Log(maxAlpha)
	section := func() float64 { return float64((hi - lo) * 0.6180339887498949) }
	a, b := hi-section(), lo+section()
	atA, atB := at(a), at(b)
	for range 45 { // to 4e-9 of alpha
		if atA >= atB {
			hi, b, atB = b, a, atA
			a = hi - section()
			atA = at(a)
		} else {
			lo, a, atA = a, b, atB
			b = lo + section()
			atB = at(b)
		}
	}
	alpha = min(max(det.Exp((lo+hi)/2), minAlpha), maxAlpha)
	f.likelihood(alpha)
	return alpha, float64(longest * det.Pow(f.rate, -1/alpha)), nil
}

// A fit holds the data and the most likely rate for the last alpha tried.
type fit struct {
	gaps []gap
	rate float64 // of the times divided by the longest
}

// A gap is an interarrival time and its frequency.
type gap struct {
	from, to float64 // logarithms of the bounds of its times, divided by the longest
	u, d     float64 // the lower bound to the power of alpha, and the upper one less it
	jobs     float64
}

func newFit(gaps []int64, longest float64) *fit {
	sorted := slices.Sorted(slices.Values(gaps))
	f := &fit{rate: 1}
	for i, g := range sorted {
		if i == 0 || g != sorted[i-1] {
			from := det.Log(max(float64(g)-0.5, 0) / longest) // -Inf for 0
			f.gaps = append(f.gaps, gap{from: from, to: det.Log((float64(g) + 0.5) / longest)})
		}
		f.gaps[len(f.gaps)-1].jobs++
	}
	return f
}

// likelihood returns the log-likelihood of alpha with its most likely rate.
func (f *fit) likelihood(alpha float64) float64 {
	for i := range f.gaps {
		g := &f.gaps[i]
		g.u = det.Exp(float64(alpha * g.from))
		g.d = det.Exp(float64(alpha*g.to)) - g.u
	}
	f.solve()
	total := 0.0
	for i := range f.gaps {
		g := &f.gaps[i]
		x := float64(f.rate * g.d)
		mass := 1 - det.Exp(-x)
		if x < 1e-6 {
			mass = x - float64(x*x/2)
		}
		total += float64(g.jobs * (det.Log(mass) - float64(f.rate*g.u)))
	}
	return total
}

// slope returns the derivative of the log-likelihood with respect to the rate.
func (f *fit) slope(rate float64) float64 {
	total := 0.0
	for i := range f.gaps {
		g := &f.gaps[i]
		x := float64(rate * g.d)
		part := g.d / 2 // d/(exp(x)-1) = 1/rate - d/2 + ...
		if x < 1e-6 {
			part = 1/rate - part
		} else {
			part = g.d / (det.Exp(x) - 1)
		}
		total += float64(g.jobs * (part - g.u))
	}
	return total
}

// solve sets the rate at which the slope, which falls from infinity to below 0, is 0. It
// brackets the rate, starting from the last one, and finds it by regula falsi in its
// logarithm (Illinois).
func (f *fit) solve() {
	var hi, atHi float64
	lo := f.rate
	atLo := f.slope(lo)
	if atLo == 0 {
		return
	}
	for factor := 2.0; ; factor *= factor {
		if atLo > 0 {
			hi = lo * factor
			if atHi = f.slope(hi); atHi <= 0 || hi > 1e200 {
				break
			}
			lo, atLo = hi, atHi
		} else {
			hi, atHi = lo, atLo
			lo = hi / factor
			if atLo = f.slope(lo); atLo >= 0 || lo < 1e-200 {
				break
			}
		}
	}
	x, y := det.Log(lo), det.Log(hi)
	side := 0
	for range 60 {
		mid := (float64(x*atHi) - float64(y*atLo)) / (atHi - atLo)
		if !(mid > x && mid < y) {
			mid = (x + y) / 2
		}
		f.rate = det.Exp(mid)
		at := f.slope(f.rate)
		switch {
		case at == 0:
			return
		case at > 0:
			if mid-x < 1e-13 {
				return
			}
			x, atLo = mid, at
			if side == 1 {
				atHi /= 2
			}
			side = 1
		default:
			if y-mid < 1e-13 {
				return
			}
			y, atHi = mid, at
			if side == -1 {
				atLo /= 2
			}
			side = -1
		}
	}
}
