package dfrs

import (
	"fmt"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/paper"
)

func fig1Claims() []paper.Claim {

	claim := func(id, text string, holds func(r *paper.Results) (bool, string)) paper.Claim {
		return paper.Claim{ID: id, Section: "6.1", Text: text, Holds: holds}
	}
	return []paper.Claim{
		claim("greedy-at-low-load", "GreedyPM* performs well at low loads; here: up to 0.3 its average is better than those of at least half "+
			"of the other curves.", greedyAtLowLoad),
		claim("greedy-at-high-load", "And is poorer than most others as the load exceeds 0.3; here: better than less than half of them.",
			greedyAtHighLoad),
		claim("best-at-every-load", bestName+" is the best algorithm at every load.", bestAtEveryLoad),
		claim("factors", "It is about a factor 3 away from the bound at low loads and 7.5 at high ones; here: 2 to 4 at the lowest, 6 to 9 "+
			"at the highest.", factors),
		claim("as-table-2", "Most observations on table 2 hold at the loads; here: at three of four loads or more EASY beats FCFS, the best "+
			"algorithm is a hundredth of EASY or less, /per is more than six times the best, MINVT helps.", asTable2),
	}
}

var others = slices.DeleteFunc(slices.Clone(curves), func(a string) bool { return a == purely[2] })

// poorer counts the algorithms that are worse than GreedyPM* at a load.
func poorer(r *paper.Results, load float64) (n int) {
	for _, a := range others {
		if atLoad(r, load, a) > atLoad(r, load, purely[2]) {
			n++
		}
	}
	return n
}

func greedyAtLowLoad(r *paper.Results) (bool, string) {
	var t paper.Cases
	for _, load := range scaled.loads(r.Scale) {
		if load <= 0.3 {
			t.Check(2*poorer(r, load) >= len(others), "load %v: better than %d of %d", load, poorer(r, load), len(others))
		}
	}
	return t.All()
}

func greedyAtHighLoad(r *paper.Results) (bool, string) {
	var t paper.Cases
	for _, load := range scaled.loads(r.Scale) {
		if load > 0.35 {
			t.Check(2*poorer(r, load) < len(others), "load %v: better than %d of %d", load, poorer(r, load), len(others))
		}
	}
	return t.All()
}

func bestAtEveryLoad(r *paper.Results) (bool, string) {
	var t paper.Cases
	for _, load := range scaled.loads(r.Scale) {
		for _, a := range curves {
			if a != bestName {
				t.Check(atLoad(r, load, bestName) < atLoad(r, load, a), "load %v: %s %.2f and %.2f", load, a, atLoad(r, load, a),
					atLoad(r, load, bestName))
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
	claim := func(id, text string, holds func(r *paper.Results) (bool, string)) paper.Claim {
		return paper.Claim{ID: id, Section: "6.4.2", Text: text, Holds: holds}
	}
	return []paper.Claim{
		claim("decreases", "Underutilization decreases steadily from 600 to 12,000 s; here: never by a step up of more than 2 %, and to less "+
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
			func(r *paper.Results) (bool, string) {
				var t paper.Cases
				for _, s := range allSets[1:] {
					for _, seconds := range periods {
						if seconds > 900 {
							a, b := s.underAt(r, period(seconds)), s.underAt(r, nameEASY)
							t.Check(a < b, "%s: %.3f at %d s, EASY %.3f", s.key, a, seconds, b)
						}
					}
				}
				return t.All()
			}),
		claim("real-above-easy", "On the real-world trace it is higher than EASY's whatever the period.", func(r *paper.Results) (bool, string) {
			var t paper.Cases
			for _, seconds := range periods {
				a, b := realWorld.underAt(r, period(seconds)), realWorld.underAt(r, nameEASY)
				t.Check(a > b, "%.3f at %d s, EASY %.3f", a, seconds, b)
			}
			return t.All()
		}),
		claim("recommended", "With periods of 5 to 20 penalties underutilization is only slightly higher or significantly lower than EASY's; "+
			"here: by at most 0.1, or below.", func(r *paper.Results) (bool, string) {
			var t paper.Cases
			for _, s := range allSets {
				for _, seconds := range periods {
					if seconds >= 1500 && seconds <= 6000 {
						a, b := s.underAt(r, period(seconds)), s.underAt(r, nameEASY)
						t.Check(a <= b+0.1, "%s: %.3f at %d s, EASY %.3f", s.key, a, seconds, b)
					}
				}
			}
			return t.All()
		}),
	}
}

// longClaims are of figures 5 to 7.
func longClaims(s instances, periods []int) []paper.Claim {
	return []paper.Claim{{ID: "increases-again", Section: "6.4.2", Text: "For extremely long periods underutilization begins to increase; " +
		"here: it is higher at the longest than at its least, and that is not below 6,000 s.",
		Holds: func(r *paper.Results) (bool, string) {
			least, at := s.leastUnder(r, periods)
			longest := periods[len(periods)-1]
			last := s.underAt(r, period(longest))
			return at < longest && at >= 6000 && last > least, fmt.Sprintf("least %.3f at %d s, %.3f at %d s", least, at, last, longest)
		}}}
}

func fig4Claims(periods []int) []paper.Claim {
	growth := func(r *paper.Results, s instances) float64 {
		return s.stretchAt(r, periods[len(periods)-1]) / s.stretchAt(r, periods[0])
	}
	claim := func(id, text string, holds func(r *paper.Results) (bool, string)) paper.Claim {
		return paper.Claim{ID: id, Section: "6.4.2", Text: text, Holds: holds}
	}
	return []paper.Claim{
		claim("slow-growth", "The degradation grows slowly: least on the unscaled traces (less than 1.5 times from 600 to 12,000 s), less "+
			"than 2 times on the real-world trace, most on the scaled ones and less than 3 times.", func(r *paper.Results) (bool, string) {
			a, b, c := growth(r, realWorld), growth(r, unscaled), growth(r, scaled)
			return a < 2 && b < 1.5 && c < 3 && c > max(a, b), fmt.Sprintf("real %.2f times, unscaled %.2f, scaled %.2f", a, b, c)
		}),
		claim("still-beats-easy", "With a period of 20 times the shortest the algorithm still outperforms EASY by at least two orders of "+
			"magnitude on average.", func(r *paper.Results) (bool, string) {
			var t paper.Cases
			var found []string
			for _, s := range allSets {
				q := stretches(r)(s.key, avg, nameEASY) / s.stretchAt(r, periods[len(periods)-1])
				t.Check(q >= 100, "")
				found = append(found, fmt.Sprintf("%s %.0f times", s.key, q))
			}
			ok, _ := t.All()
			return ok, strings.Join(found, ", ")
		}),
	}
}

func fig9Claims() []paper.Claim {
	const hour = 3600
	return []paper.Claim{
		{ID: "hour-quarter", Section: "6.4.2", Text: "With a period of an hour the bandwidth is roughly a quarter of that with 600 s; here: " +
			"a third to a fifth.", Holds: func(r *paper.Results) (bool, string) {
			q := totalFlow(r, 600) / totalFlow(r, hour)
			return q >= 3 && q <= 5, fmt.Sprintf("%.2f times lower: %.3f and %.3f GB/s", q, totalFlow(r, 600), totalFlow(r, hour))
		}},
		{ID: "hour-low", Section: "6.4.2", Text: "And under 0.2 GB/s on average.", Holds: func(r *paper.Results) (bool, string) {
			return totalFlow(r, hour) < 0.2, fmt.Sprintf("%.3f GB/s", totalFlow(r, hour))
		}},
	}
}
