// Package sacct reads the accounting of Slurm as its command sacct prints it:
//
//	sacct --allusers --parsable2 --starttime=2024-01-01 --format=JobID,JobIDRaw,...
//
// # Format
//
// The first line names the columns, in any order and any case; --parsable (a
// bar at the end of each line) is read as well as --parsable2. A later line of
// column names, as in several outputs behind one another, replaces the first.
// What is looked at, and which column counts where several say the same:
//
//	identity     JobID (needed, or JobIDRaw), JobIDRaw
//	times        Submit (needed), Eligible, Start, End; ElapsedRaw or Elapsed
//	time limit   TimelimitRaw (minutes) or Timelimit
//	processors   AllocCPUS, NCPUS or cpu= of AllocTRES; ReqCPUS or cpu= of ReqTRES
//	nodes        AllocNodes, NNodes or node= of AllocTRES; ReqNodes or node= of ReqTRES
//	memory       MaxRSS with NTasks; ReqMem or mem= of ReqTRES
//	names        JobName, User, Group, Account, Partition, QOS, Reservation
//	others       State, Priority
//
// Times are 2024-01-31T12:00:00, local to the cluster (Reader.Zone), or Unix
// times (SLURM_TIME_FORMAT=%s), which have no gaps in spring: prefer them.
// Unknown, None, N/A and an empty field are no time. Durations are [D-]HH:MM:SS
// or MM:SS, fractions of a second are cut. UNLIMITED and Partition_Limit are no
// time limit. Memory is a number with K, M, G, T or P, of 1024; without one it
// is MiB in ReqMem and mem=, bytes in MaxRSS.
//
// # Rows
//
// The rows of a job's steps follow the row of the job and are folded into it,
// array tasks are jobs, the parts of a heterogeneous job become one job. Rules
// lists what is done with rows that are not simply a job; Reader.Counts says
// how often. A row that cannot be read is a ParseError, after which reading
// goes on with the next one.
package sacct

// None marks what the accounting does not say.
const None = -1

// A Record is one job. Times are Unix times in seconds, or None.
type Record struct {
	Line int   // of the job's row, from 1
	Job  int64 // JobIDRaw, else Base: unique but for a log without JobIDRaw
	Base int64 // JobID without array index or part: 123 in 123_4 and 123+0
	Task int64 // array index: 4 in 123_4, else None

	// Waiting is how many tasks a row like 123_[5-9%2] stands for, the tasks of
	// an array that never got a row of their own because they wait, or waited
	// when they were cancelled; else 0.
	Waiting int64

	Parts int // of a heterogeneous job, else 1
	Steps int // folded into the job

	Submit, Eligible, Start, End int64

	Elapsed int64 // seconds on its processors, without the time it was suspended
	Limit   int64 // time limit in seconds; None also for unlimited and the partition's limit

	Procs, ReqProcs int64 // CPUs allocated and requested; 0 allocated as long as a job has none
	Nodes, ReqNodes int64

	MaxRSSKiB    int64 // of the largest task of any step
	MemoryKiB    int64 // used per processor: see Reader
	ReqMemoryKiB int64 // requested per processor
	Priority     int64

	State State

	// Indexes into Reader.Names, or None.
	Name, User, Group, Account, Partition, QOS, Reservation int32
}

// Names are the tables that the indexes of records refer to. Values are in the
// order of their first appearance.
type Names struct {
	Names, Users, Groups, Accounts, Partitions, QOS, Reservations []string
}

// A Phase is how far a job has come.
type Phase uint8

// The phases.
const (
	Pending  Phase = iota // it waits
	Dropped               // it ended without having started: cancelled while it waited
	Running               // it started and has not ended: Elapsed is so far
	Ended                 // it started and ended
	Requeued              // it was put back into the queue: a later row is the job
)

func (p Phase) String() string {
	return [...]string{"pending", "dropped", "running", "ended", "requeued"}[p]
}

// Phase returns how far the job had come when the accounting was printed.
//
// Slurm gives a job that is cancelled while it waits either no start, or the
// moment of cancelling as its start and end; so a job whose end is not its
// success, with no time elapsed and no processors allocated, never started.
func (r *Record) Phase() Phase {
	switch r.State {
	case StatePending:
		return Pending
	case StateRequeued:
		return Requeued
	case StateRunning, StateSuspended, StateResizing:
		if r.Start == None {
			return Pending
		}
		return Running
	case StateUnknown:
		switch {
		case r.Start == None && r.End == None:
			return Pending
		case r.Start == None:
			return Dropped
		case r.End == None:
			return Running
		}
		return Ended
	}
	if r.Start == None && r.Elapsed <= 0 || r.State != StateCompleted && r.Elapsed <= 0 && r.Procs <= 0 {
		return Dropped
	}
	return Ended
}

// A Rule says what is done with rows that are not simply a job.
type Rule struct {
	Key string
	Doc string // one sentence
}

// Rules are the rules, in the order of Reader.Counts.
var Rules = []Rule{
	{"step", "The row of a step is folded into the job above it: it adds to the memory used."},
	{"orphan-step", "The row of a step below no row of its job is left out."},
	{"earlier-run", "Of several rows of one job next to each other (--duplicates) the one submitted last is taken, " +
		"the last of these if there are several: the others were requeued."},
	{"het-part", "A further part of a heterogeneous job (123+1) is joined to the first: processors and nodes add up, " +
		"the job lasts from the first start to the last end."},
	{"array-rest", "A row for all tasks of an array that wait, or were cancelled while they waited (123_[5-9]), is one job."},
	{"bar", "A row with more bars than columns is taken if the bars can be given to columns of free text " +
		"(SubmitLine, JobName, comments, paths), one or two, so that the other columns look right."},
	{"unusable", "A number of nodes, a memory size or a priority that cannot be read is taken as not given."},
	{"state", "A state that is not one of Slurm's is taken as unknown; start and end then say how far the job came."},
	{"header", "A further line of column names replaces the first."},
}

// A Count says how often one rule was applied.
type Count struct {
	Rule string // Key of the rule
	Rows int
}

type rule int

const (
	ruleStep rule = iota
	ruleOrphan
	ruleEarlier
	ruleHet
	ruleArray
	ruleBar
	ruleUnusable
	ruleState
	ruleHeader
	numRules
)
