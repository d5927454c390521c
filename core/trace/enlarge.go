package trace

import (
	"fmt"
	"math"

	"github.com/backfill-lab/backfill/core/internal/det"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// maxEnlarged bounds how many jobs Enlarge makes.
const maxEnlarged = 10_000_000

// Enlarge returns a workload of that many jobs on procs processors (up to job.MaxProcs)
// with the same submission times and, except for rounding, the same offered load, after
// Ernemann, Song and Yahyapour (Scaling of Workload Traces, JSSPP 2003), who "enlarge
// and/or duplicate" jobs. Let f be the new machine over the old. Some jobs become f times
// as wide, the others are submitted f times on average, unchanged; the number of jobs
// determines how many. Beyond f times the old number, all jobs are copied and become
// narrower. The streams "enlarge" and "enlarge widths" of seed decide which jobs grow and
// which widths are rounded up, each with the probability of its fraction. Jobs are
// renumbered from 1.
//
// Fewer jobs or a smaller machine are an error; for a smaller machine see ScaleMachine.
func (w *Workload) Enlarge(procs, jobs int, seed uint64) (*Workload, error) {
	n := w.Len()
	switch {
	case procs < w.Procs || procs > job.MaxProcs:
		return nil, fmt.Errorf("%s: its %d processors cannot be enlarged to %d: give %d to %d", w.Name, w.Procs, procs, w.Procs, job.MaxProcs)
	case jobs < n || jobs > maxEnlarged || n == 0:
		return nil, fmt.Errorf("%s: its %d jobs cannot be enlarged to %d: give %d to %d", w.Name, n, jobs, max(1, n), maxEnlarged)
	}
	f := float64(procs) / float64(w.Procs)
	wider, factor, beyond := n, f, false // wider jobs grow by factor; beyond: all copies shrink by it
	switch c := float64(jobs) / float64(n); {
	case c > f:
		wider, factor, beyond = 0, f/c, true
	case jobs != n:
		wider = min(n-1, int(math.Floor(float64(float64(n)*((f-c)/(f-1)))+0.5)))
	}
	all := make([]job.Job, 0, jobs)
	chosen, rounding := det.Stream(seed, "enlarge"), det.Stream(seed, "enlarge widths")
	add := func(j job.Job, scaled bool) {
		if scaled {
			width := float64(float64(j.Procs) * factor)
			whole := math.Floor(width)
			if rounding.Float64() < width-whole {
				whole++
			}
			j.Procs = int32(max(1, whole))
		}
		j.ID, j.Wait = int64(len(all)+1), job.None
		all = append(all, j)
	}
	grow, copied := wider, 0
	for i, j := range w.Jobs.Held() {
		if grow > 0 && chosen.IntN(n-i) < grow {
			grow--
			add(j, true)
			continue
		}
		share := func(k int) int { return k * (jobs - wider) / (n - wider) } // copies of the first k of n-wider jobs
		for range share(copied+1) - share(copied) {
			add(j, beyond)
		}
		copied++
	}
	scaledJobs := wider
	if beyond {
		scaledJobs = jobs
	}
	e := w.with(Hold(all), fmt.Sprintf("enlarged from %d jobs on %d processors to %d on %d: "+
		"%d jobs are %.4g times as wide, the others are there %.4g times (seed %d)",
		n, w.Procs, jobs, procs, scaledJobs, factor, float64(jobs-wider)/float64(max(1, n-wider)), seed))
	e.Procs, e.ProcsFrom = procs, ""
	e.Rescaled = e.Changes[len(e.Changes)-1]
	return e, nil
}
