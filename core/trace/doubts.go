package trace

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace/table"
	"github.com/backfill-lab/backfill/internal/doubt"
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
	fewEarly = 3 // jobs that start before they are submitted may be a clock that was set
	fewOdd   = 5 // jobs far from all others in time
)

// A Doubt is one thing about a log that may not mean what it seems to.
type Doubt = doubt.Doubt

// DoubtClusters is the key of the doubt about a log of several clusters. Who simulates the nodes of one takes its jobs.
const DoubtClusters = "clusters"

// DoubtFar is the key of the doubt about submissions far from all others, which a Workload and accounting say with different remedies.
const DoubtFar = "far-submissions"

// Doubts lists what the log cannot have meant, or leaves open, with what to type: columns of a table that contradict each other
// or that are not used, submissions far from all others, limits in minutes and run times in milliseconds read as seconds, and the
// reverse; then the machine's size, if it is a guess, and rows that are left out, if they are many.
func (w *Workload) Doubts() (all []Doubt) {
	if w.Generated {
		return nil
	}
	if w.Reading != nil {
		all = append(all, w.Reading.Doubts...)
	}
	all = append(all, w.LogDoubts...)
	c := w.doubts()
	times := w.doubtTimes(c)
	all = append(append(all, w.doubtClusters()...), times...)
	if slices.ContainsFunc(times, func(d Doubt) bool { return d.Key == "submit-unit" }) {
		return append(all, w.doubtWhole()...) // run times and limits against these would be other doubts about the same
	}
	if w.Len() >= fewJobs || w.Len() >= 2 && c.over == w.Len() { // few that all exceed their limits tell enough
		runs := w.doubtRuns(c)
		all = append(append(all, runs...), w.doubtLimits(c, len(runs) > 0)...)
	}
	return append(all, w.doubtWhole()...)
}

// doubtWhole doubts what is the log's as a whole.
func (w *Workload) doubtWhole() (all []Doubt) {
	if w.Guessed() {
		all = append(all, Doubt{Key: "machine-size", Grave: true, Fix: "give --procs",
			What: fmt.Sprintf("the log does not say how large the machine is: %s processors are %s", numeral.Whole(w.Procs), w.SizeFrom())})
	}
	if out := w.wrongly(); doubt.Share(out, w.Len()+out) {
		all = append(all, Doubt{Key: "rows-left-out", Jobs: out, Of: w.Len() + out, Grave: true, Fix: "see the counts of odd rows",
			What: fmt.Sprintf("%s of %s rows are left out because they cannot be used", numeral.Whole(out), numeral.Whole(w.Len()+out))})
	}
	return all
}

// wrongly counts the rows that were left out because they could not be used.
func (w *Workload) wrongly() (rows int) {
	for _, rule := range [...]rule{malformed, noSubmit, noWidth, outOfRange, tooWide, beyondSystem, beyondCluster, beyondTasks} {
		rows += w.Count(Rules[rule].Key)
	}
	return rows
}

// about returns a doubt of all jobs.
func (w *Workload) about(key, what, fix string) Doubt {
	return Doubt{Key: key, What: what, Fix: fix, Jobs: w.Len(), Of: w.Len(), Grave: true}
}

// share says which part of the jobs a number of them is.
func (w *Workload) share(of int) string {
	return Ignored{Share: float64(of) / float64(w.Len())}.Percent() + " of the jobs"
}

// doubtTimes doubts submissions.
func (w *Workload) doubtTimes(c *doubtCounter) (all []Doubt) {
	if w.Len() >= fewJobs && c.last-c.first > longSpan {
		return []Doubt{w.about("submit-unit", fmt.Sprintf("submissions span %s years: they look like milliseconds read as seconds",
			numeral.Whole(int((c.last-c.first)/(365*86400)))), w.fix(table.Submit, "ms", ""))}
	}
	if y := time.Unix(w.UnixStart+c.first, 0).UTC().Year(); w.UnixStart > 0 && y >= 2100 {
		return []Doubt{w.about("submit-unit", fmt.Sprintf("submissions are of the year %d: they look like milliseconds read as seconds", y),
			w.fix(table.Submit, "ms", ""))}
	}
	if n := w.Count(Rules[earlyStart].Key); n >= fewEarly && doubt.Share(n, w.Len()) {
		all = append(all, Doubt{Key: "early-starts", Jobs: n, Of: w.Len(), Grave: true, Fix: "write all times with their offsets from UTC",
			What: fmt.Sprintf("%s of %s jobs start before they are submitted, and count as having waited 0 s: the times may be of "+
				"different zones", numeral.Whole(n), numeral.Whole(w.Len()))})
	}
	return append(all, c.far(func(option string, second int64) string {
		return fmt.Sprintf("to leave them out, backfill trace cut --%s %d", option, second)
	})...)
}

// doubtRuns doubts run times.
func (w *Workload) doubtRuns(c *doubtCounter) []Doubt {
	what, unit := "", "ms"
	switch n := w.Len(); {
	case c.last-c.first > longSpan:
		return nil
	case c.thousands == n && c.run >= 1000:
		what = "all run times are multiples of 1,000 s: they look like milliseconds read as seconds"
	case c.run > longRun:
		what = fmt.Sprintf("half of the jobs run for more than %s days: run times look like milliseconds read as seconds",
			numeral.Whole(int(c.run/86400)))
	case c.zero > n/2 && w.finer(table.Run):
		what, unit = w.share(c.zero)+" run for 0 s: run times look like seconds read in a finer unit", "s"
	default:
		return nil
	}
	return []Doubt{w.about("run-unit", what, w.fix(table.Run, unit, ""))}
}

// limitUnits are the units that limits are mistaken for, in seconds.
var limitUnits = [...]struct {
	seconds    int64
	name, unit string
}{{60, "minutes", "min"}, {3600, "hours", "h"}, {86400, "days", "d"}}

// doubtLimits doubts time limits, but not for run times that are doubted.
func (w *Workload) doubtLimits(c *doubtCounter, doubted bool) (all []Doubt) {
	n := w.Len()
	given := n - w.Count(Rules[runAsEstimate].Key)
	if given < (n+1)/2 {
		return nil
	}
	if c.limit > longRun && c.limit/1000 >= c.run {
		return []Doubt{w.about("limit-unit", fmt.Sprintf("half of the jobs asked for more than %s days: limits look like milliseconds "+
			"read as seconds", numeral.Whole(int(c.limit/86400))), w.fix(table.Estimate, "ms", "give --estimates factor:0.001"))}
	}
	if !doubted && c.over > n/2 && 10*c.limit < c.run {
		for i, u := range limitUnits {
			if 10*c.overUnit[i] < n {
				return []Doubt{w.about("limit-unit", fmt.Sprintf("%s run longer than they asked for: limits look like %s read as seconds",
					w.share(c.over), u.name), w.fix(table.Estimate, u.unit, fmt.Sprintf("give --estimates factor:%d", u.seconds)))}
			}
		}
	}
	s, ok := w.source(table.Estimate)
	if exact := c.exact - (n - given); ok && w.Reading.Preset == "" && given >= fewJobs && 10*exact >= 9*given {
		all = append(all, Doubt{Key: "limit-is-run", Jobs: exact, Of: given, Grave: true,
			What: fmt.Sprintf("limits are the run times of %s of %s jobs: column %s seems to have the time used, not asked for",
				numeral.Whole(exact), numeral.Whole(given), s.Column),
			Fix: fmt.Sprintf("give the column of limits, such as --map auto,%s=COLUMN, or %[1]s= for none", table.Estimate)})
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
