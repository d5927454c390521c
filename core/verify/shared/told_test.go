package shared

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/verify"
)

// told gives violations without their words.
func told(found []verify.Violation) (lines []string) {
	for _, v := range found {
		line := v.Rule
		if v.Job != job.None {
			line += fmt.Sprint(" ", v.Job)
		}
		if v.At != job.None {
			line += fmt.Sprint(" @", v.At)
		}
		lines = append(lines, line)
	}
	return lines
}

// expectViolations compares what was found, as "rule job @second", with want, and
// its error with says.
func expectViolations(t *testing.T, found []verify.Violation, want []string, says string) {
	t.Helper()
	if got := told(found); !slices.Equal(got, want) {
		t.Errorf("violations %q, expected %q", got, want)
	}
	if err := verify.Err(found); (err == nil) != (len(want) == 0) || err != nil && !strings.Contains(err.Error(), says) {
		t.Errorf("error %v, expected one with %q", err, says)
	}
}
