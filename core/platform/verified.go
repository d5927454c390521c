package platform

import (
	"fmt"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/verify"
)

// A Law is something that the referee checks of a schedule.
type Law struct {
	Name string `json:"name"`
	Doc  string `json:"doc"`
}

// The laws of several platforms.
var (
	Legal   = Law{"legal", "every job starts once and not too early, holds what it needs for as long as it runs, nothing is over capacity"}
	Follows = Law{"follows", "every start is the one that the policy's rules make: the referee works all of them out again"}
)

// Verified is the referee's verdict on a run.
type Verified struct {
	Jobs       int                `json:"jobs"` // that were checked
	Laws       []Law              `json:"laws"`
	Notes      []string           `json:"notes,omitempty"` // what was not checked, and why
	Violations []verify.Violation `json:"violations"`
}

// Law adds a law that was checked, and where it was broken.
func (v *Verified) Law(l Law, found []verify.Violation) {
	v.Laws, v.Violations = append(v.Laws, l), append(v.Violations, found...)
}

// Note adds a note.
func (v *Verified) Note(format string, args ...any) {
	v.Notes = append(v.Notes, fmt.Sprintf(format, args...))
}

// Unchecked notes that the choices of a policy are not checked.
func (v *Verified) Unchecked(policy string) {
	v.Note("the choices of %s are not checked: the referee knows no rule that they must follow", policy)
}

// mostSteps bounds the work of working a schedule out again: about half a minute.
const mostSteps = 2.5e8

// Within reports whether the referee can afford that many steps, and notes it if not.
func (v *Verified) Within(steps float64) bool {
	if steps > mostSteps {
		v.Note("starts are not worked out again: the referee would need about %.0f min for them", steps/1e7/60)
	}
	return steps <= mostSteps
}

// Lawful reports whether nothing is broken so far, on which the rules of a policy rest, and notes it if not. rules is
// what they are called.
func (v *Verified) Lawful(rules, policy string) bool {
	if len(v.Violations) > 0 {
		v.Note("the %s of %s are not checked: they are those of legal schedules", rules, policy)
	}
	return len(v.Violations) == 0
}

// inexact are the orders whose logarithms and roots may differ from the policy's in the last
// bit.
var inexact = []string{"unicef", "f1", "f2", "f3", "f4"}

// Ties returns why the starts of a policy in one of these orders are not worked out again; nil if they are.
func Ties(orders ...string) error {
	for _, order := range orders {
		if slices.Contains(inexact, order) || strings.Contains(order, "log") || strings.Contains(order, "ln(") {
			return fmt.Errorf("starts are not worked out again: jobs that tie in the order %s may come in either order", order)
		}
	}
	return nil
}
