package record

import (
	"fmt"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/result"
)

// paperPage returns the page of a paper: its findings with what they rest on, each table and figure, the league of
// its readings, and the likely reasons for what fails.
func (r *Record) paperPage(p []*paper.Evaluation, repeat func(id string) string) (string, error) {
	own := p[0].Paper
	var b strings.Builder
	fmt.Fprintf(&b, "# %s: %s\n\n%s. %s. %s [The record](%s) has all papers.\n\n%s\n", own.Key, escaped(own.Title), own.Authors, venue(own),
		setting(p), FrontPage, tally(p...))
	if len(own.Findings) > 0 {
		b.WriteString("\n## Findings\n\n")
	}
	if own.Claimed != "" {
		fmt.Fprintf(&b, "The paper claimed: %s\n\n", escaped(own.Claimed))
	}
	for _, f := range own.Findings {
		said, err := finding(&f, p)
		if err != nil {
			return "", err
		}
		if len(f.Rests) > 0 {
			said += fmt.Sprintf(" *Rests on:* %s.", linked(&f, p))
		}
		fmt.Fprintf(&b, "- %s %s\n", label(&f), said)
	}
	var notes strings.Builder
	for _, n := range own.Notes {
		fmt.Fprintf(&notes, "- %s\n", escaped(n))
	}
	b.WriteString(folded("How the text is read", notes.String()))
	why := reasons{}
	for _, e := range p {
		b.WriteString(section(e, &why, repeat))
	}
	for _, l := range r.Leagues {
		if l.Paper == own.Key {
			b.WriteString("\n## Readings\n" + l.Markdown())
		}
	}
	b.WriteString(why.text())
	return b.String(), nil
}

// section is the part of a page on a table or figure.
func section(e *paper.Evaluation, why *reasons, repeat func(id string) string) string {
	x := e.Experiment
	var b strings.Builder
	fmt.Fprintf(&b, "\n## %s\n\n**%s.**", x.ID, escaped(x.Title))
	if x.Doc != "" {
		b.WriteString(" " + escaped(x.Doc))
	}
	fmt.Fprintf(&b, "\n\n%s\n", tally(e))
	pictures := Pictures(e)
	for _, p := range pictures {
		fmt.Fprintf(&b, "\n![%s](%s)\n", strings.NewReplacer("[", "(", "]", ")").Replace(p.Chart.Title), p.File)
	}
	if len(pictures) == 0 {
		b.WriteString(folded(fmt.Sprintf("%d numbers of ours", len(e.Numbers)), numbersTable(e)))
	}
	var claims strings.Builder
	for _, c := range e.Claims {
		claims.WriteString(why.claim(&c))
	}
	b.WriteString(folded("Claims, and what decided", claims.String()))
	var notes strings.Builder
	for _, n := range e.Notes() {
		fmt.Fprintf(&notes, "- %s\n", escaped(n))
	}
	b.WriteString(folded("Why numbers differ, where known", notes.String()))
	fmt.Fprintf(&b, "\nIn [numbers.parquet](numbers.parquet) the ids begin with `%s/`. Again: `%s`\n", x.ID, repeat(x.ID))
	return b.String()
}

// folded is text that a reader unfolds; nothing if there is none.
func folded(title, text string) string {
	if text == "" {
		return ""
	}
	return fmt.Sprintf("\n<details><summary>%s</summary>\n\n%s\n</details>\n", title, text)
}

// numbersTable is a table of an experiment's numbers, for one that has no picture.
func numbersTable(e *paper.Evaluation) string {
	if len(e.Numbers) == 0 {
		return ""
	}
	m := e.Matrix()
	titles := []string{""}
	for _, column := range m.Columns {
		titles = append(titles, escaped(result.MarkdownCell(column)))
	}
	var rows [][]string
	for _, name := range m.Rows {
		row := []string{escaped(result.MarkdownCell(name))}
		for _, column := range m.Columns {
			cell := ""
			if n := m.At(name, column); n != nil {
				if cell = n.Own(); n.Spread() != "" {
					cell += " (" + n.Spread() + ")"
				}
			}
			row = append(row, cell)
		}
		rows = append(rows, row)
	}
	return result.MarkdownTable(titles, rows)
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

// claim is a line on a claim: the verdict, the text, what decided it and its reason.
func (r *reasons) claim(c *paper.ClaimResult) string {
	held := ""
	if c.Of > 1 {
		held = fmt.Sprintf(" (%d of %d seeds)", c.Held, c.Of)
	}
	where := "ours"
	if c.Section != "" {
		where = "section " + c.Section
	}
	line := fmt.Sprintf("- **%s**%s %s (%s, `%s`)", c.Verdict, held, escaped(c.Text), where, c.ID[strings.LastIndex(c.ID, "/")+1:])
	if decided := c.Decided(); decided != "" {
		line += " Ours: " + escaped(decided) + "."
	}
	if k := r.of(c); k > 0 {
		line += fmt.Sprintf(" [Likely reason %d](#likely-reasons).", k)
	}
	return line + "\n"
}

// of returns the number of a claim's reason; 0 if it has none.
func (r *reasons) of(c *paper.ClaimResult) int {
	why := c.Reason()
	if why == "" {
		return 0
	}
	k := slices.Index(r.list, why)
	if k < 0 {
		k = len(r.list)
		r.list = append(r.list, why)
	}
	return k + 1
}

func (r *reasons) text() string {
	if len(r.list) == 0 {
		return ""
	}
	text := "\n## Likely reasons\n\n"
	for i, why := range r.list {
		text += fmt.Sprintf("%d. %s\n", i+1, escaped(strings.ToUpper(why[:1])+why[1:]+"."))
	}
	return text
}
