package record

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/result"
)

// Markdown returns a page on what came out: the findings of each paper, a line on each table
// and figure, the leagues of readings, and the claims by their verdicts.
func (r *Record) Markdown() string {
	var b strings.Builder
	all := r.Evaluations
	fmt.Fprintf(&b, "# The record\n\nEvery number and claim of %s, computed by backfill %s.\n\n%s", papersOf(all), versions(all), tallies(all))
	b.WriteString("\nA number that rests on random draws (samples, trainings) is judged by the range in which nine tenths of other draws would lie: " +
		"the printed one is inside, near (within 10 % of its end) or outside. Another number is the same if it rounds to the printed digits, " +
		"close (within 10 %), or differs. Only measured numbers are counted: inputs, repeats and what follows from definitions are not. A " +
		"claim holds if it does with nine tenths of the seeds, fails if it does with at most one tenth, and is undecided between.\n\n## Findings\n")
	for _, p := range grouped(all) {
		fmt.Fprintf(&b, "\n**%s.** %s. %s. %s\n", p[0].Paper.Title, p[0].Paper.Authors, venue(p[0].Paper), setting(p))
		for i, f := range p[0].Paper.Findings {
			if i == 0 {
				b.WriteString("\n")
			}
			fmt.Fprintf(&b, "- %s *(%s)*\n", f.Text, Support(f, p))
		}
	}
	b.WriteString("\n## All tables and figures\n\n| | shows | measured numbers | claims |\n|---|---|---|---|\n")
	for _, e := range all {
		t := paper.Count([]*paper.Evaluation{e})
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", e.Experiment.ID, result.MarkdownCell(e.Experiment.Title),
			nonzero(part("inside", t.Inside), part("near", t.Near), part("outside", t.Outside), part("the same", t.Same), part("close", t.Close),
				part("undecided", t.Between), part("differ", t.Differs), part("missing", t.None)),
			nonzero(part("hold", t.Hold), part("**fail**", t.Fail), part("undecided", t.Open)))
	}
	for i, l := range r.Leagues {
		if i == 0 {
			b.WriteString("\n## Readings\n")
		}
		b.WriteString(l.Markdown())
	}
	b.WriteString("\n## Claims\n\nThe numbers that decided are in claims.parquet.\n")
	for _, p := range grouped(all) {
		why := reasons{}
		for _, v := range []paper.Verdict{paper.Holds, paper.Fails, paper.Undecided, paper.ByConstruction, paper.Untestable} {
			b.WriteString(why.claims(v, p))
		}
		b.WriteString(why.text(p[0].Paper.Key))
	}
	return b.String()
}

// venue is where a paper appeared, with a link if its DOI is known.
func venue(p *paper.Paper) string {
	if p.DOI == "" {
		return p.Venue
	}
	return fmt.Sprintf("%s, [doi:%s](https://doi.org/%[2]s)", p.Venue, p.DOI)
}

// Support lists the verdicts that a finding rests on, as they are in evaluations of its paper.
func Support(f paper.Finding, p []*paper.Evaluation) string {
	var all []string
	for _, id := range slices.Sorted(maps.Keys(f.Rests)) {
		said := "not computed"
		for _, e := range p {
			for _, c := range e.Claims {
				if c.ID != id {
					continue
				}
				if said = string(c.Verdict); c.Of > 1 {
					said += fmt.Sprintf(" (%d/%d)", c.Held, c.Of)
				}
			}
		}
		if !strings.HasPrefix(said, string(f.Rests[id])) {
			said = "now " + said
		}
		all = append(all, strings.TrimPrefix(id, p[0].Paper.Key+"/")+" "+said)
	}
	return strings.Join(all, "; ")
}

// versions lists the versions of the program that computed evaluations.
func versions(all []*paper.Evaluation) string {
	var list []string
	for _, e := range all {
		if !slices.Contains(list, e.Version) {
			list = append(list, e.Version)
		}
	}
	return strings.Join(list, " and ")
}

// grouped returns the evaluations of each paper.
func grouped(all []*paper.Evaluation) (groups [][]*paper.Evaluation) {
	for _, e := range all {
		if n := len(groups); n > 0 && groups[n-1][0].Paper == e.Paper {
			groups[n-1] = append(groups[n-1], e)
			continue
		}
		groups = append(groups, []*paper.Evaluation{e})
	}
	return groups
}

func papersOf(all []*paper.Evaluation) string {
	if n := len(grouped(all)); n != 1 {
		return fmt.Sprintf("%d tables and figures of %d papers", len(all), n)
	}
	return fmt.Sprintf("%d tables and figures of one paper", len(all))
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
		rows = append(rows, row(p[0].Paper.Key, p))
	}
	if len(rows) > 1 {
		rows = append(rows, row("**all**", all))
	}
	t := paper.Count(all)
	titles := []string{"", "measured numbers", "inside or same", "near or close", "outside or differ", "undecided", "missing",
		"claims", "hold", "fail", "undecided"}
	return result.MarkdownTable(titles, rows) +
		fmt.Sprintf("\nNot counted: numbers (%s) and claims (%s).\n", nonzero(t.OtherNumbers()...), nonzero(t.OtherClaims()...))
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

// setting says how a paper's experiments were computed.
func setting(p []*paper.Evaluation) string {
	seeds, reading, substitutes := 1, "", false
	for _, e := range p {
		seeds, reading = max(seeds, len(e.Seeds)), e.Reading.String()
		substitutes = substitutes || slices.ContainsFunc(e.Origins, func(o paper.Origin) bool { return o.Substitute })
	}
	s := fmt.Sprintf("Scale %s; one seed", p[0].Scale)
	if seeds > 1 {
		s = fmt.Sprintf("Scale %s; up to %d seeds", p[0].Scale, seeds)
	}
	if reading != "" {
		s += "; reading " + reading
	}
	if substitutes {
		s += "; some job sets are substitutes for logs that are not public or were not given"
	}
	if why := p[0].Paper.Samples; why != "" {
		s += ". " + strings.TrimSuffix(why, ".")
	}
	return s + "."
}

// reasons are the reasons why claims of a paper fail, each once.
type reasons struct{ list []string }

// claims lists the claims of a paper's text with a verdict, and notes their reasons.
func (r *reasons) claims(v paper.Verdict, p []*paper.Evaluation) string {
	var b strings.Builder
	n := 0
	for _, e := range p {
		for _, c := range e.Claims {
			if c.Section == "" || c.Verdict != v {
				continue
			}
			n++
			held := ""
			if c.Of > 1 {
				held = fmt.Sprintf(" (%d of %d seeds)", c.Held, c.Of)
			}
			fmt.Fprintf(&b, "- %s%s: %s%s\n", strings.TrimPrefix(c.ID, e.Paper.Key+"/"), held, c.Text, r.of(&c))
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("\n### %s, %s: %d\n\n%s", p[0].Paper.Key, v, n, b.String())
}

// of returns the number of a claim's reason in brackets, or nothing.
func (r *reasons) of(c *paper.ClaimResult) string {
	why := c.Reason()
	if why == "" {
		return ""
	}
	k := slices.Index(r.list, why)
	if k < 0 {
		k = len(r.list)
		r.list = append(r.list, why)
	}
	return fmt.Sprintf(" [%d]", k+1)
}

func (r *reasons) text(paper string) string {
	if len(r.list) == 0 {
		return ""
	}
	text := fmt.Sprintf("\nLikely reasons, %s:\n\n", paper)
	for i, why := range r.list {
		text += fmt.Sprintf("%d. %s\n", i+1, strings.ToUpper(why[:1])+why[1:]+".")
	}
	return text
}
