package cluster

import "math/bits"

// A Choice is nodes on which a job could start. What it would hold of each is worked out once somebody asks.
type Choice struct {
	few Sparse
	a   *Allocation

	st   *State // of nodes that are alike, each of which gets as many tasks as the others
	j    *Job
	part int32
	spot spot
}

// Chosen returns the Choice of an allocation.
func Chosen(a *Allocation) *Choice { return &Choice{a: a} }

// Nodes returns the set of the nodes.
func (c *Choice) Nodes() Sparse {
	if c.few == nil {
		c.few = AppendSparse(nil, c.a.Nodes)
	}
	return c.few
}

// Allocation returns what the job would hold.
func (c *Choice) Allocation() *Allocation {
	if c.a != nil {
		return c.a
	}
	c.st.rest = alikeFits(c.st.rest[:0], c.few, c.spot)
	c.a = c.st.allocate(c.j, c.part, c.st.rest)
	return c.a
}

// alikeFits appends the nodes of words in their order, each of which has the same room.
func alikeFits(fits []fit, words []Word, each spot) []fit {
	for _, w := range words {
		for ; w.Bits != 0; w.Bits &= w.Bits - 1 {
			fits = append(fits, fit{node: w.At<<6 + int32(bits.TrailingZeros64(w.Bits)), spot: each})
		}
	}
	return fits
}
