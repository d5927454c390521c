package shared

import "fmt"

// Whole is all of a node's CPU, all of its memory, and a yield of 1.
const Whole = 1_000_000

// Second is the microseconds of a second.
const Second = 1_000_000

// Bounds that keep sums within an int64: run times and the penalty (some 100 days, because
// virtual time counts parts of a microsecond), submissions (some 280 years), the cluster,
// a job.
const (
	MaxMicros = 9_000_000 * Second
	MaxSubmit = 1 << 53
	MaxNodes  = 100_000
	MaxTasks  = 100_000
)

// A Job is one job; schedulers do not see Run.
type Job struct {
	ID     int64
	Submit int64 // microseconds, 0..MaxSubmit
	Run    int64 // microseconds with a yield of 1, 0..MaxMicros
	Tasks  int32 // 1..MaxTasks
	CPU    int32 // need of each task, parts of a node's CPU, 1..Whole
	Memory int32 // of each task, parts of a node's, 0..Whole; never overcommitted
}

// Check returns what is out of range, in one line, or nil.
func (j *Job) Check() error {
	switch {
	case j.Submit < 0 || j.Submit > MaxSubmit || j.Run < 0 || j.Run > MaxMicros:
		return fmt.Errorf("job %d: submission %d or run time %d (microseconds) is out of range: they are 0 to %d and 0 to %d",
			j.ID, j.Submit, j.Run, int64(MaxSubmit), int64(MaxMicros))
	case j.Tasks < 1 || j.Tasks > MaxTasks || j.CPU < 1 || j.CPU > Whole || j.Memory < 0 || j.Memory > Whole:
		return fmt.Errorf("job %d: %d tasks with CPU need %d and memory %d (millionths of a node) are out of range",
			j.ID, j.Tasks, j.CPU, j.Memory)
	}
	return nil
}
