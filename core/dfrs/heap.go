package dfrs

// An ordered is a type of heap's elements.
type ordered[E any] interface {
	*E
	before(*E) bool // a strict order in which no two are alike
}

// heapify makes h a heap, of which h[0] is the first. O(len(h)).
func heapify[E any, P ordered[E]](h []E) {
	for i := len(h)/2 - 1; i >= 0; i-- {
		sift[E, P](h, i)
	}
}

// pop takes the first off a heap.
func pop[E any, P ordered[E]](h []E) []E {
	n := len(h) - 1
	h[0] = h[n]
	sift[E, P](h[:n], 0)
	return h[:n]
}

// sift moves h[i] down to where no child is before it. It accepts an empty heap.
func sift[E any, P ordered[E]](h []E, i int) {
	for child := 2*i + 1; child < len(h); child = 2*i + 1 {
		if child+1 < len(h) && P(&h[child+1]).before(&h[child]) {
			child++
		}
		if !P(&h[child]).before(&h[i]) {
			return
		}
		h[i], h[child] = h[child], h[i]
		i = child
	}
}
