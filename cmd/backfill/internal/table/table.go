// Package table lays out text in aligned columns for a terminal.
package table

import (
	"bufio"
	"io"
	"strings"

	"github.com/rivo/uniseg"
)

// gap separates two columns.
const gap = "  "

// Write prints the rows with their columns aligned: align has one letter per
// column, l for left and r for right; further columns are as its last one. A
// line has no spaces at its end. Rows may differ in length; an empty row is an
// empty line. Widths are those of a terminal, where some characters take two
// places and some none.
func Write(w io.Writer, align string, rows [][]string) error {
	var widths []int
	for _, row := range rows {
		for c, cell := range row {
			if c == len(widths) {
				widths = append(widths, 0)
			}
			widths[c] = max(widths[c], uniseg.StringWidth(cell))
		}
	}
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
	return out.Flush()
}

// Width returns how many places Write needs for the rows.
func Width(rows [][]string) int {
	var widths []int
	total := 0
	for _, row := range rows {
		for c, cell := range row {
			if c == len(widths) {
				widths = append(widths, 0)
				if c > 0 {
					total += len(gap)
				}
			}
			if n := uniseg.StringWidth(cell); n > widths[c] {
				total += n - widths[c]
				widths[c] = n
			}
		}
	}
	return total
}
