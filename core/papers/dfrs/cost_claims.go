package dfrs

import (
	"fmt"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/papers/paper"
)

func table3Claims() []paper.Claim {
	claim := paper.Compared(cost, printedCost)
	return []paper.Claim{
		claim("bandwidth", lowBandwidth),
		claim("bandwidth-max", lowMaximum),
		claim("per-hour", below(bothBest, "/h", 40, 60)),
		claim("per-job", below(bothBest, "/job", 6, 7)),
		claim("similar", similarBandwidth),
		claim("purely-greedy-few", below(greedy(false), "/h", 10, 10)),
		claim("mcb8-preempts-more", mcb8PreemptsMore),
		claim("mcb8-migrates-more", mcb8MigratesMore),
		claim("migrations-per-job", migrationsPerJob),
		claim("up-to-73", upTo73),
		claim("batch-none", batchNone),
	}
}

func bandwidth(at paper.Source, column, a string) float64 {
	return at("pmtn GB/s", column, a) + at("mig GB/s", column, a)
}

// bandwidths checks that every algorithm's bandwidth lies between, exclusively.
func bandwidths(at paper.Source, column string, algorithms []string, least, most float64) (bool, string) {
	var t paper.Cases
	for _, a := range algorithms {
		v := bandwidth(at, column, a)
		t.Check(v > least && v < most, "%s %.2f", a, v)
	}
	return t.Listed()
}

func lowBandwidth(at paper.Source) (bool, string) { return bandwidths(at, avg, bothBest, -1, 0.805) }

func lowMaximum(at paper.Source) (bool, string) { return bandwidths(at, top, bothBest, -1, 2) }

func similarBandwidth(at paper.Source) (bool, string) {
	best := bandwidth(at, avg, bestName)
	return bandwidths(at, avg, greedy(true), 0.75*best, 1.25*best)
}

// below checks the average preemptions and migrations per hour or job.
func below(algorithms []string, per string, preemptions, migrations float64) func(paper.Source) (bool, string) {
	return func(at paper.Source) (bool, string) {
		var t paper.Cases
		for _, a := range algorithms {
			p, m := at("pmtn "+per, avg, a), at("mig "+per, avg, a)
			t.Check(p < preemptions && m < migrations, "%s %.2f and %.2f", a, p, m)
		}
		return t.Listed()
	}
}

// greedy are the rows of table 3 that use Greedy on submission.
func greedy(periodic bool) []string {
	return slices.DeleteFunc(rowsOf("table3"), func(a string) bool {
		return !strings.HasPrefix(a, "Greedy") || strings.Contains(a, "/per") != periodic
	})
}

var mcb8 = []string{"MCB8*/OPT=MIN", "MCB8*/per/OPT=MIN", "MCB8*/per/OPT=MIN/MINVT=600"} // on submission

func mcb8PreemptsMore(at paper.Source) (bool, string) {
	return paper.EveryPair(mcb8, greedy(true), func(t *paper.Cases, a, b string) {
		x, y := at("pmtn /h", avg, a), at("pmtn /h", avg, b)
		t.Check(x > y, "%s and %s: %.1f and %.1f", a, b, x, y)
	})
}

func mcb8MigratesMore(at paper.Source) (bool, string) {
	most := 0.0
	for _, b := range greedy(true) {
		most = max(most, at("mig /h", avg, b))
	}
	var t paper.Cases
	for _, a := range mcb8 {
		v := at("mig /h", avg, a)
		t.Check(v > 120 && v >= 2*most, "%s %.2f", a, v)
	}
	ok, note := t.Listed()
	ok = ok && near(490, mostOf(at, "mig /h"))
	return ok, fmt.Sprintf("%s; greedy at most %.1f", note, most)
}

// mostOf is the largest average of the algorithms with MCB8 on submission.
func mostOf(at paper.Source, measure string) (most float64) {
	for _, a := range mcb8 {
		most = max(most, at(measure, avg, a))
	}
	return most
}

// near tells whether a number is within 10 % of the one that the text gives.
func near(said, v float64) bool {
	_, verdict := paper.Judge(said, 0, v)
	return verdict == paper.Same || verdict == paper.Close
}

func upTo73(at paper.Source) (bool, string) {
	most := mostOf(at, "mig /job")
	return near(73, most), fmt.Sprintf("%.2f times", most)
}

func migrationsPerJob(at paper.Source) (bool, string) {
	return paper.Every(rowsOf("table3"), func(t *paper.Cases, a string) {
		if v := at("mig /job", avg, a); slices.Contains(mcb8, a) {
			t.Check(v >= 14, "%s %.1f", a, v)
		} else {
			t.Check(v < 8, "%s %.1f", a, v)
		}
	})
}

func batchNone(at paper.Source) (bool, string) {
	return paper.Every([]string{nameEASY, nameFCFS, "Greedy*/OPT=MIN"}, func(t *paper.Cases, a string) {
		for _, c := range costTables {
			for _, m := range c.measures {
				t.Check(at(m, top, a) == 0, "%s %s", a, m)
			}
		}
	})
}

func table4Claims() []paper.Claim {
	claim := paper.Compared(underOf, printedUnder)
	return []paper.Claim{
		claim("similar", pairs(allSets, bothBest[:1], than(bothBest[1:]), within(0.95, 1.05))),
		claim("above-easy", pairs(allSets, bothBest, than(batch[1:]), higher)),
		claim("real-striking", realStriking),
	}
}

// threefold returns the underutilization of EASY, and the least and the most of the best
// algorithms.
func threefold(at func(a string) float64) (easy, least, most float64, note string) {
	easy, one, other := at(nameEASY), at(bestName), at(bestP)
	return easy, min(one, other), max(one, other), fmt.Sprintf("%.1f %%, %.1f %% and %.1f %%", 100*easy, 100*one, 100*other)
}

func realStriking(at paper.Source) (bool, string) {
	easy, least, _, note := threefold(func(a string) float64 { return at("real", "", a) })
	return easy < 0.07 && least > 0.34, note
}

func wholeLog(r *paper.Results) (bool, string) {
	at := func(suffix string) func(a string) float64 {
		return func(a string) float64 {
			if a != nameEASY {
				a += suffix
			}
			return r.Series(whole(a), under)[0]
		}
	}
	easy, _, most, note := threefold(at(""))
	_, _, _, free := threefold(at(noPenalty))
	return most < 2*easy, note + "; without the penalty " + free
}
