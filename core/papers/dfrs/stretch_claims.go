package dfrs

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/papers/paper"
)

func forAll(sets []instances, algorithms []string, check func(t *paper.Cases, set, algorithm string)) (bool, string) {
	var keys []string
	for _, s := range sets {
		keys = append(keys, s.key)
	}
	return paper.EveryPair(keys, algorithms, check)
}

// pairs checks the average x of each algorithm, on each set, with the average y of
// each of its others. Pairs with a missing number are skipped.
func pairs(sets []instances, algorithms []string, others func(a string) []string,
	ok func(x, y float64) bool) func(paper.Source) (bool, string) {
	return pairsIn(columns[:1], sets, algorithms, others, ok)
}

// pairsIn is pairs for other columns than the average.
func pairsIn(columns []string, sets []instances, algorithms []string, others func(a string) []string,
	ok func(x, y float64) bool) func(paper.Source) (bool, string) {
	return func(at paper.Source) (bool, string) {
		return forAll(sets, algorithms, func(t *paper.Cases, set, a string) {
			for _, b := range others(a) {
				for _, c := range columns {
					if x, y := at(set, c, a), at(set, c, b); a != b && x == x && y == y {
						t.Check(ok(x, y), "%s, %s and %s: %s %.2f and %.2f", set, a, b, c, x, y)
					}
				}
			}
		})
	}
}

// than compares with these algorithms.
func than(groups ...[]string) func(string) []string {
	all := slices.Concat(groups...)
	return func(string) []string { return all }
}

// swapped compares with the algorithm whose name has part in the place of old.
func swapped(old, part string) func(string) []string {
	return func(a string) []string { return []string{strings.Replace(a, old, part, 1)} }
}

// withPeriods compares a purely greedy algorithm with the two that also act in periods.
func withPeriods(a string) []string {
	return []string{strings.Replace(a, "/OPT", "/per/OPT", 1), strings.Replace(a, "*/OPT", "/per/OPT", 1)}
}

func lower(x, y float64) bool  { return x < y }
func higher(x, y float64) bool { return x > y }

// within bounds y over x, exclusively.
func within(least, most float64) func(x, y float64) bool {
	return func(x, y float64) bool { return y/x > least && y/x < most }
}

// moreThan bounds y from below by a multiple of x, exclusively.
func moreThan(factor float64) func(x, y float64) bool {
	return func(x, y float64) bool { return y > factor*x }
}

// atMost bounds x from above by a multiple of y.
func atMost(factor float64) func(x, y float64) bool {
	return func(x, y float64) bool { return x <= factor*y }
}

func tenTimes(x, y float64) bool  { return x >= 10*y }
func unchanged(x, y float64) bool { return math.Abs(y-x) < 0.01*x } // by 1 % or more

// above bounds a number from below, exclusively.
func above(least float64) func(q float64) bool {
	return func(q float64) bool { return q > least }
}

func hundredfold(q float64) bool { return q >= 100 }

// lowest is the algorithm with the lowest number in a column.
func lowest(at paper.Source, set, column string, algorithms []string) (string, float64) {
	best, least := "", math.Inf(1)
	for _, a := range algorithms {
		if v := at(set, column, a); v < least {
			best, least = a, v
		}
	}
	return best, least
}

var (
	ours         = slices.Concat(purely, plain, star, grace, global, clock)
	bothBest     = []string{bestP, bestName}
	synthetics   = []instances{unscaled, scaled}
	onCompletion = swapped("/per", "*/per")
	moving       = swapped("GreedyP", "GreedyPM")
)

func table2Claims() []paper.Claim {
	claim := paper.Compared(stretches, printedStretches)
	return []paper.Claim{
		claim("easy-beats-fcfs", pairs(allSets, batch[1:], than(batch[:1]), lower)),
		claim("batch-is-outperformed", pairs(allSets, ours, than(batch), lower)),
		claim("orders-of-magnitude", times(nameEASY, ours, hundredfold)),
		claim("consistent", consistent),
		claim("purely-greedy-poorer", pairs(synthetics, purely, than(plain, star), higher)),
		claim("real-exception", pairs(allSets[:1], purely[1:], than(purely[:1], plain, star), lower)),
		claim("purely-greedy-spread", pairsIn(columns[1:], allSets, purely, withPeriods, tenTimes)),
		claim("moving-adds-little", pairs(allSets, []string{purely[1], plain[1], star[1], grace[0], bestP}, moving, moreThan(0.85))),
		claim("star-limited", pairs(allSets, plain, onCompletion, within(0.8, 1.2))),
		claim("star-positive", starPositive),
		claim("minvt-best", pairs(allSets, grace, than(batch, purely, plain, star), lower)),
		claim("star-with-minvt", pairs(allSets, grace[:2], onCompletion, higher)),
		claim("p-like-pm", pairs(allSets, []string{grace[0], bestP}, moving, within(0.9, 1.1))),
		claim("best-overall", bestOverall),
		claim("mcb8-not-best", pairs(allSets, global, than(grace), higher)),
		claim("per-sixfold", times(per, grace, above(6))),
		claim("stretch-on-par", pairs(allSets, clock[:1], than(clock[1:]), within(0.95, 1.05))),
		claim("stretch-ten-times", times(stretch, grace, above(10))),
		claim("all-techniques", allTechniques),
		claim("factor-7", factor7),
	}
}

func consistent(at paper.Source) (bool, string) {
	all := slices.Concat(batch, ours)
	var t paper.Cases
	for i, a := range allSets {
		for _, b := range allSets[i+1:] {
			q := rankCorrelation(all, func(x string) float64 { return at(a.key, avg, x) }, func(x string) float64 { return at(b.key, avg, x) })
			t.Check(q >= 0.8, "%s and %s %.2f", a.key, b.key, q)
		}
	}
	return t.Listed()
}

func starPositive(at paper.Source) (bool, string) {
	with, without := 0.0, 0.0
	ok, note := pairs(allSets, plain, onCompletion, func(x, y float64) bool {
		with, without = with+y, without+x
		return y <= 1.02*x
	})(at)
	return ok && with < without, fmt.Sprintf("%s; sums %.1f instead of %.1f", note, with, without)
}

func bestOverall(at paper.Source) (bool, string) {
	return forAll(allSets, columns[:2], func(t *paper.Cases, set, column string) {
		a, v := lowest(at, set, column, slices.Concat(batch, ours))
		t.Check(slices.Contains(grace, a), "%s, %s: %s with %.1f", set, column, a, v)
	})
}

func allTechniques(at paper.Source) (bool, string) {
	return forAll(allSets, columns[:1], func(t *paper.Cases, set, column string) {
		a, v := lowest(at, set, column, ours)
		t.Check(slices.Contains(bothBest, a), "%s: %s with %.2f", set, a, v)
	})
}

func factor7(at paper.Source) (bool, string) {
	return forAll(allSets, bothBest, func(t *paper.Cases, set, a string) {
		t.Check(at(set, avg, a) <= 7, "%s, %s: %.2f", set, a, at(set, avg, a))
	})
}

// times checks an algorithm's average over the lowest of the others'.
func times(algorithm string, others []string, ok func(q float64) bool) func(paper.Source) (bool, string) {
	return func(at paper.Source) (bool, string) {
		var t paper.Cases
		for _, s := range allSets {
			_, least := lowest(at, s.key, avg, others)
			q := at(s.key, avg, algorithm) / least
			t.Check(ok(q), "%s %.1f times", s.key, q)
		}
		return t.Listed()
	}
}

// rankCorrelation is Spearman's; equal numbers share a rank.
func rankCorrelation(names []string, a, b func(string) float64) float64 {
	rank := func(of func(string) float64, x string) float64 { // beyond the mean
		n := -float64(len(names)) / 2
		for _, y := range names {
			switch {
			case of(y) < of(x):
				n++
			case of(y) == of(x):
				n += 0.5
			}
		}
		return n
	}
	xy, xx, yy := 0.0, 0.0, 0.0
	for _, name := range names {
		x, y := rank(a, name), rank(b, name)
		xy, xx, yy = xy+float64(x*y), xx+float64(x*x), yy+float64(y*y)
	}
	return xy / math.Sqrt(float64(xx*yy))
}
