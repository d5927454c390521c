package trace

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/backfill-lab/backfill/core/internal/det"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// Bounds on how many jobs an enlarged workload has, and by how much it is enlarged.
const (
	maxEnlarged = 10_000_000
	maxFactor   = 1000
)

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
	c := newCopier(seed, factor, procs, jobs)
	chosen := det.Stream(seed, "enlarge")
	grow, copied := wider, 0
	for i, j := range w.Jobs.Held() {
		if grow > 0 && chosen.IntN(n-i) < grow {
			grow--
			c.add(j, true)
			continue
		}
		share := func(k int) int { return k * (jobs - wider) / (n - wider) } // copies of the first k of n-wider jobs
		for range share(copied+1) - share(copied) {
			c.add(j, beyond)
		}
		copied++
	}
	scaledJobs := wider
	if beyond {
		scaledJobs = jobs
	}
	return w.enlarged(c, procs, "enlarged from %d jobs on %d processors to %d on %d: "+
		"%d jobs are %.4g times as wide, the others are there %.4g times (seed %d)",
		n, w.Procs, jobs, procs, scaledJobs, factor, float64(jobs-wider)/float64(max(1, n-wider)), seed), nil
}

// An Enlargement says how EnlargeBy enlarges a workload.
type Enlargement struct {
	Procs  int     // of the new machine: not fewer than before, up to job.MaxProcs
	Factor float64 // by which jobs become wider or more: 1 to 1,000
	Wide   float64 // the probability that a job becomes wider, else there are more of it: 0 to 1
	Chance bool    // whether a width is rounded up with the probability of its fraction, not to the nearest number
	Seed   uint64  // of the streams "enlarge by" and "enlarge widths"
}

// EnlargeBy enlarges a workload as Enlarge does, but by a factor of its own, so that the offered load may
// change, and with a number of jobs that is left to chance: each job is either Factor times as wide, up to
// the machine, or it is submitted Factor times on average, unchanged: as often as the factor's whole part
// says, and once more with the probability of its fraction.
func (w *Workload) EnlargeBy(e Enlargement) (*Workload, error) {
	n := w.Len()
	switch {
	case e.Procs < w.Procs || e.Procs > job.MaxProcs:
		return nil, fmt.Errorf("%s: its %d processors cannot be enlarged to %d: give %d to %d", w.Name, w.Procs, e.Procs, w.Procs, job.MaxProcs)
	case !(e.Factor >= 1 && e.Factor <= maxFactor):
		return nil, fmt.Errorf("%s: its jobs cannot be enlarged by %v: give 1 to %d", w.Name, e.Factor, maxFactor)
	case !(e.Wide >= 0 && e.Wide <= 1):
		return nil, fmt.Errorf("%s: a share of %v of its jobs cannot become wider: give 0 to 1", w.Name, e.Wide)
	case float64(n)*e.Factor > maxEnlarged:
		return nil, fmt.Errorf("%s: its %d jobs cannot be enlarged by %v: give at most %d jobs in all", w.Name, n, e.Factor, maxEnlarged)
	}
	c := newCopier(e.Seed, e.Factor, e.Procs, int(float64(n)*e.Factor)+1)
	c.nearest = !e.Chance
	r := det.Stream(e.Seed, "enlarge by")
	whole := math.Floor(e.Factor)
	wider := 0
	for _, j := range w.Jobs.Held() {
		if r.Float64() < e.Wide {
			wider++
			c.add(j, true)
			continue
		}
		copies := int(whole)
		if r.Float64() < e.Factor-whole {
			copies++
		}
		for range copies {
			c.add(j, false)
		}
	}
	return w.enlarged(c, e.Procs, "enlarged by %.4g from %d jobs on %d processors to %d on %d: "+
		"%d jobs are that many times as wide, the others are there that many times (seed %d)",
		e.Factor, n, w.Procs, len(c.jobs), e.Procs, wider, e.Seed), nil
}

// A copier collects jobs, some of them with other widths.
type copier struct {
	jobs     []job.Job
	factor   float64
	most     int // processors
	nearest  bool
	rounding *rand.Rand
}

func newCopier(seed uint64, factor float64, most, size int) *copier {
	return &copier{jobs: make([]job.Job, 0, size), factor: factor, most: most, rounding: det.Stream(seed, "enlarge widths")}
}

// add appends a job, factor times as wide if it is scaled.
func (c *copier) add(j job.Job, scaled bool) {
	if scaled {
		width := float64(float64(j.Procs) * c.factor)
		whole := math.Floor(width)
		if up := width - whole; c.nearest && up >= 0.5 || !c.nearest && c.rounding.Float64() < up {
			whole++
		}
		j.Procs = int32(min(max(1, whole), float64(c.most)))
	}
	j.ID, j.Wait = int64(len(c.jobs)+1), job.None
	c.jobs = append(c.jobs, j)
}

// enlarged is w with the collected jobs on procs processors; the text says what was done.
func (w *Workload) enlarged(c *copier, procs int, format string, args ...any) *Workload {
	e := w.with(Hold(c.jobs), fmt.Sprintf(format, args...))
	e.Procs, e.ProcsFrom = procs, ""
	e.Rescaled = e.Changes[len(e.Changes)-1]
	return e
}
