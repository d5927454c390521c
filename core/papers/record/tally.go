package record

import (
	"fmt"
	"strings"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/result"
)

// rule says how numbers and claims are judged.
const rule = "A number that rests on random draws (samples, trainings) agrees if the printed one lies in the range in which nine " +
	"tenths of other draws would lie; any other agrees if it rounds to the printed digits; what misses that by up to 10 % is " +
	"listed separately. " +
	"Only measured numbers are counted: inputs, repeats and what follows from definitions are not. " +
	"A claim holds if it does with nine tenths of the seeds, fails if it does with at most one tenth, and is undecided between.\n"

// powers is a table of what the verdicts on numbers that rest on random draws are worth, and a sentence on gains and
// ratios; "" if there are none.
func powers(all []*paper.Evaluation) string {
	var rows [][]string
	add := func(name string, all []*paper.Evaluation) {
		if p := paper.Count(all).Power; p.Drawn > 0 {
			rows = append(rows, []string{name, fmt.Sprint(p.Drawn), fmt.Sprint(p.Inside), fmt.Sprintf("%.0f", p.Perfect),
				fmt.Sprint(p.Half), fmt.Sprint(p.More), fmt.Sprint(p.Twice)})
		}
	}
	for _, p := range grouped(all) {
		add(p[0].Paper.Key, p)
	}
	if len(rows) > 1 {
		add("**all**", all)
	}
	if rows == nil {
		return ""
	}
	ratios := ""
	if s := paper.Count(all).Ratios.String(); s != "" {
		ratios = "\n" + s + "\n"
	}
	return "\nWhat verdicts by a range are worth: how many printed numbers are in it; how many a perfect program would have there; " +
		"and how many would be there if half, 1.5 times or twice as much were printed.\n\n" +
		result.MarkdownTable([]string{"", "by a range", "inside", "of a perfect program", "half", "1.5 times", "twice"}, rows) + ratios
}

// tallies is a table of the tally of each paper and of all, and what it does not count.
func tallies(all []*paper.Evaluation) string {
	row := func(name string, all []*paper.Evaluation) []string {
		t := paper.Count(all)
		cells := []string{name}
		for _, n := range []int{t.Numbers(), t.Inside + t.Same, t.Near + t.Close, t.Outside + t.Differs, t.Between, t.None,
			t.Claims(), t.Hold, t.Fail, t.Open} {
			cells = append(cells, fmt.Sprint(n))
		}
		return cells
	}
	var rows [][]string
	for _, p := range grouped(all) {
		rows = append(rows, row(fmt.Sprintf("[%s](%s)", p[0].Paper.Key, pageOf(p[0].Paper)), p))
	}
	if len(rows) > 1 {
		rows = append(rows, row("**all**", all))
	}
	t := paper.Count(all)
	titles := []string{"", "measured numbers", "agree", "within 10 %", "differ", "undecided", "missing",
		"claims", "hold", "fail", "undecided"}
	return result.MarkdownTable(titles, rows) +
		fmt.Sprintf("\nNot counted: numbers (%s) and claims (%s).\n", nonzero(t.OtherNumbers()...), nonzero(t.OtherClaims()...))
}

// tally says in a line what came out for the numbers and claims of evaluations.
func tally(all ...*paper.Evaluation) string {
	t := paper.Count(all)
	var parts []string
	if n := t.Numbers(); n > 0 {
		parts = append(parts, fmt.Sprintf("%d measured numbers: %s", n, nonzero(part("agree", t.Inside+t.Same),
			part("within 10 %", t.Near+t.Close), part("differ", t.Outside+t.Differs), part("undecided", t.Between), part("missing", t.None))))
	}
	if other := nonzero(t.OtherNumbers()...); other != "–" {
		parts = append(parts, "Numbers not counted: "+other)
	}
	if n := t.Claims(); n > 0 {
		parts = append(parts, claimsTally(t))
	}
	for i := range parts {
		parts[i] += "."
	}
	for _, s := range []string{t.Power.String(), t.Ratios.String()} {
		if s != "" {
			parts = append(parts, s)
		}
	}
	if parts == nil {
		return "No printed numbers and no claims."
	}
	return strings.Join(parts, " ")
}

// claimsTally says how many claims have which verdict.
func claimsTally(t paper.Tally) string {
	plural := "claims"
	if t.Claims() == 1 {
		plural = "claim"
	}
	return fmt.Sprintf("%d %s: %s", t.Claims(), plural, nonzero(part("hold", t.Hold), part("**fail**", t.Fail), part("undecided", t.Open)))
}

func part(title string, count int) paper.Part { return paper.Part{Title: title, Count: count} }

// nonzero lists counts that are not 0; a dash if all are.
func nonzero(all ...paper.Part) string {
	var list []string
	for _, p := range all {
		if p.Count > 0 {
			list = append(list, fmt.Sprint(p.Count, " ", p.Title))
		}
	}
	if list == nil {
		return "–"
	}
	return strings.Join(list, ", ")
}
