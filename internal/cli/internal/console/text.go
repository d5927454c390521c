package console

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/rivo/uniseg"
	"golang.org/x/term"

	"github.com/backfill-lab/backfill/core/study/stats"
	"github.com/backfill-lab/backfill/internal/doubt"
	"github.com/backfill-lab/backfill/internal/numeral"
	"github.com/backfill-lab/backfill/internal/printable"
)

// ErrorWidth is the length of the longest error, in characters.
const ErrorWidth = 300

// ErrorLine is the line that ends a command that failed.
func ErrorLine(err error) string {
	return printable.CutMiddle("backfill: "+OneLine(err.Error()), ErrorWidth)
}

// OneLine joins the lines of an error that has several.
func OneLine(s string) string {
	var parts []string
	for _, line := range strings.FieldsFunc(s, func(r rune) bool { return r == '\n' || r == '\r' }) {
		if line = strings.TrimSpace(line); line != "" {
			parts = append(parts, line)
		}
	}
	return strings.Join(parts, "; ")
}

// Wrap returns words in lines of at most width columns (0: in one), the first after indent
// and the others four columns further.
func Wrap(words, indent string, width int) string {
	var b strings.Builder
	line, empty := indent, true
	for _, word := range strings.Fields(words) {
		if !empty && width > 0 && len(line)+1+len(word) > width {
			b.WriteString(line + "\n")
			line, empty = indent+"    ", true
		}
		if !empty {
			line += " "
		}
		line, empty = line+word, false
	}
	return b.String() + line
}

// Texts returns the text of each element.
func Texts[T any](list []T, text func(T) string) []string {
	texts := make([]string, len(list))
	for i, x := range list {
		texts[i] = text(x)
	}
	return texts
}

// TerminalWidth returns the width of the terminal w, or 0 if w is none.
func TerminalWidth(w io.Writer) int {
	f, is := terminal(w)
	if !is {
		return 0
	}
	width, _, _ := term.GetSize(int(f.Fd())) // 0 after an error
	return width
}

// Range prints a confidence interval, and a dash if it is unknown.
func Range(i stats.Interval) string {
	if !i.Known() {
		return "-"
	}
	return Decimal(i.Low) + " to " + Decimal(i.High)
}

// Decimal prints x for a table: five significant digits, all of a longer whole part, and
// a dash if it is undefined.
func Decimal[T ~float64](value T) string {
	x := float64(value)
	switch a := math.Abs(x); {
	case math.IsNaN(x) || math.IsInf(x, 0):
		return "-"
	case x == math.Trunc(x) && a < 1e15:
		return numeral.Fixed(x, 0)
	case a >= 1e15 || a < 1e-4:
		return strconv.FormatFloat(x, 'g', 5, 64)
	default:
		return numeral.Significant(x, 5, 8)
	}
}

// Share prints n and its part of all: 47,782 (88.4 %).
func Share(n int, all float64) string {
	if all == 0 {
		return numeral.Whole(n)
	}
	return fmt.Sprintf("%s (%.1f %%)", numeral.Whole(n), 100*float64(n)/all)
}

// Factor prints x in the fewest digits that read back as x.
func Factor(x float64) string { return numeral.Fixed(x, -1) }

// Duration prints seconds as people say them: 45 s, 12 min, 3.5 h, 340 d.
func Duration(seconds int64) string { return numeral.Duration(float64(seconds)) }

// Signed writes a difference in seconds with its sign.
func Signed(s float64) string {
	if s > 0 {
		return "+" + Decimal(s)
	}
	return Decimal(s)
}

const gap = "  "

// Table prints the rows with aligned columns: align has a letter for each column, l for
// left and r for right; the last stands for all further columns. Lines do not end in
// spaces. Rows may differ in length; an empty row is an empty line. Widths are those of a
// terminal, where some characters take two places and some none.
func Table(w io.Writer, align string, rows [][]string) {
	rows = shownCells(rows)
	widths := columns(rows)
	out := bufio.NewWriter(w)
	var line strings.Builder
	for _, row := range rows {
		line.Reset()
		for c, cell := range row {
			if c > 0 {
				line.WriteString(gap)
			}
			pad := strings.Repeat(" ", widths[c]-uniseg.StringWidth(cell))
			if align[min(c, len(align)-1)] == 'r' {
				line.WriteString(pad + cell)
			} else {
				line.WriteString(cell + pad)
			}
		}
		out.WriteString(strings.TrimRight(line.String(), " "))
		out.WriteByte('\n')
	}
	out.Flush() // App remembers a failure
}

// Titled prints rows below their titles, which | separates. It leaves out columns whose
// cells are all empty or a dash, except columns without a title, which indent.
func Titled(w io.Writer, align, titles string, rows [][]string) {
	kept := make([][]string, len(rows)+1)
	letters := ""
	for c, title := range strings.Split(titles, "|") {
		holds := func(row []string) bool { return c < len(row) && row[c] != "" && row[c] != "-" }
		if title != "" && len(rows) > 0 && !slices.ContainsFunc(rows, holds) {
			continue
		}
		letters += align[min(c, len(align)-1):][:1]
		kept[0] = append(kept[0], title)
		for i, row := range rows {
			if c < len(row) {
				kept[i+1] = append(kept[i+1], row[c])
			}
		}
	}
	Table(w, letters, kept)
}

// TableWidth returns the number of places that Table needs for the rows.
func TableWidth(rows [][]string) int {
	widths := columns(shownCells(rows))
	total := len(gap) * max(0, len(widths)-1)
	for _, n := range widths {
		total += n
	}
	return total
}

// cellWidth is the length at which a table cuts a cell, in characters: our own sentences are shorter.
const cellWidth = 300

// shownCells returns the rows with cells that are fit to show.
func shownCells(rows [][]string) [][]string {
	shown := make([][]string, len(rows))
	for i, row := range rows {
		shown[i] = Texts(row, func(cell string) string { return printable.Cut(cell, cellWidth) })
	}
	return shown
}

func columns(rows [][]string) (widths []int) {
	for _, row := range rows {
		for c, cell := range row {
			if c == len(widths) {
				widths = append(widths, 0)
			}
			widths[c] = max(widths[c], uniseg.StringWidth(cell))
		}
	}
	return widths
}

// PrintDoubts prints the doubts that are not grave, a line each.
func PrintDoubts(out io.Writer, all []doubt.Doubt) {
	_, others := doubt.Split(all)
	for _, d := range others {
		fmt.Fprintln(out, "doubtful: "+d.String())
	}
}

// PrintWarning prints the grave doubts, beside an answer.
func PrintWarning(out io.Writer, all []doubt.Doubt) {
	grave, _ := doubt.Split(all)
	if len(grave) == 0 {
		return
	}
	fmt.Fprintln(out, doubt.Warning)
	for _, d := range grave {
		fmt.Fprintln(out, "  "+d.String())
	}
}
