package workload

import (
	"fmt"
	"math"

	"github.com/backfill-lab/backfill/core/internal/det"
	"github.com/backfill-lab/backfill/core/job"
)

// maxEnlarged bounds how many jobs Enlarge makes.
const maxEnlarged = 10_000_000

// Enlarge makes the machine procs processors large (up to job.MaxProcs) and the
// workload one of that many jobs with, but for rounding, the same offered load and
// the same submission times, after Ernemann, Song and Yahyapour (Scaling of
// Workload Traces, JSSPP 2003), who "enlarge and/or duplicate" jobs. With f the
// new machine over the old one, some jobs become f times as wide, and the others
// are submitted f times on average, as they are; how many of which follows from
// jobs. A number of jobs beyond that takes copies of all jobs, which become
// narrower then. Which jobs grow, and whether a width is rounded up, each with the
// chance of its fraction, is drawn from the streams "enlarge" and "enlarge widths"
// of seed. The jobs are numbered anew, from 1.
//
// It is an error if the machine becomes smaller, for which there is ScaleMachine,
// or the jobs fewer.
func (w *Workload) Enlarge(procs, jobs int, seed uint64) (*Workload, error) {
	n := len(w.Jobs)
	switch {
	case procs < w.Procs || procs > job.MaxProcs:
		return nil, fmt.Errorf("%s: its %d processors cannot be enlarged to %d: give %d to %d", w.Name, w.Procs, procs, w.Procs, job.MaxProcs)
	case jobs < n || jobs > maxEnlarged || n == 0:
		return nil, fmt.Errorf("%s: its %d jobs cannot be enlarged to %d: give %d to %d", w.Name, n, jobs, max(1, n), maxEnlarged)
	}
	f := float64(procs) / float64(w.Procs)
	wider, factor, beyond := n, f, false // how many jobs grow, and how much, or all copies shrink
	switch c := float64(jobs) / float64(n); {
	case c > f:
		wider, factor, beyond = 0, f/c, true
	case jobs != n:
		wider = min(n-1, int(math.Floor(float64(float64(n)*((f-c)/(f-1)))+0.5)))
	}
	all := make([]job.Job, 0, jobs)
	chosen, rounding := det.Stream(seed, "enlarge"), det.Stream(seed, "enlarge widths")
	scaled := func(j job.Job) job.Job {
		width := float64(float64(j.Procs) * factor)
		whole := math.Floor(width)
		if rounding.Float64() < width-whole {
			whole++
		}
		j.Procs = int32(max(1, whole))
		return j
	}
	grow, copied := wider, 0
	for i := range w.Jobs {
		j := w.Jobs[i]
		if grow > 0 && chosen.IntN(n-i) < grow {
			grow--
			all = append(all, scaled(j))
			continue
		}
		// Of n-wider jobs the first k have their share of all copies, rounded down.
		share := func(k int) int { return k * (jobs - wider) / (n - wider) }
		for range share(copied+1) - share(copied) {
			if beyond {
				all = append(all, scaled(j))
			} else {
				all = append(all, j)
			}
		}
		copied++
	}
	for i := range all {
		all[i].ID = int64(i + 1)
	}
	e := w.with(all, fmt.Sprintf("enlarged from %d jobs on %d processors to %d on %d: %d jobs are %.4g times as wide, the others are there %.4g times (seed %d)",
		n, w.Procs, jobs, procs, map[bool]int{true: jobs, false: wider}[beyond], factor, float64(jobs-wider)/float64(max(1, n-wider)), seed))
	e.Procs, e.ProcsFrom = procs, ""
	return e, nil
}
