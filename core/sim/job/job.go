// Package job is the vocabulary of the laboratory: the batch job as a log
// describes it, and where a schedule put it.
//
// Times are whole seconds since the start of the workload; intervals are
// half-open, [Start, End): a job that ends at second t and one that starts at
// second t do not overlap. Widths are processors.
package job

// None marks a number that the log does not give: a user, group, queue,
// partition or application (an index into the workload's name tables), a
// recorded wait, an amount of memory.
const None = -1

// MaxSeconds bounds every time of a job, in seconds (about 3,170 years): a
// million jobs of that length still add up within an int64.
const MaxSeconds = 100_000_000_000

// MaxProcs bounds the width of a job and of a machine.
const MaxProcs = 1 << 30

// A Job is one rigid batch job. Readers and generators guarantee the ranges
// below. Schedulers see only sim.Job, which has no run time.
type Job struct {
	ID       int64 // number in the log, unique within a workload
	Submit   int64 // seconds, 0..MaxSeconds
	Run      int64 // seconds the job computes if nothing cuts it, 0..MaxSeconds
	Estimate int64 // seconds the user asked for, 1..MaxSeconds
	Wait     int64 // seconds the log says it waited, or None
	Procs    int32 // processors, 1..MaxProcs

	User, Group, Queue, Partition, App int32 // index into the workload's Names, or None

	MemoryKiB          int64 // used per processor, or None
	RequestedMemoryKiB int64 // asked for per processor, or None
	Row                int32 // number of the source row, from 0: see trace.Rows; None if nothing is kept of it
	Line               int32 // of the log, from 1, or number of the row in one without lines; 0 if no log has the job
	Traits             Traits
	Status             int8 // SWF field 11: 1 completed, 0 failed, 5 cancelled, None unknown
}

// Traits are what a log says of a job that no simulation takes into account, as a set.
type Traits uint16

// The Traits.
const (
	AskedGPUs     Traits = 1 << iota // asked for GPUs
	AskedFeatures                    // asked for nodes with certain features
	AskedLicences                    // asked for licences
	MoreProcs                        // got more processors than it asked for, as with whole nodes
	Reserved                         // ran in a reservation
	Dependent                        // waited for other jobs
	Late                             // could start only some time after its submission: held, begin time, dependency
	Suspended                        // was suspended for some time
	Interrupted                      // was preempted or requeued, or a node failed
	Exclusive                        // had its nodes to itself, of which the log may count only some processors
)

// Unknown is a Job whose optional fields are None.
var Unknown = Job{
	Wait: None, User: None, Group: None, Queue: None, Partition: None, App: None,
	MemoryKiB: None, RequestedMemoryKiB: None, Status: None, Row: None,
}

// Completed is the Status of a job that ended well.
const Completed = 1

// Length returns how long the job holds its processors, in seconds: its run
// time, cut at the estimate if cut is true.
func (j *Job) Length(cut bool) int64 {
	if cut {
		return min(j.Run, j.Estimate)
	}
	return j.Run
}

// Area returns processors times Length. It is a float64 because MaxProcs times
// MaxSeconds exceeds an int64.
func (j *Job) Area(cut bool) float64 { return float64(j.Procs) * float64(j.Length(cut)) }

// A Placement is when a job holds its processors: during [Start, End). A
// schedule is a []Placement parallel to the []Job.
type Placement struct {
	Start  int64 // seconds, or None while the job has not started
	End    int64 // seconds, or None while the job has not ended
	Killed bool  // cut at its estimate
}
