package twin

import "github.com/backfill-lab/backfill/core/platform/cluster"

// exceeds tells whether limits hold a job back that would have an allocation, or none. One that finds no nodes is tested with its cores
// on as many as it has on an empty cluster.
func (t *Twin) exceeds(j *cluster.Job, part int32, a *cluster.Allocation) bool {
	if a != nil {
		return t.limits.after(part, t.bills.gets(j, part, a))
	}
	least := t.bills.asks(j, part)
	if !t.limits.after(part, least) {
		return false
	}
	if alone, ok := t.empty.Place(j, part, t.sys.Partitions[part].Bits); ok {
		least.nodes = float64(len(alone.Nodes))
	}
	return t.limits.after(part, least)
}

// could tells whether a job could start on nodes of a set if no job ran.
func (t *Twin) could(j *cluster.Job, part int32, set cluster.Bits) bool {
	nodes, ok := t.coulds.Of(j, part)
	if t.sys.Unusual(j, part) || !nodes.Within(set) {
		_, ok = t.empty.Place(j, part, set)
	}
	return ok
}
