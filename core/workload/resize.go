package workload

import (
	"fmt"

	"github.com/backfill-lab/backfill/core/job"
)

// Resize puts the jobs as they are on a machine of procs processors,
// 1..job.MaxProcs. Those that are wider are left out and counted by the rule
// too-wide. See ScaleMachine for jobs that grow with the machine.
func (w *Workload) Resize(procs int) *Workload {
	if procs < 1 || procs > job.MaxProcs {
		panic(fmt.Sprintf("workload: a machine of %d processors", procs))
	}
	r := w.keep(fmt.Sprintf("put on %d processors instead of %d", procs, w.Procs), func(j *job.Job) bool { return int(j.Procs) <= procs })
	r.Procs, r.ProcsFrom = procs, "option"
	r.count(Rules[tooWide].Key, len(w.Jobs)-len(r.Jobs))
	return r
}

// OnSites puts the jobs as they are on a grid of procs processors. fits tells
// whether the i-th job is no wider than its home site; the others are left out
// and counted by the rule wider-than-home.
func (w *Workload) OnSites(procs int, fits func(i int) bool) *Workload {
	if procs < 1 || procs > job.MaxProcs {
		panic(fmt.Sprintf("workload: a grid of %d processors", procs))
	}
	i := -1
	r := w.keep(fmt.Sprintf("put on a grid of %d processors", procs), func(*job.Job) bool { i++; return fits(i) })
	r.Procs, r.ProcsFrom = procs, "sites"
	r.count(Rules[widerThanHome].Key, len(w.Jobs)-len(r.Jobs))
	return r
}

// OnCluster puts the jobs as they are on a cluster of procs processors. fits tells
// whether the memory of all nodes holds the i-th job's tasks; the others are left
// out and counted by the rule beyond-cluster, but for beyond of them, which are more
// than tasks can be and counted by beyond-tasks. Of those that stay, so many have no
// memory in the log, and so many more than a node.
func (w *Workload) OnCluster(procs int, fits func(i int) bool, beyond, noMemory, overMemory int) *Workload {
	if procs < 1 || procs > job.MaxProcs {
		panic(fmt.Sprintf("workload: a cluster of %d processors", procs))
	}
	i := -1
	r := w.keep(fmt.Sprintf("put on a cluster of %d processors", procs), func(*job.Job) bool { i++; return fits(i) })
	r.Procs, r.ProcsFrom = procs, "cluster"
	r.count(Rules[beyondCluster].Key, len(w.Jobs)-len(r.Jobs)-beyond)
	r.count(Rules[beyondTasks].Key, beyond)
	r.count(Rules[memoryUnknown].Key, noMemory-w.Count(Rules[memoryUnknown].Key)) // not twice where they are there already
	r.count(Rules[memoryCapped].Key, overMemory-w.Count(Rules[memoryCapped].Key))
	return r
}
