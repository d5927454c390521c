package shared

// A bulk is what jobs need together, a quick test of what cannot fit.
type bulk struct {
	cpu, mem int64
	weights  [9]int64 // the memory as weigh counts it
}

// add adds the tasks of a job, or removes them if sign is -1.
func (b *bulk) add(tasks, cpu, memory int32, sign int64) {
	n := sign * int64(tasks)
	b.cpu += n * int64(cpu)
	b.mem += n * int64(memory)
	for k := range b.weights {
		b.weights[k] += n * weigh(k, int64(memory))
	}
}

// mayFit reports false if jobs of that bulk fit the nodes at no yield: they need more
// memory than there is, by any of the weights, or more CPU at a yield of one part.
func (b *bulk) mayFit(nodes int) bool {
	all := int64(nodes) * Whole
	for k := range b.weights {
		if b.weights[k] > int64(k+1)*all {
			return false
		}
	}
	return b.mem <= all && b.cpu <= all*Whole
}

// weigh bounds how many tasks of that memory a node can hold: for each k, tasks with more
// than a (k+1)-th of the memory take a k-th of a node each, and so on. These weights,
// k*floor((k+1)x)/k or k*x where (k+1)x is whole, are dual feasible functions (Fekete and
// Schepers 2001): what fits into one node weighs at most k. Here k is one more than the
// index.
func weigh(k int, memory int64) int64 {
	w := int64(k+2) * memory
	if w%Whole == 0 {
		return int64(k+1) * memory
	}
	return w / Whole * Whole
}
