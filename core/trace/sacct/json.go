package sacct

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"

	"github.com/backfill-lab/backfill/internal/printable"
)

// maxJSON is the longest job taken, in bytes of JSON: a job may have thousands of steps.
const maxJSON = 32 << 20

// A jobList finds the jobs in the JSON of sacct: the elements of the list "jobs" at the
// top, one after another. It checks only what it needs to find their ends, and holds one
// of them. Several such objects may follow each other, as in concatenated files.
type jobList struct {
	src    *bufio.Reader
	line   int  // of the next byte, from 1
	inside bool // the list of jobs
	found  bool // a list of jobs, in this object
	text   []byte

	release string // of the Slurm that wrote it, as its metadata has it
}

// next returns the text of the next job, valid until the next call, and the line in which
// it begins. At the end it returns io.EOF. ErrJob is about one job; any other error is final.
func (l *jobList) next() (job []byte, line int, err error) {
	for {
		if !l.inside {
			if err := l.find(); err != nil {
				return nil, l.line, err
			}
		}
		c, err := l.peek()
		if err == nil && c == ',' {
			l.src.Discard(1)
			c, err = l.peek()
		}
		if err != nil {
			return nil, l.line, early(err)
		}
		if c != ']' {
			break
		}
		l.src.Discard(1)
		l.inside = false
	}
	line = l.line
	l.text = l.text[:0]
	if err = l.value(&l.text); err == nil && len(l.text) > maxJSON {
		err = ErrJob
	}
	return l.text, line, early(err)
}

// find goes to the next list of jobs.
func (l *jobList) find() error {
	for {
		c, err := l.peek()
		switch {
		case err == io.EOF && l.found:
			return io.EOF
		case err != nil:
			return early(err)
		case c == '{', c == ',':
			l.src.Discard(1)
		case c == '}':
			if !l.found {
				return ErrNoJobs
			}
			l.src.Discard(1)
		case c == '"':
			if jobs, err := l.member(); jobs || err != nil {
				l.inside, l.found = jobs, l.found || jobs
				return early(err)
			}
		default:
			return ErrJSON
		}
	}
}

// member reads a key and its value, or, if they are a list of jobs, the beginning of the list.
func (l *jobList) member() (jobs bool, err error) {
	var key []byte
	if err = l.value(&key); err != nil {
		return false, err
	}
	c, err := l.peek()
	if err != nil {
		return false, err
	}
	if c != ':' {
		return false, ErrJSON
	}
	l.src.Discard(1)
	if c, err = l.peek(); err != nil {
		return false, err
	}
	if c == '[' && string(key) == `"jobs"` {
		l.src.Discard(1)
		return true, nil
	}
	if string(key) == `"meta"` {
		var meta []byte
		err := l.value(&meta)
		l.release = cmp.Or(releaseOf(meta), l.release)
		return false, err
	}
	return false, l.value(nil)
}

// releaseOf returns the version of Slurm that the metadata of its output has, or "".
func releaseOf(meta []byte) string {
	var of struct{ Slurm struct{ Release string } } // names of any case
	if err := json.Unmarshal(meta, &of); err != nil {
		return ""
	}
	return printable.Name(of.Slurm.Release)
}

// early returns the error for an input that ends within a value.
func early(err error) error {
	if err == io.EOF {
		return ErrJSONEnd
	}
	return err
}

// peek returns the next byte that is not white space, and leaves it.
func (l *jobList) peek() (byte, error) {
	for {
		c, err := l.read()
		if err != nil {
			return 0, err
		}
		if c != ' ' && c != '\t' && c != '\n' && c != '\r' {
			return c, l.src.UnreadByte()
		}
	}
}

func (l *jobList) read() (byte, error) {
	c, err := l.src.ReadByte()
	if c == '\n' && err == nil {
		l.line++
	}
	return c, err
}

// value reads a value and adds its text to keep, if that is not nil, until keep has more
// than maxJSON bytes.
func (l *jobList) value(keep *[]byte) error {
	for end := (valueEnd{}); ; {
		if _, err := l.src.Peek(1); err != nil {
			return err
		}
		chunk, _ := l.src.Peek(l.src.Buffered())
		used, done := end.scan(chunk)
		if used == 0 && !end.begun {
			return ErrJSON
		}
		l.line += bytes.Count(chunk[:used], []byte("\n"))
		if keep != nil && len(*keep) <= maxJSON {
			*keep = append(*keep, chunk[:used]...)
		}
		l.src.Discard(used)
		if done {
			return nil
		}
	}
}

// A valueEnd looks for the end of a value in pieces of its text.
type valueEnd struct {
	begun, quoted, escaped bool
	depth                  int
}

// scan returns the number of bytes that belong to the value, and whether it ends with them.
func (e *valueEnd) scan(text []byte) (used int, done bool) {
	for i, c := range text {
		switch {
		case e.escaped:
			e.escaped = false
		case e.quoted:
			e.escaped = c == '\\'
			if e.quoted = c != '"'; !e.quoted && e.depth == 0 {
				return i + 1, true
			}
		case c == '"':
			e.quoted = true
		case c == '{' || c == '[':
			e.depth++
		case e.depth == 0 && (c == ',' || c == '}' || c == ']' || c == ':' || c <= ' '):
			return i, true // after a number, true, false or null
		case c == '}' || c == ']':
			if e.depth--; e.depth == 0 {
				return i + 1, true
			}
		}
		e.begun = true
	}
	return len(text), false
}

// nextJSON reads a job of sacct's JSON. It reports true if it put a job into rec.
func (r *Reader) nextJSON(rec *Record) (full bool, err error) {
	text, line, err := r.list.next()
	r.at = line
	switch {
	case err == io.EOF:
		r.done = err
		return false, nil
	case errors.Is(err, ErrJob):
		return false, r.errLine(err)
	case err != nil:
		r.done = r.errLine(err)
		return false, nil
	}
	var j jsonJob
	if err := json.Unmarshal(text, &j); err != nil {
		return false, r.errJSON(err)
	}
	p := &r.row
	if err := j.part(p, r); err != nil {
		return false, err
	}
	return r.push(rec)
}

// errJSON returns an error about a field of the current job.
func (r *Reader) errJSON(err error) error {
	at := &ParseError{File: r.File, Line: r.at, Err: ErrJSON}
	var field *json.UnmarshalTypeError
	if errors.As(err, &field) {
		at.Field, at.Err = printable.Name(field.Field), ErrValue
	}
	return at
}

// mark is a byte order mark.
var mark = []byte("\ufeff")

// isJSON reports whether a log begins like the JSON of sacct.
func isJSON(src *bufio.Reader) bool {
	head, _ := src.Peek(512)
	return bytes.HasPrefix(bytes.TrimLeft(bytes.TrimPrefix(head, mark), " \t\r\n"), []byte("{"))
}
