package papers

import (
	"fmt"
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/rules"
)

func rulesTitles() (all []string) {
	for _, w := range rulesWays {
		all = append(all, w.title)
	}
	return all
}

// rulesKeys are the workloads' but for those named.
func rulesKeys(but ...string) (all []string) {
	for i := range rulesSets {
		if !slices.Contains(but, rulesSets[i].key) {
			all = append(all, rulesSets[i].key)
		}
	}
	return all
}

func rulesTable2Claims() []Claim {
	return []Claim{{ID: "one-machine", Section: "5", Text: "All workloads are scaled to 1,024 processors, so that they can be compared.", Holds: func(r *Results) (bool, string) {
		var t dynpTally
		for i := range rulesSets {
			s := &rulesSets[i]
			t.check(r.Value(s.key, rulesProcsRow) == rulesProcs, "%s: %.0f", s.title, r.Value(s.key, rulesProcsRow))
		}
		return t.all()
	}}, {ID: "group-1-consumes", Section: "2.1", Text: "Users of group 1 have a high resource consumption, those of group 5 a very low one; here: the mean work of a user falls from each group to the next.", Holds: func(r *Results) (bool, string) {
		var t dynpTally
		for i := range rulesSets {
			last := math.Inf(1)
			for g := 1; g <= rules.NumGroups; g++ {
				n := r.Value(rulesSets[i].key, rulesUsersRow(g))
				if n == 0 {
					continue
				}
				mean := r.Value(rulesSets[i].key, rulesShareRow(g)) / n
				t.check(mean < last, "%s, group %d", rulesSets[i].title, g)
				last = mean
			}
		}
		return t.all()
	}}}
}

// rulesReached is how far the way from EASY's objective to the lowest of the front
// a row has come, in percent.
func rulesReached(at dynpSource, set, row string) float64 {
	easy := at(set, rulesEASY, rulesObjective)
	return 100 * (easy - at(set, row, rulesObjective)) / (easy - at(set, rulesPF, rulesObjective))
}

// rulesNear is the percentage of that way from which on a row is close to the front.
const rulesNear = 80

func rulesTable3Claims() []Claim {
	const set = "ctc"
	claim := func(id, text string, holds func(at dynpSource) (bool, string)) Claim {
		return dynpBoth(id, "5", text, rulesScores, rulesPrinted3, holds)
	}
	objectives := func(at dynpSource, t *dynpTally, row, than string) {
		a, b := at(set, row, rulesObjective), at(set, than, rulesObjective)
		t.check(a < b, "%s: %.0f, %s: %.0f", row, a, than, b)
	}
	return []Claim{
		claim("beat-easy", "All three approaches have a lower objective than EASY.", func(at dynpSource) (bool, string) {
			var t dynpTally
			for _, row := range rulesTitles() {
				objectives(at, &t, row, rulesEASY)
			}
			return t.all()
		}),
		claim("beat-prob", "The two genetic fuzzy systems have a lower objective than the probability-driven procedure.", func(at dynpSource) (bool, string) {
			var t dynpTally
			objectives(at, &t, "PITTS", "PROB")
			objectives(at, &t, "CCA", "PROB")
			return t.all()
		}),
		claim("utilisation", "The utilization remains as it is under EASY; here: to a twentieth of a percentage point.", func(at dynpSource) (bool, string) {
			var t dynpTally
			for _, row := range rulesTitles() {
				u, easy := at(set, row, rulesU), at(set, rulesEASY, rulesU)
				t.check(math.Abs(u-easy) < 0.05, "%s: %.2f %%, EASY: %.2f %%", row, u, easy)
			}
			return t.all()
		}),
		claim("close-to-front", fmt.Sprintf("The results are very close to the off-line front; here: the genetic fuzzy systems come %d %% or more of the way from EASY's objective to its lowest.", rulesNear), func(at dynpSource) (bool, string) {
			pitts, cca, prob := rulesReached(at, set, "PITTS"), rulesReached(at, set, "CCA"), rulesReached(at, set, "PROB")
			return min(pitts, cca) >= rulesNear, fmt.Sprintf("PITTS %.1f %%, CCA %.1f %%, PROB %.1f %%", pitts, cca, prob)
		}),
		claim("front-first", "The front is the best that there is: no approach has a lower objective.", func(at dynpSource) (bool, string) {
			var t dynpTally
			for _, row := range rulesTitles() {
				objectives(at, &t, rulesPF, row)
			}
			return t.all()
		}),
		{ID: "single", Section: "none", Text: "Not said in the paper: the genetic fuzzy systems are better than every single strategy.", Holds: func(r *Results) (bool, string) {
			var t dynpTally
			for _, row := range []string{"PITTS", "CCA"} {
				objectives(rulesScores(r), &t, row, rulesSingly)
			}
			ok, note := t.all()
			return ok, note + "; the best is " + rules.StrategyNames[rulesBestStrategy(r, set)]
		}},
	}
}

func rulesTable4Claims() []Claim {
	claim := func(id, text string, holds func(at dynpSource) (bool, string)) Claim {
		return dynpBoth(id, "5", text, rulesGain, rulesPrintedGain, holds)
	}
	gains := func(at dynpSource, t *dynpTally, set string, measures []string, ok func(gain float64) bool) {
		for _, m := range measures {
			gain := at(set, "PITTS", m)
			t.check(ok(gain), "%s %s: %s", rulesSetOf(set).title, rulesMeasures[rulesMeasureAt(m)].title, rulesNumber(gain))
		}
	}
	favoured := []string{"awrt1", "awrt2"}
	return []Claim{
		claim("shorter", "PITTS shortens the AWRT of groups 1 and 2 on every workload.", func(at dynpSource) (bool, string) {
			var t dynpTally
			for _, set := range rulesKeys() {
				gains(at, &t, set, favoured, func(gain float64) bool { return gain > 0 })
			}
			return t.all()
		}),
		claim("significantly", "For most workloads significantly; here: by 5 % or more, both groups, on more than half of them.", func(at dynpSource) (bool, string) {
			var t dynpTally
			for _, set := range rulesKeys() {
				var both dynpTally
				gains(at, &both, set, favoured, func(gain float64) bool { return gain >= 5 })
				t.check(both.held == both.total, "%s: %s and %s", rulesSetOf(set).title, rulesNumber(at(set, "PITTS", "awrt1")), rulesNumber(at(set, "PITTS", "awrt2")))
			}
			ok, note := t.atLeast(0.5)
			return ok && 2*t.held > t.total, note
		}),
		claim("objective", "The objective is lower on every workload.", func(at dynpSource) (bool, string) {
			var t dynpTally
			for _, set := range rulesKeys() {
				gains(at, &t, set, []string{rulesObjective}, func(gain float64) bool { return gain > 0 })
			}
			return t.all()
		}),
		claim("utilisation", "Apart from SDSC 00 the utilization does not deteriorate; here: it falls by less than 0.05 %.", func(at dynpSource) (bool, string) {
			var t dynpTally
			for _, set := range rulesKeys("sdsc00") {
				gains(at, &t, set, []string{rulesU}, func(gain float64) bool { return gain > -0.05 })
			}
			return t.all()
		}),
		claim("sdsc00", "On SDSC 00 it does, and there groups 4 and 5 pay most; here: more than on any other workload.", func(at dynpSource) (bool, string) {
			var t dynpTally
			gains(at, &t, "sdsc00", []string{rulesU}, func(gain float64) bool { return gain <= -0.05 })
			for _, m := range []string{"awrt4", "awrt5"} {
				for _, set := range rulesKeys("sdsc00") {
					a, b := at("sdsc00", "PITTS", m), at(set, "PITTS", m)
					t.check(a < b, "%s on %s: %s, on SDSC 00 %s", rulesMeasures[rulesMeasureAt(m)].title, rulesSetOf(set).title, rulesNumber(b), rulesNumber(a))
				}
			}
			return t.all()
		}),
		claim("pay", "Groups 3 to 5 pay; here: under PITTS the AWRT of each is longer than under EASY.", func(at dynpSource) (bool, string) {
			var t dynpTally
			for _, set := range rulesKeys() {
				gains(at, &t, set, []string{"awrt3", "awrt4", "awrt5"}, func(gain float64) bool { return gain < 0 })
			}
			return t.all()
		}),
	}
}

func rulesSinglesClaims() []Claim {
	return []Claim{
		{ID: "easy-best", Section: "5", Text: "In most cases EASY is the best scheduling algorithm with respect to AWRT; here: of FCFS, EASY and CONS in order of submission, over all jobs.", Holds: func(r *Results) (bool, string) {
			var t dynpTally
			for i := range rulesSets {
				awrt := r.Series(rulesSingle(rulesSets[i].key), rules.Objectives()[0])
				of := func(a rules.Algorithm) float64 { return awrt[rules.Combine(rules.BySubmit, a)] }
				t.check(of(rules.EASY) <= min(of(rules.FCFS), of(rules.CONS)), "%s: FCFS %.0f s, EASY %.0f s, CONS %.0f s", rulesSets[i].title, of(rules.FCFS), of(rules.EASY), of(rules.CONS))
			}
			ok, note := t.atLeast(0.5)
			return ok && 2*t.held > t.total, note
		}},
		{ID: "group-order", Section: "4", Text: "Sorting by user groups reflects the objective; here: with each of the algorithms it has the lowest objective of the four orders.", Holds: func(r *Results) (bool, string) {
			var t dynpTally
			for i := range rulesSets {
				all := r.Series(rulesSingle(rulesSets[i].key), rulesObjective)
				for _, a := range []rules.Algorithm{rules.FCFS, rules.EASY, rules.CONS} {
					best := rules.ByGroup
					for _, o := range []rules.Order{rules.ByWidth, rules.ByEstimate, rules.BySubmit} {
						if all[rules.Combine(o, a)] < all[rules.Combine(best, a)] {
							best = o
						}
					}
					t.check(best == rules.ByGroup, "%s: %s", rulesSets[i].title, rules.Combine(best, a))
				}
			}
			return t.all()
		}},
	}
}
