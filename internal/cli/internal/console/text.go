package console

import (
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"

	"golang.org/x/term"

	"github.com/backfill-lab/backfill/core/study/stats"
	"github.com/backfill-lab/backfill/internal/numeral"
)

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
	if a, ok := w.(*App); ok {
		w = a.Out
	}
	if !Terminal(w) {
		return 0
	}
	width, _, _ := term.GetSize(int(w.(*os.File).Fd())) // 0 after an error
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
