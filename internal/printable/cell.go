package printable

import (
	"strconv"
	"strings"
)

// Cell returns a text as a cell of CSV that no spreadsheet takes for a formula: one that would be computed gets an
// apostrophe in front, as in the spreadsheets themselves. Numbers stay.
func Cell(s string) string {
	if computed(s) {
		return "'" + s
	}
	return s
}

// ParseCell returns the text of which Cell made s.
func ParseCell(s string) string {
	if s != "" && s[0] == '\'' && computed(s[1:]) {
		return s[1:]
	}
	return s
}

// computed reports whether a cell begins like a formula, after any apostrophes: they would be lost otherwise.
func computed(s string) bool {
	core := strings.TrimLeft(s, "'")
	if core == "" || !strings.ContainsRune("=+-@\t\r", rune(core[0])) {
		return false
	}
	_, err := strconv.ParseFloat(core, 64)
	return err != nil
}
