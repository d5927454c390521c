package trace

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/sim/job"
)

// Seconds of a day and of a week.
const (
	Day  = 24 * 3600
	Week = 7 * Day
)

// A splitting makes a workload for each name of something that jobs have.
type splitting struct {
	names func(*Workload) Names
	index func(*Workload, *job.Job) int32
}

var splittings = map[string]splitting{
	"queue": {func(w *Workload) Names { return w.Queues }, func(_ *Workload, j *job.Job) int32 { return j.Queue }},
	"user":  {func(w *Workload) Names { return w.Users }, func(_ *Workload, j *job.Job) int32 { return j.User }},
	"group": {func(w *Workload) Names { return w.Groups }, func(_ *Workload, j *job.Job) int32 { return j.Group }},
	"partition": {func(w *Workload) Names { return w.Partitions },
		func(_ *Workload, j *job.Job) int32 { return j.Partition }},
	"account": {func(w *Workload) Names { return w.SlurmNames.Accounts },
		func(w *Workload, j *job.Job) int32 { return w.slurm(j).Account }},
	"qos": {func(w *Workload) Names { return w.SlurmNames.QOS }, func(w *Workload, j *job.Job) int32 { return w.slurm(j).QOS }},
}

// SplitKeys are what Split takes.
var SplitKeys = []string{"month", "week", "partition", "account", "qos", "queue", "user", "group"}

// Split returns a workload for each queue (or user, ...) with jobs, in the order of
// CompareNames, and last one for jobs without; or for each week or month with submissions, in
// order. Names end in the part's ("kth queue 3"). Accounts and QOS are those of sacct output,
// months those of the log's time zone.
//
// A partition is a machine of its own: sizes has the processors of some, and the others have
// as many as their widest job or, if more, as their jobs held at once. Other parts have the
// whole machine.
func (w *Workload) Split(by string, sizes map[string]int) ([]*Workload, error) {
	of, known := splittings[by]
	switch {
	case by == "week":
		return w.SplitWeek(), nil
	case by == "month":
		return w.splitMonth()
	case !known:
		return nil, fmt.Errorf("a log cannot be split by %q: give %s", by, strings.Join(SplitKeys, ", "))
	case w.Slurm == nil && (by == "account" || by == "qos"):
		return nil, fmt.Errorf("%s: only sacct output has accounts and QOS; a log in the Standard Workload Format has queues and groups", w.Name)
	}
	parts := w.splitBy(by, of.names(w), func(j *job.Job) int32 { return of.index(w, j) })
	if by != "partition" {
		return parts, nil
	}
	for name, n := range sizes {
		if !slices.Contains(w.Partitions, name) {
			return nil, fmt.Errorf("%s: the log has no partition %q", w.Name, name)
		}
		if n < 1 || n > job.MaxProcs {
			return nil, fmt.Errorf("a partition of %d processors cannot be simulated: give it 1 to %d", n, job.MaxProcs)
		}
	}
	for i, p := range parts {
		parts[i] = p.alone(sizes[p.Partitions.Name(p.Jobs.Held()[0].Partition)])
	}
	return parts, nil
}

// alone makes a partition a machine of that many processors, 0 for as many as it needs.
func (w *Workload) alone(procs int) *Workload {
	c := *w
	c.Procs, c.ProcsFrom = procs, "option"
	if procs == 0 {
		widest := int32(0)
		for _, j := range w.Jobs.Held() {
			widest = max(widest, j.Procs)
		}
		c.Procs, c.ProcsFrom = int(widest), "widest job"
		if most, _ := w.busiest(); most > widest {
			c.Procs, c.ProcsFrom = int(most), "busiest moment"
		}
	}
	if c.Header.Lines != nil {
		c.Header.Set("MaxProcs", strconv.Itoa(c.Procs))
	}
	size := fmt.Sprintf("the partition has %d processors (%s)", c.Procs, c.SizeFrom())
	part := c.keep(size, func(j *job.Job) bool { return int(j.Procs) <= c.Procs })
	part.count(tooWide, c.Len()-part.Len())
	return part
}

func (w *Workload) splitBy(what string, names Names, index func(*job.Job) int32) []*Workload {
	parts := make([][]job.Job, len(names)+1) // the last: none
	for _, j := range w.Jobs.Held() {
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
		all[k] = w.with(Hold(parts[i]), "split: the jobs of "+what+" "+name)
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
	return w.runs(func(j *job.Job) string { return fmt.Sprintf("week %d", j.Submit/Week) })
}

// splitMonth returns a workload for each month with submissions.
func (w *Workload) splitMonth() ([]*Workload, error) {
	clock := w.Clock()
	if !clock.Known() {
		return nil, fmt.Errorf("%s: the log does not say when its second 0 was, so it has no months: split it by week", w.Name)
	}
	return w.runs(func(j *job.Job) string { return clock.at(j.Submit).Format("2006-01") }), nil
}

// runs returns a workload for each run of jobs of the same time.
func (w *Workload) runs(of func(*job.Job) string) []*Workload {
	var all []*Workload
	jobs := w.Jobs.Held()
	for i := 0; i < len(jobs); {
		from, name := i, of(&jobs[i])
		for i < len(jobs) && of(&jobs[i]) == name {
			i++
		}
		part := w.with(Hold(slices.Clone(jobs[from:i])), "split: "+name)
		part.Name += " " + name
		all = append(all, part)
	}
	return all
}
