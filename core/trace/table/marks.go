package table

import "strings"

// Marks say what a comma in a number is. Where commas part the cells of a CSV file, numbers have points. Where other
// characters do, as in what pandas writes with sep=";", decimal="," and spreadsheets do in most of Europe, a comma is the
// decimal mark once a number says so: 1,5 and 0,125 do, but 1,234 may be 1234. Then 1.234 may be, too.
type marks uint8

const (
	points marks = iota
	undecided
	commas
)

// marksOf returns the marks of a table of which nothing has been read.
func marksOf(t Table) marks {
	if c, ok := t.(*CSV); ok && c.r.Comma != ',' {
		return undecided
	}
	return points
}

// pointed returns a text with a point for a decimal comma. It is errMarks if the text is a number of which that is not known.
func (r *Reader) pointed(s string) (string, error) {
	comma := strings.IndexByte(s, ',')
	if comma < 0 && (r.marks != commas || !grouped(s, '.')) {
		return s, nil
	}
	decimal, is := decimalComma(s, comma)
	switch {
	case !is && strings.Trim(s, "+-0123456789.,") != "":
		return s, nil // no number
	case !is || r.marks == points:
		return s, errMarks
	case decimal:
		r.marks = commas
	case r.marks == undecided && !r.decide():
		return s, errMarks
	}
	return s[:comma] + "." + s[comma+1:], nil
}

// decide looks for a decimal comma among the numbers of the batch.
func (r *Reader) decide() bool {
	for f := Submit; f < User; f++ {
		c := &r.cells[f]
		if !c.given || c.at < 0 {
			continue
		}
		for _, s := range r.batch.Cols[c.at].Text {
			s = strings.TrimSpace(s)
			if decimal, is := decimalComma(s, strings.IndexByte(s, ',')); is && decimal {
				r.marks = commas
				return true
			}
		}
	}
	return false
}

// decimalComma tells whether a text is a number with one comma at that place, and whether that cannot stand between thousands.
func decimalComma(s string, comma int) (decimal, is bool) {
	if comma < 0 {
		return false, false
	}
	mantissa, exponent := s[comma+1:], "0"
	if e := strings.IndexAny(mantissa, "eE"); e >= 0 {
		mantissa, exponent = mantissa[:e], unsigned(mantissa[e+1:])
	}
	is = digits(unsigned(s[:comma])) && digits(mantissa) && digits(exponent)
	return is && !grouped(s, ','), is
}

// grouped tells whether a text is a number of digits in groups of three with marks between them: 1,234 or 12,345,678.
func grouped(s string, mark byte) bool {
	for i, g := range strings.Split(unsigned(s), string(mark)) {
		if !digits(g) || i == 0 && (len(g) > 3 || g[0] == '0') || i > 0 && len(g) != 3 {
			return false
		}
	}
	return strings.IndexByte(s, mark) >= 0
}

// unsigned returns a text without a sign before it.
func unsigned(s string) string {
	if s != "" && (s[0] == '-' || s[0] == '+') {
		return s[1:]
	}
	return s
}

// digits tells whether a text is of digits alone, at least one.
func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
