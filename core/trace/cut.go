package trace

import (
	"fmt"

	"github.com/backfill-lab/backfill/core/sim/job"
)

// Cut keeps the jobs submitted during [from, to), in seconds. Times do not change; see Shift.
func (w *Workload) Cut(from, to int64) *Workload {
	return w.keep(fmt.Sprintf("cut to submissions in [%d, %d)", from, to), func(j *job.Job) bool { return j.Submit >= from && j.Submit < to })
}

// Head keeps the first n jobs, or all if there are fewer.
func (w *Workload) Head(n int) *Workload {
	n = min(max(n, 0), w.Len())
	before := 0
	return w.keep(fmt.Sprintf("cut to the first %d jobs", n), func(*job.Job) bool { before++; return before <= n })
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
