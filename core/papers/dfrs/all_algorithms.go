package dfrs

import (
	"fmt"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/papers/paper"
)

// Section 6.1 says in six sentences why table 2 leaves algorithms out. They are about all three sets, tables 5 to 7,
// so each is one claim, whose note has the sets apart.

// A comparison is of the average degradations of some algorithms with those of others.
type comparison struct {
	row        string
	algorithms func() []string
	others     func(a string) []string
}

var (
	minWithAvg     = comparison{"OPT=MIN over OPT=AVG", allAlgorithms, swapped("OPT=MIN", "OPT=AVG")}
	minvtWithMinft = comparison{"MINVT over MINFT", allAlgorithms, swapped("MINVT", "MINFT")}
	longWithShort  = comparison{"MINVT=600 over MINVT=300", allAlgorithms, swapped("MINVT=600", "MINVT=300")}
	mcb8Limited    = comparison{"MCB8 on submission, MINVT=600 over no limit", func() []string { return global }, swapped("/MINVT=600", "")}
	clockLimited   = comparison{"/per and /stretch-per, MINVT=600 over no limit", func() []string { return clock }, swapped("/MINVT=600", "")}

	comparisons = []comparison{minWithAvg, minvtWithMinft, longWithShort, mcb8Limited, clockLimited}
)

func allAlgorithms() []string { return rowsOf("table5") }

// section61 compares the algorithms of tables 5 to 7 with each other.
func section61(at paper.Setting) paper.Experiment {
	x := paper.Experiment{ID: "dfrs/section6.1", Claims: section61Claims()}
	for _, s := range allSets {
		for _, a := range rowsOf("table5") {
			if part(at.Scale, a) {
				s.need(&x, at, a)
			}
		}
	}
	for _, c := range comparisons {
		for _, s := range allSets {
			x.Add(c.row, s.title+" mean ratio", "", func(r *paper.Results) float64 { return paper.Mean(c.ratios(stretches(r), s)) })
			x.Add(c.row, s.title+" largest ratio", "", func(r *paper.Results) float64 { return reduce(c.ratios(stretches(r), s), top) })
		}
	}
	return x
}

// ratios are those of the average degradations on a set.
func (c *comparison) ratios(at paper.Source, s instances) (all []float64) {
	pairs([]instances{s}, c.algorithms(), c.others, func(x, y float64) bool {
		all = append(all, x/y)
		return true
	})(at)
	return all
}

// judged checks each pair of averages on each set.
func (c comparison) judged(ok func(x, y float64) bool) func(paper.Source) (bool, string) {
	return onEachSet(func(s instances) func(paper.Source) (bool, string) {
		return pairs([]instances{s}, c.algorithms(), c.others, ok)
	})
}

func section61Claims() []paper.Claim {
	claim := paper.Compared(stretches, printedStretches)
	return []paper.Claim{
		claim("min-never-worse", minWithAvg.judged(atMost(1.01))),
		claim("min-often-better", onEachSet(minOftenBetter)),
		claim("minvt-beats-minft", minvtWithMinft.judged(atMost(1.01))),
		claim("minvt-600", onEachSet(minvt600)),
		claim("mcb8-needs-minvt", mcb8Limited.judged(moreThan(10))),
		claim("clock-needs-none", clockLimited.judged(unchanged)),
	}
}

// onEachSet judges a sentence about all sets: it is true if it is of each.
func onEachSet(judge func(s instances) func(paper.Source) (bool, string)) func(paper.Source) (bool, string) {
	return func(at paper.Source) (bool, string) {
		ok, notes := true, []string{}
		for _, s := range allSets {
			holds, note := judge(s)(at)
			ok = ok && holds
			notes = append(notes, s.key+" "+string(paper.Rule(holds))+": "+note)
		}
		return ok, strings.Join(notes, "; ")
	}
}

func minOftenBetter(s instances) func(paper.Source) (bool, string) {
	return func(at paper.Source) (bool, string) {
		all := minWithAvg.ratios(at, s)
		lower := len(slices.DeleteFunc(slices.Clone(all), func(q float64) bool { return q >= 1 }))
		q := paper.Mean(all)
		return 2*lower >= len(all) && q > 0.9 && q < 1, fmt.Sprintf("lower for %d of %d, %.3f times in the mean", lower, len(all), q)
	}
}

func minvt600(s instances) func(paper.Source) (bool, string) {
	return func(at paper.Source) (bool, string) {
		all := longWithShort.ratios(at, s)
		return paper.Mean(all) < 1, fmt.Sprintf("%.3f times in the mean of %d", paper.Mean(all), len(all))
	}
}
