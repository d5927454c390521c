package rules

import (
	"fmt"
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/paper"
	"github.com/backfill-lab/backfill/core/rules"
)

func titles() (all []string) {
	for _, w := range ways {
		all = append(all, w.title)
	}
	return all
}

// keys are those of the workloads, except the named ones.
func keys(but ...string) (all []string) {
	for i := range allSets {
		if !slices.Contains(but, allSets[i].key) {
			all = append(all, allSets[i].key)
		}
	}
	return all
}

func table2Claims() []paper.Claim {
	return []paper.Claim{{ID: "one-machine", Section: "5",
		Text: "All workloads are scaled to 1,024 processors, so that they can be compared.", Holds: oneMachine},
		{ID: "group-1-consumes", Section: "2.1", Text: "Users of group 1 have a high resource consumption, those of group 5 a very low one; " +
			"here: the mean work of a user falls from each group to the next.", Holds: group1Consumes}}
}

func oneMachine(r *paper.Results) (bool, string) {
	var t paper.Cases
	for i := range allSets {
		s := &allSets[i]
		t.Check(r.Value(s.key, procsRow) == procs, "%s: %.0f", s.title, r.Value(s.key, procsRow))
	}
	return t.All()
}

func group1Consumes(r *paper.Results) (bool, string) {
	var t paper.Cases
	for i := range allSets {
		last := math.Inf(1)
		for g := 1; g <= rules.NumGroups; g++ {
			n := r.Value(allSets[i].key, usersRow(g))
			if n == 0 {
				continue
			}
			mean := r.Value(allSets[i].key, shareRow(g)) / n
			t.Check(mean < last, "%s, group %d", allSets[i].title, g)
			last = mean
		}
	}
	return t.All()
}

// reached is how far a row is on the way from EASY's objective to the front's lowest,
// in percent.
func reached(at paper.Source, set, row string) float64 {
	easy := at(set, easy, objective)
	return 100 * (easy - at(set, row, objective)) / (easy - at(set, pf, objective))
}

// near is the least of those percentages that counts as close to the front.
const near = 80

func table3Claims() []paper.Claim {
	const set = "ctc"
	claim := func(id, text string, holds func(at paper.Source) (bool, string)) paper.Claim {
		return paper.Both(id, "5", text, scores, printed3, holds)
	}
	objectives := func(at paper.Source, t *paper.Cases, row, than string) {
		a, b := at(set, row, objective), at(set, than, objective)
		t.Check(a < b, "%s: %.0f, %s: %.0f", row, a, than, b)
	}
	return []paper.Claim{
		claim("beat-easy", "All three approaches have a lower objective than EASY.", func(at paper.Source) (bool, string) {
			var t paper.Cases
			for _, row := range titles() {
				objectives(at, &t, row, easy)
			}
			return t.All()
		}),
		claim("beat-prob", "The two genetic fuzzy systems have a lower objective than the probability-driven procedure.",
			func(at paper.Source) (bool, string) {
				var t paper.Cases
				objectives(at, &t, "PITTS", "PROB")
				objectives(at, &t, "CCA", "PROB")
				return t.All()
			}),
		claim("utilisation", "The utilization remains as it is under EASY; here: to a twentieth of a percentage point.",
			func(at paper.Source) (bool, string) {
				var t paper.Cases
				for _, row := range titles() {
					u, easy := at(set, row, u), at(set, easy, u)
					t.Check(math.Abs(u-easy) < 0.05, "%s: %.2f %%, EASY: %.2f %%", row, u, easy)
				}
				return t.All()
			}),
		claim("close-to-front", fmt.Sprintf("The results are very close to the off-line front; here: the genetic fuzzy systems come at least "+
			"%d %% of the way from EASY's objective to its lowest.", near), func(at paper.Source) (bool, string) {
			pitts, cca, prob := reached(at, set, "PITTS"), reached(at, set, "CCA"), reached(at, set, "PROB")
			return min(pitts, cca) >= near, fmt.Sprintf("PITTS %.1f %%, CCA %.1f %%, PROB %.1f %%", pitts, cca, prob)
		}),
		claim("front-first", "The front is the best: no approach has a lower objective.", func(at paper.Source) (bool, string) {
			var t paper.Cases
			for _, row := range titles() {
				objectives(at, &t, pf, row)
			}
			return t.All()
		}),
		{ID: "single", Section: "none", Text: "Not in the paper: the genetic fuzzy systems are better than every single strategy.",
			Holds: func(r *paper.Results) (bool, string) {
				var t paper.Cases
				for _, row := range []string{"PITTS", "CCA"} {
					objectives(scores(r), &t, row, singly)
				}
				ok, note := t.All()
				return ok, note + "; the best is " + rules.StrategyNames[bestStrategy(r, set)]
			}},
	}
}

func table4Claims() []paper.Claim {
	claim := func(id, text string, holds func(at paper.Source) (bool, string)) paper.Claim {
		return paper.Both(id, "5", text, gain, printedGain, holds)
	}

	return []paper.Claim{
		claim("shorter", "PITTS shortens the AWRT of groups 1 and 2 on every workload.", shorter),
		claim("significantly", "For most workloads it does so significantly; here: by 5 % or more for both groups, on more than half of them.",
			significantly),
		claim("objective", "The objective is lower on every workload.", objectiveTable4),
		claim("utilisation", "Apart from SDSC 00 the utilization does not deteriorate; here: it falls by less than 0.05 %.", utilisation),
		claim("sdsc00", "On SDSC 00 the utilization deteriorates, and groups 4 and 5 pay most; here: more than on any other workload.", sdsc00),
		claim("pay", "Groups 3 to 5 pay; here: under PITTS the AWRT of each is longer than under EASY.", pay),
	}
}

func gains(at paper.Source, t *paper.Cases, set string, measures []string, ok func(gain float64) bool) {
	for _, m := range measures {
		gain := at(set, "PITTS", m)
		t.Check(ok(gain), "%s %s: %s", setOf(set).title, titleOf(m), number(gain))
	}
}

var favoured = []string{"awrt1", "awrt2"}

func shorter(at paper.Source) (bool, string) {
	var t paper.Cases
	for _, set := range keys() {
		gains(at, &t, set, favoured, func(gain float64) bool { return gain > 0 })
	}
	return t.All()
}

func significantly(at paper.Source) (bool, string) {
	var t paper.Cases
	for _, set := range keys() {
		var both paper.Cases
		gains(at, &both, set, favoured, func(gain float64) bool { return gain >= 5 })
		t.Check(both.Held == both.Total, "%s: %s and %s", setOf(set).title, number(at(set, "PITTS", "awrt1")), number(at(set, "PITTS", "awrt2")))
	}
	ok, note := t.AtLeast(0.5)
	return ok && 2*t.Held > t.Total, note
}

func objectiveTable4(at paper.Source) (bool, string) {
	var t paper.Cases
	for _, set := range keys() {
		gains(at, &t, set, []string{objective}, func(gain float64) bool { return gain > 0 })
	}
	return t.All()
}

func utilisation(at paper.Source) (bool, string) {
	var t paper.Cases
	for _, set := range keys("sdsc00") {
		gains(at, &t, set, []string{u}, func(gain float64) bool { return gain > -0.05 })
	}
	return t.All()
}

func sdsc00(at paper.Source) (bool, string) {
	var t paper.Cases
	gains(at, &t, "sdsc00", []string{u}, func(gain float64) bool { return gain <= -0.05 })
	for _, m := range []string{"awrt4", "awrt5"} {
		for _, set := range keys("sdsc00") {
			a, b := at("sdsc00", "PITTS", m), at(set, "PITTS", m)
			t.Check(a < b, "%s on %s: %s, on SDSC 00 %s", titleOf(m), setOf(set).title, number(b), number(a))
		}
	}
	return t.All()
}

func pay(at paper.Source) (bool, string) {
	var t paper.Cases
	for _, set := range keys() {
		gains(at, &t, set, []string{"awrt3", "awrt4", "awrt5"}, func(gain float64) bool { return gain < 0 })
	}
	return t.All()
}

func singlesClaims() []paper.Claim {
	return []paper.Claim{
		{ID: "easy-best", Section: "5", Text: "In most cases EASY is the best scheduling algorithm with respect to AWRT; here: of FCFS, EASY " +
			"and CONS in order of submission, over all jobs.", Holds: easyBest},
		{ID: "group-order", Section: "4", Text: "Sorting by user groups reflects the objective; here: with each algorithm it has the lowest " +
			"objective of the four orders.", Holds: groupOrder},
	}
}

func easyBest(r *paper.Results) (bool, string) {
	var t paper.Cases
	for i := range allSets {
		awrt := r.Series(single(allSets[i].key), rules.Objectives()[0])
		of := func(a rules.Algorithm) float64 { return awrt[rules.Combine(rules.BySubmit, a)] }
		t.Check(of(rules.EASY) <= min(of(rules.FCFS), of(rules.CONS)), "%s: FCFS %.0f s, EASY %.0f s, CONS %.0f s", allSets[i].title,
			of(rules.FCFS), of(rules.EASY), of(rules.CONS))
	}
	ok, note := t.AtLeast(0.5)
	return ok && 2*t.Held > t.Total, note
}

func groupOrder(r *paper.Results) (bool, string) {
	var t paper.Cases
	for i := range allSets {
		all := r.Series(single(allSets[i].key), objective)
		for _, a := range []rules.Algorithm{rules.FCFS, rules.EASY, rules.CONS} {
			best := rules.ByGroup
			for _, o := range []rules.Order{rules.ByWidth, rules.ByEstimate, rules.BySubmit} {
				if all[rules.Combine(o, a)] < all[rules.Combine(best, a)] {
					best = o
				}
			}
			t.Check(best == rules.ByGroup, "%s: %s", allSets[i].title, rules.Combine(best, a))
		}
	}
	return t.All()
}
