package cluster

import "github.com/backfill-lab/backfill/core/sim/job"

// None marks what a job does not ask for.
const None = job.None

// NoLimitS is the limit of a job that nothing limits, in seconds: Slurm plans it for a year (YEAR_MINUTES of its backfill.c).
const NoLimitS = 365 * 86400

// A Job is what a user submitted. Indexes are those of the System's lists.
type Job struct {
	ID     int64
	Submit int64 // seconds
	Run    int64 // seconds it computes if nothing cuts it; a Scheduler does not see it
	// Microseconds beyond the whole seconds of Submit and of the end (Config.Within), or of Submit and Run (Config.Exact).
	SubmitUs, RunUs int64
	// Microseconds from the order to end its first, second, ... run before its time until its nodes
	// are free; the last counts for further ones. None at all is 0.
	StopUs []int64

	Limit int64 // seconds after which it is ended
	Begin int64 // first second at which it may start, or None

	MinNodes     int32 // at least 1
	MaxNodes     int32 // at least MinNodes, or 0 for any number
	Tasks        int32 // at least MinNodes
	TasksPerNode int32 // at most, or 0 for any number
	CoresPerTask int32 // at least 1
	Asked        int64 // cores that its user asks for, if its partition adds some; else 0

	MemoryMiB     int64 // per node or core; 0 for the partition's default
	MemoryPerCore bool
	GPUs          int32    // per node
	GPUType       int32    // or None for any
	Features      []uint64 // sets of features, one of which each node must have whole; nil for none
	WholeNodes    bool     // no other job on its nodes
	Licenses      []Needed // of the cluster, each once; nil for none
	OwnNodes      bool     // no job of another user on its nodes (--exclusive=user)
	Apart         bool     // no job of another security label on its nodes (--exclusive=mcs), as Scheduling.MCS has them
	Asks          *Asks    // what few jobs ask for; nil for nothing of it
	Wishes        *Wishes  // what few jobs would rather have; nil for nothing of it

	Partitions []int32 // in the order of the request, at least one
	User       int32   // of System.Users
	QOS        int32   // of System.QOS, or None
	Nice       int64

	After       []Dependency // what it waits for
	AnyOf       bool         // one of After suffices
	Array       int32        // the job array that it is a task of, from 1; 0 for none
	ArrayLimit  int32        // tasks of the array that may run at the same time; 0 for any number
	Reservation int32        // the reservation on whose nodes it runs, from 1; 0 for none
	Together    int32        // the heterogeneous job that it is a component of, from 1; 0 for none
	Held        bool         // waits for a Release
	Fails       bool         // ends with an error, which AfterOK and AfterNotOK ask for
	NoRequeue   bool         // ends for good if its node fails or another job preempts it
}

// Needed is how many licences of a kind a job holds while it runs.
type Needed struct {
	License int32 // of Description.Licenses
	Count   int64
}

// Cores returns the cores that the job asks for.
func (j *Job) Cores() int64 { return int64(j.Tasks) * int64(j.CoresPerTask) }

// A Dependency is another job of the run, and what must have become of it.
type Dependency struct {
	Job  int32
	Kind DependencyKind
	Wait int64 // seconds after the start, for AfterStart
}

// A DependencyKind is what must have become of a job. Their names are Slurm's.
type DependencyKind uint8

const (
	AfterStart DependencyKind = iota // "after": it has started, Wait seconds ago, or has ended
	AfterAny                         // "afterany": it has ended
	AfterOK                          // "afterok": it has completed
	AfterNotOK                       // "afternotok": it has ended in another way
)

// An Allocation is what a job holds, node by node.
type Allocation struct {
	Nodes  []int32    // in increasing order
	Cores  []int32    // of each node
	Memory []int64    // MiB of each node
	GPUs   []int32    // of each node; nil if none
	Types  []int32    // the type of each node's GPUs; nil if none
	Gres   []GresHold // other generic resources, and GPUs that have parts, by node; nil if none

	Part, Row int32 // the partition, and the row there of a job that shares its cores, from 1; 0 for none

	On   []Bits // of each node, which of its cores, with gang scheduling; else nil
	with sharing
}

// A Phase is how far a job has come.
type Phase uint8

const (
	Coming  Phase = iota // will be submitted
	Waiting              // is in the queue
	Running              // has nodes
	Done                 // has ended, or was cancelled while it waited
)

// A How is how a job lost its nodes, or its place in the queue.
type How uint8

const (
	Completed How = iota // ran to its end
	Failed               // ran to its end, with an error
	TimedOut             // its limit ended it
	Cancelled            // somebody cancelled it
	Requeued             // somebody sent it back to the queue
	NodeFail             // a node went down
	Preempted            // a more urgent job took its nodes
	Expired              // it waited until it could not end by its deadline
)

// String returns the state's name in Slurm's accounting.
func (h How) String() string {
	return [...]string{"COMPLETED", "FAILED", "TIMEOUT", "CANCELLED", "REQUEUED", "NODE_FAIL", "PREEMPTED", "DEADLINE"}[h]
}

// A Placement is when and where a job ran.
type Placement struct {
	Start, End int64 // seconds; None before, and Start of a job that was cancelled while it waited
	How        How   // since End
	Partition  int32
	Held       Allocation
	Limit      int64  // seconds, of a job with Wishes; else 0
	Pauses     []Span // while it was suspended, with gang scheduling; else nil
}

// An Attempt is a run of a job that ended with its return to the queue.
type Attempt struct {
	Job int32
	Placement
}
