package sacct

import (
	"errors"
	"fmt"

	"github.com/backfill-lab/backfill/core/internal/text"
)

// Errors of a value, wrapped by a ParseError.
var (
	ErrNumber   = errors.New("not a whole number from 0 to 999,999,999,999,999")
	ErrTime     = errors.New("not a time like 2024-01-31T12:00:00, a Unix time, Unknown or None; dates in another form: --map auto")
	ErrDuration = errors.New("not a duration like 1-02:03:04")
	ErrID       = errors.New("not a job id like 123, 123_4, 123_[5-9], 123+0 or 123.batch")
)

// Errors of JSON, wrapped by a ParseError.
var (
	ErrValue    = errors.New("a value of another type than sacct --json prints")
	ErrJSON     = errors.New("this is not JSON as sacct --json prints it")
	ErrJSONEnd  = errors.New("the JSON ends early: the output of sacct --json is cut off")
	ErrNoJobs   = errors.New("the JSON has no list of jobs at its top: this is not the output of sacct --json")
	ErrJob      = fmt.Errorf("a job of more than %d MiB of JSON: this is not the output of sacct --json", maxJSON>>20)
	ErrNeedless = errors.New("the JSON of sacct names its fields: leave out --columns")
)

// Errors of a line or a whole log, wrapped by a ParseError.
var (
	ErrHeader = errors.New("no header line with the names of sacct's columns: " +
		"give them with --columns JobID,User,..., or run sacct with --parsable2 and without --noheader")
	ErrPlain = errors.New("columns padded with spaces: sacct cuts values that are wider than their column; " +
		"run it with --parsable2")
	ErrDelimiter = errors.New("the columns are separated by more than one character: run sacct with --parsable2 and without --delimiter")
	ErrComma     = errors.New("commas separate the columns and the items of a value (TRES, NodeList): " +
		"run sacct with --parsable2 and without --delimiter")
	ErrGiven = errors.New("--columns does not name the columns of sacct: give those of its --format, JobID and Submit among them")

	ErrColumn = errors.New("the log has no such column: add it to sacct's --format")
	ErrFields = errors.New("more or fewer fields than columns")
	ErrLine   = fmt.Errorf("the line is longer than %d KiB: this is not the output of sacct", maxLine>>10)
)

// maxLine is the longest line taken, in bytes: a job's command line (SubmitLine) can be long.
const maxLine = 1 << 20

// A ParseError says what is wrong with a line of sacct output.
type ParseError = text.ParseError
