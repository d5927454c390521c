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
)

// Doubts lists units in which the log cannot have meant its times, a line each that says how to read
// them: limits in minutes and run times in milliseconds read as seconds, and the reverse.
func (w *Workload) Doubts() (all []string) {
	n := w.Len()
	if w.Generated || n < fewJobs {
		return nil
	}
	c := w.doubts()
	over, overMinutes, zero, run, limit := c.over, c.overMinutes, c.zero, c.run, c.limit
	thousands := c.thousands == n
	share := func(of int) string { return Ignored{Share: float64(of) / float64(n)}.Percent() + " of the jobs" }
	first, last := c.first, c.last
	switch {
	case last-first > longSpan:
		all = append(all, fmt.Sprintf("submissions span %s years: they look like milliseconds read as seconds: %s",
			numeral.Whole(int((last-first)/(365*86400))), w.fix(table.Submit, "ms", "")))
	case thousands && run >= 1000:
		all = append(all, "all run times are multiples of 1,000 s: they look like milliseconds read as seconds: "+w.fix(table.Run, "ms", ""))
	case run > longRun:
		all = append(all, fmt.Sprintf("half of the jobs run for more than %s days: run times look like milliseconds read as seconds: %s",
			numeral.Whole(int(run/86400)), w.fix(table.Run, "ms", "")))
	case zero > n/2 && w.finer(table.Run):
		all = append(all, fmt.Sprintf("%s run for 0 s: run times look like seconds read in a finer unit: %s",
			share(zero), w.fix(table.Run, "s", "")))
	}
	switch {
	case w.Count(Rules[runAsEstimate].Key) > n/2:
	case over > n/2 && overMinutes < n/10 && 10*limit < run:
		all = append(all, fmt.Sprintf("%s run longer than they asked for: limits look like minutes read as seconds: %s",
			share(over), w.fix(table.Estimate, "min", "give --estimates factor:60")))
	case limit > longRun && limit/1000 >= run:
		all = append(all, fmt.Sprintf("half of the jobs asked for more than %s days: limits look like milliseconds read as seconds: %s",
			numeral.Whole(int(limit/86400)), w.fix(table.Estimate, "ms", "give --estimates factor:0.001")))
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
	switch {
	case !ok:
		return cmp.Or(other, "look at how the log was made")
	case w.Reading.Preset != "" || w.Reading.Guessed:
		return fmt.Sprintf("give --map auto,%s=%s:%s", f, table.Quote(s.Column), unit)
	}
	return fmt.Sprintf("give %s=%s:%s in --map", f, table.Quote(s.Column), unit)
}

// A doubtCounter is what Doubts needs of the jobs.
type doubtCounter struct {
	jobs, over, overMinutes, zero int
	thousands                     int   // run times that are multiples of 1000
	longRuns, longLimits          int   // of more than longRun
	first, last                   int64 // submissions
	runs, limits                  ranks.Ranks
	run, limit                    int64 // the medians; 0 if no doubt can depend on them
}

// doubts counts the jobs; spooled ones were counted when they were. At held ones it can look twice: only if too many are odd does it
// work out medians.
func (w *Workload) doubts() *doubtCounter {
	if w.Jobs.Spooled() {
		return w.Jobs.spool.doubts
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
	count(&c.over, j.Run > j.Estimate)
	count(&c.overMinutes, j.Run > 60*j.Estimate)
	count(&c.zero, j.Run == 0)
	count(&c.thousands, j.Run%1000 == 0)
	count(&c.longRuns, j.Run > longRun)
	count(&c.longLimits, j.Estimate > longRun)
}

// close says that all jobs were added.
func (c *doubtCounter) close() {
	if c.jobs > 0 {
		c.run, c.limit = int64(c.runs.At(c.jobs/2)), int64(c.limits.At(c.jobs/2))
	}
	c.runs, c.limits = ranks.Ranks{}, ranks.Ranks{}
}
