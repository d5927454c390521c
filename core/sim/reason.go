package sim

// A Cause is the rule that kept a job waiting in one scheduling pass.
type Cause string

const (
	// TooFew: fewer processors are free than the job needs.
	TooFew Cause = "too few processors free"
	// BehindHead: the job would fit, but nothing may pass the head of the queue.
	BehindHead Cause = "behind the head of the queue"
	// WouldDelayHead: the job would fit now, but it is expected to run past the
	// shadow time on more than the extra processors, and so delay the head.
	WouldDelayHead Cause = "would delay the head's reservation"
	// Planned: the job has a promised start later than now, when the first slot
	// opens that is long enough and breaks no other promise.
	Planned Cause = "planned for later"
)

// A Reason says why one waiting job did not start in one pass. Seconds and jobs
// that do not apply to the Cause are -1 and nil.
type Reason struct {
	Cause   Cause
	Free    int    // processors free when the job's turn came
	Head    *Job   // the first job of the queue that does not fit; may be the job itself
	Shadow  int64  // when the head has room by the estimates
	Strict  bool   // nothing overtakes the head, which therefore needs no reservation: else Shadow is one
	Extra   int    // processors left over at the shadow time
	Planned int64  // the job's own promised or expected start
	For     []*Job // their ends make room for the job, or for the head if it stands before the job
}

// An Explainer is a Policy that can say why a job still waits. Explain is called
// after the Pass of the present second, for a submitted job that has not started,
// and changes nothing.
type Explainer interface {
	Explain(j *Job) Reason
}
