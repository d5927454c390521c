package verify

import (
	"errors"
	"fmt"
	"strings"

	"github.com/backfill-lab/backfill/core/job"
)

// A Violation is one broken rule.
type Violation struct {
	Rule string // one of the Rule constants
	Job  int64  // the job's number, or job.None where no single job is at fault
	At   int64  // the second at which it shows, or job.None
	Text string // what was found and what was expected, in words
}

// String gives the violation as one line.
func (v Violation) String() string {
	var b strings.Builder
	b.WriteString(v.Rule)
	if v.Job != job.None {
		fmt.Fprintf(&b, ": job %d", v.Job)
	}
	if v.At != job.None {
		fmt.Fprintf(&b, ": second %d", v.At)
	}
	return b.String() + ": " + v.Text
}

// linesInError is how many violations Err spells out.
const linesInError = 10

// Err is nil if there are no violations, and otherwise an error of one line
// for each of the first ten and a count of the rest.
func Err(found []Violation) error {
	if len(found) == 0 {
		return nil
	}
	var lines []string
	for _, v := range found[:min(len(found), linesInError)] {
		lines = append(lines, v.String())
	}
	if rest := len(found) - linesInError; rest > 0 {
		lines = append(lines, fmt.Sprintf("and %d more violations", rest))
	}
	return errors.New(strings.Join(lines, "\n"))
}
