package trace

import (
	"slices"

	"github.com/backfill-lab/backfill/core/internal/ranks"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// A doubtCounter is what Doubts needs of the jobs.
type doubtCounter struct {
	over, zero           int
	overUnit             [len(limitUnits)]int // by more than a job may be killed late, if limits are in that unit
	exact                int                  // run times that are the limit
	thousands            int                  // run times that are multiples of 1000
	longRuns, longLimits int                  // of more than longRun
	span                                      // of submissions
	runs, limits         ranks.Ranks
	run, limit           int64 // the medians; 0 if no doubt can depend on them
}

// doubts counts the jobs; spooled ones were counted when they were. At held ones it can look twice: only if too many are odd does it
// work out medians.
func (w *Workload) doubts() *doubtCounter {
	if w.Jobs.Spooled() {
		return w.Jobs.spool.doubts.shifted(w.Jobs.spool.shift)
	}
	jobs := w.Jobs.Held()
	var c doubtCounter
	for i := range jobs {
		c.count(&jobs[i])
	}
	if c.thousands < c.jobs && 2*max(c.over, c.longRuns, c.longLimits) < c.jobs {
		return &c
	}
	all := newDoubtCounter(len(jobs))
	for i := range jobs {
		all.add(&jobs[i])
	}
	all.close()
	return all
}

func newDoubtCounter(jobs int) *doubtCounter {
	return &doubtCounter{runs: ranks.New(jobs), limits: ranks.New(jobs)}
}

// add adds the next job by (Submit, ID).
func (c *doubtCounter) add(j *job.Job) {
	c.count(j)
	c.runs.Add(float64(j.Run))
	c.limits.Add(float64(j.Estimate))
}

// count is add without the medians.
func (c *doubtCounter) count(j *job.Job) {
	c.submitted(j.Submit)
	count(&c.over, j.Run > j.Estimate)
	for i, u := range limitUnits {
		limit := u.seconds * j.Estimate
		count(&c.overUnit[i], j.Run > limit+max(limit/20, 600, u.seconds/2)) // late, or the limit was rounded
	}
	count(&c.exact, max(j.Run, 1) == j.Estimate)
	count(&c.zero, j.Run == 0)
	count(&c.thousands, j.Run%1000 == 0)
	count(&c.longRuns, j.Run > longRun)
	count(&c.longLimits, j.Estimate > longRun)
}

// shifted returns c for jobs that were submitted by seconds later.
func (c *doubtCounter) shifted(by int64) *doubtCounter {
	s := *c
	s.first, s.last = c.first+by, c.last+by
	s.firsts, s.lasts = slices.Clone(c.firsts), slices.Clone(c.lasts)
	for _, all := range [][]int64{s.firsts, s.lasts} {
		for i := range all {
			all[i] += by
		}
	}
	return &s
}

// close says that all jobs were added.
func (c *doubtCounter) close() {
	if c.jobs > 0 {
		c.run, c.limit = int64(c.runs.At(c.jobs/2)), int64(c.limits.At(c.jobs/2))
	}
	c.runs, c.limits = ranks.Ranks{}, ranks.Ranks{}
}
