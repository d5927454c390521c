package stats

import "math"

// mserBatch is the number of observations in a batch of MSER-5.
const mserBatch = 5

// MSER5 returns how many of the first observations of a series belong to its warm-up. The rule is
// MSER-5: of the means Y_1 .. Y_k of successive batches of five, the first d are cut that make
//
//	MSER(d) = sum over j > d of (Y_j - mean of those)^2 / (k-d)^2
//
// smallest, for d up to k/2; of equal ones the least d. steady is false if the least stands at the
// end of that range: then the series is too short to tell where its warm-up ends. A rest that does not
// fill a batch has no part in the choice. A series of fewer than 20 observations is left whole, and
// not steady. O(n).
//
// Sources: White: An Effective Truncation Heuristic for Bias Reduction in Simulation Output, Simulation
// 69(6), 1997; White, Cobb, Spratt: A Comparison of Five Steady-State Truncation Heuristics for
// Simulation, WSC 2000, which has the batches of five and the bound of one half.
func MSER5(x []float64) (cut int, steady bool) {
	k := len(x) / mserBatch
	if k < 4 {
		return 0, false
	}
	y := make([]float64, k)
	for j := range y {
		y[j] = Mean(x[j*mserBatch : (j+1)*mserBatch])
	}
	best, at := math.Inf(1), 0
	mean, m2 := 0.0, 0.0 // of the batches from d on, by Welford's recurrence from the end
	for d := k - 1; d >= 0; d-- {
		n := float64(k - d)
		off := y[d] - mean
		mean += off / n
		m2 += float64(off * (y[d] - mean))
		if score := m2 / float64(n*n); d <= k/2 && score <= best {
			best, at = score, d
		}
	}
	return at * mserBatch, at < k/2
}

// FixedShare returns how many of n observations are the first share of them, rounded down, for
// share in [0, 1): the rule of papers that drop, for example, the first tenth of a log's jobs. It
// does not look at the data, so it cannot be tuned to it.
func FixedShare(n int, share float64) int {
	if !(share >= 0 && share < 1) {
		panic("stats: a share to cut must be at least 0 and below 1")
	}
	return int(float64(float64(n) * share))
}
