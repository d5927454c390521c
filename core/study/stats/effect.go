package stats

import (
	"math"
	"slices"
)

// Effect sizes say how much a change is to the jobs, which a small P does not: of a million jobs the
// least change is sure. None of them has an interval here, because jobs depend on each other.

// CliffsDelta returns P(Y > X) - P(Y < X) for x of X and y of Y: -1 if all of y are below all of x,
// 0 if neither is larger, 1 if all are above. It takes no account of which values are the same job's. NaN of
// nothing. O(n log n). Source: Cliff: Dominance Statistics, Psychological Bulletin 114(3), 1993.
func CliffsDelta(x, y []float64) float64 {
	x = slices.Sorted(slices.Values(x))
	balance := 0.0
	for _, v := range y {
		below, _ := slices.BinarySearch(x, v)
		above, _ := slices.BinarySearchFunc(x, v, func(e, v float64) int {
			if e <= v {
				return -1
			}
			return 1
		})
		balance += float64(below) - float64(len(x)-above)
	}
	return balance / float64(float64(len(x))*float64(len(y)))
}

// PairedD returns the mean of differences of pairs over their standard deviation, Cohen's d of paired
// observations (d_z: Cohen: Statistical Power Analysis, 2nd edition, 1988, equation 2.3.5): by usage 0.2 is
// small, 0.5 medium and 0.8 large. NaN of fewer than two pairs, and of pairs that all differ by the same.
func PairedD(differences []float64) float64 {
	s := Deviation(differences)
	if s == 0 {
		return math.NaN()
	}
	return Mean(differences) / s
}

// Superiority returns the probability that the second of a pair is smaller, with a half for each tie: of waits the share of
// jobs that the second policy serves sooner. 0.5 says that as many gain as lose. NaN without pairs.
//
//	(#(after < before) + #(after = before) / 2) / n
//
// Source: Grissom, Kim: Effect Sizes for Research, 2nd edition, 2012, chapter 6 (probability of superiority, dependent
// groups). It panics unless both have the same length.
func Superiority(before, after []float64) float64 {
	if len(before) != len(after) {
		panic("stats: pairs have two sides")
	}
	won := 0.0
	for i := range before {
		switch {
		case after[i] < before[i]:
			won++
		case after[i] == before[i]:
			won += 0.5
		}
	}
	return won / float64(len(before))
}
