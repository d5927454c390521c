package trace

import (
	"fmt"
	"slices"
	"sort"

	"github.com/backfill-lab/backfill/core/sim/job"
)

// Cut keeps the jobs submitted during [from, to), in seconds. Times do not change; see Shift.
func (w *Workload) Cut(from, to int64) *Workload {
	at := func(t int64) int { return sort.Search(len(w.Jobs), func(i int) bool { return w.Jobs[i].Submit >= t }) }
	first := at(from)
	last := max(first, at(to))
	return w.with(slices.Clone(w.Jobs[first:last]), fmt.Sprintf("cut to submissions in [%d, %d)", from, to))
}

// Head keeps the first n jobs, or all if there are fewer.
func (w *Workload) Head(n int) *Workload {
	n = min(max(n, 0), len(w.Jobs))
	return w.with(slices.Clone(w.Jobs[:n]), fmt.Sprintf("cut to the first %d jobs", n))
}

// Shift moves all submissions so that the first is at second first, at least 0. UnixStart
// moves the other way, so every job keeps its date.
func (w *Workload) Shift(first int64) *Workload {
	if first < 0 || first > job.MaxSeconds {
		panic(fmt.Sprintf("workload: Shift to second %d", first))
	}
	from, _ := w.Span()
	by := first - from
	s := w.move(fmt.Sprintf("shifted by %+d s", by), func(j *job.Job) { j.Submit += by })
	if s.UnixStart != 0 {
		s.UnixStart -= by
	}
	return s
}

// move returns a copy of w with f applied to every job. The rule out-of-range counts jobs
// that leave the ranges of job.Job; they are left out.
func (w *Workload) move(change string, f func(*job.Job)) *Workload {
	jobs := make([]job.Job, 0, len(w.Jobs))
	for _, j := range w.Jobs {
		if f(&j); max(j.Submit, j.Run, j.Estimate) <= job.MaxSeconds {
			jobs = append(jobs, j)
		}
	}
	putInOrder(jobs) // rounding may merge two seconds
	m := w.with(jobs, change)
	m.count(outOfRange, len(w.Jobs)-len(jobs))
	return m
}
