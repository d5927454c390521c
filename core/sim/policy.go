package sim

import "context"

// A Job is what a scheduler knows of a job: everything but its run time.
type Job struct {
	ID       int64 // number in the log
	Submit   int64 // seconds
	Since    int64 // seconds from the first submission of the workload to this one
	Estimate int64 // seconds, at least 1
	Procs    int32
	Index    int32 // place in the workload, 0, 1, ... in order of (Submit, ID)
	User     int32 // these three index the workload's Names, or job.None
	Group    int32
	Queue    int32
}

// A Policy decides which waiting jobs start. The engine calls it from one
// goroutine: in every second in which something happens, End for each job that
// ended, then Submit for each job that arrived (in order of ID), then Pass once.
// A job has the same *Job in every call of a run.
type Policy interface {
	// Reset forgets everything and prepares for a run on m, which stays valid
	// until the next Reset.
	Reset(m *Machine)
	// Submit says that j has arrived and waits.
	Submit(j *Job)
	// End says that a job has ended and its processors are free. r was its entry
	// in Machine.Running; r.End is later than now if it ended early.
	End(r Running)
	// Pass starts whatever should start now by calling m.Start.
	Pass()
}

// A Running is a job that holds processors. Without pointers, keeping the
// running jobs in order costs no write barriers.
type Running struct {
	End   int64 // estimated end, seconds; after the present second in every Pass
	Start int64
	Index int32 // of the job: Machine.Job(Index)
	Procs int32
}

// A Slow is a Policy whose passes may be too long to wait for when a run is cancelled. Within
// gives it ctx before the run; a pass that finds ctx done gives up with Machine.Fail. If Within
// returns true, Run looks at ctx and reports progress after every pass.
type Slow interface {
	Within(ctx context.Context) (slow bool)
}
