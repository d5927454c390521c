// Package hostlist reads and writes Slurm's lists of nodes.
//
//	list   = [ name { "," name } ]
//	name   = part { part }, with at least one character
//	part   = text | "[" range { "," range } "]"
//	range  = digits [ "-" digits ]
//	text   = letters, digits, "-", "_" and "."
//
// n[008-010],gn1,a[1-2]b[3,5] is n008, n009, n010, gn1, a1b3, a1b5, a2b3 and a2b5. White
// space separates names as commas do, and empty names are none, as in Slurm. A number
// has at least as many digits as the first of its range.
package hostlist

import (
	"errors"
	"fmt"
	"iter"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/internal/text"
)

// Errors of Expand, wrapped with the name they are about.
var (
	ErrBracket = errors.New("a bracket is missing: write n[1-4]")
	ErrRange   = errors.New("not a range of numbers: write 1-4 with the smaller number first, of 18 digits at most")
	ErrText    = errors.New("a node's name has letters, digits, '-', '_' and '.' only")
	ErrLong    = fmt.Errorf("a node's name has at most %d characters", maxName)
	ErrMany    = errors.New("too many nodes")
)

const (
	maxDigits = 18  // keeps a number within int64
	maxName   = 255 // keeps limit names of a list within reason
)

// Expand returns the names of a list, in its order and as often as it has them. It is an
// error if there are more than limit or if the list is malformed; it never holds more than
// limit names. It costs O(names).
func Expand(list string, limit int) ([]string, error) {
	var names []string
	for item := range Items(list) {
		parts, err := parse(item)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", text.Shorten([]byte(item)), err)
		}
		count, ok := product(parts, limit-len(names))
		if !ok {
			return nil, fmt.Errorf("%q: %w: at most %d", text.Shorten([]byte(item)), ErrMany, limit)
		}
		names = spell(names, parts, count)
	}
	return names, nil
}

// Items returns the names of a list with their brackets unread: n[1-4] and g1 of n[1-4],g1.
func Items(list string) iter.Seq[string] {
	return func(yield func(string) bool) {
		depth, from := 0, 0
		for i := 0; i <= len(list); i++ {
			if i < len(list) {
				switch c := list[i]; {
				case c == '[':
					depth++
					continue
				case c == ']':
					depth--
					continue
				case depth > 0 || strings.IndexByte(", \t\r\n", c) < 0:
					continue
				}
			}
			if i > from && !yield(list[from:i]) {
				return
			}
			from = i + 1
		}
	}
}

// A part is text, or the numbers of a pair of brackets.
type part struct {
	text   string
	ranges []span
}

// A span is the numbers from first to last, written with width digits or more.
type span struct {
	first, last int64
	width       int
}

// parse splits a name at its brackets.
func parse(item string) (parts []part, err error) {
	length := 0
	for item != "" {
		open := strings.IndexAny(item, "[]")
		if open < 0 {
			open = len(item)
		}
		if open > 0 {
			if !isText(item[:open]) {
				return nil, ErrText
			}
			if length += open; length > maxName {
				return nil, ErrLong
			}
			parts = append(parts, part{text: item[:open]})
			item = item[open:]
			continue
		}
		end := strings.IndexByte(item, ']')
		if item[0] == ']' || end < 0 {
			return nil, ErrBracket
		}
		var p part
		for r := range strings.SplitSeq(item[1:end], ",") {
			s, err := parseSpan(r)
			if err != nil {
				return nil, err
			}
			p.ranges = append(p.ranges, s)
		}
		if length += maxDigits; length > maxName {
			return nil, ErrLong
		}
		parts = append(parts, p)
		item = item[end+1:]
	}
	return parts, nil
}

func parseSpan(r string) (s span, err error) {
	if strings.IndexByte(r, '[') >= 0 {
		return s, ErrBracket
	}
	first, last, isRange := strings.Cut(r, "-")
	if !isRange {
		last = first
	}
	if !isDigits(first) || !isDigits(last) {
		return s, ErrRange
	}
	s.width = len(first)
	s.first, _ = strconv.ParseInt(first, 10, 64)
	s.last, _ = strconv.ParseInt(last, 10, 64)
	if s.first > s.last {
		return s, ErrRange
	}
	return s, nil
}

// product returns how many names the parts make, or false if more than limit.
func product(parts []part, limit int) (count int, ok bool) {
	count = 1
	for _, p := range parts {
		if p.ranges == nil {
			continue
		}
		var sum int64
		for _, r := range p.ranges {
			if sum += r.last - r.first + 1; sum > int64(limit) {
				return 0, false
			}
		}
		if int64(count) > int64(limit)/sum {
			return 0, false
		}
		count *= int(sum)
	}
	return count, count <= limit
}

// spell appends the count names that the parts make. The last brackets change first.
func spell(names []string, parts []part, count int) []string {
	if len(parts) == 1 && parts[0].ranges == nil {
		return append(names, parts[0].text)
	}
	made := make([]string, 1, count)
	for _, p := range parts {
		if p.ranges == nil {
			for i := range made {
				made[i] += p.text
			}
			continue
		}
		longer := make([]string, 0, count)
		for _, m := range made {
			for _, r := range p.ranges {
				for n := r.first; n <= r.last; n++ {
					longer = append(longer, m+number(n, r.width))
				}
			}
		}
		made = longer
	}
	return append(names, made...)
}

// number writes n with width digits or more.
func number(n int64, width int) string {
	s := strconv.FormatInt(n, 10)
	if len(s) < width {
		s = strings.Repeat("0", width-len(s)) + s
	}
	return s
}

func isDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != "" && len(s) <= maxDigits
}

func isText(s string) bool {
	for i := range len(s) {
		c := s[i]
		switch {
		case '0' <= c && c <= '9', 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', c == '-', c == '_', c == '.':
		default:
			return false
		}
	}
	return s != ""
}
