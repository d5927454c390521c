package workload

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/backfill-lab/backfill/core/job"
)

// Seconds of a day and of a week.
const (
	Day  = 24 * 3600
	Week = 7 * Day
)

// SplitQueue returns a workload for each queue with jobs, in the order of CompareNames, and
// last one for jobs without a queue. Names end in the queue ("kth queue 3").
func (w *Workload) SplitQueue() []*Workload {
	return w.splitBy("queue", w.Queues, func(j *job.Job) int32 { return j.Queue })
}

// SplitUser is SplitQueue for users.
func (w *Workload) SplitUser() []*Workload {
	return w.splitBy("user", w.Users, func(j *job.Job) int32 { return j.User })
}

func (w *Workload) splitBy(what string, names Names, index func(*job.Job) int32) []*Workload {
	parts := make([][]job.Job, len(names)+1) // the last: none
	for _, j := range w.Jobs {
		i := int(index(&j))
		if i < 0 {
			i = len(names)
		}
		parts[i] = append(parts[i], j)
	}
	var order []int
	for i := range parts {
		if len(parts[i]) > 0 {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(a, b int) int {
		if a == len(names) || b == len(names) {
			return cmp.Compare(a, b)
		}
		return CompareNames(names[a], names[b])
	})
	all := make([]*Workload, len(order))
	for k, i := range order {
		name := "none"
		if i < len(names) {
			name = names[i]
		}
		all[k] = w.with(parts[i], "split: the jobs of "+what+" "+name)
		all[k].Name += " " + what + " " + name
	}
	return all
}

// CompareNames orders names: numbers first, by value.
func CompareNames(a, b string) int {
	n, errA := strconv.ParseInt(a, 10, 64)
	m, errB := strconv.ParseInt(b, 10, 64)
	switch {
	case errA == nil && errB == nil:
		return cmp.Or(cmp.Compare(n, m), cmp.Compare(a, b))
	case errA == nil:
		return -1
	case errB == nil:
		return 1
	}
	return cmp.Compare(a, b)
}

// SplitWeek returns a workload for each week with submissions, in order: week n is
// [n*Week, (n+1)*Week) in seconds of w. Times do not change.
func (w *Workload) SplitWeek() []*Workload {
	var all []*Workload
	for i := 0; i < len(w.Jobs); {
		week := w.Jobs[i].Submit / Week
		from := i
		for i < len(w.Jobs) && w.Jobs[i].Submit/Week == week {
			i++
		}
		part := w.with(slices.Clone(w.Jobs[from:i]), fmt.Sprintf("split: week %d", week))
		part.Name += fmt.Sprintf(" week %d", week)
		all = append(all, part)
	}
	return all
}
