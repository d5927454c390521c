// Package trace holds the input of a simulation, the size of a machine and its jobs,
// and makes one workload from another by cleaning, cutting, scaling and splitting.
//
// Read makes a workload of a log. Rules says how it handles odd rows, Workload.Counts how
// often: nothing is dropped silently.
//
// Operations return new workloads, leave the old one unchanged and record what they did in
// Changes. Of spooled jobs, the caller closes both; where spooling fails, Jobs.Err of the new workload says why.
// The name tables, Header and Records are shared: do not change them. Times are
// whole seconds, intervals half-open. Scaled times and widths are rounded to the nearest
// whole number, halves up.
package trace

import (
	"cmp"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace/sacct"
	"github.com/backfill-lab/backfill/core/trace/swf"
	"github.com/backfill-lab/backfill/core/trace/table"
)

// A Workload is a machine and the jobs submitted to it. Jobs are sorted by (Submit, ID),
// their IDs are unique, and no job is wider than Procs.
type Workload struct {
	Name   string // short, for reports: the file's name without its endings
	Source string // one sentence: the log or model and its version
	Procs  int    // processors of the machine, 1..job.MaxProcs
	// ProcsFrom is the origin of Procs: "option", "metadata" (of results of this program), "sites" (of a grid), "cluster", "MaxProcs" or
	// "MaxNodes" (of the header), "widest job", "busiest moment" (of sacct output), or "".
	ProcsFrom string
	UnixStart int64 // Unix time of second 0, or 0 if the log does not say
	// TimeZone is the name of the log's time zone, as its header or Options.TimeZone have it, or
	// "". LocalTimes says that UnixStart was read from a local time as if it were UTC, because
	// the zone is not known.
	TimeZone   string
	LocalTimes bool
	Jobs       Jobs
	Generated  bool // drawn from a model, so no log says anything of its jobs

	Users, Groups, Queues, Partitions, Apps Names

	Counts  []Count  // in the order of Rules
	Causes  []Cause  // what was wrong with the rows that Counts has as malformed or unusable, in order of appearance
	Changes []string // what operations did to the source, in order

	Unstarted []Unstarted // jobs of the log that never started, in its order; their times are the log's

	Header  swf.Header     // of the source log; empty for a generated workload
	Reading *table.Reading // of a table: which column was taken for what; else nil

	Rows       // what the log says beside the jobs
	SlurmNames job.SlurmNames
	Clusters   []string // of sacct output that names them
	LogDoubts  []Doubt  // of sacct output: columns that contradict each other

	// Accounting is sacct output as it was read, with Options.Accounting, else nil: for those who simulate nodes, with command
	// lines and with jobs that never ran.
	Accounting *sacct.Records

	// Rescaled says what changed the jobs' times, widths or number, so that recorded waits were
	// dropped; "" if nothing did.
	Rescaled string

	// NewEstimates says what replaced the jobs' estimates; "" if nothing did.
	NewEstimates string

	requested bool // Options.Width was "requested"
}

// Names is a table of names (users, groups, queues, ...): a job's index i means Names[i].
// In an SWF log the names are numbers.
type Names []string

// Name returns the name with index i, or "" for job.None.
func (n Names) Name(i int32) string {
	if i < 0 || int(i) >= len(n) {
		return ""
	}
	return n[i]
}

const guess = "a guess from the "

// Guessed tells whether the log does not say how large its machine is, and nobody else has.
func (w *Workload) Guessed() bool { return strings.HasPrefix(w.SizeFrom(), guess) }

// SizeFrom says where the size of the machine comes from, "" if the workload is a model's or
// the platform says it.
func (w *Workload) SizeFrom() string {
	switch w.ProcsFrom {
	case "option":
		return "as given"
	case "metadata":
		return "the file's metadata"
	case "MaxProcs", "MaxNodes":
		return w.ProcsFrom + " of the log's header"
	case "widest job", "busiest moment":
		return guess + w.ProcsFrom
	}
	return ""
}

// A Count is the number of rows to which one rule was applied.
type Count struct {
	Rule string `json:"rule"` // key of the rule, as in Rules
	Rows int    `json:"rows"`
}

// Len returns the number of jobs.
func (w *Workload) Len() int { return w.Jobs.Len() }

// Span returns the submission times of the first and the last job, in seconds, or 0, 0
// without jobs.
func (w *Workload) Span() (first, last int64) { return w.Jobs.span() }

// Close closes the Jobs.
func (w *Workload) Close() error { return w.Jobs.Close() }

// with returns a copy of w with other jobs and one more change.
func (w *Workload) with(jobs Jobs, change string) *Workload {
	c := *w
	c.Jobs = jobs
	c.Changes = append(slices.Clip(w.Changes), change)
	return &c
}

// keep returns a copy of w with the jobs for which ok is true.
func (w *Workload) keep(change string, ok func(*job.Job) bool) *Workload {
	return w.with(w.Jobs.changed(nil, func(j *job.Job, _ *job.Slurm) bool { return ok(j) }), change)
}

// move returns a copy of w with f applied to every job. The rule out-of-range counts jobs
// that leave the ranges of job.Job; they are left out.
func (w *Workload) move(change string, f func(*job.Job)) *Workload {
	return w.moveKnown(change, func(j *job.Job, _ *job.Slurm) { f(j) })
}

// moveKnown is move by an f that is given what Slurm's accounting says of a job, too, or nil, and may change it.
func (w *Workload) moveKnown(change string, f func(*job.Job, *job.Slurm)) *Workload {
	jobs := w.Jobs.changed(w.Slurm, func(j *job.Job, s *job.Slurm) bool {
		f(j, s)
		return max(j.Submit, j.Run, j.Estimate) <= job.MaxSeconds
	})
	m := w.with(jobs, change)
	if jobs.Err() == nil {
		m.count(outOfRange, w.Len()-m.Len())
	}
	return m
}

// count adds rows to the count of a rule. w.Counts is copied, not changed.
func (w *Workload) count(applied rule, rows int) {
	var all []Count
	for i, r := range Rules {
		n := w.Count(r.Key)
		if rule(i) == applied {
			n += rows
		}
		if n > 0 {
			all = append(all, Count{r.Key, n})
		}
	}
	w.Counts = all
}

// Count returns how often the rule with that key was applied.
func (w *Workload) Count(rule string) int {
	for _, c := range w.Counts {
		if c.Rule == rule {
			return c.Rows
		}
	}
	return 0
}

// LeftOut returns how many rows of the source rules left out.
func (w *Workload) LeftOut() (rows int) {
	for _, r := range Rules {
		if r.Effect == LeavesOut {
			rows += w.Count(r.Key)
		}
	}
	return rows
}

// inOrder compares jobs as a Workload sorts them.
func inOrder(a, b job.Job) int {
	return cmp.Or(cmp.Compare(a.Submit, b.Submit), cmp.Compare(a.ID, b.ID))
}

// after tells whether inOrder puts a after b.
func after(a, b *job.Job) bool { return a.Submit > b.Submit || a.Submit == b.Submit && a.ID > b.ID }

// putInOrder sorts jobs that are mostly in order.
func putInOrder(jobs []job.Job) {
	for i := 1; i < len(jobs); i++ {
		if after(&jobs[i-1], &jobs[i]) { // copies of all jobs would take longer than the comparisons
			slices.SortStableFunc(jobs, inOrder)
			return
		}
	}
}
