// Package stories has what the platforms' tests of explanations share.
package stories

import (
	"fmt"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// Told is an answer in lines, as the command prints it.
func Told(a *platform.Answer) string {
	var b strings.Builder
	for i := range a.Spans {
		fmt.Fprintf(&b, "%v-%v %s\n", a.Spans[i].From, a.Spans[i].To, a.Spans[i].Text)
	}
	b.WriteString(a.Summary)
	for i := range a.After {
		fmt.Fprintf(&b, "\n%v-%v %s", a.After[i].From, a.After[i].To, a.After[i].Text)
	}
	return b.String()
}

// Unfold makes one line of one that goes on indented.
func Unfold(s string) string {
	return strings.TrimPrefix(strings.ReplaceAll(s, "\n\t", " "), "\n")
}

// Covered checks that the spans follow each other from the submission to the start.
func Covered(t *testing.T, name string, a *platform.Answer) {
	t.Helper()
	at := a.Submit
	for k, s := range a.Spans {
		if s.From != at || s.To < s.From || s.Passes < 1 || s.Text == "" {
			t.Fatalf("%s: span %d of job %d is %+v, after second %v", name, k, a.Job, s, at)
		}
		at = s.To
	}
	if at != a.Start {
		t.Fatalf("%s: the answer for job %d ends at %v, its wait at %v", name, a.Job, at, a.Start)
	}
}

// Index returns the place of the job of that number, or -1.
func Index(jobs []job.Job, id int64) int {
	for i := range jobs {
		if jobs[i].ID == id {
			return i
		}
	}
	return -1
}
