package system

import "github.com/backfill-lab/backfill/core/job"

// None marks what a job does not ask for.
const None = job.None

// A Job is what a user submitted. Indexes are those of the System's lists.
type Job struct {
	ID     int64
	Submit int64 // seconds
	Run    int64 // seconds it computes if nothing cuts it; a Scheduler does not see it
	// Microseconds of Submit and Run beyond their whole seconds, for a Config that is Exact; else 0.
	SubmitUs, RunUs int64

	Limit int64 // seconds after which it is ended
	Begin int64 // first second at which it may start, or None

	MinNodes     int32 // at least 1
	MaxNodes     int32 // at least MinNodes, or 0 for any number
	Tasks        int32 // at least MinNodes
	TasksPerNode int32 // at most, or 0 for any number
	CoresPerTask int32 // at least 1

	MemoryMiB     int64 // per node or core; 0 for the partition's default
	MemoryPerCore bool
	GPUs          int32    // per node
	GPUType       int32    // or None for any
	Features      []uint64 // sets of features, one of which each node must have whole; nil for none
	WholeNodes    bool     // no other job on its nodes

	Partitions []int32 // in the order of the request, at least one
	User       int32   // of System.Users
	QOS        int32   // of System.QOS, or None
	Nice       int64
}

// Cores returns the cores that the job asks for.
func (j *Job) Cores() int64 { return int64(j.Tasks) * int64(j.CoresPerTask) }

// An Allocation is what a job holds, node by node.
type Allocation struct {
	Nodes  []int32 // in increasing order
	Cores  []int32 // of each node
	Memory []int64 // MiB of each node
	GPUs   []int32 // of each node; nil if none
	Types  []int32 // the type of each node's GPUs; nil if none
}

// A Placement is when and where a job ran.
type Placement struct {
	Start, End int64 // seconds; None before
	Killed     bool  // ended at its limit
	Partition  int32
	Held       Allocation
}
