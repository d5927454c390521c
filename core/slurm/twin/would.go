package twin

import (
	"slices"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// exceeds tells whether limits hold a job back that would have an allocation, or none.
func (t *Twin) exceeds(j *cluster.Job, part int32, a *cluster.Allocation) bool {
	return t.limits.after(part, t.would(j, part, a))
}

// would is what a job would hold with an allocation. If there is none, it is what it asks for, on as many nodes as it would get if all
// were free.
func (t *Twin) would(j *cluster.Job, part int32, a *cluster.Allocation) holding {
	if a != nil {
		return t.bills.gets(j, part, a)
	}
	h := t.bills.asks(j, part)
	if t.limits.byNodes {
		if a, ok := t.empty.Place(j, part, t.sys.Partitions[part].Bits); ok {
			h = t.bills.on(h, part, len(a.Nodes))
		}
	}
	return h
}

// kept tells whether running jobs keep nodes of a set from a job whatever is free on them: those that have their nodes alone, or all of
// them if it is one of these itself. Without preemption, Slurm then says that nodes are busy, even if all of them would not suffice.
func (t *Twin) kept(e *cluster.Engine, n *entry, set cluster.Bits) bool {
	alone := t.sys.Whole(&e.Jobs[n.job], &t.sys.Partitions[n.part])
	return t.prey.by == "" && slices.ContainsFunc(e.Running, func(r int32) bool {
		return (alone || t.sys.Whole(&e.Jobs[r], &t.sys.Partitions[e.Placed[r].Partition])) && t.held[r].Meets(set)
	})
}
