package twin

import "github.com/backfill-lab/backfill/core/platform/cluster"

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
