package stats

import (
	"encoding/json"
	"math"
)

// Sums are what a weighted mean of jobs is made of, block by block: sum w x and sum w over the jobs
// of each block. The mean wait has w = 1, ARTwW has the jobs' widths. Runs of a study are blocks of
// weight 1 each.
type Sums struct{ Num, Den []float64 }

// NewSums returns the sums of no job yet in that many blocks.
func NewSums(blocks int) Sums { return Sums{make([]float64, blocks), make([]float64, blocks)} }

// OfRuns returns the sums of one value per run.
func OfRuns(x []float64) Sums {
	s := Sums{x, make([]float64, len(x))}
	for i := range s.Den {
		s.Den[i] = 1
	}
	return s
}

// Add adds a job of value x and weight w to a block.
func (s *Sums) Add(block int32, x, w float64) {
	s.Num[block] += float64(w * x)
	s.Den[block] += w
}

// Mean returns sum w x / sum w over all blocks; NaN without weight.
func (s *Sums) Mean() float64 { return sum(s.Num) / sum(s.Den) }

// Interval returns that of Mean: as Compare's, of one side alone.
func (s *Sums) Interval(level float64) Interval {
	zero := Sums{make([]float64, len(s.Num)), s.Den}
	return Compare(zero, *s, level).Interval
}

// A Change is what a weighted mean of the same jobs changes by from one policy to another.
type Change struct {
	Before, After float64  // the means
	Interval      Interval // of After - Before
	P             float64  // two-sided: of a change at least that far from 0, if there is none; NaN if not known
	Blocks        int      // that have jobs on either side: the observations

	// Lag1 is the correlation of the changes of neighbouring blocks, and Dependent says that it is too high to be chance:
	// then the interval is too narrow. See BatchMeans.
	Lag1      float64
	Dependent bool
}

// Difference returns After - Before.
func (c *Change) Difference() float64 { return c.After - c.Before }

// MarshalJSON writes what is not a finite number as null.
func (c Change) MarshalJSON() ([]byte, error) {
	finite := func(x float64) *float64 {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return nil
		}
		return &x
	}
	return json.Marshal(struct {
		Before     *float64 `json:"before"`
		After      *float64 `json:"after"`
		Difference *float64 `json:"difference"`
		Interval   Interval `json:"interval"`
		P          *float64 `json:"p"`
		Blocks     int      `json:"blocks"`
		Lag1       *float64 `json:"lag1"`
		Dependent  bool     `json:"dependent"`
	}{finite(c.Before), finite(c.After), finite(c.Difference()), c.Interval, finite(c.P), c.Blocks, finite(c.Lag1), c.Dependent})
}

// Compare compares two schedules of the same jobs in the same blocks. Blocks are paired: what a hard week does to
// both sides cancels. A mean of jobs is a quotient of sums over blocks, R = sum N_b / sum D_b, so its error is
// that of its linear part (Cochran: Sampling Techniques, 3rd edition, 1977, equations 2.39 and 6.10):
//
//	u_b = (N'_b - R' D'_b) / mean D' - (N_b - R D_b) / mean D
//	s^2 = sum u_b^2 / (n-1)
//	R' - R ± t(1-(1-level)/2; n-1) s / sqrt(n)
//
// over the n blocks that have jobs. With weight 1 in each block that is Student's interval of paired
// differences. It takes blocks for independent, and a block's share of all weight for small. If both sides are the
// same, bit for bit, the interval is [0, 0] and P is 1. Of fewer than two blocks nothing is known; callers
// that have weeks of a log ask for Least. It panics if the sides have other blocks.
func Compare(before, after Sums, level float64) Change {
	if len(before.Num) != len(after.Num) || len(before.Den) != len(before.Num) || len(after.Den) != len(after.Num) {
		panic("stats: both sides must have the same blocks")
	}
	c := Change{Before: before.Mean(), After: after.Mean(), Interval: unknown(level), P: math.NaN(), Lag1: math.NaN()}
	var used []int
	for b := range before.Den {
		if before.Den[b] != 0 || after.Den[b] != 0 {
			used = append(used, b)
		}
	}
	c.Blocks = len(used)
	n := float64(c.Blocks)
	if c.Blocks < 2 || math.IsNaN(c.Difference()) {
		return c
	}
	size, sizeAfter := sum(before.Den)/n, sum(after.Den)/n
	parts := make([]float64, len(used))
	for i, b := range used {
		parts[i] = (after.Num[b]-float64(c.After*after.Den[b]))/sizeAfter - (before.Num[b]-float64(c.Before*before.Den[b]))/size
	}
	s := math.Sqrt(squares(parts, func(u float64) float64 { return u }) / (n - 1))
	c.Lag1, c.Dependent = neighbours(parts)
	c.Interval = around(c.Difference(), StudentQuantile(1-(1-level)/2, n-1)*s/math.Sqrt(n), level)
	switch d := math.Abs(c.Difference()); {
	case d == 0:
		c.P = 1
	case s == 0:
		c.P = 0
	default:
		c.P = 2 * StudentCDF(-d*math.Sqrt(n)/s, n-1)
	}
	return c
}

// Best says which of several means is the best, and whether it is by more than chance.
type Best struct {
	First []int // those of the best mean, usually one; none if no mean is known or all are equal
	Next  int   // the one it is least surely apart from; -1 without
	Apart bool  // every other mean differs from the first's, by intervals at the level that leave 0 out
}

// FindBest finds the best of several policies' means of the same jobs: the smallest, or with greater the
// greatest. Since the best has to be apart from each other one, levels need no correction for how many there are
// (intersection-union test: Berger, Technometrics 24(4), 1982); how often two alike policies come out apart is
// simulated in tests. Sides whose mean is NaN have no part.
func FindBest(sides []Sums, greater bool, level float64) Best {
	b := Best{Next: -1}
	best, known := math.NaN(), 0
	for _, s := range sides {
		m := s.Mean()
		if m == m {
			known++
		}
		if m == m && (best != best || m != best && (m > best) == greater) {
			best = m
		}
	}
	for k, s := range sides {
		if s.Mean() == best {
			b.First = append(b.First, k)
		}
	}
	if len(b.First) == known {
		b.First = nil
		return b
	}
	b.Apart = true
	worst := -1.0
	for k, s := range sides {
		if m := s.Mean(); m != m || m == best {
			continue
		}
		c := Compare(sides[b.First[0]], s, level)
		p := c.P
		if p != p {
			p = 1
		}
		if c.Blocks < Least || !c.Interval.Apart() {
			b.Apart = false
		}
		if p > worst {
			worst, b.Next = p, k
		}
	}
	return b
}
