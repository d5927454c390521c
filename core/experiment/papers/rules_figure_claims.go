package papers

import "fmt"

// rulesMeanGain is the mean improvement of the objective on those workloads.
func rulesMeanGain(at dynpSource, row string, sets []string) float64 {
	sum := 0.0
	for _, set := range sets {
		sum += at(set, row, rulesObjective)
	}
	return sum / float64(len(sets))
}

func rulesFig5Claims() []Claim {
	claim := func(id, text string, holds func(at dynpSource) (bool, string)) Claim {
		return Claim{ID: id, Section: "5", Text: text, Holds: func(r *Results) (bool, string) { return holds(rulesGain(r)) }}
	}
	title := func(set string) string { return rulesSetOf(set).title }
	return []Claim{
		claim("beat-easy", "All three approaches have a lower objective than EASY, on every workload.", func(at dynpSource) (bool, string) {
			var t dynpTally
			for _, set := range rulesKeys() {
				for _, row := range rulesTitles() {
					t.check(at(set, row, rulesObjective) > 0, "%s on %s: %.2f %%", row, title(set), at(set, row, rulesObjective))
				}
			}
			return t.all()
		}),
		claim("prob-significant", "The simple and rigid procedure improves the objective significantly; here: by 5 % or more on more than half of the workloads.", func(at dynpSource) (bool, string) {
			var t dynpTally
			for _, set := range rulesKeys() {
				t.check(at(set, "PROB", rulesObjective) >= 5, "%s: %.2f %%", title(set), at(set, "PROB", rulesObjective))
			}
			ok, note := t.atLeast(0.5)
			return ok && 2*t.held > t.total, note
		}),
		claim("prob-10", "Apart from KTH it improves the objective by 10 % on average; here: by 7.5 % to 12.5 %.", func(at dynpSource) (bool, string) {
			mean := rulesMeanGain(at, "PROB", rulesKeys("kth"))
			return mean >= 7.5 && mean <= 12.5, fmt.Sprintf("by %.2f %%", mean)
		}),
		claim("outperform", "The two genetic fuzzy systems outperform the procedure, on every workload.", func(at dynpSource) (bool, string) {
			var t dynpTally
			for _, set := range rulesKeys() {
				for _, row := range []string{"PITTS", "CCA"} {
					a, b := at(set, row, rulesObjective), at(set, "PROB", rulesObjective)
					t.check(a > b, "%s on %s: %.2f %%, PROB %.2f %%", row, title(set), a, b)
				}
			}
			return t.all()
		}),
		{ID: "close-to-fronts", Section: "5", Text: fmt.Sprintf("The results are quite close to the fronts of all workloads; here: the genetic fuzzy systems come %d %% or more of the way from EASY's objective to the front's lowest.", rulesNear), Holds: func(r *Results) (bool, string) {
			var t dynpTally
			at := rulesScores(r)
			for _, set := range rulesKeys() {
				for _, row := range []string{"PITTS", "CCA"} {
					q := rulesReached(at, set, row)
					t.check(q >= rulesNear, "%s on %s: %.1f %%", row, title(set), q)
				}
			}
			return t.all()
		}},
		{ID: "about-10", Section: "6", Text: "Rule-based scheduling improves the objective by about 10 % over EASY; here: by 7.5 % or more on average over workloads and approaches.", Holds: func(r *Results) (bool, string) {
			at, sum := rulesGain(r), 0.0
			for _, row := range rulesTitles() {
				sum += rulesMeanGain(at, row, rulesKeys())
			}
			mean := sum / float64(len(rulesWays))
			return mean >= 7.5, fmt.Sprintf("by %.2f %%", mean)
		}},
		{ID: "single", Section: "none", Text: "Not said in the paper: the genetic fuzzy systems are better than every single strategy, on every workload.", Holds: func(r *Results) (bool, string) {
			var t dynpTally
			at := rulesScores(r)
			for _, set := range rulesKeys() {
				for _, row := range []string{"PITTS", "CCA"} {
					a, b := at(set, row, rulesObjective), at(set, rulesSingly, rulesObjective)
					t.check(a < b, "%s on %s: %.2f %% above it", row, title(set), 100*(a/b-1))
				}
			}
			return t.all()
		}},
	}
}

func rulesFig6Claims() []Claim {
	const set = "ctc"
	claim := func(id, text string, rows []string, measures []string, ok func(gain float64) bool) Claim {
		return dynpBoth(id, "5", text, rulesGain, rulesPrintedGain, func(at dynpSource) (bool, string) {
			var t dynpTally
			for _, row := range rows {
				for _, m := range measures {
					gain := at(set, row, m)
					t.check(ok(gain), "%s %s: %s", row, rulesMeasures[rulesMeasureAt(m)].title, rulesNumber(gain))
				}
			}
			return t.all()
		})
	}
	worse := func(gain float64) bool { return gain < 0 }
	return []Claim{
		claim("prioritization", "All approaches achieve the desired prioritization: groups 1 and 2 gain.", rulesTitles(), []string{"awrt1", "awrt2"}, func(gain float64) bool { return gain > 0 }),
		claim("group-5", "The AWRT of group 5 is extremely long; here: with the genetic fuzzy systems more than twice that under EASY.", []string{"PITTS", "CCA"}, []string{"awrt5"}, func(gain float64) bool { return gain < -100 }),
		claim("pay", "The other groups pay; here: those of groups 4 and 5 are longer than under EASY.", rulesTitles(), []string{"awrt4", "awrt5"}, worse),
		claim("pay-3", "And that of group 3 is.", rulesTitles(), []string{"awrt3"}, worse),
	}
}

func rulesFig7Claims() []Claim {
	const set = "ctc"
	ours := func(id, text string, holds func(r *Results) (bool, string)) Claim {
		return Claim{ID: id, Section: "5", Text: text, Holds: holds}
	}
	both := func(id, text string, holds func(at dynpSource) (bool, string)) Claim {
		return dynpBoth(id, "5", text, rulesScores, rulesPrinted3, holds)
	}
	gain := func(at dynpSource, row, measure string) float64 {
		return rulesImprovement(measure, at(set, row, measure), at(set, rulesEASY, measure))
	}
	return []Claim{
		ours("area", "The front's points cover an area in this projection; here: most are dominated in it.", func(r *Results) (bool, string) {
			all, front := int(r.Value(rulesFrontLabel(set), rulesOnFront)), len(rulesInProjection(r, set))
			return 2*front < all, fmt.Sprintf("%d of %d are not", front, all)
		}),
		ours("easy-mid", "EASY lies in the midst of the projected front; here: between the least and the greatest AWRT1 and AWRT2 of its points.", func(r *Results) (bool, string) {
			var t dynpTally
			for _, m := range rulesMeasures[:2] {
				low, high := rulesSpan(r.Series(rulesFrontLabel(set), m.name))
				v := rulesScores(r)(set, rulesEASY, m.name)
				t.check(low < v && v < high, "%s %.0f s, the front %.0f to %.0f s", m.title, v, low, high)
			}
			return t.all()
		}),
		both("prob-towards", "The probability-driven procedure moves both towards the front.", func(at dynpSource) (bool, string) {
			a, b := gain(at, "PROB", "awrt1"), gain(at, "PROB", "awrt2")
			return min(a, b) > 0, fmt.Sprintf("AWRT1 by %.2f %%, AWRT2 by %.2f %%", a, b)
		}),
		both("prob-second", "It improves AWRT2 significantly and AWRT1 only slightly; here: AWRT2 by 5 % or more, and by more than AWRT1.", func(at dynpSource) (bool, string) {
			a, b := gain(at, "PROB", "awrt1"), gain(at, "PROB", "awrt2")
			return b >= 5 && a < b, fmt.Sprintf("AWRT1 by %.2f %%, AWRT2 by %.2f %%", a, b)
		}),
		ours("almost-reach", "The genetic fuzzy systems almost reach the front; here: no point of it is more than 3 % below them in both.", func(r *Results) (bool, string) {
			var t dynpTally
			at := rulesScores(r)
			one, two := r.Series(rulesFrontLabel(set), "awrt1"), r.Series(rulesFrontLabel(set), "awrt2")
			for _, row := range []string{"PITTS", "CCA"} {
				// By how much both can fall at once.
				most := 0.0
				for i := range one {
					most = max(most, min(1-one[i]/at(set, row, "awrt1"), 1-two[i]/at(set, row, "awrt2")))
				}
				t.check(100*most <= 3, "%s: %.2f %%", row, 100*most)
			}
			return t.all()
		}),
		both("cca-better", "CCA is a little better than PITTS; here: its objective is lower by less than 1 %.", func(at dynpSource) (bool, string) {
			a, b := at(set, "PITTS", rulesObjective), at(set, "CCA", rulesObjective)
			q := 100 * (a - b) / a
			return q > 0 && q < 1, fmt.Sprintf("by %.2f %%", q)
		}),
	}
}

func rulesSpan(values []float64) (low, high float64) {
	low, high = values[0], values[0]
	for _, v := range values {
		low, high = min(low, v), max(high, v)
	}
	return low, high
}
