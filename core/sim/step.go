package sim

// A Step is one decision that a policy records on its way: which policy a
// self-tuning scheduler switched to and why, which site a job was sent to.
type Step struct {
	Time    int64    // seconds
	Kind    string   // what was decided; the policy's documentation lists its kinds
	Job     *Job     // the job it was about, or nil where it was about all
	Waiting int      // jobs waiting
	Before  string   // what was in force before, "" where nothing was
	After   string   // what was chosen
	Case    string   // the rule that decided, such as a case of the source's table, or ""
	Options []Option // what was weighed, in the policy's fixed order
}

// An Option is one of the alternatives of a Step.
type Option struct {
	Name  string
	Value float64 // what it was judged by
}

// A Stepper is a Policy that records its decisions. OnStep sets who is told, or
// nobody where record is nil; the Step is valid for the length of the call.
type Stepper interface {
	OnStep(record func(*Step))
}

// A Planner is a Policy that plans ahead. Planned returns the start it has
// planned for a waiting job, as of the last Pass; ok is false for any other job.
type Planner interface {
	Planned(j *Job) (start int64, ok bool)
}

// A Switcher is a Policy that changes its queue order. InForce returns the name
// of the order by which jobs that start in the present Pass are started.
type Switcher interface {
	InForce() string
}
