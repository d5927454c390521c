package shared

import (
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
)

// Nodes are a number of equal nodes, as an experiment describes them. Under the policies of this package jobs share
// them by fractions of their CPU; under any other each task of a job has a node to itself.
//
// FromLog makes tasks of a log's jobs, and of those of the empirical model, which
// knows no memory. Synthetic makes those of a Lublin model (the built-in workloads
// are some) with the model's seed: processors are then nodes of four cores, and Cores and
// MemoryKiB are left out. Jobs run for the workload's run times, uncut, which are also
// their estimates.
type Nodes struct {
	Nodes int `json:"nodes" range:"1..100000"`          // 1..MaxNodes
	Cores int `json:"cores,omitempty" range:"0..10737"` // processors of a node; 0 is 1
	// of a node; 0 if the log has no memory of jobs: metrics then count 8 GiB
	MemoryKiB int64 `json:"memory_kib,omitempty" range:"0..1099511627776"`
	// seconds without progress after a resumption or migration; nil is DefaultPenaltyS
	PenaltyS *int64 `json:"penalty_s,omitempty" range:"0..9000000"`

	// What the paper leaves open: see Config.
	VirtualInPenalty bool `json:"virtual_in_penalty,omitempty"`
	NewestFirst      bool `json:"newest_first,omitempty"`
}

// DefaultPenaltyS is the rescheduling penalty of the paper, in seconds.
const DefaultPenaltyS = DefaultPenalty / Second

// Penalty returns the penalty in seconds.
func (c *Nodes) Penalty() int64 {
	if c.PenaltyS == nil {
		return DefaultPenaltyS
	}
	return *c.PenaltyS
}

// config returns what jobs on the nodes are, without an algorithm: the engine plays it, and the referee judges
// by it.
func (c *Nodes) config(jobs []Job) Config {
	return Config{Nodes: c.Nodes, Jobs: jobs, Penalty: c.Penalty() * Second,
		VirtualInPenalty: c.VirtualInPenalty, NewestFirst: c.NewestFirst}
}

// Tasks returns the jobs of w on the nodes, in their order. drawn is the Lublin model that they are drawn from, or nil. It leaves out those
// whose tasks do not fit the memory of all nodes, or that are out of the range of Job;
// Load and Apply have removed them already.
func (c *Nodes) Tasks(w *trace.Workload, drawn *platform.Model) (jobs []Job, counts TaskCounts, err error) {
	if drawn != nil {
		all, err := drawnTasks(w, drawn.Seed)
		for _, j := range all {
			switch {
			case j.Check() != nil:
				counts.Beyond++
			case j.Memory > 0 && int64(j.Tasks) > int64(c.Nodes)*int64(Whole/j.Memory): // more than empty nodes hold
				counts.TooWide++
			default:
				jobs = append(jobs, j)
			}
		}
		return jobs, counts, err
	}
	node := NodeSize{Cores: max(c.Cores, 1), MemoryKiB: c.MemoryKiB}
	if node.MemoryKiB == 0 {
		known := func(j job.Job) bool { return max(j.MemoryKiB, j.RequestedMemoryKiB) > 0 }
		if i := slices.IndexFunc(w.Jobs.Held(), known); i >= 0 {
			return nil, counts, fmt.Errorf("job %d needs memory, and the nodes have none: say how much memory a node of the cluster has",
				w.Jobs.Held()[i].ID)
		}
		node.MemoryKiB = 1
	}
	return FromLog(w, node, c.Nodes)
}

// drawnTasks draws memory for the jobs that a model numbers from 1. It does not depend on
// which others have been left out.
func drawnTasks(w *trace.Workload, seed uint64) ([]Job, error) {
	const most = 1 << 24 // numbers; a model draws fewer jobs
	last := int64(0)
	for _, j := range w.Jobs.Held() {
		if j.ID <= last || j.ID > most {
			return nil, fmt.Errorf("job %d is not one of the model's, whose jobs are numbered from 1 in order of submission", j.ID)
		}
		last = j.ID
	}
	all := trace.Workload{Jobs: trace.Hold(make([]job.Job, last))}
	for _, j := range w.Jobs.Held() {
		all.Jobs.Held()[j.ID-1] = j
	}
	return slices.DeleteFunc(Synthetic(&all, seed), func(j Job) bool { return j.ID == 0 }), nil
}
