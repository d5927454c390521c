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
	claim := compared(gainBy, nil)
	return []paper.Claim{
		claim("beat-easy", beatEasy),
		claim("prob-significant", probSignificant),
		claim("prob-10", prob10),
		claim("outperform", outperform),
		paper.Compared(source(scoresBy).first, nil)("close-to-fronts", closeToFronts),
		compared(gainBy, nil)("about-10", about10),
		compared(gainBy, nil)("single", singleFig5),
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
		t.Check(a > b, "%s on %s: %.2f %%, the best strategy %.2f %%", row, title(set), a, b)
	})
}

func fig6Claims() []paper.Claim {
	claim := compared(gainBy, printedGain)
	all := onCTC(titles()...)
	return []paper.Claim{
		claim("prioritization", gains(all, above(0), "awrt1", "awrt2")),
		claim("group-5", gains(onCTC(genetic...), below(-100), "awrt5")),
		claim("pay", gains(all, below(0), "awrt4", "awrt5")),
		claim("pay-3", gains(all, below(0), "awrt3")),
	}
}

func fig7Claims() []paper.Claim {
	both := compared(scoresBy, printed3)
	return []paper.Claim{
		paper.Judged("area", coversArea),
		paper.Judged("easy-mid", easyMid),
		both("prob-towards", probTowards),
		both("prob-second", probSecond),
		paper.Open("almost-reach", almostReach),
		both("cca-better", ccaBetter),
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
		all, v := r.Series(frontLabel(ctc.key), m.name), scoresBy(r, 1)(ctc.key, easy, m.name)
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
	return paper.Compared(source(scoresBy).first, nil)("", func(at paper.Source) (bool, string) {
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
