package twin

import (
	"slices"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// asked returns what the entry of a job asks for.
func asked(e *cluster.Engine, n *entry) *cluster.Job {
	if n.prefers > 0 {
		return e.Jobs[n.job].Preferred()
	}
	return &e.Jobs[n.job]
}

// shapes numbers jobs by their shapes, and what some of them prefer.
func shapes(jobs []cluster.Job) (of []int32, preferred map[int32]int32) {
	all, preferred := slices.Clip(jobs), map[int32]int32{}
	for i := range jobs {
		if with := jobs[i].Preferred(); with != nil {
			preferred[int32(i)] = int32(len(all))
			all = append(all, *with)
		}
	}
	of = cluster.Shapes(all)
	for i, k := range preferred {
		preferred[i] = of[k]
	}
	return of[:len(jobs)], preferred
}

// newShape returns a number that no job has.
func (t *Twin) newShape() int32 {
	t.lastShape++
	return t.lastShape
}

// shape returns the number of what an entry asks for.
func (t *Twin) shape(n *entry) int32 {
	if n.prefers > 0 {
		return t.preferred[n.job]
	}
	return t.shapes[n.job]
}

// bfJob returns a job as backfilling plans it: with the least limit that it takes. With a deadline, Slurm plans it with its own.
func (c *cycle) bfJob(n *entry) *cluster.Job {
	j := asked(c.e, n)
	if w := j.Wishes; w != nil && w.LimitMin > 0 && w.Deadline == 0 && w.LimitMin < j.Limit {
		short := *j
		short.Limit = w.LimitMin
		return &short
	}
	return j
}

// limit sets the limit of a job that is about to start: most seconds, or with a deadline the whole minutes that are left until then.
func (t *Twin) limit(e *cluster.Engine, i int32, most int64) {
	j := &e.Jobs[i]
	w := j.Wishes
	if w == nil || w.LimitMin == 0 {
		return
	}
	if w.Deadline > 0 {
		most = (j.Submit + w.Deadline - e.Now) / 60 * 60
	}
	e.Shorten(i, max(min(most, j.Limit), j.LeastLimit()))
}

// most returns the limit that backfilling gives a job which it starts on some nodes: the least, or as much as plans and reservations leave.
func (c *cycle) most(n *entry, a *cluster.Allocation) int64 {
	long := c.e.Jobs[n.job]
	least, now := long.LeastLimit(), c.e.Now
	if !c.rules[longest] || least == long.Limit {
		return least
	}
	nodes, set := cluster.AppendSparse(nil, a.Nodes), bitsOf(len(c.sys.Nodes), a)
	for _, x := range c.slots.list {
		if x.begin > now && x.begin < now+long.Limit && c.slots.overlap(x.begin, x.begin+1, nodes) {
			long.Limit = (x.begin - now) / 60 * 60
		}
	}
	if c.e.Allow(&long, now, set); !nodes.Within(set) {
		return least
	}
	return long.Limit
}
