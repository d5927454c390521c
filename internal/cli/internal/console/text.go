package console

import (
	"io"
	"os"
	"strings"

	"golang.org/x/term"
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
