package solvers

import (
	"cmp"
	"slices"

	"github.com/backfill-lab/backfill/core/optimum/exact"
)

// starts bound and order the starts of an instance's jobs, in seconds and parallel to its
// jobs. Some optimal schedule keeps all of it; see newStarts.
type starts struct {
	first  []int64  // no job fits earlier
	last   []int64  // no job need start later
	before [][2]int // pairs of equal jobs: the first does not start after the second
	hint   []int64  // the known schedule, its equal jobs swapped so that it keeps the order
}

// newStarts works the limits out from a legal schedule. It takes O(n log n + n * steps).
//
// Take the cheapest of all list schedules. It is optimal (see exact.Instance.List).
//
// Order: jobs of the same width and estimate may exchange their starts. The processors in
// use stay the same, and so does the cost, which weights a start by the width. So let
// equal jobs start in the order of the instance.
//
// End: a list schedule has no second, after the last processors become free and before
// its last end, in which no job runs. Of the jobs after such a gap, the first to start
// would fit where the gap begins: in the gap it is alone, and beyond the gap it needs only
// processors that it holds in the schedule, too. So all jobs end within the sum of the
// estimates after that second. Exchanging equal jobs does not change it.
//
// Cost: no optimal schedule costs more than the known one. The sum of width times start is
// at most that of the known schedule, S. Job i is one of several equal ones, and k of them,
// itself included, do not start before it. All other jobs start at their first second at
// the earliest, which takes at least R of the sum. So k * width * start of i is at most
// S - R.
func newStarts(in *exact.Instance, known []int64) *starts {
	s := &starts{first: []int64{}, last: []int64{}, before: [][2]int{}, hint: make([]int64, len(known))}
	end := in.Free[len(in.Free)-1].At
	for _, j := range in.Jobs {
		at := slices.IndexFunc(in.Free, func(step exact.Step) bool { return step.Procs >= j.Procs })
		s.first = append(s.first, in.Free[at].At)
		end += j.Estimate
	}
	slack := int64(0) // by which the known schedule's sum exceeds the sum of the first starts
	for i, j := range in.Jobs {
		s.last = append(s.last, end-j.Estimate)
		slack += int64(j.Procs) * (known[i] - s.first[i])
	}
	for _, kind := range kinds(in) {
		var held []int64
		for _, i := range kind {
			held = append(held, known[i])
		}
		slices.Sort(held)
		for k, i := range kind {
			s.hint[i] = held[k]
			later := int64(len(kind) - k)
			s.last[i] = min(s.last[i], s.first[i]+slack/(later*int64(in.Jobs[i].Procs)))
			if k > 0 {
				s.before = append(s.before, [2]int{kind[k-1], i})
			}
		}
	}
	return s
}

// kinds returns the indices of the jobs of each width and estimate, ascending.
func kinds(in *exact.Instance) (all [][]int) {
	order := make([]int, len(in.Jobs))
	for i := range order {
		order[i] = i
	}
	compare := func(x, y int) int {
		a, b := &in.Jobs[x], &in.Jobs[y]
		return cmp.Or(cmp.Compare(a.Procs, b.Procs), cmp.Compare(a.Estimate, b.Estimate))
	}
	slices.SortStableFunc(order, compare)
	for i, x := range order {
		if i == 0 || compare(order[i-1], x) != 0 {
			all = append(all, nil)
		}
		all[len(all)-1] = append(all[len(all)-1], x)
	}
	return all
}
