package program

import (
	"cmp"
	"slices"

	"github.com/backfill-lab/backfill/core/optimum/exact"
)

// Compact moves every job forward as far as possible, in the order of the starts,
// ties in the order of the jobs (section 3.2). No job of a legal schedule starts later
// than before, because the jobs in front of it never hold more processors.
func Compact(in *exact.Instance, starts []int64) []int64 {
	order := make([]int, len(starts))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(starts[a], starts[b]) })
	return in.List(order)
}
