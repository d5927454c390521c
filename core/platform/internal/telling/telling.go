// Package telling has words that the platforms' explanations share, and the jobs that wait.
package telling

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/internal/numeral"
)

// Clauses joins what is not empty.
func Clauses(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), "; ")
}

// Needed says what a job needs and what was free.
func Needed(procs, free int, unit string) string {
	return fmt.Sprintf("it needs %s, %s free", numeral.Plural(procs, unit), were(free))
}

func were(n int) string {
	if n == 1 {
		return "1 was"
	}
	return numeral.Whole(n) + " were"
}

// Sorted says what the queue is in order of, if that is not the order of submission.
func Sorted(order string) string {
	if order == "" {
		return ""
	}
	return "the queue is in order of: " + order
}

// Overtaken says how many it went past.
func Overtaken(ahead int) string {
	switch ahead {
	case 0:
		return ""
	case 1:
		return "1 job before it in the queue goes on waiting"
	}
	return numeral.Whole(ahead) + " jobs before it in the queue go on waiting"
}

// Between prints a range of numbers that may be one.
func Between(least, most int) string {
	if least == most {
		return numeral.Whole(least)
	}
	return numeral.Whole(least) + " to " + numeral.Whole(most)
}

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
