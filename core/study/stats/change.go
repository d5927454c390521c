package stats

import (
	"encoding/json"
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/internal/det"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// Sums are what a weighted mean of jobs is made of, block by block: sum w x and sum w over the jobs
// of each block. The mean wait has w = 1, ARTwW has the jobs' widths. Runs of a study are blocks of
// weight 1 each.
type Sums struct {
	Num, Den []float64

	// Series says that blocks follow each other in time, as weeks do and runs of a study do not: those that depend on
	// their neighbours can then be taken together. See Compare.
	Series bool
}

// NewSums returns the sums of no job yet in that many blocks, which follow each other in time.
func NewSums(blocks int) Sums { return Sums{make([]float64, blocks), make([]float64, blocks), true} }

// OfRuns returns the sums of one value per run.
func OfRuns(x []float64) Sums {
	s := Sums{Num: x, Den: make([]float64, len(x))}
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

// Interval returns that of Mean: as Compare's, of one side alone. Of a Series whose values are all positive, as waits are, it is
// that of the logarithm, R exp(±t s / R): symmetric in ratios, and never below 0.
func (s *Sums) Interval(level float64) Interval {
	c := s.FromZero(level)
	if i, mean := c.Interval, c.After; s.positive() && i.Known() {
		half := (i.High - i.Low) / 2 / mean
		return Interval{mean * det.Exp(-half), mean * det.Exp(half), level}
	}
	return c.Interval
}

// positive tells whether these are blocks of a log in which no value is below 0, nor all are 0: their means are compared by their ratio.
func (s *Sums) positive() bool {
	return s.Series && s.Mean() > 0 && !slices.ContainsFunc(s.Num, func(v float64) bool { return v < 0 })
}

// FromZero returns the Change from a mean of 0. Where x of each job is a change, that is Compare of both sides.
func (s *Sums) FromZero(level float64) Change {
	zero := Sums{make([]float64, len(s.Num)), s.Den, s.Series}
	return Compare(zero, *s, level)
}

// A Change is what a weighted mean of the same jobs changes by from one policy to another.
type Change struct {
	Before, After float64  // the means
	Interval      Interval // of After - Before
	P             float64  // two-sided: of a change at least that large, if there is none; NaN if not known
	Blocks        int      // observations: blocks that have jobs on either side, or groups of Merged of them
	Merged        int      // blocks in an observation: 1 unless neighbours depend on each other
	Effective     float64  // as many observations of equal changes would tell as much: (sum |d|)^2 / sum d^2, at most Blocks

	// Lag1 is the correlation of the changes of neighbouring observations. Dependent says that it is too high to be
	// chance, and that there are too few to merge: then the interval is too narrow. See BatchMeans.
	Lag1      float64
	Dependent bool
}

// Difference returns After - Before.
func (c *Change) Difference() float64 { return c.After - c.Before }

// Apart tells whether the means differ by more than blocks vary: P is below what the level of the intervals leaves.
func (c *Change) Apart() bool { return c.Blocks >= 2 && c.P < 1-c.Interval.Level }

// Enough is the fewest effective observations of which a difference that is not Apart is said to be within what they vary. Fewer could
// not have shown a difference worth having.
const Enough = 10

// Few tells whether there are too few observations to say that the means do not differ.
func (c *Change) Few() bool { return !c.Apart() && !(c.Effective >= Enough) }

// MarshalJSON writes what is not a finite number as null.
func (c Change) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Before     numeral.JSON `json:"before"`
		After      numeral.JSON `json:"after"`
		Difference numeral.JSON `json:"difference"`
		Interval   Interval     `json:"interval"`
		P          numeral.JSON `json:"p"`
		Blocks     int          `json:"observations"`
		Merged     int          `json:"blocks_each"`
		Lag1       numeral.JSON `json:"lag1"`
		Dependent  bool         `json:"dependent"`
	}{numeral.JSON(c.Before), numeral.JSON(c.After), numeral.JSON(c.Difference()), c.Interval,
		numeral.JSON(c.P), c.Blocks, c.Merged, numeral.JSON(c.Lag1), c.Dependent})
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
// differences. It takes blocks for independent, and a block's share of all weight for small.
//
// Weeks of a log vary by factors: one week of a long queue can hold most of all waiting, and then it reaches far and is of little
// worth. So of a Series, P is of a test that takes nothing of it for granted (exchange), and Ratio has its interval. P is at
// least 2^(1-n), the same in another unit of time, and the same if sides change places.
//
// Blocks of a Series are tested for independence: while von Neumann's test doubts that neighbours are independent (mergeAt), and
// at least Least would be left, two neighbours become one observation, as in Fishman's procedure (BatchMeans has the sources). Of 500
// pairs of shaken runs of one policy, at a level of 5 %, the ARTwW came out apart in 12 % on the CTC log without that, and
// in 5.6 % with it; mean waits in 3.8 %.
//
// If both sides are the same, bit for bit, the interval is [0, 0] and P is 1. Of fewer than two blocks nothing is known; callers that
// have weeks of a log ask for Least. It panics if the sides have other blocks.
func Compare(before, after Sums, level float64) Change {
	if len(before.Num) != len(after.Num) || len(before.Den) != len(before.Num) || len(after.Den) != len(after.Num) {
		panic("stats: both sides must have the same blocks")
	}
	c := Change{Before: before.Mean(), After: after.Mean(), Interval: unknown(level), P: math.NaN(), Lag1: math.NaN()}
	used := filled(before, after)
	c.Blocks, c.Merged = len(used), 1
	n := float64(c.Blocks)
	if c.Blocks < 2 || math.IsNaN(c.Difference()) {
		return c
	}
	size, sizeAfter := sum(before.Den)/n, sum(after.Den)/n
	parts := make([]float64, len(used))
	for i, b := range used {
		parts[i] = (after.Num[b]-float64(c.After*after.Den[b]))/sizeAfter - (before.Num[b]-float64(c.Before*before.Den[b]))/size
	}
	lag1, chance := neighbours(parts)
	for chance < mergeAt && before.Series && len(parts)/2 >= Least {
		parts = merge(parts)
		c.Merged *= 2
		lag1, chance = neighbours(parts)
	}
	c.Lag1, c.Dependent = lag1, chance < 0.05
	// A merged observation is a sum of Merged parts: counted in means of blocks, the error of the mean is that of the sum over n.
	m := float64(len(parts))
	s := math.Sqrt(squares(parts, func(u float64) float64 { return u })/(m-1)) * m / n
	c.Blocks, n = len(parts), m
	c.Interval = around(c.Difference(), StudentQuantile(1-(1-level)/2, n-1)*s/math.Sqrt(n), level)
	switch d := math.Abs(c.Difference()); {
	case d == 0:
		c.P = 1
	case s == 0:
		c.P = 0
	default:
		c.P = 2 * StudentCDF(-d*math.Sqrt(n)/s, n-1)
	}
	if before.Series {
		c.P = c.exchanges(before, after).chance(1)
	}
	c.Effective = c.effective(before, after, used)
	return c
}

// effective is Kish's number of observations (Survey Sampling, 1965, section 11.7) with the changes as weights; all if nothing changes.
func (c *Change) effective(before, after Sums, used []int) float64 {
	d, was, is := make([]float64, len(used)), sum(before.Den), sum(after.Den)
	for i, b := range used {
		d[i] = math.Abs(after.Num[b]/is - before.Num[b]/was)
	}
	for m := c.Merged; m > 1; m /= 2 {
		d = merge(d)
	}
	if all := sum(d); all > 0 {
		return float64(all*all) / squares(d, func(v float64) float64 { return v })
	}
	return float64(c.Blocks)
}

// filled returns the blocks that have jobs on either side.
func filled(before, after Sums) (used []int) {
	for b := range before.Den {
		if before.Den[b] != 0 || after.Den[b] != 0 {
			used = append(used, b)
		}
	}
	return used
}

// mergeAt is the chance below which neighbours are taken to depend on each other. At 0.05 the test misses so much that intervals of
// a simulated series with a correlation of 0.6 cover 89 %; independent blocks that are merged for nothing only cost width.
// The value was chosen after that was seen, and the same of two real logs
// (docs/decisions/066-weeks-that-depend-on-each-other-are-merged.md).
const mergeAt = 0.25

// merge adds each second observation to the one before it, and a last one that is left to the last pair.
func merge(x []float64) []float64 {
	pairs := make([]float64, len(x)/2)
	for i, v := range x {
		pairs[min(i/2, len(pairs)-1)] += v
	}
	return pairs
}

// Best says which of several means is the best, and whether it is by more than blocks vary.
type Best struct {
	First []int // those of the best mean, usually one; none if no mean is known or all are equal
	Next  int   // the one it is least surely apart from; -1 without
	Apart bool  // every other mean differs from the first's, at the level: see Change.Apart
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
		if c.Blocks < Least || !c.Apart() {
			b.Apart = false
		}
		if p > worst {
			worst, b.Next = p, k
		}
	}
	return b
}
