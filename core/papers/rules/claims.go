package rules

import (
	"fmt"
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/policy/rules"
)

func titles() (all []string) {
	for _, w := range ways {
		all = append(all, w.title)
	}
	return all
}

func isWay(row string) bool { return slices.Contains(titles(), row) }

// genetic are the two genetic fuzzy systems.
var genetic = []string{pitts.title, cca.title}

// keys are those of the workloads, except the named ones.
func keys(but ...string) (all []string) {
	for _, s := range allSets {
		if !slices.Contains(but, s.key) {
			all = append(all, s.key)
		}
	}
	return all
}

func table2Claims() []paper.Claim {
	return []paper.Claim{
		paper.Judged("one-machine", oneMachine),
		paper.Judged("group-1-consumes", group1Consumes),
		paper.Judged("factors", factorsFit),
	}
}

// factorsFit checks that the factors give about the printed numbers of jobs.
func factorsFit(*paper.Results) (bool, string) {
	var t paper.Cases
	for _, s := range allSets {
		if !s.whole() {
			off := (float64(s.jobs()) - s.expected(s.original)) / s.deviation()
			t.Check(math.Abs(off) <= 2, "%s: %.1f standard deviations, factor %.2f, implied %.3f", s.title, off, s.factor, s.implied())
		}
	}
	return t.All()
}

func oneMachine(r *paper.Results) (bool, string) {
	return paper.Every(keys(), func(t *paper.Cases, set string) {
		t.Check(r.Value(set, procsRow) == procs, "%s: %.0f", title(set), r.Value(set, procsRow))
	})
}

func group1Consumes(r *paper.Results) (bool, string) {
	return paper.Every(keys(), func(t *paper.Cases, set string) {
		last := math.Inf(1)
		for g := 1; g <= rules.NumGroups; g++ {
			if n := r.Value(set, usersRow(g)); n > 0 {
				mean := r.Value(set, shareRow(g)) / n
				t.Check(mean < last, "%s, group %d", title(set), g)
				last = mean
			}
		}
	})
}

// reached is how far a row is on the way from EASY's objective to the front's lowest,
// in percent.
func reached(at paper.Source, set, row string) float64 {
	easy := at(set, easy, objective)
	return 100 * (easy - at(set, row, objective)) / (easy - at(set, pf, objective))
}

// near is the least of those percentages that counts as close to the front.
const near = 80

func table3Claims(at paper.Setting) []paper.Claim {
	claim := compared(scoresBy, printed3)
	first := paper.Compared(source(scoresBy).first, printed3)("front-first", frontFirst)
	if seeded(at) {
		first.Certain = "the search for the front begins with the approaches' own orders"
	}
	return []paper.Claim{
		claim("beat-easy", beatEasyTable3),
		claim("beat-prob", beatProb),
		claim("utilisation", utilisationTable3),
		paper.Compared(source(scoresBy).first, printed3)("close-to-front", closeToFront),
		first,
		compared(scoresBy, nil)("single", singleTable3),
		paper.Open("easy-inside", easyInside),
	}
}

// easyInside checks that every printed number of EASY is between the least and the largest of our draws.
func easyInside(r *paper.Results) (paper.Verdict, string) {
	if r.Scale != paper.Full {
		return paper.Undecided, "at the paper's size alone"
	}
	var t paper.Cases
	for _, m := range allMeasures {
		all := ctc.eachDraw(func(at scored) float64 { return at(easy, m.name) })(r)
		printed := printed3(ctc.key, easy, m.name)
		least, most := slices.Min(all), slices.Max(all)
		t.Check(least <= printed && printed <= most, "%s: printed %s, %s to %s", m.title, number(printed), number(least), number(most))
	}
	ok, note := t.All()
	return paper.Rule(ok), note
}

// lower checks that the objective of a row on CTC is lower than another's.
func lower(at paper.Source, t *paper.Cases, row, than string) {
	a, b := at(ctc.key, row, objective), at(ctc.key, than, objective)
	t.Check(a < b, "%s: %.0f, %s: %.0f", row, a, than, b)
}

func beatEasyTable3(at paper.Source) (bool, string) {
	return paper.Every(titles(), func(t *paper.Cases, row string) { lower(at, t, row, easy) })
}

func beatProb(at paper.Source) (bool, string) {
	return paper.Every(genetic, func(t *paper.Cases, row string) { lower(at, t, row, prob.title) })
}

func utilisationTable3(at paper.Source) (bool, string) {
	return paper.Every(titles(), func(t *paper.Cases, row string) {
		u, easy := at(ctc.key, row, u), at(ctc.key, easy, u)
		t.Check(math.Abs(u-easy) < 0.05, "%s: %.2f %%, EASY: %.2f %%", row, u, easy)
	})
}

func closeToFront(at paper.Source) (bool, string) {
	pitts, cca, prob := reached(at, ctc.key, "PITTS"), reached(at, ctc.key, "CCA"), reached(at, ctc.key, "PROB")
	return min(pitts, cca) >= near, fmt.Sprintf("PITTS %.1f %%, CCA %.1f %%, PROB %.1f %%", pitts, cca, prob)
}

func frontFirst(at paper.Source) (bool, string) {
	return paper.Every(titles(), func(t *paper.Cases, row string) { lower(at, t, pf, row) })
}

func singleTable3(at paper.Source) (bool, string) {
	return paper.Every(genetic, func(t *paper.Cases, row string) { lower(at, t, row, singly) })
}

// A gainer is a row on a workload, by the name that a claim's note gives it.
type gainer struct{ name, set, row string }

// onSets are PITTS on the workloads.
func onSets(sets ...string) (all []gainer) {
	for _, set := range sets {
		all = append(all, gainer{title(set), set, pitts.title})
	}
	return all
}

// onCTC are the rows on CTC.
func onCTC(rows ...string) (all []gainer) {
	for _, row := range rows {
		all = append(all, gainer{row, ctc.key, row})
	}
	return all
}

// gains checks each improvement over EASY in these measures.
func gains(of []gainer, ok func(gain float64) bool, measures ...string) func(paper.Source) (bool, string) {
	return func(at paper.Source) (bool, string) {
		var t paper.Cases
		for _, g := range of {
			for _, m := range measures {
				gain := at(g.set, g.row, m)
				t.Check(ok(gain), "%s %s: %s", g.name, titleOf(m), number(gain))
			}
		}
		return t.All()
	}
}

// above and below bound a gain, exclusively.
func above(least float64) func(gain float64) bool {
	return func(gain float64) bool { return gain > least }
}

func below(most float64) func(gain float64) bool {
	return func(gain float64) bool { return gain < most }
}

func table4Claims() []paper.Claim {
	claim := compared(gainBy, printedGain)
	all := onSets(keys()...)
	return []paper.Claim{
		claim("shorter", gains(all, above(0), "awrt1", "awrt2")),
		claim("significantly", significantly),
		claim("objective", gains(all, above(0), objective)),
		claim("utilisation", gains(onSets(keys("sdsc00")...), above(-0.05), u)),
		claim("sdsc00", sdsc00),
		claim("pay", gains(all, below(0), "awrt3", "awrt4", "awrt5")),
	}
}

func significantly(at paper.Source) (bool, string) {
	var t paper.Cases
	for _, set := range keys() {
		a, b := at(set, "PITTS", "awrt1"), at(set, "PITTS", "awrt2")
		t.Check(min(a, b) >= 5, "%s: %s and %s", title(set), number(a), number(b))
	}
	return t.Most()
}

func sdsc00(at paper.Source) (bool, string) {
	var t paper.Cases
	worse := at("sdsc00", "PITTS", u)
	t.Check(worse <= -0.05, "%s %s: %s", title("sdsc00"), titleOf(u), number(worse))
	for _, m := range []string{"awrt4", "awrt5"} {
		for _, set := range keys("sdsc00") {
			a, b := at("sdsc00", "PITTS", m), at(set, "PITTS", m)
			t.Check(a < b, "%s on %s: %s, on SDSC 00 %s", titleOf(m), title(set), number(b), number(a))
		}
	}
	return t.All()
}

func singlesClaims() []paper.Claim {
	return []paper.Claim{
		paper.Judged("easy-best", easyBest),
		paper.Judged("group-order", groupOrder),
		paper.Judged("narrow-first", narrowFirst),
	}
}

func easyBest(r *paper.Results) (bool, string) {
	var t paper.Cases
	for _, s := range allSets {
		awrt := r.Series(single(s.key), rules.Objectives()[0])
		of := func(a rules.Algorithm) float64 { return awrt[rules.Combine(rules.BySubmit, a)] }
		fcfs, easy, cons := of(rules.FCFS), of(rules.EASY), of(rules.CONS)
		t.Check(easy <= min(fcfs, cons), "%s: FCFS %.0f s, EASY %.0f s, CONS %.0f s", s.title, fcfs, easy, cons)
	}
	return t.Most()
}

func narrowFirst(r *paper.Results) (bool, string) {
	var t paper.Cases
	for _, s := range allSets {
		used := r.Series(single(s.key), u)
		for _, a := range []rules.Algorithm{rules.FCFS, rules.EASY, rules.CONS} {
			narrow, submitted := used[rules.Combine(rules.ByWidth, a)], used[rules.Combine(rules.BySubmit, a)]
			t.Check(narrow > submitted, "%s with %s: %.3f and %.3f %%", s.title, rules.AlgorithmNames[a], 100*narrow, 100*submitted)
		}
	}
	return t.Most()
}

func groupOrder(r *paper.Results) (bool, string) {
	var t paper.Cases
	for _, s := range allSets {
		all := r.Series(single(s.key), objective)
		for _, a := range []rules.Algorithm{rules.FCFS, rules.EASY, rules.CONS} {
			best := rules.Combine(rules.ByGroup, a)
			for _, o := range []rules.Order{rules.ByWidth, rules.ByEstimate, rules.BySubmit} {
				if c := rules.Combine(o, a); all[c] < all[best] {
					best = c
				}
			}
			t.Check(best == rules.Combine(rules.ByGroup, a), "%s: %s", s.title, best)
		}
	}
	return t.All()
}
