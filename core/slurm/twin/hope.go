package twin

import (
	"math/bits"
	"slices"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// mayEnd tells whether a cycle may leave out plans after which no job starts: nobody reads them, they take no time, and what a job needs
// to start can only become less in the cycle.
func (c *cycle) mayEnd() bool {
	return !c.AllPlans && c.opt.BfJobUs == 0 && c.prey.by == "" && c.gang == nil && len(c.components) == 0 &&
		!slices.ContainsFunc(c.sys.Partitions, func(p cluster.Part) bool { return p.Rows > 1 })
}

// lastHopeful returns the last entry that may start in this cycle: not before the k-th, and not after a last one that was found before.
func (c *cycle) lastHopeful(k, last int) int {
	for c.hopes && last >= k && !c.hopeful(&c.entries[last]) {
		last--
	}
	return last
}

// hopeful tells whether a job may start in this cycle: enough nodes have no job, or some cores free, and no reservation takes them from it.
func (c *cycle) hopeful(n *entry) bool {
	e, j := c.e, &c.e.Jobs[n.job]
	if j.Asks != nil || j.Wishes != nil || len(j.After) > 0 {
		return true
	}
	after := c.slots.since(e.Now + c.length(j, n.part) + 1)
	if first := c.slots.after(e.Now); first > 0 || after == 0 {
		return true
	}
	upTo, count := c.slots.list[after-1].upTo, 0
	for _, w := range c.open(c.sys.Whole(j, &c.sys.Partitions[n.part])) {
		if count += bits.OnesCount64(w.Bits & n.looked[w.At] & upTo[w.At]); count >= max(int(j.MinNodes), 1) {
			return c.ready(e, n.job) && !c.limits.before(j, n.part)
		}
	}
	return false
}

// open returns the nodes without a job, or all with a free core, that are up.
func (c *cycle) open(whole bool) cluster.Sparse {
	which := 0
	if whole {
		which = 1
	}
	o := &c.opens[which]
	if o.starts != c.starts || o.nodes == nil {
		o.starts, o.nodes = c.starts, o.nodes[:0]
		for i, w := range c.e.Free.Open(whole) {
			if w &= c.e.Up[i]; w != 0 {
				o.nodes = append(o.nodes, cluster.Word{At: int32(i), Bits: w})
			}
		}
	}
	return o.nodes
}
