package plan

import (
	"strconv"

	"github.com/backfill-lab/backfill/core/policy"
)

// DefaultWork is the Work of a Book that gives none.
const DefaultWork = 0.01

// WorkOption returns the option work of policies that may plan in order Opt, which a T keeps
// in field.
func WorkOption[T any](field func(*T) *float64) *policy.Row[T] {
	return policy.Field(policy.Option{Name: "work", Title: "Work of the optimiser",
		Default: strconv.FormatFloat(DefaultWork, 'g', -1, 64), Least: 0.00001, Most: 1000, Step: 0.00001,
		Doc: "How much work each plan by opt may take: 1 is about a second of one core, counted so that every machine finds the same."}, field)
}
