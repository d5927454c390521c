// Package heap is a binary heap of values that know their order: what
// container/heap does, without an interface to box them in.
package heap

// An Ordered is a pointer to an element. Before is a strict order in which no two
// elements of a heap are alike, so that the order of Pops depends on nothing else.
type Ordered[E any] interface {
	*E
	Before(*E) bool
}

// Make makes h a heap, of which h[0] is the first. O(len(h)).
func Make[E any, P Ordered[E]](h []E) {
	for i := len(h)/2 - 1; i >= 0; i-- {
		Sift[E, P](h, i)
	}
}

// Pop returns h without its first, in the same memory. It panics on an empty heap.
func Pop[E any, P Ordered[E]](h []E) []E {
	n := len(h) - 1
	h[0] = h[n]
	Sift[E, P](h[:n], 0)
	return h[:n]
}

// Sift moves h[i], which may be later than it was, down to where no child is
// before it. It accepts an empty heap.
func Sift[E any, P Ordered[E]](h []E, i int) {
	for child := 2*i + 1; child < len(h); child = 2*i + 1 {
		if child+1 < len(h) && P(&h[child+1]).Before(&h[child]) {
			child++
		}
		if !P(&h[child]).Before(&h[i]) {
			return
		}
		h[i], h[child] = h[child], h[i]
		i = child
	}
}
