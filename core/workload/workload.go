// Package workload holds what a simulation is run on, a machine size and its
// jobs, and the operations that make one workload from another: cleaning,
// cutting, scaling and splitting.
package workload

import (
	"github.com/backfill-lab/backfill/core/job"
	"github.com/backfill-lab/backfill/core/swf"
)

// A Workload is a machine and the jobs submitted to it. Jobs are sorted by
// (Submit, ID), their IDs are unique and no job is wider than Procs.
type Workload struct {
	Name      string // short, as in a report: the file's name without its endings
	Source    string // one sentence: which log or model, which version
	Procs     int    // processors of the machine, 1..job.MaxProcs
	UnixStart int64  // Unix time of second 0, or 0 where the log does not say
	Jobs      []job.Job

	Users, Groups, Queues, Partitions, Apps Names // what the jobs' indexes stand for

	Counts []Count // rows that a rule changed or left out, in the order of Rules

	Header  swf.Header   // of the source log; empty for a generated workload
	Records []swf.Record // source rows where the reader was asked to keep them, else nil
}

// Names is a table of names (users, groups, queues, ...): a job's index stands
// for Names[index]. For an SWF log the names are the log's numbers as text.
type Names []string

// Name returns the name that index i stands for, or "" for job.None.
func (n Names) Name(i int32) string {
	if i < 0 || int(i) >= len(n) {
		return ""
	}
	return n[i]
}

// A Count says how often one rule for odd rows was applied.
type Count struct {
	Rule string `json:"rule"` // key of the rule, as in Rules
	Rows int    `json:"rows"`
}
