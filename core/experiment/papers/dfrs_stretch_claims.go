package papers

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// dfrsClaim is a claim about degradations, held against the printed numbers as
// well.
func dfrsClaim(id, text string, holds func(at dynpSource) (bool, string)) Claim {
	return dynpBoth(id, "6.1", text, dfrsStretches, dfrsPrintedStretches, holds)
}

// dfrsFor checks something for every set and algorithm.
func dfrsFor(sets []dfrsSet, algorithms []string, check func(t *dynpTally, set, algorithm string)) (bool, string) {
	var t dynpTally
	for _, s := range sets {
		for _, a := range algorithms {
			check(&t, s.key, a)
		}
	}
	return t.all()
}

// dfrsLowest is the algorithm with the lowest number in a column.
func dfrsLowest(at dynpSource, set, column string, algorithms []string) (string, float64) {
	best, least := "", math.Inf(1)
	for _, a := range algorithms {
		if v := at(set, column, a); v < least {
			best, least = a, v
		}
	}
	return best, least
}

func dfrsTable2Claims() []Claim {
	ours := slices.Concat(dfrsPurely, dfrsPlain, dfrsStar, dfrsGrace, dfrsGlobal, dfrsClock)
	synthetic := []dfrsSet{dfrsUnscaled, dfrsScaled}
	return []Claim{
		dfrsClaim("easy-beats-fcfs", "EASY outperforms FCFS.", func(at dynpSource) (bool, string) {
			return dfrsFor(dfrsSets, []string{dfrsEASY}, func(t *dynpTally, set, a string) {
				t.check(at(set, dfrsAvg, a) < at(set, dfrsAvg, dfrsFCFS), "%s: %.1f and %.1f", set, at(set, dfrsAvg, a), at(set, dfrsAvg, dfrsFCFS))
			})
		}),
		dfrsClaim("batch-is-outperformed", "Fractional scheduling outperforms EASY and FCFS; here: all 18 algorithms, on average on each set.", func(at dynpSource) (bool, string) {
			return dfrsFor(dfrsSets, ours, func(t *dynpTally, set, a string) {
				least := min(at(set, dfrsAvg, dfrsEASY), at(set, dfrsAvg, dfrsFCFS))
				t.check(at(set, dfrsAvg, a) < least, "%s, %s: %.1f of %.1f", set, a, at(set, dfrsAvg, a), least)
			})
		}),
		dfrsClaim("orders-of-magnitude", "By several orders of magnitude; here: the best algorithm's average is a hundredth of EASY's or less.", func(at dynpSource) (bool, string) {
			var t dynpTally
			var found []string
			for _, s := range dfrsSets {
				_, least := dfrsLowest(at, s.key, dfrsAvg, ours)
				q := at(s.key, dfrsAvg, dfrsEASY) / least
				t.check(q >= 100, "%s", s.key)
				found = append(found, fmt.Sprintf("%s %.0f times", s.key, q))
			}
			ok, _ := t.all()
			return ok, strings.Join(found, ", ")
		}),
		dfrsClaim("consistent", "The results are mostly consistent across the three sets; here: the ranks of the 20 algorithms' averages correlate by 0.8 or more.", func(at dynpSource) (bool, string) {
			all := append(slices.Clone(dfrsBatch), ours...)
			var t dynpTally
			var found []string
			for i, a := range dfrsSets {
				for _, b := range dfrsSets[i+1:] {
					q := dfrsRankCorrelation(all, func(x string) float64 { return at(a.key, dfrsAvg, x) }, func(x string) float64 { return at(b.key, dfrsAvg, x) })
					t.check(q >= 0.8, "")
					found = append(found, fmt.Sprintf("%s and %s %.2f", a.key, b.key, q))
				}
			}
			ok, _ := t.all()
			return ok, strings.Join(found, ", ")
		}),
		dfrsClaim("purely-greedy-poorer", "On the synthetic traces, the greedy algorithms without periods are on average poorer than the six with periods and no MINVT.", func(at dynpSource) (bool, string) {
			return dfrsFor(synthetic, dfrsPurely, func(t *dynpTally, set, a string) {
				for _, b := range slices.Concat(dfrsPlain, dfrsStar) {
					t.check(at(set, dfrsAvg, a) > at(set, dfrsAvg, b), "%s, %s and %s: %.1f and %.1f", set, a, b, at(set, dfrsAvg, a), at(set, dfrsAvg, b))
				}
			})
		}),
		dfrsClaim("real-exception", "On the real-world trace GreedyP* and GreedyPM* have the best averages of the nine.", func(at dynpSource) (bool, string) {
			return dfrsFor([]dfrsSet{dfrsReal}, dfrsPurely[1:], func(t *dynpTally, set, a string) {
				for _, b := range slices.Concat(dfrsPurely[:1], dfrsPlain, dfrsStar) {
					t.check(at(set, dfrsAvg, a) < at(set, dfrsAvg, b), "%s and %s: %.1f and %.1f", a, b, at(set, dfrsAvg, a), at(set, dfrsAvg, b))
				}
			})
		}),
		dfrsClaim("purely-greedy-spread", "On all sets the purely greedy ones have standard deviations and maxima orders of magnitude above those with periods; here: ten times.", func(at dynpSource) (bool, string) {
			return dfrsFor(dfrsSets, dfrsPurely, func(t *dynpTally, set, a string) {
				for _, b := range []string{strings.Replace(a, "/OPT", "/per/OPT", 1), strings.Replace(a, "*/OPT", "/per/OPT", 1)} {
					for _, c := range dfrsColumns[1:] {
						t.check(at(set, c, a) >= 10*at(set, c, b), "%s, %s and %s, %s %.1f and %.1f", set, a, b, c, at(set, c, a), at(set, c, b))
					}
				}
			})
		}),
		dfrsClaim("moving-adds-little", "GreedyPM is no significant improvement on GreedyP and can be slightly worse; here: its average is never 15 % or more below.", func(at dynpSource) (bool, string) {
			return dfrsFor(dfrsSets, []string{dfrsPurely[1], dfrsPlain[1], dfrsStar[1], dfrsGrace[0], dfrsBestP}, func(t *dynpTally, set, a string) {
				b := strings.Replace(a, "GreedyP", "GreedyPM", 1)
				t.check(at(set, dfrsAvg, b) > 0.85*at(set, dfrsAvg, a), "%s, %s and %s: %.1f and %.1f", set, b, a, at(set, dfrsAvg, b), at(set, dfrsAvg, a))
			})
		}),
		dfrsClaim("star-limited", "With periods and no MINVT, mapping on completion has limited impact; here: it changes no average by more than 20 %.", func(at dynpSource) (bool, string) {
			return dfrsFor(dfrsSets, dfrsPlain, func(t *dynpTally, set, a string) {
				b := strings.Replace(a, "/per", "*/per", 1)
				q := at(set, dfrsAvg, b) / at(set, dfrsAvg, a)
				t.check(q > 0.8 && q < 1.2, "%s, %s: %.1f instead of %.1f", set, b, at(set, dfrsAvg, b), at(set, dfrsAvg, a))
			})
		}),
		dfrsClaim("star-positive", "And generally positive; here: it worsens no average by more than 2 %, and their sum is lower.", func(at dynpSource) (bool, string) {
			with, without := 0.0, 0.0
			ok, note := dfrsFor(dfrsSets, dfrsPlain, func(t *dynpTally, set, a string) {
				b := strings.Replace(a, "/per", "*/per", 1)
				with, without = with+at(set, dfrsAvg, b), without+at(set, dfrsAvg, a)
				t.check(at(set, dfrsAvg, b) <= 1.02*at(set, dfrsAvg, a), "%s, %s: %.1f instead of %.1f", set, b, at(set, dfrsAvg, b), at(set, dfrsAvg, a))
			})
			return ok && with < without, fmt.Sprintf("%s; sums %.1f instead of %.1f", note, with, without)
		}),
		dfrsClaim("minvt-best", "The four greedy algorithms with MINVT=600 outperform all greedy ones without on all sets.", func(at dynpSource) (bool, string) {
			return dfrsFor(dfrsSets, dfrsGrace, func(t *dynpTally, set, a string) {
				b, least := dfrsLowest(at, set, dfrsAvg, slices.Concat(dfrsBatch, dfrsPurely, dfrsPlain, dfrsStar))
				t.check(at(set, dfrsAvg, a) < least, "%s, %s and %s: %.1f and %.1f", set, a, b, at(set, dfrsAvg, a), least)
			})
		}),
		dfrsClaim("star-with-minvt", "With MINVT=600, mapping on completion is always beneficial.", func(at dynpSource) (bool, string) {
			return dfrsFor(dfrsSets, dfrsGrace[:2], func(t *dynpTally, set, a string) {
				b := strings.Replace(a, "/per", "*/per", 1)
				t.check(at(set, dfrsAvg, b) < at(set, dfrsAvg, a), "%s, %s: %.2f instead of %.2f", set, b, at(set, dfrsAvg, b), at(set, dfrsAvg, a))
			})
		}),
		dfrsClaim("p-like-pm", "With MINVT=600, GreedyP and GreedyPM lead to similar results; here: averages within 10 %.", func(at dynpSource) (bool, string) {
			return dfrsFor(dfrsSets, []string{dfrsGrace[0], dfrsBestP}, func(t *dynpTally, set, a string) {
				b := strings.Replace(a, "GreedyP", "GreedyPM", 1)
				q := at(set, dfrsAvg, b) / at(set, dfrsAvg, a)
				t.check(q > 0.9 && q < 1.1, "%s, %s and %s: %.2f and %.2f", set, b, a, at(set, dfrsAvg, b), at(set, dfrsAvg, a))
			})
		}),
		dfrsClaim("best-overall", "These four are the best overall, also in standard deviation; here: the lowest average and the lowest deviation of every set is one of theirs.", func(at dynpSource) (bool, string) {
			return dfrsFor(dfrsSets, dfrsColumns[:2], func(t *dynpTally, set, column string) {
				a, v := dfrsLowest(at, set, column, append(slices.Clone(dfrsBatch), ours...))
				t.check(slices.Contains(dfrsGrace, a), "%s, %s: %s with %.1f", set, column, a, v)
			})
		}),
		dfrsClaim("mcb8-not-best", "The algorithms with MCB8 on submission are not among the best; here: each average is above the best four's.", func(at dynpSource) (bool, string) {
			return dfrsFor(dfrsSets, dfrsGlobal, func(t *dynpTally, set, a string) {
				for _, b := range dfrsGrace {
					t.check(at(set, dfrsAvg, a) > at(set, dfrsAvg, b), "%s, %s and %s: %.2f and %.2f", set, a, b, at(set, dfrsAvg, a), at(set, dfrsAvg, b))
				}
			})
		}),
		dfrsClaim("per-sixfold", "/per is outperformed by the best greedy algorithm more than 6-fold.", dfrsTimes(dfrsPer, 6)),
		dfrsClaim("stretch-on-par", "/stretch-per performs on par with /per; here: within 5 %.", func(at dynpSource) (bool, string) {
			return dfrsFor(dfrsSets, []string{dfrsStretch}, func(t *dynpTally, set, a string) {
				q := at(set, dfrsAvg, a) / at(set, dfrsAvg, dfrsPer)
				t.check(q > 0.95 && q < 1.05, "%s: %.1f and %.1f", set, at(set, dfrsAvg, a), at(set, dfrsAvg, dfrsPer))
			})
		}),
		dfrsClaim("stretch-ten-times", "/stretch-per is more than an order of magnitude worse than the best algorithm.", dfrsTimes(dfrsStretch, 10)),
		dfrsClaim("all-techniques", "All techniques combined are best: the lowest average of every set is that of GreedyP*/per or GreedyPM*/per with MINVT=600.", func(at dynpSource) (bool, string) {
			return dfrsFor(dfrsSets, []string{dfrsAvg}, func(t *dynpTally, set, column string) {
				a, v := dfrsLowest(at, set, column, ours)
				t.check(a == dfrsBest || a == dfrsBestP, "%s: %s with %.2f", set, a, v)
			})
		}),
		dfrsClaim("factor-7", "The best algorithms are on average at most a factor 7 away from the bound.", func(at dynpSource) (bool, string) {
			return dfrsFor(dfrsSets, []string{dfrsBestP, dfrsBest}, func(t *dynpTally, set, a string) {
				t.check(at(set, dfrsAvg, a) <= 7, "%s, %s: %.2f", set, a, at(set, dfrsAvg, a))
			})
		}),
	}
}

// dfrsTimes says that an algorithm's average is more than so many times the
// lowest one of the greedy algorithms.
func dfrsTimes(algorithm string, times float64) func(dynpSource) (bool, string) {
	return func(at dynpSource) (bool, string) {
		var t dynpTally
		var found []string
		for _, s := range dfrsSets {
			_, least := dfrsLowest(at, s.key, dfrsAvg, dfrsGrace)
			q := at(s.key, dfrsAvg, algorithm) / least
			t.check(q > times, "")
			found = append(found, fmt.Sprintf("%s %.1f times", s.key, q))
		}
		ok, _ := t.all()
		return ok, strings.Join(found, ", ")
	}
}

// dfrsRankCorrelation is Spearman's; equal numbers share a rank.
func dfrsRankCorrelation(names []string, a, b func(string) float64) float64 {
	ranks := func(of func(string) float64) []float64 {
		all := make([]float64, len(names))
		for i, x := range names {
			for _, y := range names {
				switch {
				case of(y) < of(x):
					all[i]++
				case of(y) == of(x):
					all[i] += 0.5
				}
			}
		}
		return all
	}
	x, y := ranks(a), ranks(b)
	mx, my := dynpMean(x), dynpMean(y)
	xy, xx, yy := 0.0, 0.0, 0.0
	for i := range x {
		dx, dy := x[i]-mx, y[i]-my
		xy, xx, yy = xy+float64(dx*dy), xx+float64(dx*dx), yy+float64(dy*dy)
	}
	return xy / math.Sqrt(float64(xx*yy))
}

// dfrsAppendixClaims are about one of tables 5 to 7.
func dfrsAppendixClaims(s dfrsSet) []Claim {
	// pairs compares algorithms with what swap makes of them, where both are there.
	pairs := func(at dynpSource, swap func(string) string, check func(t *dynpTally, a, b string, x, y float64)) (bool, string) {
		var t dynpTally
		for _, row := range dfrsPrintedTables()[dfrsTableOf[s.key]] {
			b := swap(row.algorithm)
			if x, y := at(s.key, dfrsAvg, row.algorithm), at(s.key, dfrsAvg, b); b != row.algorithm && x == x && y == y {
				check(&t, row.algorithm, b, x, y)
			}
		}
		return t.all()
	}
	return []Claim{
		dfrsClaim("min-never-worse", "On average OPT=MIN is never worse than OPT=AVG; here: by more than 1 %.", func(at dynpSource) (bool, string) {
			return pairs(at, func(a string) string { return strings.Replace(a, "OPT=MIN", "OPT=AVG", 1) }, func(t *dynpTally, a, b string, x, y float64) {
				t.check(x <= 1.01*y, "%s %.1f instead of %.1f", a, x, y)
			})
		}),
		dfrsClaim("minvt-beats-minft", "MINVT is always better than MINFT; here: with the same bound, and by less than 1 % worse still counts.", func(at dynpSource) (bool, string) {
			return pairs(at, func(a string) string { return strings.Replace(a, "MINVT", "MINFT", 1) }, func(t *dynpTally, a, b string, x, y float64) {
				t.check(x <= 1.01*y, "%s %.1f instead of %.1f", a, x, y)
			})
		}),
		dfrsClaim("minvt-600", "MINVT is slightly better with 600 s than with 300 s; here: in the mean of the ratios.", func(at dynpSource) (bool, string) {
			sum, n := 0.0, 0
			pairs(at, func(a string) string { return strings.Replace(a, "MINVT=600", "MINVT=300", 1) }, func(_ *dynpTally, _, _ string, x, y float64) {
				sum, n = sum+x/y, n+1
			})
			return sum < float64(n), fmt.Sprintf("%.3f times in the mean of %d", sum/float64(n), n)
		}),
		dfrsClaim("mcb8-needs-minvt", "Without MINVT=600 the algorithms with MCB8 on submission are more than an order of magnitude further from the bound.", func(at dynpSource) (bool, string) {
			return dfrsFor([]dfrsSet{s}, dfrsGlobal, func(t *dynpTally, set, a string) {
				b := dfrsWithout(a, "MINVT=600")
				if x, y := at(set, dfrsAvg, b), at(set, dfrsAvg, a); x == x {
					t.check(x > 10*y, "%s: %.1f and %.1f", b, x, y)
				}
			})
		}),
		dfrsClaim("clock-needs-none", "For /per and /stretch-per MINVT=600 does not matter; here: it changes the average by less than 1 %.", func(at dynpSource) (bool, string) {
			return dfrsFor([]dfrsSet{s}, dfrsClock, func(t *dynpTally, set, a string) {
				b := dfrsWithout(a, "MINVT=600")
				if x, y := at(set, dfrsAvg, b), at(set, dfrsAvg, a); x == x {
					t.check(math.Abs(x-y) < 0.01*y, "%s: %.1f and %.1f", b, x, y)
				}
			})
		}),
	}
}
