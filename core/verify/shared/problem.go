package shared

import "slices"

// Whole is all of a node's CPU, all of its memory, and a yield of 1: shares are in millionths.
const Whole = 1_000_000

// secondMicros is a second in microseconds.
const secondMicros = 1_000_000

// A Problem is a cluster and the jobs that a schedule by fractions of nodes has to run on it.
// All times are in microseconds.
type Problem struct {
	Nodes   int   // of the cluster, all alike, at least 1
	Penalty int64 // time without progress after a resumption or migration, at least 0
	Jobs    []Job // in order of submission, then number; a schedule is parallel to it

	VirtualInPenalty bool // virtual time runs on in penalties
	NewestFirst      bool // of equal requirements MCB8 takes the job submitted last first
}

type Job struct {
	ID     int64
	Submit int64 // at least 0
	Run    int64 // how long it computes with a yield of 1, 0 to 9e12
	Tasks  int   // at least 1, all alike
	CPU    int   // need of each task, 1..Whole
	Memory int   // of each task, 0..Whole
}

// A Held is a time in which a job held the same nodes with the same yield. From max(From, Ready)
// on it does Yield/Whole microseconds of its run time in a microsecond.
type Held struct {
	From, To int64
	Ready    int64  // end of its last penalty, which may be before From
	Yield    int    // 0..Whole
	Nodes    []Part // in order of nodes
}

// A Part is the tasks of a job on one node, at least 1.
type Part struct{ Node, Tasks int }

// A Run is what a schedule did with one job.
type Run struct {
	Start, End         int64 // equal for a job of no length, which holds nothing
	Pauses, Migrations int
	Moved              int    // tasks that changed their node in the migrations
	Held               []Held // by time
}

// Hold appends h to what the job held, or lengthens the last entry if only the time differs: a
// job of no length may change the yields of others for no time.
func (r *Run) Hold(h Held) {
	if n := len(r.Held) - 1; n >= 0 {
		last := &r.Held[n]
		if last.To == h.From && last.Yield == h.Yield && last.Ready == h.Ready && slices.Equal(last.Nodes, h.Nodes) {
			last.To = h.To
			return
		}
	}
	r.Held = append(r.Held, h)
}

// need returns the CPU that n tasks need.
func (j *Job) need(n int) int64 { return int64(j.CPU) * int64(n) }

// at returns what the job holds in that microsecond, or nil.
func (r *Run) at(micros int64) *Held {
	for k := range r.Held {
		if h := &r.Held[k]; h.From <= micros && micros < h.To {
			return h
		}
	}
	return nil
}

// instants counts, by microsecond, the ends of jobs of no length. Others can be paused and
// resumed within such a microsecond.
func instants(c *Problem, runs []Run) map[int64]int {
	n := make(map[int64]int)
	for i := range c.Jobs {
		if c.Jobs[i].Run == 0 {
			n[runs[i].End]++
		}
	}
	return n
}
