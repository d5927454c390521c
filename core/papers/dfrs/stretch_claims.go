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
	claim := paper.Compared("6.1", stretches, printedStretches)
	return []paper.Claim{
		claim("easy-beats-fcfs", "EASY outperforms FCFS.", pairs(allSets, batch[1:], than(batch[:1]), lower)),
		claim("batch-is-outperformed", "Fractional scheduling outperforms EASY and FCFS; here: all 18 algorithms do, on average on each set.",
			pairs(allSets, ours, than(batch), lower)),
		claim("orders-of-magnitude", "By several orders of magnitude; here: the best algorithm's average is a hundredth of EASY's or less.",
			times(nameEASY, ours, hundredfold)),
		claim("consistent", "The results are mostly consistent across the three sets; here: the ranks of the 20 algorithms' averages "+
			"correlate by 0.8 or more.", consistent),
		claim("purely-greedy-poorer", "On the synthetic traces, the greedy algorithms without periods are on average poorer than the six "+
			"with periods and without MINVT.", pairs(synthetics, purely, than(plain, star), higher)),
		claim("real-exception", "On the real-world trace GreedyP* and GreedyPM* have the best averages of the nine.",
			pairs(allSets[:1], purely[1:], than(purely[:1], plain, star), lower)),
		claim("purely-greedy-spread", "On all sets the standard deviations and maxima of the purely greedy algorithms are orders of magnitude "+
			"above those with periods; here: ten times.", pairsIn(columns[1:], allSets, purely, withPeriods, tenTimes)),
		claim("moving-adds-little", "GreedyPM is no significant improvement on GreedyP and can be slightly worse; here: its average is never "+
			"15 % or more below.", pairs(allSets, []string{purely[1], plain[1], star[1], grace[0], bestP}, moving, moreThan(0.85))),
		claim("star-limited", "With periods and without MINVT, mapping on completion has limited impact; here: it changes no average by more "+
			"than 20 %.", pairs(allSets, plain, onCompletion, within(0.8, 1.2))),
		claim("star-positive", "The impact is generally positive; here: no average is more than 2 % worse, and their sum is lower.",
			starPositive),
		claim("minvt-best", "On all sets, the four greedy algorithms with MINVT=600 outperform all greedy ones without it.",
			pairs(allSets, grace, than(batch, purely, plain, star), lower)),
		claim("star-with-minvt", "With MINVT=600, mapping on completion is always beneficial.", pairs(allSets, grace[:2], onCompletion, higher)),
		claim("p-like-pm", "With MINVT=600, GreedyP and GreedyPM lead to similar results; here: averages within 10 %.",
			pairs(allSets, []string{grace[0], bestP}, moving, within(0.9, 1.1))),
		claim("best-overall", "These four are the best overall, also in standard deviation; here: one of them has the lowest average and one "+
			"the lowest deviation on every set.", bestOverall),
		claim("mcb8-not-best", "The algorithms with MCB8 on submission are not among the best; here: each average is above the best four's.",
			pairs(allSets, global, than(grace), higher)),
		claim("per-sixfold", "The best greedy algorithm outperforms /per more than 6-fold.",
			times(per, grace, above(6))),
		claim("stretch-on-par", "/stretch-per performs on par with /per; here: within 5 %.",
			pairs(allSets, clock[:1], than(clock[1:]), within(0.95, 1.05))),
		claim("stretch-ten-times", "/stretch-per is more than an order of magnitude worse than the best algorithm.",
			times(stretch, grace, above(10))),
		claim("all-techniques", "All techniques combined are best: GreedyP*/per or GreedyPM*/per with MINVT=600 has the lowest average on "+
			"every set.", allTechniques),
		claim("factor-7", "The best algorithms are on average at most a factor 7 away from the bound.", factor7),
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

// appendixClaims are those about one of tables 5 to 7.
func appendixClaims(s instances) []paper.Claim {
	claim := paper.Compared("6.1", stretches, printedStretches)
	sets, all := []instances{s}, rowsOf("table5")
	return []paper.Claim{
		claim("min-never-worse", "On average OPT=MIN is never worse than OPT=AVG; here: by more than 1 %.",
			pairs(sets, all, swapped("OPT=MIN", "OPT=AVG"), atMost(1.01))),
		claim("min-often-better", "It is often slightly better; here: lower for at least half of the algorithms, and by less than 10 % in the "+
			"mean of the ratios.", s.minOftenBetter),
		claim("minvt-beats-minft", "MINVT is always better than MINFT; here: with the same bound, and less than 1 % worse still counts.",
			pairs(sets, all, swapped("MINVT", "MINFT"), atMost(1.01))),
		claim("minvt-600", "MINVT is slightly better with 600 s than with 300 s; here: in the mean of the ratios.", s.minvt600),
		claim("mcb8-needs-minvt", "Without MINVT=600 the algorithms with MCB8 on submission are more than an order of magnitude further from "+
			"the bound.", pairs(sets, global, swapped("/MINVT=600", ""), moreThan(10))),
		claim("clock-needs-none", "For /per and /stretch-per MINVT=600 does not matter; here: it changes the average by less than 1 %.",
			pairs(sets, clock, swapped("/MINVT=600", ""), unchanged)),
	}
}

func (s instances) minOftenBetter(at paper.Source) (bool, string) {
	var t paper.Cases
	sum := 0.0
	pairs([]instances{s}, rowsOf("table5"), swapped("OPT=MIN", "OPT=AVG"), func(x, y float64) bool {
		t.Check(x < y, "")
		sum += x / y
		return true
	})(at)
	ratio := sum / float64(t.Total)
	return 2*t.Held >= t.Total && ratio > 0.9 && ratio < 1, fmt.Sprintf("lower for %d of %d, %.3f times in the mean", t.Held, t.Total, ratio)
}

func (s instances) minvt600(at paper.Source) (bool, string) {
	sum, n := 0.0, 0
	pairs([]instances{s}, rowsOf("table5"), swapped("MINVT=600", "MINVT=300"), func(x, y float64) bool {
		sum, n = sum+x/y, n+1
		return true
	})(at)
	return sum < float64(n), fmt.Sprintf("%.3f times in the mean of %d", sum/float64(n), n)
}
