package run

import (
	"fmt"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// The most violations of a run that are printed, and that its JSON has.
const (
	printedViolations = 20
	jsonViolations    = 1000
)

// A verifiedJSON is the referee's verdict on a run, with its first violations.
type verifiedJSON struct {
	*platform.Verified
	Found int `json:"found"` // violations
}

func verifiedOf(v *platform.Verified) *verifiedJSON {
	if v == nil {
		return nil
	}
	cut := *v
	cut.Violations = v.Violations[:min(len(v.Violations), jsonViolations)]
	return &verifiedJSON{&cut, len(v.Violations)}
}

// printVerified prints what the referee checked of every run, and the violations.
func printVerified(a *console.App, outcomes []experiment.Outcome) {
	var rows console.Cells
	var laws []platform.Law
	for _, o := range outcomes {
		if o.Verified == nil {
			return
		}
		var names []string
		for _, l := range o.Verified.Laws {
			names = append(names, l.Name)
			if !slices.Contains(laws, l) {
				laws = append(laws, l)
			}
		}
		rows.Add(o.Policy, numeral.Whole(o.Verified.Jobs), numeral.Whole(len(o.Verified.Violations)), strings.Join(names, ", "))
	}
	fmt.Fprintln(a)
	console.Titled(a, "lrrl", "verified|jobs|violations|laws", rows)
	for _, l := range laws {
		fmt.Fprintf(a, "%s: %s\n", l.Name, l.Doc)
	}
	for _, o := range outcomes {
		for _, note := range o.Verified.Notes {
			fmt.Fprintf(a, "%s: %s\n", o.Policy, note)
		}
		found := o.Verified.Violations
		for _, v := range found[:min(len(found), printedViolations)] {
			fmt.Fprintf(a, "%s: %s\n", o.Policy, v)
		}
		if more := len(found) - printedViolations; more > 0 {
			fmt.Fprintf(a, "%s: and %s\n", o.Policy, numeral.Plural(more, "more violation"))
		}
	}
}

// violated returns an error if the referee found a violation.
func violated(outcomes []experiment.Outcome) error {
	found, n := []string{}, 0
	for _, o := range outcomes {
		if v := o.Verified; v != nil && len(v.Violations) > 0 {
			found, n = append(found, o.Policy), n+len(v.Violations)
		}
	}
	if n == 0 {
		return nil
	}
	return fmt.Errorf("the referee finds %s in the schedules of %s", numeral.Plural(n, "violation"), strings.Join(found, ", "))
}
