package swf

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A Header is the comments of a log, unchanged, so that writing them back loses
// nothing. The archive's headers say "; Key: value" for the keys Version, Computer,
// Installation, MaxJobs, MaxNodes, MaxProcs, UnixStartTime, TimeZoneString, Note,
// Queue, Partition and others.
type Header struct {
	Lines []string  // the comments before the first row, with ";" and without line ending
	Later []Comment // the comments after it
}

// A Comment is a comment line between the rows of a log.
type Comment struct {
	Before int // index of the row that follows: the number of rows before it
	Text   string
}

// A Label is a number and its name, as in "; Queue: 3 normal".
type Label struct {
	ID   int64
	Name string
}

// Get returns the value of the first comment "; Key: value" without spaces around
// it. The case of keys does not matter.
func (h Header) Get(key string) (value string, ok bool) {
	if all := h.Values(key); len(all) > 0 {
		return all[0], true
	}
	return "", false
}

// Values returns the values of all comments "; Key: value", in order.
func (h Header) Values(key string) []string {
	var all []string
	for _, line := range h.Lines {
		if k, v, ok := entry(line); ok && strings.EqualFold(k, key) {
			all = append(all, v)
		}
	}
	return all
}

// Int returns the whole number at the start of the value of key, as in
// "; MaxNodes: 338 (batch partition; 512 total)".
func (h Header) Int(key string) (n int64, ok bool) {
	v, _ := h.Get(key)
	return leadingInt(v)
}

// TimeZone returns the log's zone in the time zone database ("Europe/Stockholm"), or "".
func (h Header) TimeZone() string { v, _ := h.Get("TimeZoneString"); return v }

// Labels returns the pairs of all comments "; Key: number name", in order.
func (h Header) Labels(key string) []Label {
	var labels []Label
	for _, v := range h.Values(key) {
		number, name, _ := strings.Cut(v, " ")
		if id, err := strconv.ParseInt(number, 10, 64); err == nil {
			labels = append(labels, Label{ID: id, Name: strings.TrimSpace(name)})
		}
	}
	return labels
}

// Set gives the first comment with that key that value, unless it has the value
// already or begins with it as a number. Without such a comment, Set adds one at
// the end. h.Lines is copied, not changed.
func (h *Header) Set(key, value string) {
	for i, line := range h.Lines {
		k, v, ok := entry(line)
		if !ok || !strings.EqualFold(k, key) {
			continue
		}
		if v == value {
			return
		}
		if n, ok := leadingInt(v); ok && strconv.FormatInt(n, 10) == value {
			return
		}
		h.Lines = slices.Clone(h.Lines)
		h.Lines[i] = "; " + k + ": " + value
		return
	}
	h.Add(key, value)
}

// Add adds "; Key: value" at the end. h.Lines is copied, not changed.
func (h *Header) Add(key, value string) {
	h.Lines = append(slices.Clip(h.Lines), "; "+key+": "+value)
}

// entry splits "; Key: value". A key is one word.
func entry(line string) (key, value string, ok bool) {
	line, ok = strings.CutPrefix(strings.TrimLeft(line, spaces), ";")
	if !ok {
		return "", "", false
	}
	key, value, ok = strings.Cut(line, ":")
	key = strings.TrimSpace(key)
	if !ok || key == "" || strings.ContainsAny(key, spaces) || strings.HasPrefix(value, "//") { // not "http:" of an address
		return "", "", false
	}
	return key, strings.TrimSpace(value), true
}

// leadingInt returns the whole number at the start of s, perhaps with marks between thousands, such as 1,024 or 1'024. ok is false
// if it goes on in another way, as in 1.5, 2k, 2x512 or 1e3.
func leadingInt(s string) (n int64, ok bool) {
	end := digits(s)
	if end == 0 {
		return 0, false
	}
	number, rest := s[:end], s[end:]
	if first := strings.TrimPrefix(number, "-"); len(first) <= 3 {
		if mark := thousandsMark(rest); mark != "" {
			for digits(strings.TrimPrefix(rest, mark)) == 3 && strings.HasPrefix(rest, mark) {
				number, rest = number+rest[len(mark):][:3], rest[len(mark)+3:]
			}
			if mark == " " && rest != "" { // 128 512 MB is two numbers
				number, rest = s[:end], ""
			}
		}
	}
	if rest != "" {
		c, size := utf8.DecodeRuneInString(rest)
		if strings.ContainsRune("kKMGeExX*×", c) || strings.ContainsRune(thousandsMarks, c) && digits(rest[size:]) > 0 {
			return 0, false
		}
	}
	n, err := strconv.ParseInt(number, 10, 64)
	return n, err == nil
}

// thousandsMarks are written between thousands: the last two are spaces that do not break.
const thousandsMarks = ",.'_\u2019\u00a0\u202f"

// thousandsMark returns the mark that rest begins with, "" if there is none.
func thousandsMark(rest string) string {
	c, size := utf8.DecodeRuneInString(rest)
	if rest != "" && (c == ' ' || strings.ContainsRune(thousandsMarks, c)) {
		return rest[:size]
	}
	return ""
}

// digits returns the length of the whole number at the start of s.
func digits(s string) (end int) {
	for end < len(s) && (s[end] >= '0' && s[end] <= '9' || end == 0 && s[end] == '-') {
		end++
	}
	return end
}
