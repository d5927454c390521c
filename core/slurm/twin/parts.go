package twin

import (
	"slices"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// willRunParts is willRun for a job that asks for what few jobs do. Slurm plans alternatives of which all its nodes are to have the same
// one by one, and takes the earliest; nodes that are counted by their features kind by kind, and takes the latest.
func (c *cycle) willRunParts(n *entry, j *cluster.Job, room room, keeps bool, in span) (start int64, nodes *cluster.Choice) {
	if j.Asks == nil {
		return c.willRun(n, j, room, keeps, in)
	}
	if j.Asks.Counted != nil {
		return c.willRunCounted(n, j, room, keeps, in)
	}
	parts := j.Parts()
	if len(parts) == 1 {
		return c.willRun(n, j, room, keeps, in)
	}
	all := slices.Clone(c.set)
	defer func() { copy(c.set, all) }()
	for _, one := range parts {
		copy(c.set, all)
		at, a := c.willRunOn(n, &one, room, keeps, in)
		if a != nil && (nodes == nil || at < start) {
			start, nodes = at, a
		}
	}
	return start, nodes
}

// willRunOn is willRun on the nodes of set that could have a part of the job.
func (c *cycle) willRunOn(n *entry, j *cluster.Job, room room, keeps bool, in span) (int64, *cluster.Choice) {
	could, _ := c.empty.Could(j, n.part)
	c.set.And(could)
	return c.willRun(n, j, room, keeps, in)
}

func (c *cycle) willRunCounted(n *entry, j *cluster.Job, room room, keeps bool, in span) (start int64, nodes *cluster.Choice) {
	now := c.e.Now
	all, left := slices.Clone(c.set), slices.Clone(c.set)
	defer func() { copy(c.set, all) }()
	union := &cluster.Allocation{}
	for _, one := range j.Kinds() {
		copy(c.set, left)
		at, choice := c.willRunOn(n, &one, room, keeps, in)
		if choice == nil {
			return 0, nil
		}
		start = max(start, at)
		a := choice.Allocation()
		for _, i := range a.Nodes {
			left.Remove(int(i))
		}
		for k, i := range a.Nodes {
			at, _ := slices.BinarySearch(union.Nodes, i)
			union.Nodes, union.Cores = slices.Insert(union.Nodes, at, i), slices.Insert(union.Cores, at, a.Cores[k])
			union.Memory = slices.Insert(union.Memory, at, a.Memory[k])
		}
	}
	if start > now {
		return start, cluster.Chosen(union)
	}
	copy(c.set, all)
	c.e.Share(j, n.part, c.set)
	if a, ok := c.e.Free.Place(j, n.part, c.set); ok {
		return now, cluster.Chosen(a)
	}
	return now + 1, cluster.Chosen(union)
}
