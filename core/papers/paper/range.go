package paper

import (
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/internal/det"
	"github.com/backfill-lab/backfill/core/study/stats"
)

// A number that rests on random draws is judged by where the same number of other draws would lie: by its
// range, which holds nine tenths of them, or as many as coverage says.

// bounds are a range of a number of ours.
type bounds struct{ Low, High float64 }

// fewDraws is the largest number of draws for which the range is a guess at their distribution.
const fewDraws = 15

// rangeOf returns the range of one more draw from values; its ends are NaN if half of the values are none.
//
// With at least 16 draws the ends are two of them, as many places from the least as from the largest, so
// that the range holds what coverage says whatever the distribution is. A few draws are taken to be from a
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

// coverage returns the share of further draws that the range of n draws holds: nine tenths, or a little less
// where n is not divisible so. With 16 draws it is 15/17, with 19 exactly nine tenths.
func coverage(n int) float64 {
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

// coverage returns the share of other such reductions that the range holds. Of maxima it is less than nine tenths where
// the tail is heavier than the exponential one: of 118 algorithms in dfrs/table6, three in four, where the range of
// the maximum of one half of the traces is to hold that of the other half.
func (r *Reduction) coverage() float64 {
	if r.Tail {
		return 0.75
	}
	return 0.9
}

// resamples is how many pairs of sets of draws a range is made of.
const resamples = 499

// rangeOfReduced returns the range of a reduction of as many other draws: a bootstrap of two stages. A set of
// draws with replacement stands for the unknown distribution, so that our number's own error counts, and a set
// drawn from that one for the paper's draws.
//
// With Tail, what the largest tenth of the first set have above the next draw is replaced by draws from the
// exponential distribution of the same mean (Davison and Smith 1990, with shape 0). Pareto's (Hill 1975) holds hardly
// more of the maxima of dfrs/table6, 77 in 100, with upper ends of up to a million times the lower ones.
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
		tail, threshold, mean := 0, 0.0, 0.0
		if by.Tail {
			slices.Sort(ours)
			tail, threshold, mean = excess(ours)
		}
		for k := range theirs {
			from := r.IntN(n)
			if theirs[k] = ours[from]; from >= n-tail {
				theirs[k] = threshold + float64(mean*r.ExpFloat64())
			}
		}
		all[i] = by.Of(theirs)
	}
	slices.Sort(all)
	return bounds{stats.Quantile(all, 0.05), stats.Quantile(all, 0.95)}
}

// excess returns how many the largest tenth of sorted values are, the value before them, and what they have above
// it on average.
func excess(sorted []float64) (tail int, threshold, mean float64) {
	tail = len(sorted) / 10
	if tail == 0 {
		return 0, 0, 0
	}
	first := len(sorted) - tail
	threshold = sorted[first-1]
	return tail, threshold, Mean(sorted[first:]) - threshold
}
