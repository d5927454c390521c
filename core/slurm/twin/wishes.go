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

// limit gives a job that is to start its limit: what is left of it by its deadline, in whole minutes, and else, if backfilling starts it,
// the least. Slurm's manual says that it gets as much as others' plans leave; what 22.05 does is this.
func (t *Twin) limit(e *cluster.Engine, i int32) {
	j := &e.Jobs[i]
	w := j.Wishes
	switch {
	case w == nil || w.LimitMin == 0:
	case w.Deadline > 0:
		e.Shorten(i, max(min(j.Limit, (w.Deadline-e.Now)/60*60), j.LeastLimit()))
	case t.cycling:
		e.Shorten(i, j.LeastLimit())
	}
}
