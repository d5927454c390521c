package rules

import (
	"fmt"

	"github.com/backfill-lab/backfill/core/paper"
)

// meanGain is the mean improvement of the objective on those workloads.
func meanGain(at paper.Source, row string, sets []string) float64 {
	sum := 0.0
	for _, set := range sets {
		sum += at(set, row, objective)
	}
	return sum / float64(len(sets))
}

func fig5Claims() []paper.Claim {
	claim := func(id, text string, holds func(at paper.Source) (bool, string)) paper.Claim {
		return paper.Claim{ID: id, Section: "5", Text: text, Holds: func(r *paper.Results) (bool, string) { return holds(gain(r)) }}
	}

	return []paper.Claim{
		claim("beat-easy", "All three approaches have a lower objective than EASY, on every workload.", beatEasy),
		claim("prob-significant", "The simple and rigid procedure improves the objective significantly; here: by 5 % or more on more than "+
			"half of the workloads.", probSignificant),
		claim("prob-10", "Except on KTH, it improves the objective by 10 % on average; here: by 7.5 % to 12.5 %.", prob10),
		claim("outperform", "The two genetic fuzzy systems outperform the procedure, on every workload.", outperform),
		{ID: "close-to-fronts", Section: "5", Text: fmt.Sprintf("The results are quite close to the fronts of all workloads; here: the "+
			"genetic fuzzy systems come at least %d %% of the way from EASY's objective to the front's lowest.", near), Holds: closeToFronts},
		{ID: "about-10", Section: "6", Text: "Rule-based scheduling improves the objective by about 10 % over EASY; here: by 7.5 % or more " +
			"on average over workloads and approaches.", Holds: about10},
		{ID: "single", Section: "none", Text: "Not in the paper: the genetic fuzzy systems are better than every single strategy, on " +
			"every workload.", Holds: singleFig5},
	}
}

func title(set string) string { return setOf(set).title }

func beatEasy(at paper.Source) (bool, string) {
	return paper.Every(keys(), func(t *paper.Cases, set string) {
		for _, row := range titles() {
			t.Check(at(set, row, objective) > 0, "%s on %s: %.2f %%", row, title(set), at(set, row, objective))
		}
	})
}

func probSignificant(at paper.Source) (bool, string) {
	var t paper.Cases
	for _, set := range keys() {
		t.Check(at(set, "PROB", objective) >= 5, "%s: %.2f %%", title(set), at(set, "PROB", objective))
	}
	ok, note := t.AtLeast(0.5)
	return ok && 2*t.Held > t.Total, note
}

func prob10(at paper.Source) (bool, string) {
	mean := meanGain(at, "PROB", keys("kth"))
	return mean >= 7.5 && mean <= 12.5, fmt.Sprintf("by %.2f %%", mean)
}

func outperform(at paper.Source) (bool, string) {
	return paper.EveryPair(keys(), []string{"PITTS", "CCA"}, func(t *paper.Cases, set, row string) {
		a, b := at(set, row, objective), at(set, "PROB", objective)
		t.Check(a > b, "%s on %s: %.2f %%, PROB %.2f %%", row, title(set), a, b)
	})
}

func closeToFronts(r *paper.Results) (bool, string) {
	var t paper.Cases
	at := scores(r)
	for _, set := range keys() {
		for _, row := range []string{"PITTS", "CCA"} {
			q := reached(at, set, row)
			t.Check(q >= near, "%s on %s: %.1f %%", row, title(set), q)
		}
	}
	return t.All()
}

func about10(r *paper.Results) (bool, string) {
	at, sum := gain(r), 0.0
	for _, row := range titles() {
		sum += meanGain(at, row, keys())
	}
	mean := sum / float64(len(ways))
	return mean >= 7.5, fmt.Sprintf("by %.2f %%", mean)
}

func singleFig5(r *paper.Results) (bool, string) {
	var t paper.Cases
	at := scores(r)
	for _, set := range keys() {
		for _, row := range []string{"PITTS", "CCA"} {
			a, b := at(set, row, objective), at(set, singly, objective)
			t.Check(a < b, "%s on %s: %.2f %% above it", row, title(set), 100*(a/b-1))
		}
	}
	return t.All()
}

func fig6Claims() []paper.Claim {
	const set = "ctc"
	claim := func(id, text string, rows []string, measures []string, ok func(gain float64) bool) paper.Claim {
		return paper.Both(id, "5", text, gain, printedGain, func(at paper.Source) (bool, string) {
			var t paper.Cases
			for _, row := range rows {
				for _, m := range measures {
					gain := at(set, row, m)
					t.Check(ok(gain), "%s %s: %s", row, titleOf(m), number(gain))
				}
			}
			return t.All()
		})
	}
	worse := func(gain float64) bool { return gain < 0 }
	return []paper.Claim{
		claim("prioritization", "All approaches achieve the desired prioritization: groups 1 and 2 gain.", titles(), []string{"awrt1", "awrt2"},
			func(gain float64) bool { return gain > 0 }),
		claim("group-5", "The AWRT of group 5 is extremely long; here: with the genetic fuzzy systems more than twice that under EASY.",
			[]string{"PITTS", "CCA"}, []string{"awrt5"}, func(gain float64) bool { return gain < -100 }),
		claim("pay", "The other groups pay; here: the AWRT of groups 4 and 5 is longer than under EASY.", titles(), []string{"awrt4", "awrt5"},
			worse),
		claim("pay-3", "The AWRT of group 3 is longer than under EASY, too.", titles(), []string{"awrt3"}, worse),
	}
}

func fig7Claims() []paper.Claim {
	const set = "ctc"
	ours := func(id, text string, holds func(r *paper.Results) (bool, string)) paper.Claim {
		return paper.Claim{ID: id, Section: "5", Text: text, Holds: holds}
	}
	both := func(id, text string, holds func(at paper.Source) (bool, string)) paper.Claim {
		return paper.Both(id, "5", text, scores, printed3, holds)
	}
	gain := func(at paper.Source, row, measure string) float64 {
		return improvement(measure, at(set, row, measure), at(set, easy, measure))
	}
	return []paper.Claim{
		ours("area", "The front's points cover an area in this projection; here: most of them are dominated in it.",
			func(r *paper.Results) (bool, string) {
				all, front := int(r.Value(frontLabel(set), onFront)), len(inProjection(r, set))
				return 2*front < all, fmt.Sprintf("%d of %d are not", front, all)
			}),
		ours("easy-mid", "EASY lies in the middle of the projected front; here: between the least and greatest AWRT1 and AWRT2 of its points.",
			func(r *paper.Results) (bool, string) {
				var t paper.Cases
				for _, m := range allMeasures[:2] {
					low, high := span(r.Series(frontLabel(set), m.name))
					v := scores(r)(set, easy, m.name)
					t.Check(low < v && v < high, "%s %.0f s, the front %.0f to %.0f s", m.title, v, low, high)
				}
				return t.All()
			}),
		both("prob-towards", "The probability-driven procedure moves both towards the front.", func(at paper.Source) (bool, string) {
			a, b := gain(at, "PROB", "awrt1"), gain(at, "PROB", "awrt2")
			return min(a, b) > 0, fmt.Sprintf("AWRT1 by %.2f %%, AWRT2 by %.2f %%", a, b)
		}),
		both("prob-second", "It improves AWRT2 significantly and AWRT1 only slightly; here: AWRT2 by 5 % or more, and by more than AWRT1.",
			func(at paper.Source) (bool, string) {
				a, b := gain(at, "PROB", "awrt1"), gain(at, "PROB", "awrt2")
				return b >= 5 && a < b, fmt.Sprintf("AWRT1 by %.2f %%, AWRT2 by %.2f %%", a, b)
			}),
		ours("almost-reach", "The genetic fuzzy systems almost reach the front; here: none of its points is more than 3 % below them in both.",
			func(r *paper.Results) (bool, string) {
				var t paper.Cases
				at := scores(r)
				one, two := r.Series(frontLabel(set), "awrt1"), r.Series(frontLabel(set), "awrt2")
				for _, row := range []string{"PITTS", "CCA"} {
					// By how much both can fall at once.
					most := 0.0
					for i := range one {
						most = max(most, min(1-one[i]/at(set, row, "awrt1"), 1-two[i]/at(set, row, "awrt2")))
					}
					t.Check(100*most <= 3, "%s: %.2f %%", row, 100*most)
				}
				return t.All()
			}),
		both("cca-better", "CCA is a little better than PITTS; here: its objective is lower by less than 1 %.",
			func(at paper.Source) (bool, string) {
				a, b := at(set, "PITTS", objective), at(set, "CCA", objective)
				q := 100 * (a - b) / a
				return q > 0 && q < 1, fmt.Sprintf("by %.2f %%", q)
			}),
	}
}

func span(values []float64) (low, high float64) {
	low, high = values[0], values[0]
	for _, v := range values {
		low, high = min(low, v), max(high, v)
	}
	return low, high
}
