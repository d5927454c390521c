package twin

import "github.com/backfill-lab/backfill/core/platform/cluster"

// barred tells whether limits or licences keep a job from starting now, whatever nodes are free.
func (t *Twin) barred(e *cluster.Engine, n *entry) bool {
	j := &e.Jobs[n.job]
	return t.limits.before(j, n.part) || !e.Licensed(j) || t.limits.after(n.part, t.would(j, n.part, nil))
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
