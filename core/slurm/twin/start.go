package twin

import (
	"slices"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// The schedulers of Slurm that start jobs.
const (
	ByMain     = "started by the main scheduler"
	ByBackfill = "started by the backfill scheduler"
)

// A begun is a job that the last call of Pass has started.
type begun struct {
	entry    entry
	backfill bool
}

// ExplainStart implements cluster.StartExplainer.
func (t *Twin) ExplainStart(e *cluster.Engine, job int32) cluster.Start {
	k := slices.IndexFunc(t.begun, func(b begun) bool { return b.entry.job == job })
	if k < 0 {
		panic("slurm: the last pass has not started this job")
	}
	b := &t.begun[k]
	s := cluster.Start{Way: ByMain, Head: cluster.None, Shadow: cluster.None}
	if b.backfill {
		s.Way = ByBackfill
	}
	all := append(slices.Clone(t.entries), b.entry)
	t.sort(all)
	nodes, seen := t.sys.Partitions[b.entry.part].Bits, map[int32]bool{job: true}
	for i := range all {
		n := &all[i]
		if n.job == job {
			break
		}
		if seen[n.job] || e.Phase[n.job] != cluster.Waiting || !t.ready(e, n.job) || !t.sys.Partitions[n.part].Bits.Meets(nodes) {
			continue
		}
		seen[n.job] = true
		s.Ahead++
	}
	return s
}
