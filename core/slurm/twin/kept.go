package twin

import (
	"slices"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// unkept returns the nodes of set that no running job keeps from the job at hand.
func (c *cycle) unkept() cluster.Bits {
	if len(c.keepers) == 0 {
		return c.set
	}
	c.bare = append(c.bare[:0], c.set...)
	for _, i := range c.keepers {
		c.bare.WithoutFew(c.held[i])
	}
	return c.bare
}

// leave takes a running job away, which keeps its nodes from nobody any more.
func (c *cycle) leave(job int32) {
	c.keepers = slices.DeleteFunc(c.keepers, func(i int32) bool { return i == job })
}
