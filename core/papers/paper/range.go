package paper

import (
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/internal/det"
	"github.com/backfill-lab/backfill/core/study/stats"
)

// A number that rests on random draws is judged by where the same number of other draws would lie: by its
// range, which holds nine tenths of them, or as many as held says.

// bounds are a range of a number of ours.
type bounds struct{ Low, High float64 }

// fewDraws is the largest number of draws for which the range is a guess at their distribution.
const fewDraws = 15

// rangeOf returns the range of one more draw from values; its ends are NaN if half of the values are none.
//
// With at least 16 draws the ends are two of them, as many places from the least as from the largest, so
// that the range holds what held says whatever the distribution is. A few draws are taken to be from a
// normal distribution: the range is Student's interval for one more, and may go beyond all of them.
func rangeOf(values []float64) bounds {
	sorted := known(values)
	n := len(sorted)
	switch {
	case 2*n <= len(values) || n == 0:
		return bounds{math.NaN(), math.NaN()}
	case n > fewDraws:
		k := place(n)
		return bounds{sorted[k-1], sorted[n-k]}
	case sorted[0] == sorted[n-1]:
		return bounds{sorted[0], sorted[0]}
	}
	mean, squares := Mean(sorted), 0.0
	for _, v := range sorted {
		squares += float64((v - mean) * (v - mean))
	}
	half := stats.StudentQuantile(0.95, float64(n-1)) * math.Sqrt(float64(squares/float64(n-1)*(1+1/float64(n))))
	return bounds{mean - half, mean + half}
}

// place is how far from both ends of n sorted draws those of a range are, from 1.
func place(n int) int { return max(1, (n+1)/20) }

// held returns the share of further draws that the range of n draws holds: nine tenths, or a little less
// where n is not divisible so. With 16 draws it is 15/17, with 19 exactly nine tenths.
func held(n int) float64 {
	if n <= fewDraws {
		return 0.9
	}
	return float64(n+1-2*place(n)) / float64(n+1)
}

// A Reduction is what a paper prints of as many draws as ours: their mean, for instance.
type Reduction struct {
	Of func([]float64) float64

	// Tail says that the number is one of the largest draws. A range that is made of our draws alone would
	// end with the largest of them, beyond which every other paper's is half of the time.
	Tail bool
}

// resamples is how many pairs of sets of draws a range is made of.
const resamples = 499

// rangeOfReduced returns the range of a reduction of as many other draws: a bootstrap of two stages. A set of
// draws with replacement stands for the unknown distribution, so that our number's own error counts, and a set
// drawn from that one for the paper's draws. With Tail, the largest tenth of the first set are replaced by
// draws from Pareto's distribution, fitted to them as Hill does (1975).
func rangeOfReduced(draws []float64, by *Reduction, name string) bounds {
	n := len(draws)
	if n < 2 || slices.ContainsFunc(draws, math.IsNaN) {
		return bounds{math.NaN(), math.NaN()}
	}
	r := det.Stream(1, "range of "+name)
	ours, theirs, all := make([]float64, n), make([]float64, n), make([]float64, resamples)
	for i := range all {
		for k := range ours {
			ours[k] = draws[r.IntN(n)]
		}
		tail, threshold, slope := 0, 0.0, 0.0
		if by.Tail {
			slices.Sort(ours)
			tail, threshold, slope = hill(ours)
		}
		for k := range theirs {
			from := r.IntN(n)
			if theirs[k] = ours[from]; from >= n-tail {
				theirs[k] = threshold * det.Exp(float64(slope*r.ExpFloat64()))
			}
		}
		all[i] = by.Of(theirs)
	}
	slices.Sort(all)
	return bounds{stats.Quantile(all, 0.05), stats.Quantile(all, 0.95)}
}

// hill fits Pareto's distribution to the largest tenth of sorted values: to as many as tail says, above
// threshold, with the mean slope of the logarithm of how far above. The tail is empty if the values there
// are not positive, or all equal.
func hill(sorted []float64) (tail int, threshold, slope float64) {
	tail = len(sorted) / 10
	if tail == 0 {
		return 0, 0, 0
	}
	threshold = sorted[len(sorted)-tail-1]
	if threshold <= 0 {
		return 0, 0, 0
	}
	for _, v := range sorted[len(sorted)-tail:] {
		slope += det.Log(v/threshold) / float64(tail)
	}
	return tail, threshold, slope
}
