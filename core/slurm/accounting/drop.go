package accounting

import (
	"cmp"
	"slices"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// Drop drops the jobs that are gone, and puts the rest in order of submission.
func (l *Log) Drop(gone []bool) {
	var order []int
	for i := range l.Jobs {
		if !gone[i] {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(l.Jobs[a].Submit, l.Jobs[b].Submit) })
	now := make([]int32, len(l.Jobs)) // where each job stands
	for i := range now {
		now[i] = cluster.None
	}
	jobs, recorded := make([]cluster.Job, len(order)), make([]Job, len(order))
	for k, i := range order {
		now[i] = int32(k)
		jobs[k], recorded[k] = l.Jobs[i], l.Recorded[i]
		jobs[k].ID = int64(k + 1)
	}
	for k := range jobs {
		after := slices.Clone(jobs[k].After)
		for d := range after {
			after[d].Job = now[after[d].Job]
		}
		jobs[k].After = slices.DeleteFunc(after, func(d cluster.Dependency) bool { return d.Job == cluster.None })
	}
	changes := slices.Clone(l.Changes)
	for k := range changes { // of a Log, all are of jobs
		changes[k].Job = now[changes[k].Job]
	}
	l.Jobs, l.Recorded = jobs, recorded
	l.Changes = slices.DeleteFunc(changes, func(c cluster.Change) bool { return c.Job == cluster.None })
}
