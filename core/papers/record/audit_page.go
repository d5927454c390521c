package record

import (
	"fmt"
	"strings"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// AuditTitles are the titles of Audited.Cells.
var AuditTitles = []string{"where", "row", "column", "printed", "ours", "ours now", "verdict", "computed again"}

// Ticks tells the reader of an audit what to do.
const Ticks = "Compare each line with your copy of the paper, and tick it if the paper has that number or result in that place."

// String counts the rows by what came out.
func (a *Audit) String() string {
	s := fmt.Sprintf("%s of %s drawn (draw %d): %d computed again, %d differ", numeral.Whole(len(a.Rows)),
		numeral.Plural(a.Of, "row"), a.Seed, a.Count(Equal)+a.Count(Differs), a.Count(Differs))
	if n := a.Count(NotComputed); n > 0 {
		s += fmt.Sprintf("; %d not computed", n)
	}
	return s
}

// Differences are the lines on the rows that differ.
func (a *Audit) Differences() (lines []string) {
	for i := range a.Rows {
		if a.Rows[i].Outcome == Differs {
			lines = append(lines, a.Rows[i].Difference())
		}
	}
	return lines
}

// Cite names the paper of a row: its title, authors, venue and DOI.
func (r Row) Cite() string {
	p := r.Of.Paper
	s := fmt.Sprintf("%s: %s. %s", p.Authors, p.Title, p.Venue)
	if p.DOI != "" {
		s += ", doi:" + p.DOI
	}
	return s
}

// Cells lays out a number that was audited, under AuditTitles.
func (a *Audited) Cells() []string {
	n := a.Number
	now := ""
	if a.Now.Number != nil {
		now = valueOf(a.Now.Number)
	}
	return []string{a.Place(), n.Row, n.Column, n.Printed(), valueOf(n), now, string(n.Verdict), a.Again()}
}

// Again says what came of computing the row again.
func (a *Audited) Again() string {
	if a.Why != "" {
		return a.Outcome + ": " + a.Why
	}
	return a.Outcome
}

// Said is what the record and the program say of a claim that was audited.
func (a *Audited) Said() string {
	s := "record: " + a.Claim.Said()
	if a.Now.Claim != nil {
		s += "; now: " + a.Now.Claim.Said()
	}
	return s + "; " + a.Again()
}

// Tick is a box if the paper has the row, so that a reader can look for it.
func (r Row) Tick() string {
	if r.Printed() {
		return "☐"
	}
	return ""
}

// Place is Where, or says that the row is ours.
func (r Row) Place() string {
	if where := r.Where(); where != "" {
		return where
	}
	return "ours: not in the paper"
}

// valueOf prints our number with its range over the seeds.
func valueOf(n *paper.Number) string {
	if spread := n.Spread(); spread != "" {
		return n.Own() + " [" + spread + "]"
	}
	return n.Own()
}

// Split separates audited numbers from claims.
func Split(rows []Audited) (numbers, claims []Audited) {
	for _, row := range rows {
		if row.Number != nil {
			numbers = append(numbers, row)
		} else {
			claims = append(claims, row)
		}
	}
	return numbers, claims
}

// Markdown is the audit as a page with a box to tick for each row.
func (a *Audit) Markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Audit of the record\n\n%s.\n\n%s\nRanges in square brackets are of the seeds, from 5 to 95 %%.\n", a, Ticks)
	for _, rows := range a.Papers() {
		fmt.Fprintf(&b, "\n## %s\n\n%s.\n", rows[0].Of.Paper.Key, rows[0].Cite())
		numbers, claims := Split(rows)
		if len(numbers) > 0 {
			fmt.Fprintf(&b, "\n| on the page | %s |\n|:-:%s|\n", strings.Join(AuditTitles, " | "), strings.Repeat("|---", len(AuditTitles)))
		}
		for i := range numbers {
			b.WriteString("| " + numbers[i].Tick() + " |")
			for _, cell := range numbers[i].Cells() {
				b.WriteString(" " + result.MarkdownCell(cell) + " |")
			}
			b.WriteString("\n")
		}
		for i := range claims {
			if i == 0 {
				b.WriteString("\n")
			}
			c := &claims[i]
			fmt.Fprintf(&b, "- %s: %s (%s)\n", strings.TrimSpace(c.Tick()+" "+c.Place()), c.Claim.Text, c.Said())
		}
	}
	for i, line := range a.Differences() {
		if i == 0 {
			b.WriteString("\n## What differs\n\n")
		}
		fmt.Fprintf(&b, "- %s\n", line)
	}
	return b.String()
}
