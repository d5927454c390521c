package trace

// An Effect is what a rule does to a row.
type Effect string

// The first rule, in the order of Rules, that leaves out a row is the only one applied to
// it. Only rows that become jobs count as changed or noted.
const (
	LeavesOut Effect = "leaves out" // the row does not become a job
	Changes   Effect = "changes"    // the job differs from the row
	Notes     Effect = "notes"      // the row is valid and only counted
)

// A Rule says how one kind of odd row is handled.
type Rule struct {
	Key    string `json:"key"`
	Effect Effect `json:"effect"`
	Doc    string `json:"doc"` // one sentence
}

// Rules are all rules for odd rows, in the order in which they are tried, then those of
// sacct output (see sacct.Rules). With Options.Strict, a row left out or changed is an error.
var Rules = append([]Rule{
	{"malformed", LeavesOut, "A line that is neither a comment nor a row of at least 5 numbers (counts and identifiers whole) is left out. " +
		"So is a row of a table in which a time or the processors cannot be read."},
	{"not-chosen", LeavesOut, "A row of a table is left out if its text in a chosen column differs from the one asked for: " +
		"of results with several runs, the rows of one are read."},
	{"partial", LeavesOut, "A row of status 2, 3 or 4, a part of an interrupted job, is left out: the job has a row of its own. " +
		"So is a job of sacct output that was requeued before it held any processors."},
	{"no-submit", LeavesOut, "A row without a submission time (negative) is left out."},
	{"not-started", LeavesOut,
		"A row with a negative run time is left out: the job was cancelled before it started, or is still waiting."},
	{"unfinished", LeavesOut, "A job of sacct output that is still running is left out: its run time is unknown."},
	{"no-width", LeavesOut, "A row that gives neither allocated nor requested processors (zero or negative) is left out."},
	{"out-of-range", LeavesOut, "A job with a time above 100,000,000,000 s or wider than 1,073,741,824 processors is left out."},
	{"too-wide", LeavesOut, "A job wider than the machine is left out."},
	{"wider-than-home", LeavesOut, "A job wider than its home site on a grid is left out."},
	{"beyond-system", LeavesOut,
		"A job that the description of a cluster has no place for, or whose partition it does not have, is left out."},
	{"beyond-cluster", LeavesOut, "A job whose tasks do not fit the memory of all nodes of a cluster is left out."},
	{"beyond-tasks", LeavesOut, "A job for a cluster is left out if it runs for more than 9,000,000 s (104 days), " +
		"is submitted after 9,007,199,254 s or has more than 100,000 tasks."},

	{"short", Changes, "A row with 5 to 17 fields is taken; missing fields count as not given."},
	{"long", Changes, "A row with more than 18 fields is taken; fields beyond the 18th are ignored."},
	{"rounded", Changes, "A submission, wait, run or requested time with decimals is rounded to the nearest second."},
	{"unusable", Changes, "An impossible wait, status, amount of memory or number of a user, group, queue, partition " +
		"or application counts as not given."},
	{"raised-estimate", Changes, "A requested time of 0 counts as 1 s."},
	{"renumbered", Changes,
		"A job number that is missing, negative, above 2^53 or used by an earlier row is replaced by the next number after the highest."},
	{"early-start", Changes, "A job of sacct output or of a table that started before it was submitted counts as having waited 0 s."},
	{"unsorted", Changes, "A row submitted before a row above it is moved to its place."},

	{"over-memory", Changes, "On a cluster, a job that needs more memory per processor than a node has counts as needing all of it."},

	{"other-width", Notes,
		"A row without the processors that the width option chooses (allocated or requested) takes the others as its width."},
	{"no-memory", Notes, "On a cluster, a job without requested or used memory in the log counts as using the least."},
	{"run-as-estimate", Notes, "A row without a requested time takes its run time, at least 1 s, as its estimate."},
}, sacctRules()...)

// rule is an index into Rules.
type rule int

const (
	malformed rule = iota
	notChosen
	partial
	noSubmit
	notStarted
	unfinished
	noWidth
	outOfRange
	tooWide
	widerThanHome
	beyondSystem
	beyondCluster
	beyondTasks
	short
	long
	rounded
	unusable
	raisedEstimate
	renumbered
	earlyStart
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
