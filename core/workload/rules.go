package workload

// An Effect is what a rule does to the row that it applies to.
type Effect string

// The effects. A row is left out by at most one rule, the first in the order of
// Rules, and only rows that become jobs are counted as changed or noted.
const (
	LeavesOut Effect = "leaves out" // the row becomes no job
	Changes   Effect = "changes"    // the job differs from what the row says
	Notes     Effect = "notes"      // the row is as the format allows; it is only counted
)

// A Rule says what is done with one kind of odd rows.
type Rule struct {
	Key    string `json:"key"`
	Effect Effect `json:"effect"`
	Doc    string `json:"doc"` // one sentence
}

// Rules are all rules for odd rows, in the order in which they are tried, then
// those of sacct output (see sacct.Rules). In a strict reading every rule that
// leaves out or changes a row is an error.
var Rules = append([]Rule{
	{"malformed", LeavesOut, "A line that is neither a comment nor a row of numbers (5 or more, whole where they count or name something) is left out."},
	{"partial", LeavesOut, "A row of status 2, 3 or 4 is one part of a job that was interrupted; the job has a row of its own, so the part is left out."},
	{"no-submit", LeavesOut, "A row without a submission time (negative) is left out."},
	{"not-started", LeavesOut, "A row with a negative run time is left out: the job was cancelled before it started, or waits still."},
	{"unfinished", LeavesOut, "A job of sacct output that still runs is left out: its run time is not known."},
	{"no-width", LeavesOut, "A row that gives neither allocated nor requested processors (zero or negative) is left out."},
	{"out-of-range", LeavesOut, "A job with a time above 100,000,000,000 s or wider than 1,073,741,824 processors is left out."},
	{"too-wide", LeavesOut, "A job wider than the machine is left out."},
	{"wider-than-home", LeavesOut, "A job wider than its home site on a grid is left out."},
	{"beyond-cluster", LeavesOut, "A job whose tasks do not fit the memory of all nodes of a cluster is left out."},
	{"beyond-tasks", LeavesOut, "A job for a cluster that runs for more than 9,000,000 s (104 days), comes after 9,007,199,254 s or has more than 100,000 tasks is left out."},

	{"short", Changes, "A row with 5 to 17 fields is taken; the fields that it lacks count as not given."},
	{"long", Changes, "A row with more than 18 fields is taken; what is beyond the 18th is not looked at."},
	{"rounded", Changes, "A submission, wait, run or requested time with decimals is rounded to the nearest second."},
	{"unusable", Changes, "A wait, a status, an amount of memory or a number of a user, group, queue, partition or application that cannot be is taken as not given."},
	{"raised-estimate", Changes, "A requested time of 0 counts as 1 s."},
	{"renumbered", Changes, "A job number that is missing, negative, beyond 2^53 or used by a row above is replaced by the next number after the highest."},
	{"unsorted", Changes, "A row submitted earlier than a row above it is moved to its place."},

	{"over-memory", Changes, "A job of a cluster's run that needs more memory per processor than a node has is taken as needing all of it."},

	{"other-width", Notes, "A row that does not give the processors asked for by the width option (allocated or requested) has the other of the two as its width."},
	{"no-memory", Notes, "A job of a cluster's run of which a log says neither the memory asked for nor that used counts as using the least."},
	{"run-as-estimate", Notes, "A row without a requested time has its run time, at least 1 s, as its estimate."},
}, sacctRules()...)

// rule is an index into Rules.
type rule int

const (
	malformed rule = iota
	partial
	noSubmit
	notStarted
	unfinished
	noWidth
	outOfRange
	tooWide
	widerThanHome
	beyondCluster
	beyondTasks
	short
	long
	rounded
	unusable
	raisedEstimate
	renumbered
	unsorted
	memoryCapped
	otherWidth
	memoryUnknown
	runAsEstimate
	numRules
)

// tally counts rows by rule.
type tally [numRules]int

func (t *tally) counts() []Count {
	var all []Count
	for i, n := range t {
		if n > 0 {
			all = append(all, Count{Rules[i].Key, n})
		}
	}
	return all
}
