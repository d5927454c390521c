package twin

import (
	"slices"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// A het is a heterogeneous job in a cycle. Slurm's backfill scheduler alone starts such jobs: it plans each component like a job of its
// own, but not before those planned before it, and starts all at the end of the cycle if each can start now.
type het struct {
	job   int32
	plans []plan
}

// A plan is the earliest start that was found for a component, and in which of its partitions.
type plan struct {
	entry entry
	start int64
}

// componentsOf returns how many components each heterogeneous job has.
func componentsOf(jobs []cluster.Job) map[int32]int {
	all := map[int32]int{}
	for i := range jobs {
		if group := jobs[i].Together; group > 0 {
			all[group]++
		}
	}
	return all
}

// notBefore returns the second before which a job is not planned: that of the other components of its heterogeneous job.
func (c *cycle) notBefore(j *cluster.Job, job int32) (at int64) {
	if j.Together == 0 {
		return 0
	}
	for _, h := range c.hets {
		for _, p := range h.plans {
			if h.job == j.Together && p.entry.job != job {
				at = max(at, p.start)
			}
		}
	}
	return at
}

// noteHet notes the plan of a component.
func (c *cycle) noteHet(n *entry, start int64) {
	job := c.e.Jobs[n.job].Together
	k := slices.IndexFunc(c.hets, func(h het) bool { return h.job == job })
	if k < 0 {
		k = len(c.hets)
		c.hets = append(c.hets, het{job: job})
	}
	h := &c.hets[k]
	switch k := slices.IndexFunc(h.plans, func(p plan) bool { return p.entry.job == n.job }); {
	case k < 0:
		h.plans = append(h.plans, plan{*n, start})
	case start < h.plans[k].start:
		h.plans[k] = plan{*n, start}
	}
}

// startHets starts the heterogeneous jobs of which all components can start now.
func (c *cycle) startHets() {
	for _, h := range c.hets {
		late := func(p plan) bool { return p.start > c.e.Now || !c.ready(c.e, p.entry.job) }
		if len(h.plans) == c.components[h.job] && !slices.ContainsFunc(h.plans, late) {
			c.startTogether(&h)
		}
	}
}

// startTogether starts all components, on different nodes, or none if one finds no nodes any more.
func (c *cycle) startTogether(h *het) {
	e, used := c.e, cluster.NewBits(len(c.sys.Nodes))
	c.free.Copy(e.Free)
	var all []*cluster.Allocation
	for _, p := range h.plans {
		j, part := asked(e, &p.entry), p.entry.part
		set := slices.Clone(c.sys.Partitions[part].Bits)
		set.And(e.Up)
		set.Without(used)
		e.Allow(j, e.Now, set)
		e.Share(j, part, set)
		a, ok := c.free.Place(j, part, set)
		if !ok || c.limits.before(j, part) || c.limits.after(part, c.bills.gets(j, part, a)) {
			return
		}
		c.free.Take(a)
		for _, i := range a.Nodes {
			used.Add(int(i))
		}
		all = append(all, a)
	}
	for k := range h.plans {
		job := h.plans[k].entry.job
		c.limit(e, job, e.Jobs[job].LeastLimit())
		c.start(e, &h.plans[k].entry, all[k])
	}
}
