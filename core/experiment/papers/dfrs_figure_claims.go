package papers

import (
	"fmt"
	"slices"
	"strings"
)

func dfrsFig1Claims() []Claim {
	others := slices.DeleteFunc(slices.Clone(dfrsCurves), func(a string) bool { return a == dfrsPurely[2] })
	// poorer counts the algorithms that are worse than GreedyPM* at a load.
	poorer := func(r *Results, load float64) (n int) {
		for _, a := range others {
			if dfrsAtLoad(r, load, a) > dfrsAtLoad(r, load, dfrsPurely[2]) {
				n++
			}
		}
		return n
	}
	claim := func(id, text string, holds func(r *Results) (bool, string)) Claim {
		return Claim{ID: id, Section: "6.1", Text: text, Holds: holds}
	}
	return []Claim{
		claim("greedy-at-low-load", "GreedyPM* performs well at low loads; here: up to 0.3 its average is better than those of at least half of the other curves.", func(r *Results) (bool, string) {
			var t dynpTally
			for _, load := range dfrsScaled.loads(r.Scale) {
				if load <= 0.3 {
					t.check(2*poorer(r, load) >= len(others), "load %v: better than %d of %d", load, poorer(r, load), len(others))
				}
			}
			return t.all()
		}),
		claim("greedy-at-high-load", "And is poorer than most others as the load exceeds 0.3; here: better than less than half of them.", func(r *Results) (bool, string) {
			var t dynpTally
			for _, load := range dfrsScaled.loads(r.Scale) {
				if load > 0.35 {
					t.check(2*poorer(r, load) < len(others), "load %v: better than %d of %d", load, poorer(r, load), len(others))
				}
			}
			return t.all()
		}),
		claim("best-at-every-load", dfrsBest+" is the best algorithm at every load.", func(r *Results) (bool, string) {
			var t dynpTally
			for _, load := range dfrsScaled.loads(r.Scale) {
				for _, a := range dfrsCurves {
					if a != dfrsBest {
						t.check(dfrsAtLoad(r, load, dfrsBest) < dfrsAtLoad(r, load, a), "load %v: %s %.2f and %.2f", load, a, dfrsAtLoad(r, load, a), dfrsAtLoad(r, load, dfrsBest))
					}
				}
			}
			return t.all()
		}),
		claim("factors", "It is about a factor 3 away from the bound at low loads and 7.5 at high ones; here: 2 to 4 at the lowest, 6 to 9 at the highest.", func(r *Results) (bool, string) {
			loads := dfrsScaled.loads(r.Scale)
			low, high := loads[0], loads[len(loads)-1]
			a, b := dfrsAtLoad(r, low, dfrsBest), dfrsAtLoad(r, high, dfrsBest)
			return a >= 2 && a <= 4 && b >= 6 && b <= 9, fmt.Sprintf("%.2f at load %v, %.2f at %v", a, low, b, high)
		}),
		claim("as-table-2", "Most observations on table 2 hold at the loads; here: at three of four loads or more EASY beats FCFS, the best algorithm is a hundredth of EASY or less, /per is more than six times the best, MINVT helps.", func(r *Results) (bool, string) {
			var t dynpTally
			for _, load := range dfrsScaled.loads(r.Scale) {
				at := func(a string) float64 { return dfrsAtLoad(r, load, a) }
				t.check(at(dfrsEASY) < at(dfrsFCFS), "load %v: EASY %.0f and FCFS %.0f", load, at(dfrsEASY), at(dfrsFCFS))
				t.check(100*at(dfrsBest) <= at(dfrsEASY), "load %v: EASY %.0f and best %.1f", load, at(dfrsEASY), at(dfrsBest))
				t.check(at(dfrsPer) > 6*at(dfrsBest), "load %v: /per %.1f and best %.1f", load, at(dfrsPer), at(dfrsBest))
				t.check(at(dfrsBest) < at(dfrsStar[2]), "load %v: with MINVT %.1f, without %.1f", load, at(dfrsBest), at(dfrsStar[2]))
			}
			return t.atLeast(0.75)
		}),
	}
}

func dfrsFig3Claims(periods []int) []Claim {
	claim := func(id, text string, holds func(r *Results) (bool, string)) Claim {
		return Claim{ID: id, Section: "6.4.2", Text: text, Holds: holds}
	}
	return []Claim{
		claim("decreases", "Underutilization decreases steadily from 600 to 12,000 s; here: never by a step up of more than 2 %, and to less than 80 %.", func(r *Results) (bool, string) {
			var t dynpTally
			for _, s := range dfrsSets {
				for i := 1; i < len(periods); i++ {
					a, b := s.underAt(r, dfrsPeriod(periods[i-1])), s.underAt(r, dfrsPeriod(periods[i]))
					t.check(b <= 1.02*a, "%s: %.3f at %d s, %.3f at %d s", s.key, a, periods[i-1], b, periods[i])
				}
				first, last := s.underAt(r, dfrsPeriod(periods[0])), s.underAt(r, dfrsPeriod(periods[len(periods)-1]))
				t.check(last < 0.8*first, "%s: from %.3f to %.3f", s.key, first, last)
			}
			return t.all()
		}),
		claim("better-than-easy", "On the synthetic traces it is lower than EASY's for periods longer than 900 s.", func(r *Results) (bool, string) {
			var t dynpTally
			for _, s := range dfrsSets[1:] {
				for _, seconds := range periods {
					if seconds > 900 {
						a, b := s.underAt(r, dfrsPeriod(seconds)), s.underAt(r, dfrsEASY)
						t.check(a < b, "%s: %.3f at %d s, EASY %.3f", s.key, a, seconds, b)
					}
				}
			}
			return t.all()
		}),
		claim("real-above-easy", "On the real-world trace it is higher than EASY's whatever the period.", func(r *Results) (bool, string) {
			var t dynpTally
			for _, seconds := range periods {
				a, b := dfrsReal.underAt(r, dfrsPeriod(seconds)), dfrsReal.underAt(r, dfrsEASY)
				t.check(a > b, "%.3f at %d s, EASY %.3f", a, seconds, b)
			}
			return t.all()
		}),
		claim("recommended", "With periods of 5 to 20 penalties underutilization is only slightly higher or significantly lower than EASY's; here: by at most 0.1, or below.", func(r *Results) (bool, string) {
			var t dynpTally
			for _, s := range dfrsSets {
				for _, seconds := range periods {
					if seconds >= 1500 && seconds <= 6000 {
						a, b := s.underAt(r, dfrsPeriod(seconds)), s.underAt(r, dfrsEASY)
						t.check(a <= b+0.1, "%s: %.3f at %d s, EASY %.3f", s.key, a, seconds, b)
					}
				}
			}
			return t.all()
		}),
	}
}

// dfrsLongClaims are of figures 5 to 7.
func dfrsLongClaims(s dfrsSet, periods []int) []Claim {
	return []Claim{{ID: "increases-again", Section: "6.4.2", Text: "For extremely long periods underutilization begins to increase; here: it is higher at the longest than at its least, and that is not below 6,000 s.",
		Holds: func(r *Results) (bool, string) {
			least, at := s.leastUnder(r, periods)
			longest := periods[len(periods)-1]
			last := s.underAt(r, dfrsPeriod(longest))
			return at < longest && at >= 6000 && last > least, fmt.Sprintf("least %.3f at %d s, %.3f at %d s", least, at, last, longest)
		}}}
}

func dfrsFig4Claims(periods []int) []Claim {
	growth := func(r *Results, s dfrsSet) float64 {
		return s.stretchAt(r, periods[len(periods)-1]) / s.stretchAt(r, periods[0])
	}
	claim := func(id, text string, holds func(r *Results) (bool, string)) Claim {
		return Claim{ID: id, Section: "6.4.2", Text: text, Holds: holds}
	}
	return []Claim{
		claim("slow-growth", "The degradation grows slowly: least on the unscaled traces (less than 1.5 times from 600 to 12,000 s), less than 2 times on the real-world trace, most on the scaled ones and less than 3 times.", func(r *Results) (bool, string) {
			a, b, c := growth(r, dfrsReal), growth(r, dfrsUnscaled), growth(r, dfrsScaled)
			return a < 2 && b < 1.5 && c < 3 && c > max(a, b), fmt.Sprintf("real %.2f times, unscaled %.2f, scaled %.2f", a, b, c)
		}),
		claim("still-beats-easy", "With a period of 20 times the shortest the algorithm still outperforms EASY by at least two orders of magnitude on average.", func(r *Results) (bool, string) {
			var t dynpTally
			var found []string
			for _, s := range dfrsSets {
				q := dfrsStretches(r)(s.key, dfrsAvg, dfrsEASY) / s.stretchAt(r, periods[len(periods)-1])
				t.check(q >= 100, "")
				found = append(found, fmt.Sprintf("%s %.0f times", s.key, q))
			}
			ok, _ := t.all()
			return ok, strings.Join(found, ", ")
		}),
	}
}

func dfrsFig9Claims() []Claim {
	const hour = 3600
	return []Claim{
		{ID: "hour-quarter", Section: "6.4.2", Text: "With a period of an hour the bandwidth is roughly a quarter of that with 600 s; here: a third to a fifth.", Holds: func(r *Results) (bool, string) {
			q := dfrsTotalFlow(r, 600) / dfrsTotalFlow(r, hour)
			return q >= 3 && q <= 5, fmt.Sprintf("%.2f times lower: %.3f and %.3f GB/s", q, dfrsTotalFlow(r, 600), dfrsTotalFlow(r, hour))
		}},
		{ID: "hour-low", Section: "6.4.2", Text: "And under 0.2 GB/s on average.", Holds: func(r *Results) (bool, string) {
			return dfrsTotalFlow(r, hour) < 0.2, fmt.Sprintf("%.3f GB/s", dfrsTotalFlow(r, hour))
		}},
	}
}
