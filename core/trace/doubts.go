package trace

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/internal/ranks"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace/table"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// Missing lists what the log does not tell of its jobs, and what that means for policies, a line each.
func (w *Workload) Missing() (all []string) {
	if w.Generated {
		return nil
	}
	say := func(jobs int, what, meaning string) {
		switch {
		case jobs >= w.Len():
			all = append(all, "no "+what+": "+meaning)
		case jobs > 0:
			all = append(all, fmt.Sprintf("no %s for %s of %s jobs: %s", what, numeral.Whole(jobs), numeral.Whole(w.Len()), meaning))
		}
	}
	without := func(is func(*job.Job) bool) (n int) {
		for j, err := range w.Jobs.All() {
			count(&n, err == nil && is(j))
		}
		return n
	}
	say(w.Count(Rules[runAsEstimate].Key), "estimates",
		"policies that plan, such as EASY and conservative backfilling, know the true run times; --estimates model:2 draws what users ask for")
	say(without(func(j *job.Job) bool { return j.Wait < 0 }), "waits", "what the machine did cannot be replayed (recorded)")
	if all := without(func(j *job.Job) bool { return j.User < 0 }); all == w.Len() {
		say(all, "users", "policies and metrics that tell users apart see none")
	}
	return all
}

// The limits of what can be right, of the median over jobs.
const (
	longRun  = 30 * 86400 // seconds: more than the limits of all but a few machines
	fewJobs  = 20         // fewer tell nothing
	longSpan = 100 * 365 * 86400
	fewOdd   = 5 // jobs far from all others in time
)

// Doubts lists what the log cannot have meant, a line each that says how to read it: columns of a table that contradict each other
// or that are not used, submissions far from all others, limits in minutes and run times in milliseconds read as seconds, and the
// reverse.
func (w *Workload) Doubts() (all []string) {
	if w.Generated {
		return nil
	}
	if w.Reading != nil {
		all = append(all, w.Reading.Doubts...)
	}
	c := w.doubts()
	all = append(append(all, w.doubtClusters()...), w.doubtTimes(c)...)
	if w.Len() < fewJobs && (w.Len() < 2 || c.over < w.Len()) { // few that all exceed their limits tell enough
		return all
	}
	runs := w.doubtRuns(c)
	return append(append(all, runs...), w.doubtLimits(c, len(runs) > 0)...)
}

// share says which part of the jobs a number of them is.
func (w *Workload) share(of int) string {
	return Ignored{Share: float64(of) / float64(w.Len())}.Percent() + " of the jobs"
}

// doubtTimes doubts submissions.
func (w *Workload) doubtTimes(c *doubtCounter) (all []string) {
	if w.Len() >= fewJobs && c.last-c.first > longSpan {
		return []string{fmt.Sprintf("submissions span %s years: they look like milliseconds read as seconds: %s",
			numeral.Whole(int((c.last-c.first)/(365*86400))), w.fix(table.Submit, "ms", ""))}
	}
	if n := c.early(); n > 0 {
		all = append(all, fmt.Sprintf("%s submitted %s days before all others, as by a clock that was not set: to leave them out, "+
			"backfill trace cut --from %d", numeral.Plural(n, "job"), numeral.Whole(int((c.firsts[n]-c.firsts[n-1])/86400)), c.firsts[n]))
	}
	if n := c.late(); n > 0 {
		k := len(c.lasts) - n
		all = append(all, fmt.Sprintf("%s submitted %s days after all others: to leave them out, backfill trace cut --to %d",
			numeral.Plural(n, "job"), numeral.Whole(int((c.lasts[k]-c.lasts[k-1])/86400)), c.lasts[k]))
	}
	return all
}

// doubtRuns doubts run times.
func (w *Workload) doubtRuns(c *doubtCounter) (all []string) {
	switch n := w.Len(); {
	case c.last-c.first > longSpan:
	case c.thousands == n && c.run >= 1000:
		all = append(all, "all run times are multiples of 1,000 s: they look like milliseconds read as seconds: "+w.fix(table.Run, "ms", ""))
	case c.run > longRun:
		all = append(all, fmt.Sprintf("half of the jobs run for more than %s days: run times look like milliseconds read as seconds: %s",
			numeral.Whole(int(c.run/86400)), w.fix(table.Run, "ms", "")))
	case c.zero > n/2 && w.finer(table.Run):
		all = append(all, fmt.Sprintf("%s run for 0 s: run times look like seconds read in a finer unit: %s",
			w.share(c.zero), w.fix(table.Run, "s", "")))
	}
	return all
}

// limitUnits are the units that limits are mistaken for, in seconds.
var limitUnits = [...]struct {
	seconds    int64
	name, unit string
}{{60, "minutes", "min"}, {3600, "hours", "h"}, {86400, "days", "d"}}

// doubtLimits doubts time limits, but not for run times that are doubted.
func (w *Workload) doubtLimits(c *doubtCounter, doubted bool) (all []string) {
	n := w.Len()
	given := n - w.Count(Rules[runAsEstimate].Key)
	if given < (n+1)/2 {
		return nil
	}
	if c.limit > longRun && c.limit/1000 >= c.run {
		return []string{fmt.Sprintf("half of the jobs asked for more than %s days: limits look like milliseconds read as seconds: %s",
			numeral.Whole(int(c.limit/86400)), w.fix(table.Estimate, "ms", "give --estimates factor:0.001"))}
	}
	if !doubted && c.over > n/2 && 10*c.limit < c.run {
		for i, u := range limitUnits {
			if 10*c.overUnit[i] < n {
				return []string{fmt.Sprintf("%s run longer than they asked for: limits look like %s read as seconds: %s", w.share(c.over),
					u.name, w.fix(table.Estimate, u.unit, fmt.Sprintf("give --estimates factor:%d", u.seconds)))}
			}
		}
	}
	s, ok := w.source(table.Estimate)
	if exact := c.exact - (n - given); ok && w.Reading.Preset == "" && given >= fewJobs && 10*exact >= 9*given {
		all = append(all, fmt.Sprintf("limits are the run times of %s of %s jobs: column %s seems to have the time used, not asked for: "+
			"give the column of limits, such as --map auto,%s=COLUMN, or %[4]s= for none",
			numeral.Whole(exact), numeral.Whole(given), s.Column, table.Estimate))
	}
	return all
}

// source returns where a field of a table was read from.
func (w *Workload) source(f table.Field) (s table.Taken, ok bool) {
	if w.Reading == nil {
		return s, false
	}
	i := slices.IndexFunc(w.Reading.Sources, func(s table.Taken) bool { return s.Field == f.String() })
	if i < 0 {
		return s, false
	}
	return w.Reading.Sources[i], true
}

// finer tells whether a field was read in a unit finer than seconds.
func (w *Workload) finer(f table.Field) bool {
	s, _ := w.source(f)
	return strings.HasSuffix(s.Unit, "s") && s.Unit != "s"
}

// fix says how to read a field in another unit, or what else to do if the log is no table.
func (w *Workload) fix(f table.Field, unit, other string) string {
	s, ok := w.source(f)
	if !ok {
		return cmp.Or(other, "look at how the log was made")
	}
	return w.Reading.Fix(f, s.Column, unit)
}

// A doubtCounter is what Doubts needs of the jobs.
type doubtCounter struct {
	jobs, over, zero     int
	overUnit             [len(limitUnits)]int // by more than a job may be killed late, if limits are in that unit
	exact                int                  // run times that are the limit
	thousands            int                  // run times that are multiples of 1000
	longRuns, longLimits int                  // of more than longRun
	first, last          int64                // submissions
	firsts, lasts        []int64              // the first and the last few submissions
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
	if c.jobs == 0 {
		c.first = j.Submit
	}
	c.jobs++
	c.last = j.Submit
	if len(c.firsts) <= fewOdd {
		c.firsts = append(c.firsts, j.Submit)
	}
	if len(c.lasts) <= fewOdd {
		c.lasts = append(c.lasts, j.Submit)
	} else {
		copy(c.lasts, c.lasts[1:])
		c.lasts[fewOdd] = j.Submit
	}
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

// early returns how many jobs were submitted long before all others: more than a year, and more than three times as long as all
// others took.
func (c *doubtCounter) early() int {
	for k := 1; k < len(c.firsts) && 5*k <= c.jobs; k++ {
		if isFar(c.firsts[k]-c.firsts[k-1], c.last-c.firsts[k]) {
			return k
		}
	}
	return 0
}

// late returns how many jobs were submitted long after all others.
func (c *doubtCounter) late() int {
	for k := len(c.lasts) - 1; k > 0 && 5*(len(c.lasts)-k) <= c.jobs; k-- {
		if isFar(c.lasts[k]-c.lasts[k-1], c.lasts[k-1]-c.first) {
			return len(c.lasts) - k
		}
	}
	return 0
}

func isFar(gap, rest int64) bool { return gap > 365*86400 && gap > 3*rest }

// close says that all jobs were added.
func (c *doubtCounter) close() {
	if c.jobs > 0 {
		c.run, c.limit = int64(c.runs.At(c.jobs/2)), int64(c.limits.At(c.jobs/2))
	}
	c.runs, c.limits = ranks.Ranks{}, ranks.Ranks{}
}
