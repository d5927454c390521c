// Package heap is a binary heap, like container/heap but without boxing elements in an
// interface.
package heap

// An Ordered is a pointer to an element. Before is a strict total order of the elements
// in a heap, so it alone determines the order of Pops.
type Ordered[E any] interface {
	*E
	Before(*E) bool
}

// Make makes h a heap, whose first element is h[0]. O(len(h)).
func Make[E any, P Ordered[E]](h []E) {
	for i := len(h)/2 - 1; i >= 0; i-- {
		Sift[E, P](h, i)
	}
}

// Pop returns h without h[0], in the same memory. It panics on an empty heap.
func Pop[E any, P Ordered[E]](h []E) []E {
	n := len(h) - 1
	h[0] = h[n]
	Sift[E, P](h[:n], 0)
	return h[:n]
}

// Sift moves h[i] down until no child is before it, after its place in the order became
// later. It accepts an empty heap.
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

// Push returns h with e. O(log len(h)).
func Push[E any, P Ordered[E]](h []E, e E) []E {
	h = append(h, e)
	for i := len(h) - 1; i > 0; {
		parent := (i - 1) / 2
		if !P(&h[i]).Before(&h[parent]) {
			break
		}
		h[i], h[parent] = h[parent], h[i]
		i = parent
	}
	return h
}
