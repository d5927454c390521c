package trace

import (
	"fmt"

	"github.com/backfill-lab/backfill/core/sim/job"
)

// Resize puts the unchanged jobs on a machine of procs processors, 1..job.MaxProcs, without
// wider jobs, which the rule too-wide counts. With ScaleMachine, jobs grow with the machine.
func (w *Workload) Resize(procs int) *Workload {
	mustBeMachine(procs)
	r := w.keep(fmt.Sprintf("put on %d processors instead of %d", procs, w.Procs), func(j *job.Job) bool { return int(j.Procs) <= procs })
	r.Procs, r.ProcsFrom = procs, "option"
	r.count(tooWide, w.Len()-r.Len())
	return r
}

// OnSites puts the unchanged jobs on a grid of procs processors. fits reports whether the
// i-th job is no wider than its home site; others are left out and counted by the rule
// wider-than-home.
func (w *Workload) OnSites(procs int, fits func(i int) bool) *Workload {
	r := w.put(procs, "sites", fmt.Sprintf("put on a grid of %d processors", procs), fits)
	r.count(widerThanHome, w.Len()-r.Len())
	return r
}

// OnCluster puts the unchanged jobs on a cluster of procs processors. fits reports whether
// the i-th job stays. Of the others, beyond jobs exceed the ranges of tasks (rule
// beyond-tasks); the tasks of the rest exceed the memory of all nodes (beyond-cluster). Of
// the jobs that stay, noMemory have no memory in the log and overMemory have more than a node.
func (w *Workload) OnCluster(procs int, fits func(i int) bool, beyond, noMemory, overMemory int) *Workload {
	r := w.put(procs, "shared", fmt.Sprintf("put on a cluster of %d processors", procs), fits)
	r.count(beyondCluster, w.Len()-r.Len()-beyond)
	r.count(beyondTasks, beyond)
	r.count(memoryUnknown, noMemory-w.Count(Rules[memoryUnknown].Key)) // w may have counted them
	r.count(memoryCapped, overMemory-w.Count(Rules[memoryCapped].Key))
	return r
}

// An Arrival is how a job comes to a cluster of nodes.
type Arrival struct {
	Submit   int64 // when it was submitted for the first time
	Estimate int64 // its limit there
	Stays    bool
}

// OnSystem puts the jobs on a cluster of nodes with procs cores together, as arrival says of the i-th. The rule beyond-system counts those
// that do not stay, partial the earlier runs among them. The recorded wait is that from the first submission on, until the last run.
func (w *Workload) OnSystem(procs int, arrival func(i int) Arrival) *Workload {
	arrivals := make([]Arrival, 0, w.Len())
	earlier := 0
	r := w.put(procs, "cluster", fmt.Sprintf("put on nodes of %d cores together", procs), func(i int) bool {
		a, j := arrival(i), &w.Jobs.Held()[i]
		if a.Stays {
			arrivals = append(arrivals, a)
		} else if w.Slurm != nil && w.slurm(j).Earlier > 0 {
			earlier++
		}
		return a.Stays
	})
	jobs, limited := r.Jobs.Held(), 0
	for i := range jobs {
		j, a := &jobs[i], &arrivals[i]
		if j.Wait >= 0 {
			j.Wait += j.Submit - a.Submit
		}
		count(&limited, j.Estimate != a.Estimate)
		j.Submit, j.Estimate = a.Submit, a.Estimate
	}
	putInOrder(jobs)
	r.count(partial, earlier)
	r.count(beyondSystem, w.Len()-r.Len()-earlier)
	r.count(runAsEstimate, -min(limited, w.Count(Rules[runAsEstimate].Key))) // which have the limits of their partitions or lines
	return r
}

// put keeps the jobs that fit procs processors. It panics if procs is out of range.
func (w *Workload) put(procs int, from, change string, fits func(i int) bool) *Workload {
	mustBeMachine(procs)
	i := -1
	r := w.keep(change, func(*job.Job) bool { i++; return fits(i) })
	r.Procs, r.ProcsFrom = procs, from
	return r
}

func mustBeMachine(procs int) {
	if procs < 1 || procs > job.MaxProcs {
		panic(fmt.Sprintf("workload: a machine of %d processors", procs))
	}
}
