package why

import "iter"

// A Queue is the jobs that wait, in the order in which they came.
type Queue[J comparable] struct {
	jobs []J // with those that are gone
	gone map[J]bool
	n    int // without
}

// Len returns how many jobs wait.
func (w *Queue[J]) Len() int { return w.n }

// Add adds a job at the end.
func (w *Queue[J]) Add(j J) {
	w.jobs = append(w.jobs, j)
	w.n++
}

// Remove removes a job that waits, in O(1) on average.
func (w *Queue[J]) Remove(j J) {
	if w.gone == nil {
		w.gone = map[J]bool{}
	}
	w.gone[j] = true
	if w.n--; len(w.gone) < 64 || 2*len(w.gone) < len(w.jobs) {
		return
	}
	kept := w.jobs[:0]
	for _, j := range w.jobs {
		if !w.gone[j] {
			kept = append(kept, j)
		}
	}
	clear(w.jobs[len(kept):])
	w.jobs = kept
	clear(w.gone)
}

// All yields the jobs that wait with their places, 0, 1, ...
func (w *Queue[J]) All() iter.Seq2[int, J] {
	return func(yield func(int, J) bool) {
		k := 0
		for _, j := range w.jobs {
			if w.gone[j] {
				continue
			}
			if !yield(k, j) {
				return
			}
			k++
		}
	}
}
