package stats

import (
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/internal/det"
)

// Resamples is how many logs Draws draws.
const Resamples = 2000

// Draws are logs that are drawn from the blocks of one: Draws[k][b] is how often block b is in the
// k-th. Groups of jobs and policies that share the draws are compared on the same logs.
type Draws [][]int32

// NewDraws draws Resamples logs of as many blocks as there are, each block with the same probability (the
// bootstrap of Efron: Bootstrap Methods: Another Look at the Jackknife, Annals of Statistics 7(1), 1979, with
// whole blocks as in Kuensch, Annals of Statistics 17(3), 1989, but on the calendar's bounds). The same seed gives the same
// draws on every build. Without blocks there are none.
func NewDraws(blocks int, seed uint64) Draws {
	if blocks <= 0 {
		return nil
	}
	r := det.Stream(seed, "resample")
	draws := make(Draws, Resamples)
	for k := range draws {
		draws[k] = make([]int32, blocks)
		for range blocks {
			draws[k][r.IntN(blocks)]++
		}
	}
	return draws
}

// Interval returns that of the difference of two means of the same jobs, after - before, by resampling blocks:
// the middle of what the draws give, from the quantile a to 1-a, where
//
//	a = Phi(-sqrt(n/(n-1)) t(1-(1-level)/2; n-1))
//
// for n blocks with jobs. With a = (1-level)/2 alone, the percentile interval, few blocks give too narrow ones;
// this is the expanded percentile interval (Hesterberg: What Teachers Should Know About the Bootstrap, The American
// Statistician 69(4), 2015, section 3.3). Of fewer than Least blocks nothing is known. Unlike Compare's it follows the skew of
// the blocks. It panics if the sums and the draws have other blocks.
func (d Draws) Interval(before, after Sums, level float64) Interval {
	i := unknown(level)
	if len(d) == 0 {
		return i
	}
	if len(d[0]) != len(before.Num) || len(before.Num) != len(after.Num) {
		panic("stats: the sums must have the blocks that are drawn")
	}
	n := 0
	for b := range before.Den {
		if before.Den[b] != 0 || after.Den[b] != 0 {
			n++
		}
	}
	if n < Least {
		return i
	}
	var changes []float64
	for _, draw := range d {
		var num, den, numAfter, denAfter float64
		for b, times := range draw {
			t := float64(times)
			num, den = num+float64(t*before.Num[b]), den+float64(t*before.Den[b])
			numAfter, denAfter = numAfter+float64(t*after.Num[b]), denAfter+float64(t*after.Den[b])
		}
		if den != 0 && denAfter != 0 {
			changes = append(changes, numAfter/denAfter-num/den)
		}
	}
	slices.Sort(changes)
	blocks := float64(n)
	a := NormalCDF(-math.Sqrt(blocks/(blocks-1)) * StudentQuantile(1-(1-level)/2, blocks-1))
	i.Low, i.High = Quantile(changes, a), Quantile(changes, 1-a)
	return i
}
