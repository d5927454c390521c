package cluster

import "slices"

// Codes of squeue for why a job waits, apart from those of limits, which begin with QOS or Assoc.
const (
	HeldByUser       = "JobHeldUser"
	NotBegun         = "BeginTime"
	UnmetDependency  = "Dependency"
	NeverMet         = "DependencyNeverSatisfied"
	ArrayFull        = "JobArrayTaskLimit"
	PartitionIsDown  = "PartitionDown"
	TooLong          = "PartitionTimeLimit"
	TooManyNodes     = "PartitionNodeLimit"
	AccountRefused   = "AccountNotAllowed" // by the partition
	QOSRefused       = "QOSNotAllowed"
	Unlicensed       = "Licenses" // too few are free
	ReservationLater = "Reservation"
	NodesAway        = "ReqNodeNotAvail" // or reserved for others
	Resources        = "Resources"       // too few nodes are free
	Behind           = "Priority"        // others are before it
	NotLooked        = "None"            // nobody has looked at it yet
)

// A Reason says why a job waits. Its Code is that of squeue. What follows is about nodes, where the
// job waits for those: in the others, Partition alone is set.
type Reason struct {
	Code      string
	Partition int32   // that it is about, of those that the job names
	After     []int32 // with UnmetDependency: jobs of which something must become yet

	Nodes, Tasks int32 // nodes that have room for a task or more, and for how many they have, at most all of the job
	Fits         bool  // they have a place for the job

	Ahead  int32 // jobs before it that may start as far as people and limits let them, and share nodes with its partition
	First  int32 // the first of them, or None
	Shadow int64 // the second for which that has a reservation, or None
	Start  int64 // the second for which the job itself is planned, or None

	Decided bool // in this pass the scheduler has decided that the job waits; else it may look at it later
}

// An Explainer is a Scheduler that can say why a job waits. Explain is called after a Pass, in which the
// jobs of started have started, about a job that is Waiting. It changes nothing.
type Explainer interface {
	Explain(e *Engine, job int32, started []int32) Reason
}

// Unready returns the code of what people want to happen before a waiting job starts, or "": see Ready.
func (e *Engine) Unready(i int32) string {
	j := &e.Jobs[i]
	switch depends := e.Depends(i); {
	case e.Held[i]:
		return HeldByUser
	case e.Begin[i] > e.Now && j.Reservation > 0 && !e.Reserved[j.Reservation-1].at(e.Now):
		return ReservationLater // a log's begin is that of the reservation
	case e.Begin[i] > e.Now:
		return NotBegun
	case depends == Never:
		return NeverMet
	case depends == Unmet:
		return UnmetDependency
	case j.ArrayLimit > 0 && e.Tasks(j.Array) >= j.ArrayLimit:
		return ArrayFull
	case !e.Ready(i):
		return ReservationLater
	}
	return ""
}

// After returns the jobs on which one depends and of which something must become yet.
func (e *Engine) After(i int32) (jobs []int32) {
	for _, d := range e.Jobs[i].After {
		if e.depends(d) == Unmet && !slices.Contains(jobs, d.Job) {
			jobs = append(jobs, d.Job)
		}
	}
	return jobs
}

// Refuses returns the code of why a partition does not start a job, or "": see Part.Takes and Admits.
func (s *System) Refuses(j *Job, part int32) string {
	p := &s.Partitions[part]
	switch {
	case p.Down:
		return PartitionIsDown
	case p.tooLong(j):
		return TooLong
	case !p.Takes(j):
		return TooManyNodes
	}
	return s.admits(j, part)
}

// Find sets what a reason says about the nodes of a set.
func (r *Reason) Find(st *State, j *Job, part int32, set Bits) {
	var room Room
	room.Begin(st, j, part, set)
	room.Within(set)
	r.Partition, r.Nodes, r.Tasks = part, room.nodes, min(room.tasks, j.Tasks)
	_, r.Fits = st.Place(j, part, set)
}

// Watch returns a Scheduler that decides as s does and calls after upon each Pass, with the jobs that have
// started in it, in no order.
func Watch(s Scheduler, after func(e *Engine, started []int32)) Scheduler {
	return &watched{Scheduler: s, after: after, running: map[int32]bool{}}
}

type watched struct {
	Scheduler
	after   func(e *Engine, started []int32)
	running map[int32]bool
	started []int32
}

func (w *watched) Ended(e *Engine, i int32) {
	delete(w.running, i)
	w.Scheduler.Ended(e, i)
}

func (w *watched) Pass(e *Engine) (wake int64) {
	wake = w.Scheduler.Pass(e)
	w.started = w.started[:0]
	for _, i := range e.Running {
		if !w.running[i] {
			w.running[i] = true
			w.started = append(w.started, i)
		}
	}
	w.after(e, w.started)
	return wake
}
