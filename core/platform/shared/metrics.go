package shared

import (
	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// MemoryGB is the memory of a node, in gigabytes (section 5.1, note 2).
const MemoryGB = 8

// threshold bounds the stretch of short jobs, in microseconds (section 2.2).
const threshold = 10 * Second

// BoundedStretch returns a job's turnaround over its run time alone on the cluster,
// both at least 10 s (section 2.2); times are in microseconds.
func BoundedStretch(turnaround, run int64) float64 {
	return metrics.BoundedSlowdown(turnaround, run, threshold)
}

// Metrics returns the metrics of the jobs that are done, with Input's memory of a node.
func (e *Engine) Metrics() metrics.Values {
	return metrics.Compute(Input(e.cfg.Nodes, e.cfg.Jobs, e.outcomes))
}

// Input returns what the metrics of a run are computed from: times in microseconds, tasks as
// processors, nodes with MemoryGB. The outcomes are parallel to the jobs.
//
// A job counts once for all its tasks (section 6.3). The paper's preemptions (tables 3, 9,
// 10) are about twice our pauses: it may count resumptions too. A pause writes the memory of
// all tasks of a job, the resumption reads it; a migration does both for the tasks that
// change nodes.
func Input(nodes int, jobs []Job, outcomes []Outcome) metrics.Input {
	n := len(jobs)
	s := &metrics.Shared{Second: Second, Whole: Whole, Need: Needs(jobs), NodeGB: MemoryGB}
	in := metrics.Input{Procs: nodes, Jobs: make([]job.Job, n), Placed: make([]job.Placement, n), Shared: s}
	for i := range jobs {
		j, o := &jobs[i], &outcomes[i]
		in.Jobs[i] = job.Job{ID: j.ID, Submit: j.Submit, Run: j.Run, Procs: j.Tasks, User: job.None}
		in.Placed[i] = job.Placement{Start: o.Start, End: o.End}
		memory := float64(j.Memory) / Whole
		s.Pauses += int64(o.Pauses)
		s.Migrations += int64(o.Migrations)
		s.PauseMemory += float64(float64(float64(j.Tasks)*memory) * float64(2*o.Pauses))
		s.MigrationMemory += float64(2 * float64(o.Moved) * memory)
	}
	return in
}

// Needs returns the CPU that all tasks of each job can use, in parts of a node's.
func Needs(jobs []Job) []int64 {
	need := make([]int64, len(jobs))
	for i := range jobs {
		need[i] = int64(jobs[i].CPU) * int64(jobs[i].Tasks)
	}
	return need
}
