package record

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/result"
)

// Standings lays out the league as a table: a row for each trial, with its distance on all
// groups and on each. A distance from numbers that chose a value of the reading has a mark.
func (l *League) Standings() (titles []string, rows [][]string) {
	title := func(name string, groups ...string) string {
		return fmt.Sprintf("%s (%d)", name, l.Trials[0].On(groups...).Numbers)
	}
	titles = []string{"reading", title("all", l.Groups...)}
	for _, g := range l.Groups {
		titles = append(titles, title(g, g))
	}
	for _, t := range l.Trials {
		row := []string{t.Reading.Name(), t.On(l.Groups...).String() + mark(len(t.ChosenBy) > 0)}
		for _, g := range l.Groups {
			row = append(row, t.On(g).String()+mark(slices.Contains(t.ChosenBy, g)))
		}
		rows = append(rows, row)
	}
	return titles, rows
}

// mark is what a distance has behind it that its own numbers made small.
func mark(chosen bool) string {
	if chosen {
		return "*"
	}
	return ""
}

// HeldOut lays out the folds.
func (l *League) HeldOut() (titles []string, rows [][]string) {
	for _, f := range l.Folds {
		rows = append(rows, []string{f.Group, f.Chosen.Name(), f.Others.String(), f.Held.String(), f.First.String()})
	}
	return []string{"held out", "best on the others", "distance there", "here", "here with the first reading"}, rows
}

// Notes say what the tables show: that of the standings, that of the groups held out, and, if
// a budget ended the search, a third.
func (l *League) Notes() []string {
	notes := []string{"Distance from the printed numbers (0: the same, 1: a factor of 2 and more), by group, with how many numbers:",
		"Each group held out: the best reading of the other groups, and how it does on this one:"}
	if slices.ContainsFunc(l.Trials, func(t Trial) bool { return len(t.ChosenBy) > 0 }) {
		notes[0] += " A * marks numbers that chose a value of the reading before: no such reading is scored on them below."
	}
	if !l.Whole {
		notes = append(notes, "The budget ended the search: there may be better readings.")
	}
	return notes
}

// Markdown prints the league: its ten best readings and the default one, and the folds.
func (l *League) Markdown() string {
	const most = 10
	var b strings.Builder
	fmt.Fprintf(&b, "\n### %s: %d readings\n\n%s, scale %s, seeds: %d.", l.Paper, len(l.Trials), strings.Join(l.Experiments, ", "),
		l.Scale, l.Seeds)
	notes := l.Notes()
	titles, all := l.Standings()
	var rows [][]string
	for i, row := range all {
		if i < most || len(l.Trials[i].Reading) == 0 {
			rows = append(rows, row)
		}
	}
	fmt.Fprintf(&b, " %s\n\n%s", notes[0], result.MarkdownTable(titles, rows))
	if titles, rows := l.HeldOut(); len(rows) > 0 {
		fmt.Fprintf(&b, "\n%s\n\n%s", notes[1], result.MarkdownTable(titles, rows))
	}
	for _, note := range notes[2:] {
		fmt.Fprintf(&b, "\n%s\n", note)
	}
	return b.String()
}

// Text prints a number that was held out: ours with the seeds' range, the verdict and the
// reading.
func (h *Held) Text() string {
	plain := h.Number
	plain.Unit = ""
	text := plain.Own()
	if spread := h.Spread(); spread != "" {
		text += " (" + spread + ")"
	}
	return fmt.Sprintf("%s, %s, with %s", text, h.Verdict, cmp.Or(h.Reading, paper.Reading{}.Name()))
}

// String prints the mean; a dash if there is none.
func (d Distance) String() string {
	if d.Numbers == 0 {
		return "–"
	}
	return fmt.Sprintf("%.3f", d.Mean)
}
