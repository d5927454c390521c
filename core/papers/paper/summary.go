package paper

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Overview returns a page in Markdown on what came out of evaluations: the findings of each
// paper, a line on each table and figure, the leagues of readings, and the claims by their
// verdicts.
func Overview(all []*Evaluation, leagues []*League) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# The record\n\nEvery number and claim of %s, computed by backfill %s.\n\n%s", papersOf(all), versions(all), tallies(all))
	b.WriteString("\nA number that depends on random draws is judged by the range of several seeds, from the 5 % to the 95 % quantile: " +
		"the printed one is inside, near (within 10 % of its end) or outside. Another number is the same (within 1 %), close (within 10 %), or " +
		"differs. Only measured numbers are counted: inputs, repeats and what follows from definitions are not. A claim holds if it does " +
		"with nine tenths of the seeds, fails if it does with at most one tenth, and is undecided between.\n\n## Findings\n")
	for _, p := range grouped(all) {
		fmt.Fprintf(&b, "\n**%s.** %s. %s. %s\n", p[0].Paper.Title, p[0].Paper.Authors, p[0].Paper.venue(), setting(p))
		for i, f := range p[0].Paper.Findings {
			if i == 0 {
				b.WriteString("\n")
			}
			fmt.Fprintf(&b, "- %s *(%s)*\n", f.Text, f.Support(p))
		}
	}
	b.WriteString("\n## All tables and figures\n\n| | shows | measured numbers | claims |\n|---|---|---|---|\n")
	for _, e := range all {
		t := Count([]*Evaluation{e})
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", e.Experiment.ID, cell(e.Experiment.Title),
			nonzero(Part{"inside", t.Inside}, Part{"near", t.Near}, Part{"outside", t.Outside}, Part{"the same", t.Same}, Part{"close", t.Close},
				Part{"undecided", t.Between}, Part{"differ", t.Differs}, Part{"missing", t.None}),
			nonzero(Part{"hold", t.Hold}, Part{"**fail**", t.Fail}, Part{"undecided", t.Open}))
	}
	for i, l := range leagues {
		if i == 0 {
			b.WriteString("\n## Readings\n")
		}
		b.WriteString(l.Markdown())
	}
	b.WriteString("\n## Claims\n\nThe numbers that decided are in claims.parquet and report.html.\n")
	for _, p := range grouped(all) {
		r := reasons{}
		for _, v := range []Verdict{Holds, Fails, Undecided, ByConstruction, Untestable} {
			b.WriteString(r.claims(v, p))
		}
		b.WriteString(r.text(p[0].Paper))
	}
	return b.String()
}

// venue is where a paper appeared, with a link if its DOI is known.
func (p *Paper) venue() string {
	if p.DOI == "" {
		return p.Venue
	}
	return fmt.Sprintf("%s, [doi:%s](https://doi.org/%[2]s)", p.Venue, p.DOI)
}

// Support lists the verdicts that a finding rests on, as they are in evaluations of its paper.
func (f *Finding) Support(p []*Evaluation) string {
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
func versions(all []*Evaluation) string {
	var list []string
	for _, e := range all {
		if !slices.Contains(list, e.Version) {
			list = append(list, e.Version)
		}
	}
	return strings.Join(list, " and ")
}

// grouped returns the evaluations of each paper.
func grouped(all []*Evaluation) (groups [][]*Evaluation) {
	for _, e := range all {
		if n := len(groups); n > 0 && groups[n-1][0].Paper == e.Paper {
			groups[n-1] = append(groups[n-1], e)
			continue
		}
		groups = append(groups, []*Evaluation{e})
	}
	return groups
}

func papersOf(all []*Evaluation) string {
	if n := len(grouped(all)); n != 1 {
		return fmt.Sprintf("%d tables and figures of %d papers", len(all), n)
	}
	return fmt.Sprintf("%d tables and figures of one paper", len(all))
}

// tallies is a table of the tally of each paper and of all, and what it does not count.
func tallies(all []*Evaluation) string {
	row := func(name string, all []*Evaluation) []string {
		t := Count(all)
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
	t := Count(all)
	titles := []string{"", "measured numbers", "inside or same", "near or close", "outside or differ", "undecided", "missing",
		"claims", "hold", "fail", "undecided"}
	return markdownTable(titles, rows) +
		fmt.Sprintf("\nNot counted: numbers (%s) and claims (%s).\n", nonzero(t.OtherNumbers()...), nonzero(t.OtherClaims()...))
}

// nonzero lists counts that are not 0; a dash if all are.
func nonzero(all ...Part) string {
	var list []string
	for _, p := range parts(all...) {
		list = append(list, fmt.Sprint(p.Count, " ", p.Title))
	}
	if list == nil {
		return "–"
	}
	return strings.Join(list, ", ")
}

// setting says how a paper's experiments were computed.
func setting(p []*Evaluation) string {
	seeds, reading, substitutes := 1, "", false
	for _, e := range p {
		seeds, reading = max(seeds, len(e.Seeds)), e.Reading.String()
		substitutes = substitutes || slices.ContainsFunc(e.Origins, func(o Origin) bool { return o.Substitute })
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
func (r *reasons) claims(v Verdict, p []*Evaluation) string {
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
			fmt.Fprintf(&b, "- %s%s: %s%s\n", strings.TrimPrefix(c.ID, e.Paper.Key+"/"), held, c.Text, r.of(c))
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("\n### %s, %s: %d\n\n%s", p[0].Paper.Key, v, n, b.String())
}

// of returns the number of a claim's reason in brackets, or nothing.
func (r *reasons) of(c Verified) string {
	_, why, ok := strings.Cut(c.Note, because)
	if !ok || c.Verdict == Holds {
		return ""
	}
	k := slices.Index(r.list, why)
	if k < 0 {
		k = len(r.list)
		r.list = append(r.list, why)
	}
	return fmt.Sprintf(" [%d]", k+1)
}

func (r *reasons) text(p *Paper) string {
	if len(r.list) == 0 {
		return ""
	}
	text := fmt.Sprintf("\nLikely reasons, %s:\n\n", p.Key)
	for i, why := range r.list {
		text += fmt.Sprintf("%d. %s\n", i+1, strings.ToUpper(why[:1])+why[1:]+".")
	}
	return text
}
