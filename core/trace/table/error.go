package table

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/backfill-lab/backfill/core/internal/text"
	"github.com/backfill-lab/backfill/internal/jsonerror"
	"github.com/backfill-lab/backfill/internal/printable"
)

// A ParseError says what is wrong with a row of a table; its line is Row.Line.
type ParseError = text.ParseError

// Errors of a cell.
var (
	errNumber  = errors.New("not a number")
	errMarks   = errors.New("the marks in this number can be of decimals or of thousands: write it with a decimal point and no other mark")
	errDigits  = errors.New("a time with too few digits to tell the hour, as spreadsheets show large numbers: write all its digits")
	errCompact = errors.New("it looks like a date without marks: write 2026-06-01 12:00:03, or its unit in --map (submit=COLUMN:s, ms, ...)")
	errZone    = errors.New("a date in a zone of which only the name is given: say which zone it is with --timezone, such as " +
		"--timezone Europe/Berlin for CET and CEST")
	errDate = errors.New("neither a number nor a date such as 2026-06-01 12:00:03")
	errWord = errors.New("not a known state of a job")
	errSpan = errors.New("neither a number nor a length of time such as 12:30:00")
)

// bad returns an error about the row that is read.
func (r *Reader) bad(column, cell string, err error) error {
	return &ParseError{File: r.file, Line: r.row.Line, Field: printable.Name(column), Text: text.Shorten([]byte(cell)), Err: err}
}

// typed words an error about a value of JSON that has another type than its member should have.
func typed(err *json.UnmarshalTypeError) *ParseError {
	return &ParseError{Field: err.Field, Err: fmt.Errorf("%s where %s should be", jsonerror.Given(err), jsonerror.Wanted(err.Type))}
}
