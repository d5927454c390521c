package swf

import (
	"strconv"
	"strings"
)

// A Header is the comments of a log, kept as they are, so that writing them
// back changes nothing.
type Header struct {
	Lines []string  // the comments before the first row, each with its ";" and without its line ending
	Later []Comment // the comments further down
}

// A Comment is a comment line between the rows of a log.
type Comment struct {
	Before int // index of the row that it stands before: so many rows come first
	Text   string
}

// A Label is a number that a header gives a name to, as "; Queue: 3 normal".
type Label struct {
	ID   int64
	Name string
}

// Get returns the value of the first comment "; Key: value", without the space
// around it. Keys are compared without regard to case.
func (h Header) Get(key string) (value string, ok bool) {
	for _, line := range h.Lines {
		if k, v, ok := entry(line); ok && strings.EqualFold(k, key) {
			return v, true
		}
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

// Int returns the whole number that the value of key begins with: archives
// write "MaxNodes: 338 (batch partition; 512 total)".
func (h Header) Int(key string) (n int64, ok bool) {
	v, ok := h.Get(key)
	if !ok {
		return 0, false
	}
	return leadingInt(v)
}

// MaxProcs returns the number of processors of the machine.
func (h Header) MaxProcs() (int64, bool) { return h.Int("MaxProcs") }

// MaxNodes returns the number of nodes of the machine.
func (h Header) MaxNodes() (int64, bool) { return h.Int("MaxNodes") }

// MaxJobs returns the number of jobs that the header announces. A cleaned log
// of the archive has fewer.
func (h Header) MaxJobs() (int64, bool) { return h.Int("MaxJobs") }

// UnixStartTime returns the Unix time of second 0.
func (h Header) UnixStartTime() (int64, bool) { return h.Int("UnixStartTime") }

// Computer returns the kind of machine, or "".
func (h Header) Computer() string { v, _ := h.Get("Computer"); return v }

// Installation returns where the machine is, or "".
func (h Header) Installation() string { v, _ := h.Get("Installation"); return v }

// Version returns the version of the format that the log follows, or "".
func (h Header) Version() string { v, _ := h.Get("Version"); return v }

// Notes returns the notes of the archive.
func (h Header) Notes() []string { return h.Values("Note") }

// TimeZone returns the time zone in the notation of the time zone database
// ("Europe/Stockholm"), or "".
func (h Header) TimeZone() string { v, _ := h.Get("TimeZoneString"); return v }

// Queues returns the names that the header gives to queue numbers, in order.
func (h Header) Queues() []Label { return h.Labels("Queue") }

// Partitions returns the names that the header gives to partition numbers.
func (h Header) Partitions() []Label { return h.Labels("Partition") }

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

// Set makes "; Key: value" of the first comment with that key, and leaves it as
// it is where it says so already (a number: where it begins with it). Without
// such a comment it adds one at the end. h.Lines is copied, not changed.
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
		h.Lines = append([]string(nil), h.Lines...)
		h.Lines[i] = "; " + k + ": " + value
		return
	}
	h.Add(key, value)
}

// Add adds "; Key: value" at the end. h.Lines is copied, not changed.
func (h *Header) Add(key, value string) {
	h.Lines = append(h.Lines[:len(h.Lines):len(h.Lines)], "; "+key+": "+value)
}

// entry takes "; Key: value" apart. A key is one word.
func entry(line string) (key, value string, ok bool) {
	line, ok = strings.CutPrefix(strings.TrimLeft(line, spaces), ";")
	if !ok {
		return "", "", false
	}
	key, value, ok = strings.Cut(line, ":")
	key = strings.TrimSpace(key)
	if !ok || key == "" || strings.ContainsAny(key, spaces) || strings.HasPrefix(value, "//") { // the last: an address
		return "", "", false
	}
	return key, strings.TrimSpace(value), true
}

// leadingInt returns the whole number that s begins with.
func leadingInt(s string) (int64, bool) {
	end := 0
	for end < len(s) && (s[end] >= '0' && s[end] <= '9' || end == 0 && s[end] == '-') {
		end++
	}
	n, err := strconv.ParseInt(s[:end], 10, 64)
	return n, err == nil
}
