package dfrs

import (
	"fmt"
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/papers/paper"
)

func fig1Claims() []paper.Claim {
	return []paper.Claim{
		paper.Judged("greedy-at-low-load", beats(0, 0.3, atLeastHalf)),
		paper.Judged("greedy-at-high-load", beats(0.35, 1, lessThanHalf)),
		paper.Judged("best-at-every-load", bestAtEveryLoad),
		paper.Judged("factors", factors),
		paper.Judged("as-table-2", asTable2),
	}
}

var others = slices.DeleteFunc(slices.Clone(curves), func(a string) bool { return a == purely[2] })

func atLeastHalf(n int) bool  { return 2*n >= len(others) }
func lessThanHalf(n int) bool { return 2*n < len(others) }

// beats checks how many algorithms GreedyPM* beats at each load above least, up to most.
func beats(least, most float64, ok func(n int) bool) func(r *paper.Results) (bool, string) {
	return func(r *paper.Results) (bool, string) {
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
		fcfs, easy, best := at(nameFCFS), at(nameEASY), at(bestName)
		t.Check(easy < fcfs, "load %v: EASY %.0f and FCFS %.0f", load, easy, fcfs)
		t.Check(100*best <= easy, "load %v: EASY %.0f and best %.1f", load, easy, best)
		t.Check(at(per) > 6*best, "load %v: /per %.1f and best %.1f", load, at(per), best)
		t.Check(best < at(star[2]), "load %v: with MINVT %.1f, without %.1f", load, best, at(star[2]))
	}
	return t.AtLeast(0.75)
}

func fig3Claims() []paper.Claim {
	return []paper.Claim{
		paper.Judged("similar", similarP),
		paper.Judged("decreases", decreases),
		paper.Judged("better-than-easy", besideEASY(synthetics, 901, math.MaxInt, lower)),
		paper.Judged("real-above-easy", besideEASY(allSets[:1], 0, math.MaxInt, higher)),
		paper.Judged("recommended", recommended),
		paper.Judged("ten-penalties", tenPenalties),
	}
}

func decreases(r *paper.Results) (bool, string) {
	var t paper.Cases
	for _, s := range allSets {
		at := func(seconds int) float64 { return s.underAt(r, period(seconds)) }
		all := periods(r.Scale, false)
		first, last := at(all[0]), at(all[len(all)-1])
		for i, next := range all[1:] {
			a, b := at(all[i]), at(next)
			t.Check(b <= 1.02*a, "%s: %.3f at %d s, %.3f at %d s", s.key, a, all[i], b, next)
		}
		t.Check(last < 0.8*first, "%s: from %.3f to %.3f", s.key, first, last)
	}
	return t.All()
}

// recommended judges periods of 5 to 20 penalties.
func recommended(r *paper.Results) (bool, string) {
	penalty := penaltyOf(r.Setting)
	return besideEASY(allSets, 5*penalty, 20*penalty, slightlyHigher)(r)
}

// tenPenalties judges that period, or an hour where it is not played.
func tenPenalties(r *paper.Results) (bool, string) {
	seconds := 10 * penaltyOf(r.Setting)
	if !slices.Contains(periods(r.Scale, false), seconds) {
		seconds = 3600
	}
	var t paper.Cases
	for _, s := range allSets {
		v, easy := s.underAt(r, period(seconds)), s.underAt(r, nameEASY)
		q := stretches(r)(s.key, avg, nameEASY) / s.stretchAt(r, seconds)
		t.Check(slightlyHigher(v, easy) && hundredfold(q), "%s: %.3f, EASY %.3f, degradation %.0f times lower", s.key, v, easy, q)
	}
	return t.Listed()
}

// slightlyHigher allows v to be lower, too.
func slightlyHigher(v, easy float64) bool { return v <= easy+0.1 }

// besideEASY compares underutilization with EASY's, for each period from least to most.
func besideEASY(sets []instances, least, most int, ok func(v, easy float64) bool) func(r *paper.Results) (bool, string) {
	return func(r *paper.Results) (bool, string) {
		var t paper.Cases
		for _, s := range sets {
			for _, seconds := range periods(r.Scale, false) {
				if seconds >= least && seconds <= most {
					v, easy := s.underAt(r, period(seconds)), s.underAt(r, nameEASY)
					t.Check(ok(v, easy), "%s: %.3f at %d s, EASY %.3f", s.key, v, seconds, easy)
				}
			}
		}
		return t.All()
	}
}

// increasesAgain judges a sentence about sets: it is true if it is of each.
func increasesAgain(sets ...instances) func(r *paper.Results) (bool, string) {
	return func(r *paper.Results) (bool, string) {
		var t paper.Cases
		periods := periods(r.Scale, true)
		longest := periods[len(periods)-1]
		for _, s := range sets {
			least, at := s.leastUnder(r, periods)
			last, from := s.underAt(r, period(longest)), 15_000
			if s.jobSet == log {
				from = 12_000
			}
			t.Check(at < longest && at >= from && last > least, "%s: least %.3f at %d s, %.3f at %d s", s.key, least, at, last, longest)
		}
		return t.Listed()
	}
}

// similarPeriods are those at which figure 3's algorithm is compared with the other best one.
var similarPeriods = []int{600, 3600, 12000}

// similarP compares underutilization under the two best algorithms.
func similarP(r *paper.Results) (bool, string) {
	var t paper.Cases
	for _, s := range allSets {
		for _, seconds := range similarPeriods {
			a, b := s.underAt(r, period(seconds)), s.underAt(r, periodP(seconds))
			t.Check(b > 0.95*a && b < 1.05*a, "%s, %d s: %.3f and %.3f", s.key, seconds, a, b)
		}
	}
	return t.Listed()
}

func fig4Claims() []paper.Claim {
	return []paper.Claim{
		paper.Judged("slow-growth", slowGrowth),
		paper.Judged("still-beats-easy", stillBeatsEASY),
	}
}

func slowGrowth(r *paper.Results) (bool, string) {
	growth := func(s instances) float64 { return s.stretchAt(r, 12000) / s.stretchAt(r, 600) }
	a, b, c := growth(realWorld), growth(unscaled), growth(scaled)
	return a < 2 && b < 1.5 && c < 3 && c > max(a, b), fmt.Sprintf("real %.2f times, unscaled %.2f, scaled %.2f", a, b, c)
}

func stillBeatsEASY(r *paper.Results) (bool, string) {
	var t paper.Cases
	for _, s := range allSets {
		q := stretches(r)(s.key, avg, nameEASY) / s.stretchAt(r, 12000)
		t.Check(q >= 100, "%s %.0f times", s.key, q)
	}
	return t.Listed()
}

func fig9Claims() []paper.Claim {
	return []paper.Claim{
		paper.Judged("hour-quarter", hourQuarter),
		paper.Judged("hour-low", hourLow),
	}
}

func hourQuarter(r *paper.Results) (bool, string) {
	short, hour := totalFlow(r, 600), totalFlow(r, 3600)
	q := short / hour
	return q >= 3 && q <= 5, fmt.Sprintf("%.2f times lower: %.3f and %.3f GB/s", q, short, hour)
}

func hourLow(r *paper.Results) (bool, string) {
	hour := totalFlow(r, 3600)
	return hour < 0.2, fmt.Sprintf("%.3f GB/s", hour)
}
