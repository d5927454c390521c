package dynp

import (
	"fmt"
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/internal/numeral"
)

func table4Claims() []paper.Claim {
	claim := paper.Compared(ours4, printed4)
	return []paper.Claim{
		claim("sdsc-empty", sdscEmpty),
		claim("sdsc-loc", sdscLoc),
		claim("advanced-response", advancedResponse),
		claim("largest-gain", largestGain),
		claim("response-over-utilization", responseOverUtilization),
		claim("ms-utilization", msUtilizationTable4),
		claim("best-quality", bestQuality),
		claim("simple-favours-fcfs", simpleFavoursFcfs),
		claim("simple-seldom-ljf", startsWithin(sets, qualities[:1], "simple", "ljf", 0, 10)),
		claim("ms-ljf", startsWithin(sets, qualities[2:], "advanced", "ljf", 65, 100)),
		claim("advanced-fcfs", startsWithin(busy, qualities[:2], "advanced", "fcfs", 7.5, 13.5)),
		claim("advanced-sjf", startsWithin(busy, qualities[:2], "advanced", "sjf", 55, 80)),
		claim("advanced-user", advancedUser),
		claim("advanced-owner", advancedOwner),
		claim("advanced-fair", advancedFair),
		claim("different-usage", differentUsage),
		claim("up-to-30", upTo30),
		claim("artww-best", artwwBest),
	}
}

var qualities = []string{"artww", "art", "ms"}

func sdscEmpty(at paper.Source) (bool, string) {
	var times []float64
	for _, c := range table4Columns {
		times = append(times, at("sdsc", c, "artww_s"))
	}
	util, spread := at("sdsc", "artww-advanced", "util"), 100*(slices.Max(times)/slices.Min(times)-1)
	return util < 40 && spread < 2, fmt.Sprintf("utilization %.1f %%, response times within %.2f %%", util, spread)
}

func sdscLoc(at paper.Source) (bool, string) {
	return paper.Every(table4Columns, func(t *paper.Cases, c string) {
		loc := at("sdsc", c, "loc")
		t.Check(loc < 0.005, "%s %.5f", c, loc)
	})
}

func advancedResponse(at paper.Source) (bool, string) {
	return paper.EveryPair(sets, qualities, func(t *paper.Cases, s, q string) {
		g := gain(at, s, q)
		t.Check((g > 0) == !(s == "sdsc" && q == "ms"), "%s with %s: %s %%", s, q, numeral.Signed(g, 2))
	})
}

func largestGain(at paper.Source) (bool, string) {
	best, where := mostGained(at)
	_, v := paper.Judge(numbers().At("table4", "KTH_syn, advanced better than simple", "in the text"), 0, best)
	return where == "kth with artww" && v != paper.Differs,
		fmt.Sprintf("%.1f %% on %s; kth with artww %.1f %%", best, where, gain(at, "kth", "artww"))
}

// mostGained is the largest gain of the advanced decider.
func mostGained(at paper.Source) (best float64, where string) {
	best = math.Inf(-1)
	for _, s := range sets {
		for _, q := range qualities {
			if g := gain(at, s, q); g > best {
				best, where = g, s+" with "+q
			}
		}
	}
	return best, where
}

func responseOverUtilization(at paper.Source) (bool, string) {
	return paper.EveryPair(sets, qualities[:2], func(t *paper.Cases, s, q string) {
		u := 100 * (at(s, q+"-advanced", "util")/at(s, q+"-simple", "util") - 1)
		g := gain(at, s, q)
		t.Check(g > u, "%s with %s: %s and %s %%", s, q, numeral.Fixed(g, 2), numeral.Fixed(u, 2))
	})
}

func msUtilizationTable4(at paper.Source) (bool, string) {
	return paper.Every(sets, func(t *paper.Cases, s string) {
		ms := max(at(s, "ms-simple", "util"), at(s, "ms-advanced", "util"))
		other := max(at(s, "art-simple", "util"), at(s, "art-advanced", "util"), at(s, "artww-simple", "util"), at(s, "artww-advanced", "util"))
		t.Check(math.Abs(ms-other) < 1, "%s: %.2f and %.2f %%", s, ms, other)
	})
}

// responses are the advanced decider's ARTwW with each of the qualities.
func responses(at paper.Source, set string) (all []float64) {
	for _, q := range qualities {
		all = append(all, at(set, q+"-advanced", "artww_s"))
	}
	return all
}

func bestQuality(at paper.Source) (bool, string) {
	var t paper.Cases
	for _, s := range []string{"kth", "pc2"} {
		v := responses(at, s)
		t.Check(v[0] < min(v[1], v[2]), "%s: %.0f, ART %.0f, MS %.0f s", s, v[0], v[1], v[2])
	}
	v := responses(at, "ctc")
	t.Check(v[1] < v[0] && v[1] > 0.95*v[0], "ctc: %.0f, ART %.0f s", v[0], v[1])
	return t.All()
}

func simpleFavoursFcfs(at paper.Source) (bool, string) {
	return paper.EveryPair(sets, qualities, func(t *paper.Cases, s, q string) {
		most := startsMost(at, s, q+"-simple")
		t.Check(most == "fcfs", "%s with %s: %s", s, q, most)
	})
}

// startsWithin claims that a decider starts from..to percent of each set's jobs with a policy.
func startsWithin(sets, qualities []string, decider, policy string, from, to float64) func(at paper.Source) (bool, string) {
	return func(at paper.Source) (bool, string) {
		return paper.EveryPair(sets, qualities, func(t *paper.Cases, s, q string) {
			share := started(at, s, q+"-"+decider, policy)
			t.Check(share >= from && share <= to, "%s with %s: %.1f %%", s, q, share)
		})
	}
}

func advancedUser(at paper.Source) (bool, string) {
	return paper.Every(qualities, func(t *paper.Cases, q string) {
		g := 0.0
		for _, s := range sets {
			g += gain(at, s, q) / 4
		}
		t.Check(g > 0, "%s: %s %%", q, numeral.Signed(g, 2))
	})
}

func advancedOwner(at paper.Source) (bool, string) {
	return paper.EveryPair([]string{"ctc", "pc2", "sdsc"}, qualities, func(t *paper.Cases, s, q string) {
		u := at(s, q+"-advanced", "util") - at(s, q+"-simple", "util")
		l := at(s, q+"-advanced", "loc") - at(s, q+"-simple", "loc")
		t.Check(u >= -0.005 && l <= 0.000005, "%s with %s: UTIL %s points, LOC %s", s, q, numeral.Signed(u, 2), numeral.Signed(l, 5))
	})
}

func advancedFair(at paper.Source) (bool, string) {
	most := map[string]int{}
	for _, s := range sets {
		for _, q := range qualities {
			most[startsMost(at, s, q+"-advanced")]++
		}
	}
	return len(most) > 1, fmt.Sprintf("of 12 columns SJF leads in %d, FCFS in %d, LJF in %d", most["sjf"], most["fcfs"], most["ljf"])
}

func differentUsage(at paper.Source) (bool, string) {
	return paper.EveryPair(sets, qualities, func(t *paper.Cases, s, q string) {
		moved := 0.0
		for _, p := range policies {
			moved += math.Abs(started(at, s, q+"-advanced", p)-started(at, s, q+"-simple", p)) / 2
		}
		t.Check(moved >= 20, "%s with %s: %.1f %%", s, q, moved)
	})
}

func upTo30(at paper.Source) (bool, string) {
	best, _ := mostGained(at)
	return between(best, 25, 40, "%.1f %%")
}

func artwwBest(at paper.Source) (bool, string) {
	var mean [3]float64 // by quality
	for _, s := range sets {
		v := responses(at, s)
		for i := range mean {
			mean[i] += v[i] / slices.Min(v) / 4
		}
	}
	return mean[0] < min(mean[1], mean[2]), fmt.Sprintf("ARTwW %.3f, ART %.3f, MS %.3f times the best", mean[0], mean[1], mean[2])
}

// started is the share in percent of the jobs started with a policy.
func started(at paper.Source, set, column, policy string) float64 {
	total := 0.0
	for _, p := range policies {
		total += at(set, column, "started_"+p)
	}
	return 100 * at(set, column, "started_"+policy) / total
}

// startsMost is the policy that starts the most jobs.
func startsMost(at paper.Source, set, column string) string {
	return slices.MaxFunc(policies, func(a, b string) int {
		return int(at(set, column, "started_"+a) - at(set, column, "started_"+b))
	})
}
