package grid

import "github.com/backfill-lab/backfill/core/sim"

// A Job is what a scheduler knows of a job.
type Job struct {
	sim.Job
	Home int32 // index of its home site
}

// A Policy decides which waiting jobs start, and where. The engine calls it as
// it calls a sim.Policy: in every second in which something happened End for
// each job that ended, Submit for each that arrived, then Pass once. The *Job of
// a job is the same pointer in every call of a run.
type Policy interface {
	// Reset forgets everything and prepares for a run on m, which stays valid
	// until the next Reset.
	Reset(m *Machine)
	Submit(j *Job)
	// End tells that j has ended and its parts are free; expected is the end that
	// Machine.Start or Extend said, later than now if it ended early.
	End(j *Job, parts []Part, expected int64)
	// Pass starts whatever should start now by calling m.Start.
	Pass()
}

// An Extender is a Policy that keeps a plan and so must know when a running job
// is expected to end later than said (sim.Extend only); see sim.Extender.
type Extender interface {
	Extend(j *Job, parts []Part, from, to int64)
}

// A Refuser is a Policy that can tell jobs which it would never start. Refuse is
// called for every job of a run after Reset; its error says why, and what to do.
type Refuser interface {
	Refuse(j *Job) error
}

// A Stepper is a Policy that records its decisions; see sim.Stepper. The
// Step's Job is the embedded sim.Job.
type Stepper interface {
	OnStep(record func(*sim.Step))
}
