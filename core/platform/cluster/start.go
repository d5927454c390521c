package cluster

// FirstForNodes is the way of a job that started on nodes which no job before it waits for.
const FirstForNodes = "first for its nodes"

// A Start says why one job started in one pass.
type Start struct {
	Way    string // the rule, in words
	Ahead  int32  // jobs before it that went on waiting, and share nodes with its partition
	Head   int32  // the job whose reservation it was started beside, or None
	Shadow int64  // the second of that reservation, or None
	Order  string // what the queue is in order of, in words; "" is the order of submission
}

// A StartExplainer is a Scheduler that can say why a job started. ExplainStart is called after the Pass that has
// started the job, and changes nothing.
type StartExplainer interface {
	ExplainStart(e *Engine, job int32) Start
}
