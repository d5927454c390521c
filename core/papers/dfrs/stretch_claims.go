package dfrs

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/paper"
)

// claim is a claim about degradations, held against the printed numbers as
// well.
func claim(id, text string, holds func(at paper.Source) (bool, string)) paper.Claim {
	return paper.Both(id, "6.1", text, stretches, printedStretches, holds)
}

// forAll checks something for every set and algorithm.
func forAll(sets []instances, algorithms []string, check func(t *paper.Cases, set, algorithm string)) (bool, string) {
	var keys []string
	for _, s := range sets {
		keys = append(keys, s.key)
	}
	return paper.EveryPair(keys, algorithms, check)
}

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

func table2Claims() []paper.Claim {

	return []paper.Claim{
		claim("easy-beats-fcfs", "EASY outperforms FCFS.", easyBeatsFcfs),
		claim("batch-is-outperformed", "Fractional scheduling outperforms EASY and FCFS; here: all 18 algorithms, on average on each set.",
			batchIsOutperformed),
		claim("orders-of-magnitude", "By several orders of magnitude; here: the best algorithm's average is a hundredth of EASY's or less.",
			ordersOfMagnitude),
		claim("consistent", "The results are mostly consistent across the three sets; here: the ranks of the 20 algorithms' averages "+
			"correlate by 0.8 or more.", consistent),
		claim("purely-greedy-poorer", "On the synthetic traces, the greedy algorithms without periods are on average poorer than the six "+
			"with periods and no MINVT.", purelyGreedyPoorer),
		claim("real-exception", "On the real-world trace GreedyP* and GreedyPM* have the best averages of the nine.", realException),
		claim("purely-greedy-spread", "On all sets the purely greedy ones have standard deviations and maxima orders of magnitude above "+
			"those with periods; here: ten times.", purelyGreedySpread),
		claim("moving-adds-little", "GreedyPM is no significant improvement on GreedyP and can be slightly worse; here: its average is never "+
			"15 % or more below.", movingAddsLittle),
		claim("star-limited", "With periods and no MINVT, mapping on completion has limited impact; here: it changes no average by more than "+
			"20 %.", starLimited),
		claim("star-positive", "And generally positive; here: it worsens no average by more than 2 %, and their sum is lower.", starPositive),
		claim("minvt-best", "The four greedy algorithms with MINVT=600 outperform all greedy ones without on all sets.", minvtBest),
		claim("star-with-minvt", "With MINVT=600, mapping on completion is always beneficial.", starWithMinvt),
		claim("p-like-pm", "With MINVT=600, GreedyP and GreedyPM lead to similar results; here: averages within 10 %.", pLikePm),
		claim("best-overall", "These four are the best overall, also in standard deviation; here: the lowest average and the lowest "+
			"deviation of every set is one of theirs.", bestOverall),
		claim("mcb8-not-best", "The algorithms with MCB8 on submission are not among the best; here: each average is above the best four's.",
			mcb8NotBest),
		claim("per-sixfold", "/per is outperformed by the best greedy algorithm more than 6-fold.", times(per, 6)),
		claim("stretch-on-par", "/stretch-per performs on par with /per; here: within 5 %.", stretchOnPar),
		claim("stretch-ten-times", "/stretch-per is more than an order of magnitude worse than the best algorithm.", times(stretch, 10)),
		claim("all-techniques", "All techniques combined are best: the lowest average of every set is that of GreedyP*/per or GreedyPM*/per "+
			"with MINVT=600.", allTechniques),
		claim("factor-7", "The best algorithms are on average at most a factor 7 away from the bound.", factor7),
	}
}

var ours = slices.Concat(purely, plain, star, grace, global, clock)

var syntheticTable2 = []instances{unscaled, scaled}

func easyBeatsFcfs(at paper.Source) (bool, string) {
	return forAll(allSets, []string{nameEASY}, func(t *paper.Cases, set, a string) {
		t.Check(at(set, avg, a) < at(set, avg, nameFCFS), "%s: %.1f and %.1f", set, at(set, avg, a), at(set, avg, nameFCFS))
	})
}

func batchIsOutperformed(at paper.Source) (bool, string) {
	return forAll(allSets, ours, func(t *paper.Cases, set, a string) {
		least := min(at(set, avg, nameEASY), at(set, avg, nameFCFS))
		t.Check(at(set, avg, a) < least, "%s, %s: %.1f of %.1f", set, a, at(set, avg, a), least)
	})
}

func ordersOfMagnitude(at paper.Source) (bool, string) {
	var t paper.Cases
	var found []string
	for _, s := range allSets {
		_, least := lowest(at, s.key, avg, ours)
		q := at(s.key, avg, nameEASY) / least
		t.Check(q >= 100, "%s", s.key)
		found = append(found, fmt.Sprintf("%s %.0f times", s.key, q))
	}
	ok, _ := t.All()
	return ok, strings.Join(found, ", ")
}

func consistent(at paper.Source) (bool, string) {
	all := append(slices.Clone(batch), ours...)
	var t paper.Cases
	var found []string
	for i, a := range allSets {
		for _, b := range allSets[i+1:] {
			q := rankCorrelation(all, func(x string) float64 { return at(a.key, avg, x) }, func(x string) float64 { return at(b.key, avg, x) })
			t.Check(q >= 0.8, "")
			found = append(found, fmt.Sprintf("%s and %s %.2f", a.key, b.key, q))
		}
	}
	ok, _ := t.All()
	return ok, strings.Join(found, ", ")
}

func purelyGreedyPoorer(at paper.Source) (bool, string) {
	return forAll(syntheticTable2, purely, func(t *paper.Cases, set, a string) {
		for _, b := range slices.Concat(plain, star) {
			t.Check(at(set, avg, a) > at(set, avg, b), "%s, %s and %s: %.1f and %.1f", set, a, b, at(set, avg, a), at(set, avg, b))
		}
	})
}

func realException(at paper.Source) (bool, string) {
	return forAll([]instances{realWorld}, purely[1:], func(t *paper.Cases, set, a string) {
		for _, b := range slices.Concat(purely[:1], plain, star) {
			t.Check(at(set, avg, a) < at(set, avg, b), "%s and %s: %.1f and %.1f", a, b, at(set, avg, a), at(set, avg, b))
		}
	})
}

func purelyGreedySpread(at paper.Source) (bool, string) {
	return forAll(allSets, purely, func(t *paper.Cases, set, a string) {
		for _, b := range []string{strings.Replace(a, "/OPT", "/per/OPT", 1), strings.Replace(a, "*/OPT", "/per/OPT", 1)} {
			for _, c := range columns[1:] {
				t.Check(at(set, c, a) >= 10*at(set, c, b), "%s, %s and %s, %s %.1f and %.1f", set, a, b, c, at(set, c, a), at(set, c, b))
			}
		}
	})
}

func movingAddsLittle(at paper.Source) (bool, string) {
	return forAll(allSets, []string{purely[1], plain[1], star[1], grace[0], bestP}, func(t *paper.Cases, set, a string) {
		b := strings.Replace(a, "GreedyP", "GreedyPM", 1)
		t.Check(at(set, avg, b) > 0.85*at(set, avg, a), "%s, %s and %s: %.1f and %.1f", set, b, a, at(set, avg, b), at(set, avg, a))
	})
}

func starLimited(at paper.Source) (bool, string) {
	return forAll(allSets, plain, func(t *paper.Cases, set, a string) {
		b := strings.Replace(a, "/per", "*/per", 1)
		q := at(set, avg, b) / at(set, avg, a)
		t.Check(q > 0.8 && q < 1.2, "%s, %s: %.1f instead of %.1f", set, b, at(set, avg, b), at(set, avg, a))
	})
}

func starPositive(at paper.Source) (bool, string) {
	with, without := 0.0, 0.0
	ok, note := forAll(allSets, plain, func(t *paper.Cases, set, a string) {
		b := strings.Replace(a, "/per", "*/per", 1)
		with, without = with+at(set, avg, b), without+at(set, avg, a)
		t.Check(at(set, avg, b) <= 1.02*at(set, avg, a), "%s, %s: %.1f instead of %.1f", set, b, at(set, avg, b), at(set, avg, a))
	})
	return ok && with < without, fmt.Sprintf("%s; sums %.1f instead of %.1f", note, with, without)
}

func minvtBest(at paper.Source) (bool, string) {
	return forAll(allSets, grace, func(t *paper.Cases, set, a string) {
		b, least := lowest(at, set, avg, slices.Concat(batch, purely, plain, star))
		t.Check(at(set, avg, a) < least, "%s, %s and %s: %.1f and %.1f", set, a, b, at(set, avg, a), least)
	})
}

func starWithMinvt(at paper.Source) (bool, string) {
	return forAll(allSets, grace[:2], func(t *paper.Cases, set, a string) {
		b := strings.Replace(a, "/per", "*/per", 1)
		t.Check(at(set, avg, b) < at(set, avg, a), "%s, %s: %.2f instead of %.2f", set, b, at(set, avg, b), at(set, avg, a))
	})
}

func pLikePm(at paper.Source) (bool, string) {
	return forAll(allSets, []string{grace[0], bestP}, func(t *paper.Cases, set, a string) {
		b := strings.Replace(a, "GreedyP", "GreedyPM", 1)
		q := at(set, avg, b) / at(set, avg, a)
		t.Check(q > 0.9 && q < 1.1, "%s, %s and %s: %.2f and %.2f", set, b, a, at(set, avg, b), at(set, avg, a))
	})
}

func bestOverall(at paper.Source) (bool, string) {
	return forAll(allSets, columns[:2], func(t *paper.Cases, set, column string) {
		a, v := lowest(at, set, column, append(slices.Clone(batch), ours...))
		t.Check(slices.Contains(grace, a), "%s, %s: %s with %.1f", set, column, a, v)
	})
}

func mcb8NotBest(at paper.Source) (bool, string) {
	return forAll(allSets, global, func(t *paper.Cases, set, a string) {
		for _, b := range grace {
			t.Check(at(set, avg, a) > at(set, avg, b), "%s, %s and %s: %.2f and %.2f", set, a, b, at(set, avg, a), at(set, avg, b))
		}
	})
}

func stretchOnPar(at paper.Source) (bool, string) {
	return forAll(allSets, []string{stretch}, func(t *paper.Cases, set, a string) {
		q := at(set, avg, a) / at(set, avg, per)
		t.Check(q > 0.95 && q < 1.05, "%s: %.1f and %.1f", set, at(set, avg, a), at(set, avg, per))
	})
}

func allTechniques(at paper.Source) (bool, string) {
	return forAll(allSets, []string{avg}, func(t *paper.Cases, set, column string) {
		a, v := lowest(at, set, column, ours)
		t.Check(a == bestName || a == bestP, "%s: %s with %.2f", set, a, v)
	})
}

func factor7(at paper.Source) (bool, string) {
	return forAll(allSets, []string{bestP, bestName}, func(t *paper.Cases, set, a string) {
		t.Check(at(set, avg, a) <= 7, "%s, %s: %.2f", set, a, at(set, avg, a))
	})
}

// times says that an algorithm's average is more than so many times the
// lowest one of the greedy algorithms.
func times(algorithm string, times float64) func(paper.Source) (bool, string) {
	return func(at paper.Source) (bool, string) {
		var t paper.Cases
		var found []string
		for _, s := range allSets {
			_, least := lowest(at, s.key, avg, grace)
			q := at(s.key, avg, algorithm) / least
			t.Check(q > times, "")
			found = append(found, fmt.Sprintf("%s %.1f times", s.key, q))
		}
		ok, _ := t.All()
		return ok, strings.Join(found, ", ")
	}
}

// rankCorrelation is Spearman's; equal numbers share a rank.
func rankCorrelation(names []string, a, b func(string) float64) float64 {
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
	mx, my := paper.Mean(x), paper.Mean(y)
	xy, xx, yy := 0.0, 0.0, 0.0
	for i := range x {
		dx, dy := x[i]-mx, y[i]-my
		xy, xx, yy = xy+float64(dx*dy), xx+float64(dx*dx), yy+float64(dy*dy)
	}
	return xy / math.Sqrt(float64(xx*yy))
}

// appendixClaims are about one of tables 5 to 7.
func appendixClaims(s instances) []paper.Claim {
	// pairs compares algorithms with what swap makes of them, where both are there.
	pairs := func(at paper.Source, swap func(string) string, check func(t *paper.Cases, a, b string, x, y float64)) (bool, string) {
		var t paper.Cases
		for _, a := range rowsOf("table5") {
			b := swap(a)
			if x, y := at(s.key, avg, a), at(s.key, avg, b); b != a && x == x && y == y {
				check(&t, a, b, x, y)
			}
		}
		return t.All()
	}
	return []paper.Claim{
		claim("min-never-worse", "On average OPT=MIN is never worse than OPT=AVG; here: by more than 1 %.", func(at paper.Source) (bool, string) {
			return pairs(at, func(a string) string { return strings.Replace(a, "OPT=MIN", "OPT=AVG", 1) },
				func(t *paper.Cases, a, b string, x, y float64) {
					t.Check(x <= 1.01*y, "%s %.1f instead of %.1f", a, x, y)
				})
		}),
		claim("minvt-beats-minft", "MINVT is always better than MINFT; here: with the same bound, and by less than 1 % worse still counts.",
			func(at paper.Source) (bool, string) {
				return pairs(at, func(a string) string { return strings.Replace(a, "MINVT", "MINFT", 1) },
					func(t *paper.Cases, a, b string, x, y float64) {
						t.Check(x <= 1.01*y, "%s %.1f instead of %.1f", a, x, y)
					})
			}),
		claim("minvt-600", "MINVT is slightly better with 600 s than with 300 s; here: in the mean of the ratios.",
			func(at paper.Source) (bool, string) {
				sum, n := 0.0, 0
				pairs(at, func(a string) string { return strings.Replace(a, "MINVT=600", "MINVT=300", 1) },
					func(_ *paper.Cases, _, _ string, x, y float64) {
						sum, n = sum+x/y, n+1
					})
				return sum < float64(n), fmt.Sprintf("%.3f times in the mean of %d", sum/float64(n), n)
			}),
		claim("mcb8-needs-minvt", "Without MINVT=600 the algorithms with MCB8 on submission are more than an order of magnitude further from "+
			"the bound.", func(at paper.Source) (bool, string) {
			return forAll([]instances{s}, global, func(t *paper.Cases, set, a string) {
				b := without(a, "MINVT=600")
				if x, y := at(set, avg, b), at(set, avg, a); x == x {
					t.Check(x > 10*y, "%s: %.1f and %.1f", b, x, y)
				}
			})
		}),
		claim("clock-needs-none", "For /per and /stretch-per MINVT=600 does not matter; here: it changes the average by less than 1 %.",
			func(at paper.Source) (bool, string) {
				return forAll([]instances{s}, clock, func(t *paper.Cases, set, a string) {
					b := without(a, "MINVT=600")
					if x, y := at(set, avg, b), at(set, avg, a); x == x {
						t.Check(math.Abs(x-y) < 0.01*y, "%s: %.1f and %.1f", b, x, y)
					}
				})
			}),
	}
}
