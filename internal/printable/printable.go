// Package printable makes text of strangers fit to show: names in logs, fields of files and messages of other programs
// may hold characters that drive a terminal or turn the reading direction. Where text is shown, these become visible
// escapes such as \u001b; files keep the original bytes.
package printable

import (
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// NameWidth is the length at which Name cuts, in characters.
const NameWidth = 40

// hidden reports whether a character must not be shown as it is: a control character, or one of those that show
// nothing and change what stands around them, such as a change of direction. Joiners, which Persian names and
// emoji are spelled with, and soft hyphens are text.
func hidden(r rune) bool {
	switch r {
	case '\u200c', '\u200d', '\u00ad':
		return false
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
}

// Line returns s on one line, with every hidden character and every byte that is not UTF-8 escaped.
func Line(s string) string { return escape(s, func(r rune) bool { return false }) }

// Text is Line, but keeps the ends of lines and tabs.
func Text(s string) string { return escape(s, layout) }

func layout(r rune) bool { return r == '\n' || r == '\t' }

// Name returns a name from a file as part of a sentence: Line, cut at NameWidth.
func Name(s string) string { return Cut(s, NameWidth) }

// Cut returns Line(s) cut at that many characters, at least 4; three dots say that something is missing.
func Cut(s string, width int) string {
	s = Line(first(s, width+1))
	if first(s, width) == s {
		return s
	}
	return first(s, width-3) + "..."
}

// CutMiddle is Cut, but leaves out the middle: an error says where at its beginning, and what to do at its end.
func CutMiddle(s string, width int) string {
	s = Line(s)
	n := utf8.RuneCountInString(s)
	if n <= width {
		return s
	}
	const gap = " ... "
	tail := (width - len(gap)) / 3
	begin := first(s, width-len(gap)-tail)
	return begin + gap + s[len(first(s, n-tail)):]
}

// first returns the first n characters of s.
func first(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

func escape(s string, kept func(rune) bool) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return r == utf8.RuneError || hidden(r) && !kept(r) }) {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		_, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			writeHex(&b, 'x', uint16(s[i]), 2)
		case !hidden(r) || kept(r):
			b.WriteString(s[i : i+size])
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			writeHex(&b, 'u', uint16(high), 4)
			writeHex(&b, 'u', uint16(low), 4)
		default:
			writeHex(&b, 'u', uint16(r), 4)
		}
	}
	return b.String()
}

// writeHex writes an escape as JSON spells it, so that JSON in which a character is escaped stays what it is.
func writeHex(b *strings.Builder, kind byte, v uint16, digits int) {
	b.WriteByte('\\')
	b.WriteByte(kind)
	for digits--; digits >= 0; digits-- {
		b.WriteByte("0123456789abcdef"[v>>(4*digits)&15])
	}
}
