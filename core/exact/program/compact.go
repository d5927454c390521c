package program

import (
	"cmp"
	"slices"

	"github.com/backfill-lab/backfill/core/exact"
)

// Compact moves every job forward as much as possible, in the order of the
// starts, equal ones in the order of the jobs (section 3.2). No job of a legal
// schedule starts later for it: jobs before it hold at no second more
// than they did.
func Compact(in *exact.Instance, starts []int64) []int64 {
	order := make([]int, len(starts))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(starts[a], starts[b]) })
	return in.List(order)
}
