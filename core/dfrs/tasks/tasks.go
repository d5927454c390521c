// Package tasks turns workloads of batch jobs into jobs of tasks, as section 5.3
// of the paper (see package dfrs) does: a log says how many processors and how
// much memory a job had, package dfrs wants tasks, each with a part of a node's
// CPU and memory.
package tasks

import (
	"fmt"

	"github.com/backfill-lab/backfill/core/dfrs"
	"github.com/backfill-lab/backfill/core/internal/det"
	"github.com/backfill-lab/backfill/core/job"
	"github.com/backfill-lab/backfill/core/workload"
)

// A Node is what a node of the log's machine has.
type Node struct {
	Cores     int   // processors, 1..dfrs.Whole
	MemoryKiB int64 // of all of them together
}

// HPC2N is a node of that log's machine: two processors, 2 GB.
var HPC2N = Node{Cores: 2, MemoryKiB: 2 << 20}

// least is the least memory of a processor, a part of the node's: 10 %.
const least = dfrs.Whole / 10

// Counts say how many jobs of a log were not taken as they stood.
type Counts struct {
	NoMemory int // neither asked for memory nor used any: taken as the least
	Capped   int // needed more memory per task than a node has: taken as all of it
	TooWide  int // could not be placed on the empty cluster: left out
	Beyond   int // run longer, come later or have more tasks than package dfrs counts: left out
}

// FromLog turns the jobs of a log into tasks on nodes like n, by section 5.3.1.
// A processor's memory is the larger of what was asked for and what was used, at
// least 10 % of the node. A job whose processors are a multiple of the node's,
// each with less than the n.Cores-th part of the memory, has one multi-threaded
// task per n.Cores processors, which needs all of a node's CPU; any other has a
// task per processor, which needs one core. Run times are the log's, uncut.
//
// The jobs keep the order and the numbers of w.Jobs. A job that does not fit the
// cluster of nodes when it is empty is left out, and so is one that is out of the
// range of dfrs.Job.
func FromLog(w *workload.Workload, n Node, nodes int) ([]dfrs.Job, Counts, error) {
	if n.Cores < 1 || n.Cores > dfrs.Whole || n.MemoryKiB < 1 || nodes < 1 {
		return nil, Counts{}, fmt.Errorf("%d nodes of %d cores and %d KiB: each must be positive", nodes, n.Cores, n.MemoryKiB)
	}
	jobs := make([]dfrs.Job, 0, len(w.Jobs))
	var c Counts
	for i := range w.Jobs {
		j := &w.Jobs[i]
		kib := max(j.MemoryKiB, j.RequestedMemoryKiB)
		if kib <= 0 {
			c.NoMemory++
			kib = 0
		}
		memory := int64(least)
		if kib >= n.MemoryKiB {
			memory = dfrs.Whole
			if kib > n.MemoryKiB {
				c.Capped++
			}
		} else if part := (kib*dfrs.Whole + n.MemoryKiB - 1) / n.MemoryKiB; part > memory {
			memory = part
		}
		t := dfrs.Job{ID: j.ID, Submit: j.Submit * dfrs.Second, Run: j.Run * dfrs.Second}
		cores := int32(n.Cores)
		if j.Procs%cores == 0 && memory*int64(cores) < dfrs.Whole {
			t.Tasks, t.CPU, t.Memory = j.Procs/cores, dfrs.Whole, int32(memory)*cores
		} else {
			t.Tasks, t.CPU, t.Memory = j.Procs, dfrs.Whole/cores, int32(memory)
		}
		if t.Check() != nil {
			c.Beyond++
			continue
		}
		if t.Memory > 0 && int64(t.Tasks) > int64(nodes)*int64(dfrs.Whole/t.Memory) {
			c.TooWide++
			continue
		}
		jobs = append(jobs, t)
	}
	return jobs, c, nil
}

// Cores is how many processors a node of the synthetic workloads has.
const Cores = 4

// Synthetic turns a generated workload, whose processors are nodes, into tasks by
// section 5.3.2: a job has a task per node; the task of a job with a single one is
// sequential and needs one of four cores, those of others all of a node's CPU. 55 %
// of the jobs need 10 % of a node's memory per task, the others x times 10 %, x
// uniform in 2..10, drawn from the stream "memory" of seed.
func Synthetic(w *workload.Workload, seed uint64) []dfrs.Job {
	r := det.Stream(seed, "memory")
	jobs := make([]dfrs.Job, len(w.Jobs))
	for i := range w.Jobs {
		j := &w.Jobs[i]
		t := dfrs.Job{ID: j.ID, Submit: j.Submit * dfrs.Second, Run: j.Run * dfrs.Second, Tasks: j.Procs, CPU: dfrs.Whole, Memory: dfrs.Whole / 10}
		if j.Procs == 1 {
			t.CPU = dfrs.Whole / Cores
		}
		if r.Float64() >= 0.55 {
			t.Memory *= int32(2 + r.IntN(9))
		}
		jobs[i] = t
	}
	return jobs
}

// Batch returns the jobs as a batch scheduler sees them: each task takes a whole
// node, and estimates are the run times (section 5.2), at least 1 s. Times are
// rounded up to seconds. A job of more tasks than nodes is left out; left is how
// many.
func Batch(jobs []dfrs.Job, nodes int) (batch []job.Job, left int) {
	for i := range jobs {
		t := &jobs[i]
		if int(t.Tasks) > nodes {
			left++
			continue
		}
		run := (t.Run + dfrs.Second - 1) / dfrs.Second
		batch = append(batch, job.Job{ID: t.ID, Submit: (t.Submit + dfrs.Second - 1) / dfrs.Second, Run: run, Estimate: max(run, 1), Procs: t.Tasks,
			Wait: job.None, User: job.None, Group: job.None, Queue: job.None, Partition: job.None, App: job.None,
			MemoryKiB: job.None, RequestedMemoryKiB: job.None, Status: job.None, Row: job.None})
	}
	return batch, left
}

// Load returns the offered load of jobs on a cluster: the node time that their
// tasks take at full speed, each counted as a whole node's, over what the nodes
// have between the first and the last submission. It is 0 where there is no such
// span.
func Load(jobs []dfrs.Job, nodes int) float64 {
	if len(jobs) == 0 {
		return 0
	}
	first, last, work := jobs[0].Submit, jobs[0].Submit, 0.0
	for i := range jobs {
		t := &jobs[i]
		first, last = min(first, t.Submit), max(last, t.Submit)
		work += float64(float64(t.Tasks) * float64(t.Run))
	}
	if last == first {
		return 0
	}
	return work / (float64(nodes) * float64(last-first))
}

// ScaleLoad returns jobs with the times between submissions multiplied so that
// their Load is load, which must be positive; so must be that of jobs. Submissions
// are cut to whole seconds, as batch schedulers have them.
func ScaleLoad(jobs []dfrs.Job, nodes int, load float64) ([]dfrs.Job, error) {
	now := Load(jobs, nodes)
	if !(now > 0) || !(load > 0) {
		return nil, fmt.Errorf("a load of %v cannot be made of one of %v: both must be positive", load, now)
	}
	f := now / load
	scaled := make([]dfrs.Job, len(jobs))
	for i, t := range jobs {
		at := float64(t.Submit-jobs[0].Submit) * f / dfrs.Second
		if at > dfrs.MaxMicros/dfrs.Second {
			return nil, fmt.Errorf("at load %v the jobs arrive over more than %d days: give a larger one", load, int64(dfrs.MaxMicros/dfrs.Second/86400))
		}
		t.Submit = int64(at) * dfrs.Second
		scaled[i] = t
	}
	return scaled, nil
}
