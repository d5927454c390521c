package cluster

import "math/bits"

// Bits is a set of nodes.
type Bits []uint64

// NewBits returns an empty set for n nodes.
func NewBits(n int) Bits { return make(Bits, (n+63)/64) }

// Has tells whether node i is in the set.
func (b Bits) Has(i int) bool { return b[i>>6]>>(i&63)&1 != 0 }

// Add puts node i into the set.
func (b Bits) Add(i int) { b[i>>6] |= 1 << (i & 63) }

// Remove takes node i out of the set.
func (b Bits) Remove(i int) { b[i>>6] &^= 1 << (i & 63) }

// Put adds or removes node i.
func (b Bits) Put(i int, in bool) {
	if b.Remove(i); in {
		b.Add(i)
	}
}

// And leaves only the nodes that are in c too.
func (b Bits) And(c Bits) {
	c = c[:len(b)]
	for k := range b {
		b[k] &= c[k]
	}
}

// Or puts the nodes of c into the set, too.
func (b Bits) Or(c Bits) {
	for k := range b {
		b[k] |= c[k]
	}
}

// Without leaves out the nodes of c.
func (b Bits) Without(c Bits) {
	c = c[:len(b)]
	for k := range b {
		b[k] &^= c[k]
	}
}

// Count returns the number of nodes in the set.
func (b Bits) Count() (n int) {
	for _, w := range b {
		n += bits.OnesCount64(w)
	}
	return n
}

// First returns the first node of the set, or -1.
func (b Bits) First() int {
	for k, w := range b {
		if w != 0 {
			return k<<6 + bits.TrailingZeros64(w)
		}
	}
	return -1
}

// Meets tells whether a node is in both sets.
func (b Bits) Meets(c Bits) bool {
	for k := range b {
		if b[k]&c[k] != 0 {
			return true
		}
	}
	return false
}

// Within tells whether every node of the set is in c.
func (b Bits) Within(c Bits) bool {
	for k := range b {
		if b[k]&^c[k] != 0 {
			return false
		}
	}
	return true
}

// All yields the nodes of the set in order.
func (b Bits) All(yield func(int) bool) {
	for k, w := range b {
		for ; w != 0; w &= w - 1 {
			if !yield(k<<6 + bits.TrailingZeros64(w)) {
				return
			}
		}
	}
}

// A Sparse is a set of few nodes: the words of its Bits that are not empty, in order.
type Sparse []Word

// A Word is one word of a Sparse, and which one.
type Word struct {
	At   int32
	Bits uint64
}

// AppendSparse appends the set of nodes, which are in increasing order, to an empty Sparse.
func AppendSparse(s Sparse, nodes []int32) Sparse {
	for _, i := range nodes {
		if last := len(s) - 1; last >= 0 && s[last].At == i>>6 {
			s[last].Bits |= 1 << (i & 63)
		} else {
			s = append(s, Word{i >> 6, 1 << (i & 63)})
		}
	}
	return s
}

// Meets tells whether a node is in both sets.
func (s Sparse) Meets(b Bits) bool {
	for _, w := range s {
		if b[w.At]&w.Bits != 0 {
			return true
		}
	}
	return false
}

// Within tells whether every node of the set is in b.
func (s Sparse) Within(b Bits) bool {
	for _, w := range s {
		if w.Bits&^b[w.At] != 0 {
			return false
		}
	}
	return true
}

// Count returns how many nodes are in both sets.
func (s Sparse) Count(b Bits) (n int) {
	for _, w := range s {
		n += bits.OnesCount64(b[w.At] & w.Bits)
	}
	return n
}

// WithoutFew leaves out the nodes of a Sparse.
func (b Bits) WithoutFew(s Sparse) {
	for _, w := range s {
		b[w.At] &^= w.Bits
	}
}
