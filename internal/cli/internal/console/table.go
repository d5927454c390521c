package console

import (
	"bufio"
	"io"
	"slices"
	"strings"

	"github.com/rivo/uniseg"
)

const gap = "  "

// Table prints the rows with aligned columns: align has a letter for each column, l for
// left and r for right; the last stands for all further columns. Lines do not end in
// spaces. Rows may differ in length; an empty row is an empty line. Widths are those of a
// terminal, where some characters take two places and some none.
func Table(w io.Writer, align string, rows [][]string) {
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
	widths := columns(rows)
	total := len(gap) * max(0, len(widths)-1)
	for _, n := range widths {
		total += n
	}
	return total
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
