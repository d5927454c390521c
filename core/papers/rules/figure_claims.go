package rules

import (
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/core/papers/paper"
)

// mean is the mean over those workloads.
func mean(sets []string, of func(set string) float64) float64 {
	sum := 0.0
	for _, set := range sets {
		sum += of(set)
	}
	return sum / float64(len(sets))
}

func fig5Claims() []paper.Claim {
	claim := compared("5", gainBy, nil)
	return []paper.Claim{
		claim("beat-easy", "All three approaches have a lower objective than EASY, on every workload.", beatEasy),
		claim("prob-significant", "The simple and rigid procedure improves the objective significantly; here: by 5 % or more on more than "+
			"half of the workloads.", probSignificant),
		claim("prob-10", "Except on KTH, it improves the objective by 10 % on average; here: by 7.5 % to 12.5 %.", prob10),
		claim("outperform", "The two genetic fuzzy systems outperform the procedure, on every workload.", outperform),
		compared("5", scoresBy, nil)("close-to-fronts", fmt.Sprintf("The results are quite close to the fronts of all workloads; here: the "+
			"genetic fuzzy systems come at least %d %% of the way from EASY's objective to the front's lowest"+nearWhy, near), closeToFronts),
		compared("6", gainBy, nil)("about-10", "Rule-based scheduling improves the objective by about 10 % over EASY; here: by 7.5 % to "+
			"12.5 % on average over workloads and approaches.", about10),
		beyondSeeds("single", "the genetic fuzzy systems are better than every single strategy, on every workload.", scoresBy, singleFig5),
	}
}

func title(set string) string { return setOf(set).title }

func beatEasy(at paper.Source) (bool, string) {
	return paper.EveryPair(keys(), titles(), func(t *paper.Cases, set, row string) {
		t.Check(at(set, row, objective) > 0, "%s on %s: %.2f %%", row, title(set), at(set, row, objective))
	})
}

func probSignificant(at paper.Source) (bool, string) {
	var t paper.Cases
	for _, set := range keys() {
		t.Check(at(set, "PROB", objective) >= 5, "%s: %.2f %%", title(set), at(set, "PROB", objective))
	}
	return t.Most()
}

func prob10(at paper.Source) (bool, string) {
	gain := mean(keys("kth"), at.Of("PROB", objective))
	return gain >= 7.5 && gain <= 12.5, fmt.Sprintf("by %.2f %%", gain)
}

func outperform(at paper.Source) (bool, string) {
	return paper.EveryPair(keys(), genetic, func(t *paper.Cases, set, row string) {
		a, b := at(set, row, objective), at(set, "PROB", objective)
		t.Check(a > b, "%s on %s: %.2f %%, PROB %.2f %%", row, title(set), a, b)
	})
}

func closeToFronts(at paper.Source) (bool, string) {
	return paper.EveryPair(keys(), genetic, func(t *paper.Cases, set, row string) {
		q := reached(at, set, row)
		t.Check(q >= near, "%s on %s: %.1f %%", row, title(set), q)
	})
}

func about10(at paper.Source) (bool, string) {
	sum := 0.0
	for _, row := range titles() {
		sum += mean(keys(), at.Of(row, objective))
	}
	sum /= float64(len(ways))
	return sum >= 7.5 && sum <= 12.5, fmt.Sprintf("by %.2f %%", sum)
}

func singleFig5(at paper.Source) (bool, string) {
	return paper.EveryPair(keys(), genetic, func(t *paper.Cases, set, row string) {
		a, b := at(set, row, objective), at(set, singly, objective)
		t.Check(a < b, "%s on %s: %.2f %% above it", row, title(set), 100*(a/b-1))
	})
}

func fig6Claims() []paper.Claim {
	claim := compared("5", gainBy, printedGain)
	all := onCTC(titles()...)
	return []paper.Claim{
		claim("prioritization", "All approaches achieve the desired prioritization: groups 1 and 2 gain.",
			gains(all, above(0), "awrt1", "awrt2")),
		claim("group-5", "The AWRT of group 5 is extremely long; here: with the genetic fuzzy systems more than twice that under EASY.",
			gains(onCTC(genetic...), below(-100), "awrt5")),
		claim("pay", "The other groups pay; here: the AWRT of groups 4 and 5 is longer than under EASY.", gains(all, below(0), "awrt4", "awrt5")),
		claim("pay-3", "The AWRT of group 3 is longer than under EASY, too.", gains(all, below(0), "awrt3")),
	}
}

func fig7Claims() []paper.Claim {
	ours, both := paper.Section("5"), compared("5", scoresBy, printed3)
	return []paper.Claim{
		ours("area", "The front's points cover an area in this projection; here: most of them are dominated in it.", coversArea),
		ours("easy-mid", "EASY lies in the middle of the projected front; here: between the least and greatest AWRT1 and AWRT2 of its points.",
			easyMid).ByConstruction("the search for the front begins with orders among which is EASY's"),
		both("prob-towards", "The probability-driven procedure moves both towards the front.", probTowards),
		both("prob-second", "It improves AWRT2 significantly and AWRT1 only slightly; here: AWRT2 by 5 % or more, and by more than AWRT1.",
			probSecond),
		paper.Open("5")("almost-reach", "The genetic fuzzy systems almost reach the front; here: none of its points is more than 3 % below them "+
			"in both.", almostReach),
		both("cca-better", "CCA is a little better than PITTS; here: its objective is lower by less than 1 %.", ccaBetter),
	}
}

func coversArea(r *paper.Results) (bool, string) {
	all := int(r.Value(frontLabel(ctc.key), onFront))
	front, _ := undominated(r, frontLabel(ctc.key))
	return 2*len(front) < all, fmt.Sprintf("%d of %d are not", len(front), all)
}

func easyMid(r *paper.Results) (bool, string) {
	var t paper.Cases
	for _, m := range allMeasures[:2] {
		all, v := r.Series(frontLabel(ctc.key), m.name), scores(r)(ctc.key, easy, m.name)
		low, high := slices.Min(all), slices.Max(all)
		t.Check(low < v && v < high, "%s %.0f s, the front %.0f to %.0f s", m.title, v, low, high)
	}
	return t.All()
}

// probGains are the improvements of AWRT1 and AWRT2 on CTC by PROB.
func probGains(at paper.Source) (one, two float64, note string) {
	of := func(m string) float64 { return improvement(m, at(ctc.key, "PROB", m), at(ctc.key, easy, m)) }
	one, two = of("awrt1"), of("awrt2")
	return one, two, fmt.Sprintf("AWRT1 by %.2f %%, AWRT2 by %.2f %%", one, two)
}

func probTowards(at paper.Source) (bool, string) {
	one, two, note := probGains(at)
	return min(one, two) > 0, note
}

func probSecond(at paper.Source) (bool, string) {
	one, two, note := probGains(at)
	return two >= 5 && one < two, note
}

func almostReach(r *paper.Results) (paper.Verdict, string) {
	one, two := r.Series(frontLabel(ctc.key), "awrt1"), r.Series(frontLabel(ctc.key), "awrt2")
	return compared("5", scoresBy, nil)("", "", func(at paper.Source) (bool, string) {
		return paper.Every(genetic, func(t *paper.Cases, row string) {
			most := 0.0 // by how much both can fall at once
			for i := range one {
				most = max(most, min(1-one[i]/at(ctc.key, row, "awrt1"), 1-two[i]/at(ctc.key, row, "awrt2")))
			}
			t.Check(100*most <= 3, "%s: %.2f %%", row, 100*most)
		})
	}).Judge(r)
}

func ccaBetter(at paper.Source) (bool, string) {
	a, b := at(ctc.key, "PITTS", objective), at(ctc.key, "CCA", objective)
	q := 100 * (a - b) / a
	return q > 0 && q < 1, fmt.Sprintf("by %.2f %%", q)
}
