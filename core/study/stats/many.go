package stats

import (
	"cmp"
	"math"
	"slices"
)

// Holm returns p-values of several tests, adjusted so that at any level the chance of one or more
// false findings among them is at most that level, whatever they depend on. Of the p sorted upwards, the
// i-th of m becomes the largest of (m-j+1) p_j for j <= i, at most 1. A NaN is no test and stays one.
// Source: Holm: A Simple Sequentially Rejective Multiple Test Procedure, Scandinavian Journal of Statistics 6(2), 1979.
func Holm(p []float64) []float64 {
	adjusted := slices.Clone(p)
	var order []int
	for i, v := range p {
		if v == v {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	least := 0.0
	for k, i := range order {
		least = max(least, min(1, float64(float64(len(order)-k)*p[i])))
		adjusted[i] = least
	}
	return adjusted
}

// A Ranking is Friedman's test of several policies on several runs.
type Ranking struct {
	Runs      int       `json:"runs"`
	Ranks     []float64 `json:"ranks"` // mean rank of each policy: 1 is the smallest value in every run
	ChiSquare float64   `json:"chi_square"`
	P         float64   `json:"p"` // by chi-square of k-1 degrees of freedom
	F         float64   `json:"f"` // of Iman and Davenport, which is less conservative
	PF        float64   `json:"p_f"`
}

// Friedman ranks policies in each run, x[run][policy], ties by their mean rank, and tests whether they are all alike:
//
//	chi^2 = 12 n / (k (k+1)) * sum (R_j - (k+1)/2)^2 / (1 - ties / (n (k^3-k))),  ties = sum over groups of t^3 - t
//	F = (n-1) chi^2 / (n (k-1) - chi^2), with k-1 and (k-1)(n-1) degrees of freedom
//
// Sources: Friedman: The Use of Ranks to Avoid the Assumption of Normality, JASA 32, 1937; Iman, Davenport,
// Communications in Statistics 9(6), 1980. It needs runs that are independent (seeds, logs, not weeks of one log that
// share a queue), at least two of them and two policies, else the figures are NaN; if all values are tied, P is 1. It
// panics if runs have different numbers of policies.
func Friedman(x [][]float64) Ranking {
	r := Ranking{Runs: len(x), ChiSquare: math.NaN(), P: math.NaN(), F: math.NaN(), PF: math.NaN()}
	if len(x) == 0 {
		return r
	}
	k := len(x[0])
	r.Ranks = make([]float64, k)
	ties := 0.0
	for _, run := range x {
		if len(run) != k {
			panic("stats: every run must have every policy")
		}
		ranks, tied := rank(run)
		ties += tied
		for j, v := range ranks {
			r.Ranks[j] += v / float64(len(x))
		}
	}
	if len(x) < 2 || k < 2 {
		return r
	}
	n, m := float64(len(x)), float64(k)
	spread := squares(r.Ranks, func(v float64) float64 { return v - (m+1)/2 })
	room := 1 - ties/float64(n*float64(m*(float64(m*m)-1)))
	if room <= 0 {
		r.ChiSquare, r.P, r.F, r.PF = 0, 1, 0, 1
		return r
	}
	r.ChiSquare = 12 * n / float64(m*(m+1)) * spread / room
	r.P = 1 - ChiSquareCDF(r.ChiSquare, m-1)
	if left := float64(n*(m-1)) - r.ChiSquare; left > 1e-9*n {
		r.F = (n - 1) * r.ChiSquare / left
		r.PF = 1 - FishersCDF(r.F, m-1, float64((m-1)*(n-1)))
	} else {
		r.F, r.PF = math.Inf(1), 0
	}
	return r
}

// rank returns ranks from 1, ties by their mean, and the sum of t^3 - t over groups of t tied values.
func rank(x []float64) (ranks []float64, ties float64) {
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(x[a], x[b]) })
	ranks = make([]float64, len(x))
	for from := 0; from < len(order); {
		to := from + 1
		for to < len(order) && x[order[to]] == x[order[from]] {
			to++
		}
		for _, i := range order[from:to] {
			ranks[i] = float64(from+to+1) / 2
		}
		t := float64(to - from)
		ties += float64(t*float64(t*t)) - t
		from = to
	}
	return ranks, ties
}

// CriticalDifference returns how far two mean ranks must be apart to differ at the level, all pairs taken together:
//
//	q(level; k) sqrt(k (k+1) / (12 n))
//
// with q of the studentized range. Source: Nemenyi: Distribution-free Multiple Comparisons, 1963, as in Demsar: Statistical
// Comparisons of Classifiers over Multiple Data Sets, JMLR 7, 2006, section 3.2.2.
func (r *Ranking) CriticalDifference(level float64) float64 {
	return RangeQuantile(level, len(r.Ranks)) * r.unit()
}

// Nemenyi returns the p-value of each pair of policies, adjusted for all pairs; 1 on the diagonal.
func (r *Ranking) Nemenyi() [][]float64 {
	p := make([][]float64, len(r.Ranks))
	for i := range p {
		p[i] = make([]float64, len(r.Ranks))
		for j := range p[i] {
			p[i][j] = 1 - RangeCDF(math.Abs(r.Ranks[i]-r.Ranks[j])/r.unit(), len(r.Ranks))
		}
	}
	return p
}

// unit is what differences of mean ranks are counted in.
func (r *Ranking) unit() float64 {
	k := float64(len(r.Ranks))
	return math.Sqrt(float64(k*(k+1)) / (12 * float64(r.Runs)))
}
