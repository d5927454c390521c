package run

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/verify"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
)

// Each violation is a line, of which a run has at most 20, and the run has failed.
func TestViolationsArePrintedAndAreAnError(t *testing.T) {
	v := &platform.Verified{Jobs: 25, Laws: []platform.Law{{Name: "legal", Doc: "nothing is wrong"}},
		Notes: []string{"not all is checked"}}
	for i := range int64(25) {
		v.Violations = append(v.Violations, verify.Violation{Rule: verify.RuleSubmit, Job: i, At: 2 * i, Text: "too early"})
	}
	outcomes := []experiment.Outcome{{Verified: &platform.Verified{Laws: v.Laws}}}
	if err := violated(outcomes); err != nil {
		t.Error(err)
	}
	outcomes[0].Policy = "good"
	bad := experiment.Outcome{Verified: v}
	bad.Policy = "bad"
	outcomes = append(outcomes, bad)
	if got := fmt.Sprint(violated(outcomes)); got != "the referee finds 25 violations in the schedules of bad" {
		t.Error(got)
	}
	var b bytes.Buffer
	printVerified((&console.App{Out: &b}), outcomes)
	want := `
verified  jobs  violations  laws
good         0           0  legal
bad         25          25  legal
legal: nothing is wrong
bad: not all is checked
bad: submit: job 0: second 0: too early
`
	lines := strings.Split(strings.TrimSpace(b.String()), "\n")
	if !strings.HasPrefix(b.String(), want) || len(lines) != 5+20+1 || lines[25] != "bad: and 5 more violations" {
		t.Error(b.String())
	}
	if j := verifiedOf(v); j.Found != 25 || len(j.Violations) != 25 || verifiedOf(nil) != nil {
		t.Errorf("%+v", j)
	}
}
