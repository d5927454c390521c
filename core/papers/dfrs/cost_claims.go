package dfrs

import (
	"fmt"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/paper"
)

func table3Claims() []paper.Claim {
	claim := func(id, text string, holds func(at paper.Source) (bool, string)) paper.Claim {
		return paper.Both(id, "6.3", text, cost, printedCost, holds)
	}

	return []paper.Claim{
		claim("bandwidth", "The two best algorithms take less than 0.80 GB/s on average, to two decimals.", bandwidthTable3),
		claim("bandwidth-max", "And less than 2.0 GB/s on the trace that takes most.", bandwidthMax),
		claim("per-hour", "Under 40 preemptions and 60 migrations an hour.", perHour),
		claim("per-job", "A job is preempted under 6 times and migrates under 7 times on average.", perJobTable3),
		claim("similar", "Results are similar for other greedy algorithms with periods; here: bandwidths within 25 % of the best one's.",
			similar),
		claim("purely-greedy-few", "Greedy algorithms without periods have under 10 preemptions and 10 migrations an hour.", purelyGreedyFew),
		claim("mcb8-preempts-more",
			"Algorithms with MCB8 on submission have more preemptions an hour; here: than every greedy one with periods.", mcb8PreemptsMore),
		claim("mcb8-migrates-more", "And above 120 up to 490 migrations an hour; here: above 120, and twice those of every greedy algorithm.",
			mcb8MigratesMore),
		claim("migrations-per-job", "These migrate a job 14 times or more on average, all others less than 8 times.", migrationsPerJob),
		claim("batch-none", "FCFS, EASY and Greedy* never preempt or migrate.", batchNone),
	}
}

var best = []string{bestP, bestName}

func bandwidth(at paper.Source, column, a string) float64 {
	return at("pmtn GB/s", column, a) + at("mig GB/s", column, a)
}

// each notes a number of every algorithm and checks it.
func eachTable3(algorithms []string, of func(a string) float64, ok func(v float64) bool) (bool, string) {
	all := true
	var found []string
	for _, a := range algorithms {
		v := of(a)
		all = all && ok(v)
		found = append(found, fmt.Sprintf("%s %.2f", a, v))
	}
	return all, strings.Join(found, ", ")
}

func both(first, second func() (bool, string)) (bool, string) {
	a, note := first()
	b, more := second()
	return a && b, note + "; " + more
}

func greedy(periodic bool) []string { // the rows that use Greedy on submission
	return slices.DeleteFunc(slices.Clone(table3Rows), func(a string) bool {
		return !strings.HasPrefix(a, "Greedy") || strings.Contains(a, "/per") != periodic
	})
}

var globalTable3 = slices.DeleteFunc(slices.Clone(table3Rows), func(a string) bool { return !strings.HasPrefix(a, "MCB8") })

func underTable3(limit float64) func(float64) bool { return func(v float64) bool { return v < limit } }

func bandwidthTable3(at paper.Source) (bool, string) {
	return eachTable3(best, func(a string) float64 { return bandwidth(at, avg, a) }, underTable3(0.805))
}

func bandwidthMax(at paper.Source) (bool, string) {
	return eachTable3(best, func(a string) float64 { return bandwidth(at, top, a) }, underTable3(2))
}

func perHour(at paper.Source) (bool, string) {
	return both(func() (bool, string) {
		return eachTable3(best, func(a string) float64 { return at("pmtn /h", avg, a) }, underTable3(40))
	}, func() (bool, string) {
		return eachTable3(best, func(a string) float64 { return at("mig /h", avg, a) }, underTable3(60))
	})
}

func perJobTable3(at paper.Source) (bool, string) {
	return both(func() (bool, string) {
		return eachTable3(best, func(a string) float64 { return at("pmtn /job", avg, a) }, underTable3(6))
	}, func() (bool, string) {
		return eachTable3(best, func(a string) float64 { return at("mig /job", avg, a) }, underTable3(7))
	})
}

func similar(at paper.Source) (bool, string) {
	middle := bandwidth(at, avg, bestName)
	return eachTable3(greedy(true), func(a string) float64 { return bandwidth(at, avg, a) }, func(v float64) bool {
		return v > 0.75*middle &&
			v < 1.25*middle
	})
}

func purelyGreedyFew(at paper.Source) (bool, string) {
	return both(func() (bool, string) {
		return eachTable3(greedy(false), func(a string) float64 { return at("pmtn /h", avg, a) }, underTable3(10))
	}, func() (bool, string) {
		return eachTable3(greedy(false), func(a string) float64 { return at("mig /h", avg, a) }, underTable3(10))
	})
}

func mcb8PreemptsMore(at paper.Source) (bool, string) {
	var t paper.Cases
	for _, a := range globalTable3 {
		for _, b := range greedy(true) {
			t.Check(at("pmtn /h", avg, a) > at("pmtn /h", avg, b), "%s and %s: %.1f and %.1f", a, b, at("pmtn /h", avg, a), at("pmtn /h", avg, b))
		}
	}
	return t.All()
}

func mcb8MigratesMore(at paper.Source) (bool, string) {
	most := 0.0
	for _, b := range greedy(true) {
		most = max(most, at("mig /h", avg, b))
	}
	ok, note := eachTable3(globalTable3, func(a string) float64 { return at("mig /h", avg, a) }, func(v float64) bool {
		return v > 120 &&
			v >= 2*most
	})
	return ok, fmt.Sprintf("%s; greedy at most %.1f", note, most)
}

func migrationsPerJob(at paper.Source) (bool, string) {
	var t paper.Cases
	for _, a := range table3Rows {
		if v := at("mig /job", avg, a); slices.Contains(globalTable3, a) {
			t.Check(v >= 14, "%s %.1f", a, v)
		} else {
			t.Check(v < 8, "%s %.1f", a, v)
		}
	}
	return t.All()
}

func batchNone(at paper.Source) (bool, string) {
	return paper.Every([]string{nameEASY, nameFCFS, "Greedy*/OPT=MIN"}, func(t *paper.Cases, a string) {
		for _, c := range costs {
			for _, m := range c.measures {
				t.Check(at(m, top, a) == 0, "%s %s", a, m)
			}
		}
	})
}

func table4Claims() []paper.Claim {
	claim := func(id, text string, holds func(at paper.Source) (bool, string)) paper.Claim {
		return paper.Both(id, "6.4.2", text, underOf, printedUnder, holds)
	}
	return []paper.Claim{
		claim("similar", "The two best algorithms lead to similar underutilization; here: within 5 %.", similarTable4),
		claim("above-easy", "Both lead to higher underutilization than EASY.", aboveEasy),
		claim("real-striking", "On the real-world trace EASY is under 7 %, ours above 34 %; here: ours is 4 times EASY's or more.", realStriking),
	}
}

func similarTable4(at paper.Source) (bool, string) {
	return forAll(allSets, []string{bestName}, func(t *paper.Cases, set, a string) {
		q := at(set, "", a) / at(set, "", bestP)
		t.Check(q > 0.95 && q < 1.05, "%s: %.3f and %.3f", set, at(set, "", a), at(set, "", bestP))
	})
}

func aboveEasy(at paper.Source) (bool, string) {
	return forAll(allSets, []string{bestP, bestName}, func(t *paper.Cases, set, a string) {
		t.Check(at(set, "", a) > at(set, "", nameEASY), "%s, %s: %.3f and %.3f", set, a, at(set, "", a), at(set, "", nameEASY))
	})
}

func realStriking(at paper.Source) (bool, string) {
	easy, best, other := at("real", "", nameEASY), at("real", "", bestName), at("real", "", bestP)
	return min(best, other) >= 4*easy, fmt.Sprintf("%.1f %%, %.1f %% and %.1f %%", 100*easy, 100*best, 100*other)
}

func section64Claims() []paper.Claim {
	return []paper.Claim{
		{ID: "whole-log", Section: "6.4.2", Text: "Part of that comes from cutting into weeks: the whole log gives 8 % with EASY and 10 % " +
			"with ours; here: less than twice EASY's.", Holds: wholeLog},
	}
}

func wholeLog(r *paper.Results) (bool, string) {
	at := func(a string) float64 { return r.Series(whole(a), under)[0] }
	return max(at(bestName), at(bestP)) < 2*at(nameEASY), fmt.Sprintf("%.1f %%, %.1f %% and %.1f %%", 100*at(nameEASY), 100*at(bestName),
		100*at(bestP))
}
