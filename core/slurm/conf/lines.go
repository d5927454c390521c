package conf

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/backfill-lab/backfill/core/internal/text"
	"github.com/backfill-lab/backfill/core/slurm/internal/amount"
)

// A line is a line of a file with its continuations, without comments and spaces around it.
type line struct {
	at   place
	text string // not ""
}

// eachLine calls do with each line of a configuration that says something. As in Slurm, a
// backslash at the end continues a line unless it is in a comment, and \# is no comment.
func eachLine(f *File, do func(line) error) error {
	var b strings.Builder
	first := 0
	flush := func() error {
		s := strings.TrimSpace(b.String())
		at := place{f.Name, first}
		b.Reset()
		if first = 0; s == "" {
			return nil
		}
		return do(line{at, s})
	}
	err := eachRawLine(f, func(at place, s string) error {
		if first == 0 {
			first = at.line
		}
		trimmed, more := strings.CutSuffix(strings.TrimRight(uncomment(s), " \t\r"), "\\")
		if b.WriteString(trimmed); b.Len() > maxLine {
			return at.wrong("", "", ErrLong)
		}
		if more {
			return nil
		}
		return flush()
	})
	if err == nil && first > 0 {
		err = flush()
	}
	return err
}

// uncomment cuts off a comment.
func uncomment(s string) string {
	i := 0
	for {
		n := strings.IndexByte(s[i:], '#')
		if n < 0 {
			return strings.ReplaceAll(s, `\#`, "#")
		}
		if i += n; i == 0 || s[i-1] != '\\' {
			return strings.ReplaceAll(s[:i], `\#`, "#")
		}
		i++
	}
}

// eachRawLine calls do with each line of a file.
func eachRawLine(f *File, do func(at place, s string) error) error {
	limited := &io.LimitedReader{R: text.NewSource(f.Data), N: maxText + 1}
	lines := text.NewLines(limited, maxLine, ErrLong)
	for {
		b, err := lines.Next()
		at := place{f.Name, max(1, lines.Number())}
		switch {
		case limited.N <= 0:
			return at.wrong("", "", ErrSize)
		case err == io.EOF:
			return nil
		case err != nil:
			return at.wrong("", "", oneLine(err))
		case at.line > maxLines:
			return at.wrong("", "", ErrLines)
		case bytes.IndexByte(b, 0) >= 0:
			return at.wrong("", "", ErrBinary)
		}
		if err := do(at, string(bytes.TrimSuffix(b, []byte("\r")))); err != nil {
			return err
		}
	}
}

// oneLine returns an error of a file whose message is one line.
func oneLine(err error) error {
	if strings.ContainsAny(err.Error(), "\r\n") {
		return errors.New(clip(err.Error()))
	}
	return err
}

// A pair is Key=Value.
type pair struct {
	at    place
	key   string // in lower case
	name  string // the key as written
	value string // without quotes
}

func (p pair) text() string { return p.name + "=" + p.value }

// wrong returns the error of the pair's value.
func (p pair) wrong(err error) error { return p.at.wrong(p.name, p.value, err) }

// whole returns the value as a whole number.
func (p pair) whole() (int64, error) {
	n, err := amount.Whole(p.value)
	if err != nil {
		return 0, p.wrong(err)
	}
	return n, nil
}

// small returns the value as a whole number that any int holds.
func (p pair) small() (int, error) {
	n, err := amount.Whole(p.value)
	if err != nil || n > 1e9 {
		return 0, p.wrong(ErrSize32)
	}
	return int(n), nil
}

// yes returns whether the value is YES, TRUE or UP, or 1.
func (p pair) yes() (bool, error) {
	switch strings.ToUpper(p.value) {
	case "YES", "TRUE", "UP", "1", "Y":
		return true, nil
	case "NO", "FALSE", "DOWN", "0", "N":
		return false, nil
	}
	return false, p.wrong(ErrYesNo)
}

// A record is the pairs of a line.
type record []pair

// find returns the last pair with one of the keys.
func (r record) find(keys ...string) (found pair, ok bool) {
	for _, p := range r {
		for _, key := range keys {
			if p.key == key {
				found, ok = p, true
			}
		}
	}
	return found, ok
}

// over returns the pairs of r, and before them those of base whose keys r does not have.
func (r record) over(base record) record {
	own := map[string]bool{}
	for _, p := range r {
		own[p.key] = true
	}
	var out record
	for _, p := range base {
		if !own[p.key] {
			out = append(out, p)
		}
	}
	return append(out, r...)
}

// parsePairs splits a line of Key=Value. There may be spaces around "=", and quotes around
// a value.
func parsePairs(l line) (rec record, err error) {
	s := l.text
	for s != "" {
		name, rest, ok := strings.Cut(s, "=")
		name = strings.TrimRight(name, " \t")
		if !ok || !isKey(name) {
			return nil, l.at.wrong("", s, ErrPair)
		}
		p := pair{at: l.at, key: strings.ToLower(name), name: name}
		if p.value, s, err = value(strings.TrimLeft(rest, " \t")); err != nil {
			return nil, p.at.wrong(name, p.value, err)
		}
		if rec = append(rec, p); len(rec) > maxFew {
			return nil, l.at.wrong("", "", ErrFew)
		}
	}
	return rec, nil
}

// value cuts a value off a line. Quotes may begin anywhere in it.
func value(s string) (v, rest string, err error) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case ' ', '\t', '\r':
			return b.String(), strings.TrimSpace(s[i:]), nil
		case '"':
			end := strings.IndexByte(s[i+1:], '"')
			if end < 0 {
				return s[i:], "", ErrQuote
			}
			b.WriteString(s[i+1 : i+1+end])
			i += end + 1
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), "", nil
}

func isKey(s string) bool {
	for i := range len(s) {
		c := s[i]
		switch {
		case '0' <= c && c <= '9', 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', c == '_', c == '.', c == '-', c == '+':
		default:
			return false
		}
	}
	return s != ""
}

// list splits a value at commas; ALL and nothing are nil.
func list(s string) (out []string) {
	if strings.EqualFold(s, "ALL") || strings.EqualFold(s, "(null)") {
		return nil
	}
	for item := range strings.SplitSeq(s, ",") {
		if item = strings.TrimSpace(item); item != "" {
			out = append(out, item)
		}
	}
	return out
}
