package verify

import "slices"

// Whole is all of a node's CPU, all of its memory, and a yield of 1: shares are
// counted in millionths.
const Whole = 1_000_000

// secondMicros is the microseconds of a second.
const secondMicros = 1_000_000

// Shares is what a schedule by fractions of nodes has to solve. All times of
// shares are in microseconds.
type Shares struct {
	Nodes   int        // of the cluster, all alike, at least 1
	Penalty int64      // without progress after a resumption or migration, at least 0
	Aware   bool       // virtual time stands still in penalties
	Jobs    []ShareJob // in order of submission, then number; a schedule is parallel to it
}

// A ShareJob is a job of tasks that are alike.
type ShareJob struct {
	ID     int64
	Submit int64 // at least 0
	Run    int64 // how long it computes with a yield of 1, 0 to 9e12
	Tasks  int   // at least 1
	CPU    int   // need of each task, 1..Whole
	Memory int   // of each task, 0..Whole
}

// A Held is a time in which a job held the same nodes with the same yield. It
// computes from max(From, Ready) on: a microsecond of its run time per
// microsecond, times Yield/Whole.
type Held struct {
	From, To int64
	Ready    int64 // when its last penalty is over; at or before From if it is
	Yield    int   // 0..Whole
	Nodes    []NodeTasks
}

// NodeTasks is how many tasks of a job a node has.
type NodeTasks struct{ Node, Tasks int } // in order of nodes, at least one task

// A ShareRun is what a schedule made of one job.
type ShareRun struct {
	Start, End         int64 // the same for a job of no length, which holds nothing
	Pauses, Migrations int
	Moved              int    // tasks that changed their node in the migrations
	Held               []Held // by time
}

// Hold appends h to what the job held, or lengthens the last if they differ in
// nothing: a job of no length may change the yields of others for no time.
func (r *ShareRun) Hold(h Held) {
	if n := len(r.Held) - 1; n >= 0 {
		last := &r.Held[n]
		if last.To == h.From && last.Yield == h.Yield && last.Ready == h.Ready && slices.Equal(last.Nodes, h.Nodes) {
			last.To = h.To
			return
		}
	}
	r.Held = append(r.Held, h)
}

// need is what n tasks of a job need of a node's CPU.
func (j *ShareJob) need(n int) int64 { return int64(j.CPU) * int64(n) }

// at returns what the job holds at that microsecond, or nil.
func (r *ShareRun) at(micros int64) *Held {
	for k := range r.Held {
		if h := &r.Held[k]; h.From <= micros && micros < h.To {
			return h
		}
	}
	return nil
}

// instants returns how often jobs of no length end in each microsecond, in which
// others can be paused and resumed at once.
func instants(c *Shares, runs []ShareRun) map[int64]int {
	n := make(map[int64]int)
	for i := range c.Jobs {
		if c.Jobs[i].Run == 0 {
			n[runs[i].End]++
		}
	}
	return n
}
