package why

import "iter"

// A waiting is the jobs that wait, in the order in which they came.
type waiting[J comparable] struct {
	jobs []J // with those that are gone
	gone map[J]bool
	n    int // without
}

func (w *waiting[J]) add(j J) {
	w.jobs = append(w.jobs, j)
	w.n++
}

// remove removes a job that waits, in O(1) on average.
func (w *waiting[J]) remove(j J) {
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

// all yields the jobs that wait with their places, 0, 1, ...
func (w *waiting[J]) all() iter.Seq2[int, J] {
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
