package sim

// A Step is one decision that a policy records, such as a self-tuning scheduler's switch to
// another policy, or the site a job was sent to.
type Step struct {
	Time    int64    // seconds
	Kind    string   // what was decided; the policy's documentation lists its kinds
	Job     *Job     // the job decided on, or nil if all
	Waiting int      // jobs waiting
	Before  string   // what was in force before, or ""
	After   string   // what was chosen
	Case    string   // the rule that decided, such as a case of the source's table, or ""
	Options []Option // the alternatives, in the policy's fixed order
}

// An Option is one alternative of a Step.
type Option struct {
	Name  string
	Value float64 // what it was judged by
}

// A Stepper is a Policy that records its decisions. After OnStep it calls record, unless nil,
// with each Step, which is valid during the call only.
type Stepper interface {
	OnStep(record func(*Step))
}

// A Planner is a Policy that plans ahead. Planned returns the start it has
// planned for a waiting job, as of the last Pass; ok is false for any other job.
type Planner interface {
	Planned(j *Job) (start int64, ok bool)
}

// A Switcher is a Policy that changes its queue order. InForce returns the name of
// the order in which the present Pass starts jobs.
type Switcher interface {
	InForce() string
}
