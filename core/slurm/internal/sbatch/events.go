package sbatch

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/backfill-lab/backfill/core/internal/text"
	"github.com/backfill-lab/backfill/core/slurm/internal/amount"
)

// Errors of an events file, wrapped by a ParseError.
var (
	ErrEvent  = errors.New("not an event: write -dt SECONDS -e submit_batch_job | OPTIONS SCRIPT, or -dt SECONDS -e cancel_job | -jobid N")
	ErrWhen   = errors.New("not a number of seconds from 0 to 1e15")
	ErrJob    = errors.New("not a number of a job: write -jobid N")
	ErrLong   = fmt.Errorf("the line is longer than %d KiB: this is not an events file", maxLine>>10)
	ErrNoJobs = errors.New("no job is submitted: this is not an events file of the Slurm simulator")
)

const maxLine = 1 << 20

// A ParseError says what is wrong with a line of an events file.
type ParseError = text.ParseError

// A Submission is a line of an events file: a job that is submitted, or cancelled if Cancel
// is set. RunS of its Request is how long the job runs once it has started; 0 is a job that
// ends in the second of its start, and -1 one that runs up to its limit.
type Submission struct {
	Line   int     // from 1
	AtS    float64 // seconds from the start of the simulation
	Cancel int64   // number of the job that is cancelled, or 0
	Request
}

// ReadEvents reads the events of the Slurm simulator, which may be compressed with gzip, in
// the order of the file. A line is
//
//	-dt SECONDS -e submit_batch_job | SBATCH-OPTIONS -sim-walltime SECONDS SCRIPT
//	-dt SECONDS -e cancel_job | -jobid NUMBER
//
// and # begins a comment. name is that of the file, for errors; each is a *ParseError.
func ReadEvents(name string, r io.Reader) ([]Submission, error) {
	lines := text.NewLines(text.NewSource(r), maxLine, ErrLong)
	var all []Submission
	submitted := false
	for {
		b, err := lines.Next()
		at := max(1, lines.Number())
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, &ParseError{File: name, Line: at, Err: plain(err)}
		}
		s, ok, err := parseEvent(string(b))
		if err != nil {
			var bad *ParseError
			if !errors.As(err, &bad) {
				bad = &ParseError{Err: err}
			}
			bad.File, bad.Line = name, at
			return nil, bad
		}
		if ok {
			s.Line = at
			all = append(all, s)
			submitted = submitted || s.Cancel == 0
		}
	}
	if !submitted {
		return nil, &ParseError{File: name, Line: max(1, lines.Number()), Err: ErrNoJobs}
	}
	return all, nil
}

// plain returns an error whose message is one line.
func plain(err error) error {
	if s := err.Error(); strings.ContainsAny(s, "\r\n") {
		return errors.New(strings.Join(strings.Fields(s), " "))
	}
	return err
}

// parseEvent reads a line, or returns false if it says nothing.
func parseEvent(line string) (s Submission, ok bool, err error) {
	if t := strings.TrimSpace(line); t == "" || t[0] == '#' {
		return s, false, nil
	}
	when, what, ok := strings.Cut(line, "|")
	wrong := func(field, value string, err error) (Submission, bool, error) {
		return Submission{}, false, &ParseError{Field: field, Text: text.Shorten([]byte(value)), Err: err}
	}
	words := strings.Fields(when)
	if !ok || len(words) != 4 || words[0] != "-dt" || words[2] != "-e" {
		return wrong("", line, ErrEvent)
	}
	if s.AtS, err = amount.Number(words[1]); err != nil {
		return wrong("-dt", words[1], ErrWhen)
	}
	args, err := Split(what)
	if err != nil {
		return wrong("", what, err)
	}
	switch words[3] {
	case "submit_batch_job":
		s.Request, err = Parse(args)
		return s, true, err
	case "cancel_job":
		s.RunS = -1
		if len(args) != 2 || strings.TrimLeft(args[0], "-") != "jobid" {
			return wrong("", what, ErrJob)
		}
		if s.Cancel, err = amount.Whole(args[1]); err != nil || s.Cancel == 0 {
			return wrong("-jobid", args[1], ErrJob)
		}
		return s, true, nil
	}
	return wrong("-e", words[3], ErrEvent)
}
