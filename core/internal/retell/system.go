package retell

import (
	"github.com/backfill-lab/backfill/core/system"
	referee "github.com/backfill-lab/backfill/core/verify/system"
)

// System tells the referee what ran on a system: its nodes, the jobs with the rules of the
// partitions that they ran in, and what they got.
func System(c system.Config, placed []system.Placement) ([]referee.Node, []referee.Job, []referee.Stay) {
	s := c.System
	nodes := make([]referee.Node, len(s.Nodes))
	for i, n := range s.Nodes {
		nodes[i] = referee.Node{Name: n.Name, Cores: int64(n.Cores), MemoryMiB: n.MemoryMiB, Features: n.Features}
		for _, g := range n.GPUs {
			nodes[i].GPUs = append(nodes[i].GPUs, int64(g))
		}
	}
	jobs, stays := make([]referee.Job, len(c.Jobs)), make([]referee.Stay, len(c.Jobs))
	for i := range c.Jobs {
		j, p := &c.Jobs[i], placed[i]
		jobs[i] = referee.Job{
			ID: j.ID, Earliest: max(j.Submit, j.Begin), Run: j.Run, Limit: j.Limit, Cut: c.Cut,
			MinNodes: int64(j.MinNodes), MaxNodes: int64(j.MaxNodes), Tasks: int64(j.Tasks), TasksPerNode: int64(j.TasksPerNode),
			CoresPerTask: int64(j.CoresPerTask), GPUs: int64(j.GPUs), GPUType: int64(j.GPUType), Features: j.Features,
			May: make([]bool, len(nodes)),
		}
		if p.Partition >= 0 {
			part := &s.Partitions[p.Partition]
			jobs[i].MemoryMiB, jobs[i].PerCore = part.Asks(j)
			jobs[i].Whole = s.Whole(j, part)
			for k := range part.Bits.All {
				jobs[i].May[k] = true
			}
		}
		stays[i] = referee.Stay{Start: p.Start, End: p.End, Killed: p.Killed, Nodes: p.Held.Nodes, Cores: p.Held.Cores,
			Memory: p.Held.Memory, GPUs: p.Held.GPUs, Types: p.Held.Types}
	}
	return nodes, jobs, stays
}
