package twin

import (
	"slices"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// meet finds out which waiting jobs have become eligible, as Slurm does when a job comes that could start: it looks at the others in the
// order of their numbers, until one stands before the new one (_top_priority of job_mgr.c). The rest have to wait for a look at the queue.
func (t *Twin) meet(e *cluster.Engine, job int32) {
	if t.sys.Description.Scheduling.Defer || !t.ready(e, job) {
		return
	}
	var unmet []*entry
	var comes *entry
	for k := range t.entries {
		switch n := &t.entries[k]; {
		case n.turn > 0 || n.prefers > 0:
		case n.job == job:
			comes = n
		case t.eligible[n.job] == never:
			unmet = append(unmet, n)
		}
	}
	if len(unmet) == 0 {
		return
	}
	first := int32(len(e.Jobs)) // that stands before it
	for k := range t.entries {
		if n := &t.entries[k]; n.job < first && n.turn == 0 && t.ready(e, n.job) && t.before(n, comes) {
			first = n.job
		}
	}
	unmet = slices.DeleteFunc(unmet, func(n *entry) bool { return n.job > first })
	slices.SortFunc(unmet, func(a, b *entry) int { return int(a.job - b.job) })
	for _, n := range unmet {
		if t.qualify(e, n.job, e.Now); t.ready(e, n.job) && t.before(n, comes) {
			return
		}
	}
}

// before tells whether a waiting job keeps one that comes from being the first: before 24.11, on whatever nodes.
func (t *Twin) before(n, comes *entry) bool {
	if n.job == comes.job || n.reserved != comes.reserved {
		return false
	}
	more := n.priority > comes.priority || t.rules[inLine] && n.priority == comes.priority
	if n.part == comes.part {
		return more
	}
	meet := !t.rules[inLine] || t.sys.Partitions[n.part].Bits.Meets(t.sys.Partitions[comes.part].Bits)
	return meet && (n.tier > comes.tier || n.tier == comes.tier && more)
}
