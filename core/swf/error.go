package swf

import (
	"errors"
	"fmt"
	"strings"

	"github.com/backfill-lab/backfill/core/internal/text"
)

// What can be wrong with a log. A ParseError wraps one of these, or the error
// of the io.Reader that the log came from.
var (
	ErrNumber     = errors.New("not a number")
	ErrWhole      = errors.New("not a whole number")
	ErrRange      = errors.New("beyond what 64 bits hold")
	ErrFields     = fmt.Errorf("fields where a row has %d", Fields)
	ErrLine       = fmt.Errorf("the line is longer than %d KiB: this is not a log in the Standard Workload Format", maxLine>>10)
	ErrComments   = fmt.Errorf("the comments take more than %d MiB: this is not a log in the Standard Workload Format", maxComments>>20)
	ErrTruncated  = text.ErrTruncated
	ErrCorrupt    = text.ErrCorrupt
	ErrExpansion  = text.ErrExpansion
	ErrCompressed = text.ErrCompressed
	ErrEncoding   = text.ErrEncoding
)

const (
	maxLine     = 64 << 10 // bytes; a row of 18 whole numbers takes less than 400
	maxComments = 16 << 20 // bytes of comments kept
)

// A ParseError says what is wrong with a log, and where.
type ParseError struct {
	File  string // Reader.File
	Line  int    // from 1; in a compressed log, of the text
	Field int    // from 1, or 0 where the whole line is meant
	Text  string // the field as it is in the log, shortened, or ""
	Err   error
}

func (e *ParseError) Error() string {
	var b strings.Builder
	if e.File != "" {
		b.WriteString(e.File)
		b.WriteByte(':')
	}
	fmt.Fprintf(&b, "%d: ", e.Line)
	if e.Field > 0 && e.Field <= Fields {
		fmt.Fprintf(&b, "field %d (%s): ", e.Field, FieldName(e.Field))
	} else if e.Field > 0 {
		fmt.Fprintf(&b, "field %d: ", e.Field)
	}
	if e.Text != "" {
		fmt.Fprintf(&b, "%q: ", e.Text)
	}
	b.WriteString(e.Err.Error())
	return b.String()
}

// Unwrap returns e.Err.
func (e *ParseError) Unwrap() error { return e.Err }

// shorten keeps a message on one line: the start of a field that may be as long
// as a line.
func shorten(text []byte) string {
	const most = 24
	if len(text) > most {
		return string(text[:most]) + "..."
	}
	return string(text)
}
