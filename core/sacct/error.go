package sacct

import (
	"errors"
	"fmt"
)

// What can be wrong with a value. A ParseError wraps one of these.
var (
	ErrNumber   = errors.New("not a whole number from 0 to 999,999,999,999,999")
	ErrTime     = errors.New("not a time like 2024-01-31T12:00:00, a Unix time, Unknown or None")
	ErrDuration = errors.New("not a duration like 1-02:03:04")
	ErrID       = errors.New("not a job id like 123, 123_4, 123_[5-9], 123+0 or 123.batch")
)

// Why a log or a line cannot be read, apart from its values. A ParseError wraps
// one of these.
var (
	ErrHeader = errors.New("the first line does not name the columns of sacct, JobID among them: " +
		"run sacct with --parsable2 and without --noheader")
	ErrColumn = errors.New("the log has no such column: add it to sacct's --format")
	ErrFields = errors.New("more or fewer fields than columns")
	ErrLine   = fmt.Errorf("the line is longer than %d KiB: this is not the output of sacct", maxLine>>10)
)

// maxLine is the longest line taken, in bytes; a row with the command line of a
// job (SubmitLine) can be long.
const maxLine = 1 << 20

// A ParseError says what is wrong with a line of sacct output.
type ParseError struct {
	File  string // Reader.File
	Line  int    // from 1
	Field string // name of the column, or "" where the whole line is meant
	Text  string // the field as it is, shortened, or ""
	Err   error
}

func (e *ParseError) Error() string {
	s := fmt.Sprintf("%d: ", e.Line)
	if e.File != "" {
		s = e.File + ":" + s
	}
	if e.Field != "" {
		s += e.Field + ": "
	}
	if e.Text != "" {
		s += fmt.Sprintf("%q: ", e.Text)
	}
	return s + e.Err.Error()
}

// Unwrap returns e.Err.
func (e *ParseError) Unwrap() error { return e.Err }

// shorten keeps a message on one line.
func shorten(b []byte) string {
	const most = 40
	if len(b) > most {
		return string(b[:most-3]) + "..."
	}
	return string(b)
}
