package sim

// A Way is the rule by which a policy started a job.
type Way string

const (
	// First: the job was first in the queue, and fits.
	First Way = "first in the queue"
	// Fits: the policy starts whatever fits, whoever waits before it.
	Fits Way = "fits, whoever waits before it"
	// EndsBefore: backfilled; the job ends, by its estimate, by the second of the head's reservation.
	EndsBefore Way = "backfilled, ends before the reservation"
	// LeftOver: backfilled; the job may run past that second, on processors that the reservation leaves over.
	LeftOver Way = "backfilled, on what the reservation leaves over"
	// Due: the second for which the policy has planned the job has come.
	Due Way = "planned for now"
)

// A Start says why one job started in one pass. Seconds and jobs that do not apply to the Way are -1 and nil.
type Start struct {
	Way    Way
	Free   int    // processors free when it started, its own among them
	Head   *Job   // the job whose reservation it was started beside
	Shadow int64  // the second of that reservation
	Extra  int    // processors that the reservation left over then, before the job took its own
	Ahead  int    // jobs before it in the queue that went on waiting
	Order  string // what the queue is in order of, in words; "" is the order of submission
}

// A StartExplainer is a Policy that can say why a job started. ExplainStart is called after the Pass in which
// the job has started, before the next, and changes nothing.
type StartExplainer interface {
	ExplainStart(j *Job) Start
}
