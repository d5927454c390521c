// Package clock takes the engines of packages sim and grid from one second in which
// something happens to the next: first all ends, then all submissions, then wake-ups,
// then one scheduling pass.
package clock

import (
	"fmt"
	"iter"
	"slices"

	"github.com/backfill-lab/backfill/core/sim/event"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// A State is how far a job has come.
type State uint8

const (
	Future State = iota // not submitted yet
	Waiting
	Running
	Ended
)

// A Clock is the time of one run, and the state of its jobs.
type Clock struct {
	Now int64

	state    []State // by index, of the jobs from first on that have been submitted
	first    int     // all before it have ended
	engine   Engine
	calendar event.Calendar
	upcoming int64 // second of the next submission
	more     bool  // whether there is one
	running  int
	done     int // jobs that have ended
	idle     int // consecutive steps in which nothing ran and nothing was left to arrive
	err      error
}

// An Engine does its part of what happens to the i-th job.
type Engine interface {
	// Arrives returns the second in which job i is submitted; ok is false if there is no such job. It is
	// called once for each job, in order, before its Submit.
	Arrives(i int) (second int64, ok bool)
	Number(i int32) int64 // of a job that waits, as the log has it
	End(i int32)
	Submit(i int32)
	Outlive(i int32) // it has reached its expected end and runs on
	Pass()
}

// New returns the Clock of a run of about that many jobs. Call Begin before the first Step.
func New(jobs int, engine Engine) Clock {
	return Clock{engine: engine, state: make([]State, 0, jobs)}
}

// Begin asks the engine for its first job.
func (c *Clock) Begin() { c.upcoming, c.more = c.engine.Arrives(0) }

// maxIdle bounds how often in a row a policy may be woken while nothing runs and nothing is
// left to arrive: a policy that needs more will never start what waits.
const maxIdle = 1_000_000

// Step plays the next second in which something happens and reports whether there was
// one. After false, Err is nil if the run is complete.
func (c *Clock) Step() bool {
	if c.err != nil {
		return false
	}
	first, ok := c.calendar.Min()
	switch {
	case c.more && (!ok || c.upcoming <= first.Time):
		c.Now = c.upcoming
	case ok:
		c.Now = first.Time
	default:
		if left := c.submitted() - c.done; left > 0 {
			c.Fail(fmt.Errorf("the policy leaves %d jobs waiting for ever (job %d is the first) although nothing runs and nothing else arrives",
				left, c.firstWaiting()))
		}
		return false
	}
	for c.calendar.Next(c.Now, event.End) {
		i := c.calendar.Pop().Job
		*c.of(i) = Ended
		c.running--
		c.done++
		c.engine.End(i)
	}
	for c.more && c.upcoming == c.Now {
		if len(c.state) == cap(c.state) {
			c.forget()
		}
		c.state = append(c.state, Waiting)
		c.engine.Submit(int32(c.submitted() - 1))
		c.upcoming, c.more = c.engine.Arrives(c.submitted())
	}
	for c.calendar.Next(c.Now, event.Wake) {
		if i := c.calendar.Pop().Job; i != job.None && c.stateOf(i) == Running {
			c.engine.Outlive(i)
		}
	}
	c.engine.Pass()
	if c.running > 0 || c.more {
		c.idle = 0
	} else if c.idle++; c.idle > maxIdle && c.done < c.submitted() {
		c.Fail(fmt.Errorf("the policy was woken %d times in a row at second %d without starting job %d", maxIdle, c.Now, c.firstWaiting()))
	}
	return c.err == nil
}

func (c *Clock) firstWaiting() int64 {
	if i := slices.Index(c.state, Waiting); i >= 0 {
		return c.engine.Number(int32(c.first + i))
	}
	return job.None
}

// of returns the state of a job that has been submitted and has not been forgotten.
func (c *Clock) of(i int32) *State { return &c.state[int(i)-c.first] }

// submitted returns how many jobs have been.
func (c *Clock) submitted() int { return c.first + len(c.state) }

// forget makes room in state: it drops the jobs before the first that has not ended.
func (c *Clock) forget() {
	over := slices.IndexFunc(c.state, func(s State) bool { return s != Ended })
	if over < 0 {
		over = len(c.state)
	}
	c.state, c.first = slices.Delete(c.state, 0, over), c.first+over
	if n := len(c.state); n >= cap(c.state)/2 { // else this would soon be called again
		c.state = slices.Grow(c.state, n+1)
	}
}

// Running yields the running jobs by index.
func (c *Clock) Running() iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for i, s := range c.state {
			if s == Running && !yield(int32(c.first+i)) {
				return
			}
		}
	}
}

// Waits tells whether job i waits.
func (c *Clock) Waits(i int32) bool { return c.stateOf(i) == Waiting }

func (c *Clock) stateOf(i int32) State {
	switch k := int(i) - c.first; {
	case k < 0:
		return Ended
	case k < len(c.state):
		return c.state[k]
	}
	return Future
}

// NotWaiting returns the error about job i, which does not wait.
func (c *Clock) NotWaiting(i int32) error {
	return fmt.Errorf("it is %s", [...]string{Future: "not submitted yet", Running: "running already", Ended: "over"}[c.stateOf(i)])
}

// Start starts job i, which will end at second end.
func (c *Clock) Start(i int32, end int64) {
	*c.of(i) = Running
	c.running++
	c.calendar.Push(end, event.End, i)
}

// Expect asks for a Wake of job i at its expected end if it really ends later.
func (c *Clock) Expect(i int32, expected, end int64) {
	if end > expected {
		c.calendar.Push(expected, event.Wake, i)
	}
}

// WakeAt asks for a pass at second t, which must lie in the future.
func (c *Clock) WakeAt(t int64) {
	if t <= c.Now {
		c.Fail(fmt.Errorf("the policy asked at second %d to be woken at second %d, which is not in the future", c.Now, t))
		return
	}
	c.calendar.Push(t, event.Wake, job.None)
}

// Fail ends the run with err, if nothing has ended it.
func (c *Clock) Fail(err error) {
	if c.err == nil {
		c.err = err
	}
}

// Err returns what ended the run early, or nil.
func (c *Clock) Err() error { return c.err }

// Done returns how many jobs have ended.
func (c *Clock) Done() int { return c.done }
