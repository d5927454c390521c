package paper

import (
	"fmt"
	"slices"
	"strings"
)

// Overview returns a page in Markdown on what came out of evaluations, grouped by paper:
// first what holds and what fails, then a line on each table and figure. leagues are of some
// of the papers, by key.
func Overview(all []*Evaluation, leagues map[string]*League, version string) string {
	var b strings.Builder
	tally := Count(all)
	fmt.Fprintf(&b, "# The record\n\nEvery number and claim of %s, computed by backfill %s. %s\n", papersOf(all), version, sentences(tally))
	b.WriteString("\nA number that depends on random draws is judged by the range of several seeds, from the 5 % to the 95 % quantile: " +
		"the printed one is inside, near (within 10 % of its end) or outside. Another number is the same (within 1 %), close (within 10 %), or " +
		"differs. Only measured numbers are counted: inputs, repeats and what follows from definitions are not. A claim holds if it does " +
		"with nine tenths of the seeds, fails if it does with at most one tenth, and is undecided between.\n")
	for _, p := range grouped(all) {
		fmt.Fprintf(&b, "\n## %s\n\n%s. %s.\n\n%s", p[0].Paper.Title, p[0].Paper.Authors, p[0].Paper.Venue, setting(p))
		b.WriteString(claimList("Holds", p, func(c Verified) bool { return c.Verdict == Holds }))
		b.WriteString(claimList("Fails", p, func(c Verified) bool { return c.Verdict == Fails }))
		b.WriteString(claimList("Undecided", p, func(c Verified) bool { return c.Verdict == Undecided }))
		if l := leagues[p[0].Paper.Key]; l != nil {
			b.WriteString(l.Markdown())
		}
	}
	b.WriteString("\n## All tables and figures\n\n| | shows | measured numbers | claims |\n|---|---|---|---|\n")
	for _, e := range all {
		numbers, claims, _ := strings.Cut(Count([]*Evaluation{e}).String(), "\n")
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", e.Experiment.ID, cell(e.Experiment.Title), short(numbers, " measured numbers: "),
			short(claims, " claims: "))
	}
	return b.String()
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

// sentences makes sentences of a tally.
func sentences(t Tally) string { return strings.ReplaceAll(t.String(), "\n", ". ") + "." }

// short is the part of a tally's line for a table, a dash if it counts nothing.
func short(line, after string) string {
	count, rest, ok := strings.Cut(line, after)
	if !ok || count == "0" {
		return "–"
	}
	return count + ": " + rest
}

// setting says how a paper's experiments were computed.
func setting(p []*Evaluation) string {
	seeds, reading, substitutes := 1, "", false
	for _, e := range p {
		seeds, reading = max(seeds, len(e.Seeds)), e.Reading.String()
		substitutes = substitutes || slices.ContainsFunc(e.Origins, func(o Origin) bool { return o.Substitute })
	}
	s := fmt.Sprintf("Scale %s; up to %d seeds", p[0].Scale, seeds)
	if reading != "" {
		s += "; reading " + reading
	}
	if substitutes {
		s += "; some job sets are substitutes for logs that are not public or were not given"
	}
	return s + ".\n"
}

// claimList lists the claims of the text that are such.
func claimList(title string, p []*Evaluation, such func(Verified) bool) string {
	var b strings.Builder
	n := 0
	for _, e := range p {
		for _, c := range e.Claims {
			if c.Section == "" || !such(c) {
				continue
			}
			n++
			held := ""
			if c.Of > 1 {
				held = fmt.Sprintf(" (%d of %d seeds)", c.Held, c.Of)
			}
			fmt.Fprintf(&b, "- %s%s: %s *%s*\n", strings.TrimPrefix(c.ID, e.Paper.Key+"/"), held, c.Text, c.Note)
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("\n### %s: %d\n\n%s", title, n, b.String())
}

// Markdown prints the league: its best readings, and how a choice does on numbers that had
// no part in it.
func (l *League) Markdown() string {
	const most = 10
	var b strings.Builder
	fmt.Fprintf(&b, "\n### Readings: %d tried\n\n"+
		"Distance from the printed numbers: the mean of |log2(ours/printed)|, at most 1 for each number.\n\n| reading | all |", len(l.Trials))
	for _, g := range l.Groups {
		fmt.Fprintf(&b, " %s |", g)
	}
	b.WriteString("\n|---|---:|" + strings.Repeat("---:|", len(l.Groups)) + "\n")
	for i, t := range l.Trials {
		if i >= most && len(t.Reading) > 0 { // the default is always shown
			continue
		}
		fmt.Fprintf(&b, "| %s | %s |", t.Reading.Name(), t.On(l.Groups...))
		for _, g := range l.Groups {
			fmt.Fprintf(&b, " %s |", t.On(g))
		}
		b.WriteString("\n")
	}
	if len(l.Folds) > 0 {
		b.WriteString("\n| held out | best reading of the others | on it | the first reading on it |\n|---|---|---:|---:|\n")
		for _, f := range l.Folds {
			fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", f.Group, f.Chosen.Name(), f.Held, f.First)
		}
	}
	return b.String()
}

// Name prints a reading; one without changes is that of the defaults.
func (r Reading) Name() string {
	if len(r) == 0 {
		return "defaults"
	}
	return r.String()
}

// String prints the mean; a dash if there is none.
func (d Distance) String() string {
	if d.Numbers == 0 {
		return "–"
	}
	return fmt.Sprintf("%.3f", d.Mean)
}
