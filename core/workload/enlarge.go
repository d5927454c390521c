package workload

import (
	"fmt"
	"math"

	"github.com/backfill-lab/backfill/core/internal/det"
	"github.com/backfill-lab/backfill/core/job"
)

// maxEnlarged bounds how many jobs Enlarge makes.
const maxEnlarged = 10_000_000

// Enlarge returns a workload of that many jobs on procs processors (up to job.MaxProcs)
// with, but for rounding, the same offered load and submission times, after Ernemann, Song
// and Yahyapour (Scaling of Workload Traces, JSSPP 2003), who "enlarge and/or duplicate"
// jobs. Let f be the new machine over the old: some jobs become f times as wide, the
// others are submitted f times on average, unchanged; the number of jobs determines how
// many. Beyond f times the old number, all jobs are copied and become narrower. The
// streams "enlarge" and "enlarge widths" of seed decide which jobs grow, and which widths
// are rounded up, each with the probability of its fraction. Jobs are renumbered from 1.
//
// Fewer jobs or a smaller machine, for which there is ScaleMachine, are an error.
func (w *Workload) Enlarge(procs, jobs int, seed uint64) (*Workload, error) {
	n := len(w.Jobs)
	switch {
	case procs < w.Procs || procs > job.MaxProcs:
		return nil, fmt.Errorf("%s: its %d processors cannot be enlarged to %d: give %d to %d", w.Name, w.Procs, procs, w.Procs, job.MaxProcs)
	case jobs < n || jobs > maxEnlarged || n == 0:
		return nil, fmt.Errorf("%s: its %d jobs cannot be enlarged to %d: give %d to %d", w.Name, n, jobs, max(1, n), maxEnlarged)
	}
	f := float64(procs) / float64(w.Procs)
	wider, factor, beyond := n, f, false // how many jobs grow, and by which factor; or all copies shrink
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
		share := func(k int) int { return k * (jobs - wider) / (n - wider) } // copies of the first k of n-wider jobs
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
	scaledJobs := wider
	if beyond {
		scaledJobs = jobs
	}
	e := w.with(all, fmt.Sprintf("enlarged from %d jobs on %d processors to %d on %d: "+
		"%d jobs are %.4g times as wide, the others are there %.4g times (seed %d)",
		n, w.Procs, jobs, procs, scaledJobs, factor, float64(jobs-wider)/float64(max(1, n-wider)), seed))
	e.Procs, e.ProcsFrom = procs, ""
	return e, nil
}
