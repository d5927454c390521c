package lab

import (
	"cmp"
	"fmt"
	"html"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/janpfeifer/gonb/gonbui"
	"github.com/janpfeifer/gonb/gonbui/protocol"

	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/figures"
	"github.com/backfill-lab/backfill/internal/numeral"
	"github.com/backfill-lab/backfill/internal/printable"
)

// Picture shows a drawing below the cell.
func Picture(d *figures.Drawing) {
	d.DPI = cmp.Or(d.DPI, 120) // sharp on a screen, and small in a notebook
	png := must(d.Bytes("png"))
	if !gonbui.IsNotebook {
		say("[%s: %d bytes of PNG]\n", d.Title, len(png))
		return
	}
	gonbui.DisplayPng(png)
	gonbui.Sync()
}

// Table shows one row per run of the experiment and one column per metric of
// metrics.Every. The best of a column has a * and is bold if it is by more than chance; one that is merely first has
// a ', as in the command's table. A number shows all its digits under the pointer, and a dash is an undefined metric.
func (e Experiment) Table(names ...string) {
	runs := e.Read(result.Runs)
	header := []string{"policy"}
	rows := make([][]Cell, runs.Rows)
	stood, marked := e.standings(runs), map[metrics.Standing]bool{}
	for i := range rows {
		rows[i] = []Cell{Text(runs.Col("policy").GetText(i))}
	}
	for _, name := range names {
		m := metric(name)
		header = append(header, m.Title)
		values := runs.Col(name).Float
		stand := stood.in(m, values)
		for i, v := range values {
			c := Number(v)
			switch {
			case math.IsNaN(v):
				c = Text("-")
			case m.Unit == "s":
				c = Seconds(v)
			}
			marked[stand[i]] = true
			switch stand[i] {
			case metrics.Best:
				c.Text, c.Bold = c.Text+" *", true
			case metrics.First:
				c.Text += " '"
			}
			rows[i] = append(rows[i], c)
		}
	}
	Rows(header, rows)
	if marked[metrics.Best] {
		sayLine("* the best of its column, " + metrics.Surely(stood.size()))
	}
	if marked[metrics.First] {
		sayLine("' the first of its column; which is best is not sure: " + metrics.Perhaps(stood.size()))
	}
}

// metric returns the metric of that name, or ends the cell.
func metric(name string) metrics.Metric {
	i := slices.IndexFunc(metrics.Every, func(m metrics.Metric) bool { return m.Name == name })
	if i < 0 {
		check(fmt.Errorf("unknown metric %q: `backfill metrics` lists them", name))
	}
	return metrics.Every[i]
}

// A Cell is one field of a table.
type Cell struct {
	Text  string
	Exact string // what Text is short for, or ""
	Bold  bool
	Bad   bool // marked, so that it is seen among others
}

// Text is a cell of text.
func Text(s string) Cell { return Cell{Text: s} }

// Number is a cell of a number, to three digits.
func Number(v float64) Cell { return Cell{Text: numeral.Short(v), Exact: digits(v)} }

// Whole is a cell of a whole number, with all its digits.
func Whole(v int64) Cell {
	return Cell{Text: strconv.FormatInt(v, 10), Exact: strconv.FormatInt(v, 10)}
}

// Count is a cell of a whole number with commas between its thousands.
func Count(v int64) Cell { return Second(v) }

// Second is a cell of a moment: a whole number with commas between its thousands.
func Second(v int64) Cell { return Cell{Text: numeral.Whole(v), Exact: digits(float64(v))} }

// moment is Second, with any fraction.
func moment(v float64) Cell { return Cell{Text: numeral.Second(v), Exact: digits(v)} }

// Seconds is a cell of a time, in a suitable unit.
func Seconds(v float64) Cell { return Cell{Text: figures.Duration(v), Exact: digits(v) + " s"} }

func digits(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// Rows shows a table below the cell. A column is aligned to the right if its first cell
// is a number.
func Rows(header []string, rows [][]Cell) {
	showTable(plainTable(header, rows), htmlTable(header, rows))
}

// fold shows a table that opens at a click on its title.
func fold(title string, header []string, rows [][]Cell) {
	showTable(title+"\n"+plainTable(header, rows), foldedHTML(title, header, rows))
}

func foldedHTML(title string, header []string, rows [][]Cell) string {
	return "<details><summary>" + html.EscapeString(title) + "</summary>\n" + htmlTable(header, rows) + "\n</details>"
}

// say prints a text with values, in which names of logs may be anybody's: control characters are shown as escapes.
func say(format string, args ...any) { fmt.Print(printable.Text(fmt.Sprintf(format, args...))) }

// sayLine prints values with spaces between them.
func sayLine(args ...any) { say("%s", fmt.Sprintln(args...)) }

func showTable(plain, html string) {
	plain, html = printable.Text(plain), printable.Text(html) // names of logs are anybody's
	if !gonbui.IsNotebook {
		fmt.Print(plain)
		return
	}
	gonbui.SendData(&protocol.DisplayData{Data: map[protocol.MIMEType]any{
		protocol.MIMETextPlain: plain,
		protocol.MIMETextHTML:  html,
	}})
	gonbui.Sync()
}

func htmlTable(header []string, rows [][]Cell) string {
	var b strings.Builder
	b.WriteString("<table>\n<tr>")
	for i, h := range header {
		fmt.Fprintf(&b, "<th%s>%s</th>", align(rows, i), html.EscapeString(h))
	}
	for _, row := range rows {
		b.WriteString("</tr>\n<tr>")
		for i, c := range row {
			text, title := html.EscapeString(c.Text), ""
			switch {
			case c.Bad:
				text = `<b style="background:#b00020;color:#fff;padding:0 .3em">` + text + "</b>"
			case c.Bold:
				text = "<b>" + text + "</b>"
			}
			if c.Exact != "" {
				title = fmt.Sprintf(` title="%s"`, html.EscapeString(c.Exact))
			}
			fmt.Fprintf(&b, "<td%s%s>%s</td>", align(rows, i), title, text)
		}
	}
	b.WriteString("</tr>\n</table>")
	return b.String()
}

func align(rows [][]Cell, column int) string {
	if number(rows, column) {
		return ` style="text-align:right"`
	}
	return ` style="text-align:left"`
}

func number(rows [][]Cell, column int) bool { return len(rows) > 0 && rows[0][column].Exact != "" }

// plainTable is the table for a terminal, and for readers of a notebook that show no HTML.
func plainTable(header []string, rows [][]Cell) string {
	lines := make([]string, len(rows)+1)
	for i, h := range header {
		column := []string{h}
		width := utf8.RuneCountInString(h)
		for _, row := range rows {
			column, width = append(column, row[i].Text), max(width, utf8.RuneCountInString(row[i].Text))
		}
		if !number(rows, i) {
			width = -width // to the left
		}
		for k, text := range column {
			lines[k] += fmt.Sprintf("%*s  ", width, text)
		}
	}
	var b strings.Builder
	for _, line := range lines {
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}
