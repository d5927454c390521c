package grid

import "github.com/backfill-lab/backfill/core/sim"

// A Job is what a scheduler knows of a job.
type Job struct {
	sim.Job
	Home int32 // index of its home site
}

// A Policy decides which waiting jobs start, and where. The engine calls it as it calls
// a sim.Policy: in every second in which something happens End for each job that ended,
// Submit for each that arrived, then Pass once. A job has the same *Job in every call
// of a run.
type Policy interface {
	// Reset forgets everything and prepares for a run on m, which is valid until the
	// next Reset.
	Reset(m *Machine)
	Submit(j *Job)
	// End: j has ended and its parts are free; expected is the end that Machine.Start or
	// Extend gave, later than now if it ended early.
	End(j *Job, parts []Part, expected int64)
	// Pass starts whatever should start now by calling m.Start.
	Pass()
}

// An Extender is a Policy that must know when a running job's expected end moves
// (sim.Extend only); see sim.Extender.
type Extender interface {
	Extend(j *Job, parts []Part, from, to int64)
}

// A Refuser is a Policy that knows which jobs it would never start. Refuse is called for
// every job of a run after Reset; its error says why, and what to do.
type Refuser interface {
	Refuse(j *Job) error
}

// A Stepper is a Policy that records its decisions; see sim.Stepper. Step.Job is the
// embedded sim.Job.
type Stepper interface {
	OnStep(record func(*sim.Step))
}
