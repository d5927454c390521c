package dfrs

import (
	"fmt"
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/paper"
)

// says returns a constructor of claims of a section that the paper prints no numbers for.
func says(section string) func(id, text string, holds func(r *paper.Results) (bool, string)) paper.Claim {
	return func(id, text string, holds func(r *paper.Results) (bool, string)) paper.Claim {
		return paper.Claim{ID: id, Section: section, Text: text, Holds: holds}
	}
}

func fig1Claims() []paper.Claim {
	claim := says("6.1")
	return []paper.Claim{
		claim("greedy-at-low-load", "GreedyPM* performs well at low loads; here: up to 0.3 its average is better than those of at least half "+
			"of the other curves.", func(r *paper.Results) (bool, string) {
			return poorer(r, 0, 0.3, func(n int) bool { return 2*n >= len(others) })
		}),
		claim("greedy-at-high-load", "It is poorer than most others as the load exceeds 0.3; here: better than less than half of them.",
			func(r *paper.Results) (bool, string) {
				return poorer(r, 0.35, 1, func(n int) bool { return 2*n < len(others) })
			}),
		claim("best-at-every-load", bestName+" is the best algorithm at every load.", bestAtEveryLoad),
		claim("factors", "It is about a factor 3 away from the bound at low loads and 7.5 at high ones; here: 2 to 4 at the lowest, 6 to 9 "+
			"at the highest.", factors),
		claim("as-table-2", "Most observations on table 2 hold at each load; here: at three of four loads or more EASY beats FCFS, the best "+
			"algorithm has a hundredth of EASY's average or less, /per is more than six times the best, MINVT helps.", asTable2),
	}
}

var others = slices.DeleteFunc(slices.Clone(curves), func(a string) bool { return a == purely[2] })

// poorer checks at each load above least, up to most, how many algorithms are worse
// than GreedyPM*.
func poorer(r *paper.Results, least, most float64, ok func(n int) bool) (bool, string) {
	var t paper.Cases
	for _, load := range scaled.loads(r.Scale) {
		if load <= least || load > most {
			continue
		}
		n := 0
		for _, a := range others {
			if atLoad(r, load, a) > atLoad(r, load, purely[2]) {
				n++
			}
		}
		t.Check(ok(n), "load %v: better than %d of %d", load, n, len(others))
	}
	return t.All()
}

func bestAtEveryLoad(r *paper.Results) (bool, string) {
	var t paper.Cases
	for _, load := range scaled.loads(r.Scale) {
		best := atLoad(r, load, bestName)
		for _, a := range curves {
			if v := atLoad(r, load, a); a != bestName {
				t.Check(best < v, "load %v: %s %.2f and %.2f", load, a, v, best)
			}
		}
	}
	return t.All()
}

func factors(r *paper.Results) (bool, string) {
	loads := scaled.loads(r.Scale)
	low, high := loads[0], loads[len(loads)-1]
	a, b := atLoad(r, low, bestName), atLoad(r, high, bestName)
	return a >= 2 && a <= 4 && b >= 6 && b <= 9, fmt.Sprintf("%.2f at load %v, %.2f at %v", a, low, b, high)
}

func asTable2(r *paper.Results) (bool, string) {
	var t paper.Cases
	for _, load := range scaled.loads(r.Scale) {
		at := func(a string) float64 { return atLoad(r, load, a) }
		t.Check(at(nameEASY) < at(nameFCFS), "load %v: EASY %.0f and FCFS %.0f", load, at(nameEASY), at(nameFCFS))
		t.Check(100*at(bestName) <= at(nameEASY), "load %v: EASY %.0f and best %.1f", load, at(nameEASY), at(bestName))
		t.Check(at(per) > 6*at(bestName), "load %v: /per %.1f and best %.1f", load, at(per), at(bestName))
		t.Check(at(bestName) < at(star[2]), "load %v: with MINVT %.1f, without %.1f", load, at(bestName), at(star[2]))
	}
	return t.AtLeast(0.75)
}

func fig3Claims(periods []int) []paper.Claim {
	claim := says("6.4.2")
	// besideEASY compares underutilization with EASY's, for each period from least to most.
	besideEASY := func(sets []instances, least, most int, ok func(v, easy float64) bool) func(r *paper.Results) (bool, string) {
		return func(r *paper.Results) (bool, string) {
			var t paper.Cases
			for _, s := range sets {
				for _, seconds := range periods {
					if seconds >= least && seconds <= most {
						v, easy := s.underAt(r, period(seconds)), s.underAt(r, nameEASY)
						t.Check(ok(v, easy), "%s: %.3f at %d s, EASY %.3f", s.key, v, seconds, easy)
					}
				}
			}
			return t.All()
		}
	}
	return []paper.Claim{
		claim("decreases", "Underutilization decreases steadily from 600 to 12,000 s; here: no step up exceeds 2 %, and it falls to less "+
			"than 80 %.", func(r *paper.Results) (bool, string) {
			var t paper.Cases
			for _, s := range allSets {
				for i := 1; i < len(periods); i++ {
					a, b := s.underAt(r, period(periods[i-1])), s.underAt(r, period(periods[i]))
					t.Check(b <= 1.02*a, "%s: %.3f at %d s, %.3f at %d s", s.key, a, periods[i-1], b, periods[i])
				}
				first, last := s.underAt(r, period(periods[0])), s.underAt(r, period(periods[len(periods)-1]))
				t.Check(last < 0.8*first, "%s: from %.3f to %.3f", s.key, first, last)
			}
			return t.All()
		}),
		claim("better-than-easy", "On the synthetic traces it is lower than EASY's for periods longer than 900 s.",
			besideEASY(synthetics, 901, math.MaxInt, lower)),
		claim("real-above-easy", "On the real-world trace it is higher than EASY's whatever the period.",
			besideEASY(allSets[:1], 0, math.MaxInt, higher)),
		claim("recommended", "With periods of 5 to 20 penalties underutilization is only slightly higher or significantly lower than EASY's; "+
			"here: by at most 0.1, or below.", besideEASY(allSets, 1500, 6000, func(v, easy float64) bool { return v <= easy+0.1 })),
	}
}

// longClaims are of figures 5 to 7.
func longClaims(s instances, periods []int) []paper.Claim {
	return []paper.Claim{says("6.4.2")("increases-again", "For extremely long periods underutilization begins to increase; here: it is "+
		"lowest at a period of 6,000 s or more, and higher at the longest.", func(r *paper.Results) (bool, string) {
		least, at := s.leastUnder(r, periods)
		longest := periods[len(periods)-1]
		last := s.underAt(r, period(longest))
		return at < longest && at >= 6000 && last > least, fmt.Sprintf("least %.3f at %d s, %.3f at %d s", least, at, last, longest)
	})}
}

func fig4Claims(periods []int) []paper.Claim {
	shortest, longest := periods[0], periods[len(periods)-1]
	growth := func(r *paper.Results, s instances) float64 { return s.stretchAt(r, longest) / s.stretchAt(r, shortest) }
	claim := says("6.4.2")
	return []paper.Claim{
		claim("slow-growth", "The degradation grows slowly from 600 to 12,000 s: least on the unscaled traces (less than 1.5 times), less "+
			"than 2 times on the real-world trace, most on the scaled ones and less than 3 times.", func(r *paper.Results) (bool, string) {
			a, b, c := growth(r, realWorld), growth(r, unscaled), growth(r, scaled)
			return a < 2 && b < 1.5 && c < 3 && c > max(a, b), fmt.Sprintf("real %.2f times, unscaled %.2f, scaled %.2f", a, b, c)
		}),
		claim("still-beats-easy", "With a period of 20 times the shortest the algorithm still outperforms EASY by at least two orders of "+
			"magnitude on average.", func(r *paper.Results) (bool, string) {
			var l list
			for _, s := range allSets {
				q := stretches(r)(s.key, avg, nameEASY) / s.stretchAt(r, longest)
				l.check(q >= 100, "%s %.0f times", s.key, q)
			}
			return l.result()
		}),
	}
}

func fig9Claims() []paper.Claim {
	const hour = 3600
	claim := says("6.4.2")
	return []paper.Claim{
		claim("hour-quarter", "With a period of an hour the bandwidth is roughly a quarter of that with 600 s; here: a third to a fifth.",
			func(r *paper.Results) (bool, string) {
				q := totalFlow(r, 600) / totalFlow(r, hour)
				return q >= 3 && q <= 5, fmt.Sprintf("%.2f times lower: %.3f and %.3f GB/s", q, totalFlow(r, 600), totalFlow(r, hour))
			}),
		claim("hour-low", "It is under 0.2 GB/s on average.", func(r *paper.Results) (bool, string) {
			return totalFlow(r, hour) < 0.2, fmt.Sprintf("%.3f GB/s", totalFlow(r, hour))
		}),
	}
}
