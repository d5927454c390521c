package stats

import (
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/internal/det"
)

// Resamples is how many logs Resample draws.
const Resamples = 2000

// Resample is Compare with another Interval: that of the difference over logs which are drawn from the observations of this one, as
// many as there are, each with the same probability (the bootstrap of Efron: Bootstrap Methods: Another Look at the
// Jackknife, Annals of Statistics 7(1), 1979, with whole blocks as in Kuensch, Annals of Statistics 17(3), 1989, but on the
// calendar's bounds). Observations are Compare's: blocks that have jobs, of which neighbours that depend on each other are
// merged. The interval is the middle of what the draws give, from the quantile a to 1-a, where
//
//	a = Phi(-sqrt(n/(n-1)) t(1-(1-level)/2; n-1))
//
// for n observations. With a = (1-level)/2 alone, the percentile interval, few blocks give too narrow ones; this is the expanded
// percentile interval (Hesterberg: What Teachers Should Know About the Bootstrap, The American Statistician 69(4), 2015, section
// 3.3). Of fewer than Least observations it is not known. Unlike Compare's it follows the skew of the blocks. P is Compare's.
// The same seed gives the same draws on every build. It panics if the sides have other blocks. O(Resamples n).
func Resample(before, after Sums, level float64, seed uint64) Change {
	c := Compare(before, after, level)
	c.Interval = unknown(level)
	if c.Blocks < Least {
		return c
	}
	used := filled(before, after)
	at := func(x []float64) []float64 { return observed(x, used, c.Merged) }
	num, den, numAfter, denAfter := at(before.Num), at(before.Den), at(after.Num), at(after.Den)
	r := det.Stream(seed, "resample")
	changes := make([]float64, 0, Resamples)
	for range Resamples {
		var n, d, nAfter, dAfter float64
		for range c.Blocks {
			k := r.IntN(c.Blocks)
			n, d, nAfter, dAfter = n+num[k], d+den[k], nAfter+numAfter[k], dAfter+denAfter[k]
		}
		if d != 0 && dAfter != 0 {
			changes = append(changes, nAfter/dAfter-n/d)
		}
	}
	slices.Sort(changes)
	blocks := float64(c.Blocks)
	a := NormalCDF(-math.Sqrt(blocks/(blocks-1)) * StudentQuantile(1-(1-level)/2, blocks-1))
	c.Interval.Low, c.Interval.High = Quantile(changes, a), Quantile(changes, 1-a)
	return c
}

// observed returns one of Num and Den by observation: merged blocks each, of those that have jobs.
func observed(x []float64, used []int, merged int) []float64 {
	y := make([]float64, len(used))
	for i, b := range used {
		y[i] = x[b]
	}
	for ; merged > 1; merged /= 2 {
		y = merge(y)
	}
	return y
}
