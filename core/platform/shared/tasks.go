package shared

import (
	"fmt"

	"github.com/backfill-lab/backfill/core/internal/det"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
)

// A NodeSize is what a node of the log's machine has.
type NodeSize struct {
	Cores     int   // processors, 1..Whole
	MemoryKiB int64 // of the node
}

// HPC2N is a node of that log's machine: two processors, 2 GB.
var HPC2N = NodeSize{Cores: 2, MemoryKiB: 2 << 20}

// least is the least memory of a processor: 10 % of the node's.
const least = Whole / 10

// TaskCounts count the jobs of a log that were changed or left out.
type TaskCounts struct {
	NoMemory int // no requested or used memory: the least was taken
	Capped   int // more memory per task than a node has: all of it was taken
	TooWide  int // left out: no fit in the empty cluster
	Beyond   int // left out: out of the range of Job in run time, submission or tasks
}

// FromLog turns the jobs of a log into tasks on nodes like n (section 5.3.1). A processor's
// memory is the larger of requested and used memory, at least 10 % of the node's. If a job's
// processors are a multiple of n.Cores, each with less than 1/n.Cores of the memory, it has one
// multi-threaded task for n.Cores processors, which needs all of a node's CPU; otherwise it has a
// task of one core for each processor. Run times are uncut.
//
// The jobs keep the order and numbers of w.Jobs. FromLog leaves out those that do not fit the
// empty cluster or the range of Job.
func FromLog(w *trace.Workload, n NodeSize, nodes int) ([]Job, TaskCounts, error) {
	if n.Cores < 1 || n.Cores > Whole || n.MemoryKiB < 1 || nodes < 1 {
		return nil, TaskCounts{}, fmt.Errorf("%d nodes of %d cores and %d KiB: each must be positive", nodes, n.Cores, n.MemoryKiB)
	}
	jobs := make([]Job, 0, w.Len())
	var c TaskCounts
	for i := range w.Jobs.Held() {
		j := &w.Jobs.Held()[i]
		kib := max(j.MemoryKiB, j.RequestedMemoryKiB)
		if kib <= 0 {
			c.NoMemory++
		} else if kib > n.MemoryKiB {
			c.Capped++
		}
		kib = min(max(kib, 0), n.MemoryKiB)
		memory := max((kib*Whole+n.MemoryKiB-1)/n.MemoryKiB, least)
		t := timed(j)
		cores := int32(n.Cores)
		if j.Procs%cores == 0 && memory*int64(cores) < Whole {
			t.Tasks, t.CPU, t.Memory = j.Procs/cores, Whole, int32(memory)*cores
		} else {
			t.Tasks, t.CPU, t.Memory = j.Procs, Whole/cores, int32(memory)
		}
		if t.Check() != nil {
			c.Beyond++
			continue
		}
		if t.Memory > 0 && int64(t.Tasks) > int64(nodes)*int64(Whole/t.Memory) {
			c.TooWide++
			continue
		}
		jobs = append(jobs, t)
	}
	return jobs, c, nil
}

// timed returns a job with the number and times of j.
func timed(j *job.Job) Job {
	return Job{ID: j.ID, Submit: j.Submit * Second, Run: j.Run * Second}
}

// SyntheticCores is the number of cores of a node of the synthetic workloads.
const SyntheticCores = 4

// Synthetic turns a generated workload, whose processors are nodes, into one task for each node
// (section 5.3.2). A single task is sequential and needs one of four cores; the tasks of other
// jobs need all of a node's CPU. 55 % of the jobs need 10 % of a node's memory per task, the
// others x times 10 %, x uniform in 2..10, drawn from the stream "memory" of seed.
func Synthetic(w *trace.Workload, seed uint64) []Job {
	r := det.Stream(seed, "memory")
	jobs := make([]Job, w.Len())
	for i := range w.Jobs.Held() {
		j := &w.Jobs.Held()[i]
		t := timed(j)
		t.Tasks, t.CPU, t.Memory = j.Procs, Whole, Whole/10
		if j.Procs == 1 {
			t.CPU = Whole / SyntheticCores
		}
		if r.Float64() >= 0.55 {
			t.Memory *= int32(2 + r.IntN(9))
		}
		jobs[i] = t
	}
	return jobs
}

// Batch returns the jobs for a batch scheduler: each task takes a whole node, and estimates are
// the run times (section 5.2), at least 1 s. Times are rounded up to seconds. left counts the
// jobs left out, with more tasks than there are nodes.
func Batch(jobs []Job, nodes int) (batch []job.Job, left int) {
	for i := range jobs {
		t := &jobs[i]
		if int(t.Tasks) > nodes {
			left++
			continue
		}
		j := job.Unknown
		j.ID, j.Submit, j.Procs = t.ID, (t.Submit+Second-1)/Second, t.Tasks
		j.Run = (t.Run + Second - 1) / Second
		j.Estimate = max(j.Run, 1)
		batch = append(batch, j)
	}
	return batch, left
}

// Load returns the offered load of jobs on a cluster: the time of their tasks at full speed, each
// on a whole node, over that of the nodes between the first and the last submission. It is 0
// without such a span.
func Load(jobs []Job, nodes int) float64 {
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

// ScaleLoad multiplies the times between submissions so that the Load becomes load. Both loads
// must be positive. Submissions are cut to whole seconds, as for batch schedulers.
func ScaleLoad(jobs []Job, nodes int, load float64) ([]Job, error) {
	now := Load(jobs, nodes)
	if !(now > 0) || !(load > 0) {
		return nil, fmt.Errorf("a load of %v cannot be scaled to %v: both must be positive", now, load)
	}
	f := now / load
	scaled := make([]Job, len(jobs))
	for i, t := range jobs {
		at := float64(t.Submit-jobs[0].Submit) * f / Second
		if at > MaxMicros/Second {
			return nil, fmt.Errorf("at load %v the jobs arrive over more than %d days: give a higher load",
				load, int64(MaxMicros/Second/86400))
		}
		t.Submit = int64(at) * Second
		scaled[i] = t
	}
	return scaled, nil
}
