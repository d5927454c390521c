// Package sacct reads the accounting of Slurm as its command sacct prints it, in rows or as JSON:
//
//	sacct --allusers --parsable2 --starttime=2024-01-01 --format=JobID,JobIDRaw,...
//	sacct --allusers --json --starttime=2024-01-01
//
// # Format
//
// The first line names the columns, in any order and any case; Reader.Columns does so for
// output without it (--noheader). Both --parsable2 and --parsable (a bar at the end of
// each line) can be read, and any --delimiter of one character that the line of names
// shows; commas not beside columns whose values have them. Without these options sacct
// pads columns and cuts their values, which is refused (ErrPlain). A later line of column
// names, as in concatenated outputs, replaces the first. These columns are read; of
// several for the same value, the first one given counts:
//
//	identity     JobID, JobIDRaw (one is required)
//	times        Submit (required), Eligible, Start, End; ElapsedRaw or Elapsed
//	time limit   TimelimitRaw (minutes) or Timelimit
//	processors   AllocCPUS, NCPUS or cpu= of AllocTRES; ReqCPUS or cpu= of ReqTRES
//	nodes        AllocNodes, NNodes or node= of AllocTRES; ReqNodes or node= of ReqTRES
//	memory       MaxRSS with NTasks; ReqMem or mem= of ReqTRES, of AllocTRES where ReqMem is 0: all of the nodes
//	GPUs         gres/gpu of AllocTRES, AllocGRES (of the job), ReqTRES or ReqGRES (of each node, after PER_JOB of the job)
//	names        JobName, User, Group, Account, Partition, QOS, Reservation, Constraints, NodeList, Cluster
//	others       State, Priority, Suspended, Licenses; --dependency in SubmitLine
//
// Times are 2024-01-31T12:00:00, local to the cluster (Reader.Zone), or, better,
// Unix times (SLURM_TIME_FORMAT=%s), which daylight saving does not disturb.
// Unknown, None, N/A and an empty field mean no time. Durations are [D-]HH:MM:SS
// or MM:SS; fractions of a second are cut. UNLIMITED and Partition_Limit mean no
// time limit. Memory is a number with K, M, G, T or P (powers of 1024); without a
// unit, ReqMem and mem= are MiB, MaxRSS is bytes. Counts may have such units, too: 1.50K nodes are 1,536.
//
// # Rows
//
// The rows of a job's steps follow the row of the job and are folded into it. Array
// tasks are jobs, and the parts of a heterogeneous job become one job. Rules lists
// how other rows are handled, Reader.Counts how often. A row that cannot be read is
// a ParseError, after which reading goes on.
//
// sacct escapes neither bars nor ends of lines in free text, such as SubmitLine. Where a row
// has more bars or lines than its columns, they are given to the columns of free text so that
// the other columns look right. A row in several lines ends where a line begins like another
// row, as far as its JobID.
//
// # JSON
//
// The JSON is an object with a list "jobs", as of Slurm 21.08 and later; fields that are not
// needed are ignored. Its times are Unix times, and its jobs contain their steps. Lines in a
// Record and a ParseError are those where the job begins.
package sacct

import (
	_ "embed"

	"github.com/backfill-lab/backfill/core/internal/text"
)

// None marks a value that the accounting does not give.
const None = -1

// A Record is one job. Times are Unix times in seconds, or None.
type Record struct {
	Line int   // of the job's row, from 1
	Job  int64 // JobIDRaw, which is unique, else Base
	Base int64 // JobID without array index or part: 123 in 123_4 and 123+0
	Task int64 // array index: 4 in 123_4, else None

	// Waiting is the number of tasks in a row such as 123_[5-9%2], else 0. These
	// tasks of an array have no row of their own because they wait, or waited when
	// they were cancelled.
	Waiting int64

	// ArrayLimit is how many tasks of its array may run at the same time, 0 for any number; None if the accounting does not say.
	ArrayLimit int64

	Recycled int // 1, 2, ... for the second, third, ... job that Slurm gave this number, else 0
	Earlier  int // 1, 2, ... for the first, second, ... of several runs of a job, but 0 for the last

	Parts int // of a heterogeneous job, else 1
	Steps int // folded into the job

	// If Reader.Components: the first part of a heterogeneous job, or nil; of a part, the next one, and which it is, from 0.
	First, Next *Record
	Component   int64

	Submit, Eligible, Start, End int64

	Elapsed int64 // seconds on its processors, without the time it was suspended
	Limit   int64 // time limit in seconds; None also if unlimited or the partition's

	Unlimited bool // the time limit is none at all

	Procs, ReqProcs int64 // CPUs allocated (0 while a job has none) and requested
	Nodes, ReqNodes int64

	MaxRSSKiB    int64 // of the largest task of any step
	MemoryKiB    int64 // used per processor: see Reader
	ReqMemoryKiB int64 // requested per processor
	Priority     int64

	AllMemory bool // asked for all memory of each of its nodes (--mem=0, ReqMem 0n): ReqMemoryKiB is then what it had

	GPUs      int64 // allocated, else requested
	ReqGPUs   int64 // requested; None if the accounting does not say
	GPUMix    bool  // GPUs are of several types: GPUType is the first
	Suspended int64 // seconds

	State     State
	Dependent bool // its command line names jobs that it waited for
	Licensed  bool // asked for licences

	// Indexes into Reader.Names, or None. A GPUType is that of GPUs, and a ReqGPUType, None for any, that of ReqGPUs; nodes are
	// those that the job had; a TaskList are the tasks of a row with Waiting, such as 5-9%2; a SubmitLine is
	// the command that submitted it, its arguments joined by spaces, if Reader.SubmitLines.
	// Gres is other generic resources that the job asked for, or else had, of all its nodes: fpga=1,shard:a100=4.
	Name, User, Group, Account, Partition, QOS, Reservation, Features, NodeList, Cluster int32
	GPUType, ReqGPUType, TaskList, Gres, SubmitLine                                      int32
}

// Names are the tables that the indexes of records refer to, in order of appearance.
type Names struct {
	Names, Users, Groups, Accounts, Partitions, QOS, Reservations, Features, NodeLists, Clusters []string
	GPUTypes, TaskLists, Gres, SubmitLines                                                       []string
}

// Jobs is how many jobs the record stands for: 1, or as many as Waiting.
func (r *Record) Jobs() int { return int(max(r.Waiting, 1)) }

// A Phase is how far a job has come.
type Phase uint8

const (
	Pending  Phase = iota // waits
	Dropped               // cancelled while it waited
	Running               // started and has not ended: Elapsed is the time so far
	Ended                 // started and ended
	Requeued              // went back to the queue
)

func (p Phase) String() string {
	return [...]string{"pending", "dropped", "running", "ended", "requeued"}[p]
}

// Phase returns how far the job had come when the accounting was printed.
//
// A job that is cancelled while it waits has no start in Slurm, or, in many versions, the
// moment of cancelling as both start and end. It may still have AllocCPUS, AllocNodes and
// AllocTRES, which then repeat what was requested, so that none of them shows whether it
// ran. Its steps do, and the nodes of NodeList. So a cancelled job without elapsed time,
// without steps and without nodes never started. Where the log has neither NodeList nor
// steps (sacct --allocations), this includes a job cancelled in its first second. Any
// other job that did not complete never started if it has neither elapsed time nor
// processors.
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
	unstarted := r.Start == None || r.State != StateCompleted && r.Procs <= 0
	if unstarted && r.Elapsed <= 0 || r.cancelledAtOnce() {
		return Dropped
	}
	return Ended
}

// cancelledAtOnce reports whether the job was cancelled and nothing shows that it ran.
func (r *Record) cancelledAtOnce() bool {
	switch r.State {
	case StateCancelled, StateDeadline, StateRevoked: // by its user, by its --deadline, by its federation
		return r.Elapsed <= 0 && r.Start == r.End && r.Steps == 0 && r.NodeList == None
	}
	return false
}

// A Rule says how one kind of odd row is handled.
type Rule struct {
	Key string
	Doc string // one sentence
}

// Rules are all rules, in the order of Reader.Counts.
var Rules = func() (all []Rule) {
	for row := range text.Rows(ruleTable) {
		all = append(all, Rule{row[0], row[1]})
	}
	return all
}()

//go:embed rules.tsv
var ruleTable string

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
	ruleRecycled
	ruleResized
	ruleHet
	ruleArray
	ruleCancelled
	ruleBar
	ruleLines
	ruleUnusable
	ruleState
	ruleClock
	ruleHeader
	numRules
)
