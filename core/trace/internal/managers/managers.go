// Package managers recognises the files of batch systems and simulators by their first lines, and reads those that record
// finished jobs and whose form is documented: the accounting of PBS (with OpenPBS and Torque), of Grid Engine (also as qacct
// prints it) and of LSF, HTCondor's history, Flux's and OAR's lists of jobs, traces of Maui and Moab, Slurm's completion log, and
// traces in the Grid Workload Format. Of others it says what to give instead.
//
// Slurm's accounting is package sacct's, tables with a header line are package table's.
package managers

import (
	"bytes"
	"fmt"
	"strings"
)

// A Format is one kind of file.
type Format struct {
	Is    string // what the file is, to follow "this is"
	Give  string // what to give instead of it, to follow "give"; "" if a Reader reads it
	Table bool   // rows under a line of column names, which a map of columns may make readable
	Rows  bool   // objects of JSON, which are a table if each is a row of one

	Nested bool // it may have rows with objects in them; Is is to be followed by the members that hold lists or objects
	begins func(h *head) bool
	open   func(*Reader) func(*Row) error // returns Reader.Next; nil if Give is set
}

// Recognise returns the format of a file that begins with these bytes, of which a few KiB are enough; nil if it has none of
// those of this package.
func Recognise(first []byte) *Format {
	h := newHead(first)
	if len(h.first) == 0 {
		return nil
	}
	for i := range formats {
		switch f := &formats[i]; {
		case !f.begins(h):
		case f.Nested:
			return f.naming(h.nested())
		default:
			return f
		}
	}
	return nil
}

// naming returns the format with the names of the members that hold lists or objects.
func (f *Format) naming(members []string) *Format {
	named := *f
	switch last := len(members) - 1; {
	case last < 0:
		named.Is, named.Give = f.Is+" in a form that is not read here", csvInstead
	case last == 0:
		named.Is += " whose member " + members[0] + " is a list or an object"
	default:
		named.Is += " whose members " + strings.Join(members[:last], ", ") + " and " + members[last] + " are lists or objects"
	}
	return &named
}

// Refusal returns why a file of the format is not read, and what to give instead; nil if it is read.
func (f *Format) Refusal() error {
	if f.Give == "" {
		return nil
	}
	return fmt.Errorf("this is %s: give %s", f.Is, f.Give)
}

// RefuseForSacct returns why a file that begins with these bytes is not sacct's output, which is needed; nil if Recognise does
// not know it.
func RefuseForSacct(first []byte) error {
	f := Recognise(first)
	if f == nil {
		return nil
	}
	instead := Format{Is: f.Is, Give: sacctInstead}
	if f.Give != "" && strings.Contains(f.Give, "sacct") {
		instead.Give = f.Give
	}
	return instead.Refusal()
}

// A head is the beginning of a file.
type head struct {
	all   []byte
	lines [][]byte // that are neither blank nor name a file, without spaces around them; the last may be cut off
	first []byte   // of them
	row   []byte   // the first that is not a comment; empty if there is none
	next  []byte   // the second, by which a log is known whose first record has lost its beginning
}

func newHead(first []byte) *head {
	h := &head{all: bytes.TrimPrefix(first, []byte("\ufeff"))}
	for line := range bytes.Lines(h.all) {
		if line = bytes.TrimSpace(line); len(line) == 0 || namesFile(line) {
			continue
		}
		if h.lines = append(h.lines, line); len(h.lines) == 1 {
			h.first = line
		}
		switch {
		case line[0] == '#':
		case len(h.row) == 0:
			h.row = line
		case len(h.next) == 0:
			h.next = line
		}
	}
	return h
}

// namesFile reports whether a line is of tail or head, which print the name of each of several files above it.
func namesFile(line []byte) bool {
	return bytes.HasPrefix(line, []byte("==> ")) && bytes.HasSuffix(line, []byte(" <=="))
}

// json reports whether the file begins like JSON.
func (h *head) json() bool { return len(h.first) > 0 && (h.first[0] == '{' || h.first[0] == '[') }

// keyed reports whether the file begins with an object whose first member is an object by a number.
func (h *head) keyed() bool {
	list, isObject := bytes.CutPrefix(bytes.TrimSpace(h.all), []byte("{"))
	name, isName := bytes.CutPrefix(bytes.TrimSpace(list), []byte(`"`))
	number, rest, _ := bytes.Cut(name, []byte(`"`))
	value, isMember := bytes.CutPrefix(bytes.TrimSpace(rest), []byte(":"))
	return isObject && isName && isMember && isCount(number) && bytes.HasPrefix(bytes.TrimSpace(value), []byte("{"))
}

// key reports whether a name in quotes, followed by a colon, is in the head.
func (h *head) key(name string) bool {
	quoted := []byte(`"` + name + `"`)
	for rest := h.all; ; {
		_, after, found := bytes.Cut(rest, quoted)
		if !found {
			return false
		}
		if after = bytes.TrimLeft(after, " \t\r\n"); len(after) > 0 && after[0] == ':' {
			return true
		}
		rest = after
	}
}

// keys is key of several names, all of which must be there.
func (h *head) keys(names ...string) bool {
	for _, name := range names {
		if !h.key(name) {
			return false
		}
	}
	return true
}

// has reports whether a text is in the head.
func (h *head) has(text string) bool { return bytes.Contains(h.all, []byte(text)) }
