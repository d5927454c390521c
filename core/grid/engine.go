package grid

import (
	"context"
	"fmt"

	"github.com/backfill-lab/backfill/core/event"
	"github.com/backfill-lab/backfill/core/job"
	"github.com/backfill-lab/backfill/core/sim"
)

// Config describes one run.
type Config struct {
	Grid      *Grid
	Jobs      []job.Job // by (Submit, ID); borrowed, never changed
	Natures   []Nature  // parallel to Jobs; borrowed: see Grid.Natures
	Overrun   sim.Overrun
	Observers []Observer
}

// An Observer is told what happens, in order. parts are what the job holds, in the
// order in which the policy took them; do not change them.
type Observer interface {
	Submitted(now int64, j *Job)
	Started(now int64, j *Job, parts []Part)
	Ended(now int64, j *Job, killed bool)
	Passed(now int64) // the scheduling pass of second now is over
}

// An Engine is one run in progress. It is not safe for concurrent use.
type Engine struct {
	cfg      Config
	policy   Policy
	extender Extender // policy, if it is one
	m        Machine
	calendar event.Calendar
	jobs     []Job
	expected []int64 // by job: its expected end, once it has started
	schedule Schedule
	next     int // index of the next job to submit
	begun    int // jobs that have started
	done     int // jobs that have ended
	idle     int // steps in a row in which nothing ran and nothing arrived
	err      error
}

// New prepares a run of policy on cfg. It returns an error if the grid is not valid, a
// job is out of range (see job.Job), wider than the grid or out of order, a nature is
// not of this grid, or the policy could never start a job.
func New(cfg Config, policy Policy) (*Engine, error) {
	if err := cfg.Grid.Validate(); err != nil {
		return nil, err
	}
	if len(cfg.Natures) != len(cfg.Jobs) {
		return nil, fmt.Errorf("there are %d natures for %d jobs: make them with Grid.Natures", len(cfg.Natures), len(cfg.Jobs))
	}
	n, sites := len(cfg.Jobs), len(cfg.Grid.Sites)
	e := &Engine{cfg: cfg, policy: policy, jobs: make([]Job, n), expected: make([]int64, n),
		schedule: Schedule{Placed: make([]Placement, n), parts: make([]Part, 0, n+n/4)}}
	procs := cfg.Grid.Procs()
	for i := range cfg.Jobs {
		known, err := sim.JobOf(cfg.Jobs, i, procs, "grid")
		if err != nil {
			return nil, err
		}
		if err := cfg.Natures[i].check(sites); err != nil {
			return nil, fmt.Errorf("job %d: %w", known.ID, err)
		}
		e.jobs[i] = Job{Job: known, Home: cfg.Natures[i].Home}
		e.schedule.Placed[i].Placement = job.Placement{Start: job.None, End: job.None}
	}
	e.m = Machine{grid: cfg.Grid, speed: make([]float64, sites), free: make([]int32, sites), mark: make([]int32, sites),
		state: make([]state, n), e: e}
	for i := range e.m.free {
		e.m.free[i], e.m.speed[i] = int32(cfg.Grid.Sites[i].Procs), cfg.Grid.SpeedOf(int32(i))
	}
	e.extender, _ = policy.(Extender)
	policy.Reset(&e.m)
	if r, ok := policy.(Refuser); ok {
		for i := range e.jobs {
			if err := r.Refuse(&e.jobs[i]); err != nil {
				return nil, fmt.Errorf("job %d would wait for ever: %w", e.jobs[i].ID, err)
			}
		}
	}
	return e, e.err
}

// check returns an error if n is no nature of a grid of that many sites.
func (n *Nature) check(sites int) error {
	switch {
	case n.Home < 0 || int(n.Home) >= sites:
		return fmt.Errorf("its home is site %d of a grid of %d sites", n.Home, sites)
	case !(n.Slowdown >= 1 && n.Slowdown <= 1+maxFactor):
		return fmt.Errorf("its slowdown on several sites is %v: give 1 to %v", n.Slowdown, 1+maxFactor)
	}
	return n.Speedup.validate()
}

// maxIdle bounds how often a policy may be woken while nothing runs and nothing is left
// to arrive: one that is woken more often will never start what waits.
const maxIdle = 1_000_000

// Step plays the next second in which something happens and reports whether
// there was one. After false, Err is nil if the run is complete.
func (e *Engine) Step() bool {
	if e.err != nil {
		return false
	}
	first, ok := e.calendar.Min()
	arrival := e.next < len(e.jobs)
	switch {
	case arrival && (!ok || e.jobs[e.next].Submit <= first.Time):
		e.m.now = e.jobs[e.next].Submit
	case ok:
		e.m.now = first.Time
	default:
		if left := len(e.jobs) - e.done; left > 0 {
			e.fail(fmt.Errorf("the policy leaves %d jobs waiting for ever (job %d is the first) although nothing runs and nothing else arrives",
				left, e.firstWaiting()))
		}
		return false
	}
	e.endAll(e.m.now)
	e.submitAll(e.m.now)
	e.wakeAll(e.m.now)
	e.policy.Pass()
	for _, o := range e.cfg.Observers {
		o.Passed(e.m.now)
	}
	if e.begun > e.done || e.next < len(e.jobs) {
		e.idle = 0
	} else if e.idle++; e.idle > maxIdle && e.done < len(e.jobs) {
		e.fail(fmt.Errorf("the policy was woken %d times in a row at second %d without starting job %d", maxIdle, e.m.now, e.firstWaiting()))
	}
	return e.err == nil
}

func (e *Engine) endAll(now int64) {
	for {
		ev, ok := e.calendar.Min()
		if !ok || ev.Time != now || ev.Kind() != event.End {
			return
		}
		e.calendar.Pop()
		j, p := &e.jobs[ev.Job], &e.schedule.Placed[ev.Job]
		parts := e.schedule.Parts(int(ev.Job))
		e.m.give(parts)
		e.m.state[ev.Job] = ended
		p.End = now
		p.Killed = e.cfg.Overrun == sim.Cut && e.cfg.Jobs[ev.Job].Run > j.Estimate
		e.done++
		e.policy.End(j, parts, e.expected[ev.Job])
		for _, o := range e.cfg.Observers {
			o.Ended(now, j, p.Killed)
		}
	}
}

func (e *Engine) submitAll(now int64) {
	for e.next < len(e.jobs) && e.jobs[e.next].Submit == now {
		j := &e.jobs[e.next]
		e.m.state[e.next] = waiting
		e.next++
		e.policy.Submit(j)
		for _, o := range e.cfg.Observers {
			o.Submitted(now, j)
		}
	}
}

// wakeAll handles the wake-ups of this second. One with a job is the engine's own: the
// job has reached its expected end and still runs.
func (e *Engine) wakeAll(now int64) {
	for {
		ev, ok := e.calendar.Min()
		if !ok || ev.Time != now || ev.Kind() != event.Wake {
			return
		}
		e.calendar.Pop()
		if ev.Job == job.None || e.m.state[ev.Job] != running {
			continue
		}
		j := &e.jobs[ev.Job]
		e.expected[ev.Job] = now + (now - e.schedule.Placed[ev.Job].Start)
		e.overdueAt(ev.Job)
		if e.extender != nil {
			e.extender.Extend(j, e.schedule.Parts(int(ev.Job)), now, e.expected[ev.Job])
		}
	}
}

// started does the engine's part of Machine.Start.
func (e *Engine) started(j *Job, parts []Part) (expected int64) {
	now, i := e.m.now, j.Index
	p := &e.schedule.Placed[i]
	p.first, p.n = int32(len(e.schedule.parts)), int32(len(parts))
	e.schedule.parts = append(e.schedule.parts, parts...)
	p.Start = now
	e.begun++
	e.calendar.Push(now+e.length(i), event.End, i)
	e.expected[i] = now + e.m.Length(j, parts)
	if e.cfg.Overrun == sim.Extend { // every policy gets a pass then, as in package sim: orders may change with time
		e.overdueAt(i)
	}
	for _, o := range e.cfg.Observers {
		o.Started(now, j, e.schedule.Parts(int(i)))
	}
	return e.expected[i]
}

// length is how long a started job really holds its parts.
func (e *Engine) length(i int32) int64 {
	j := &e.cfg.Jobs[i]
	return e.cfg.Grid.Length(&e.cfg.Natures[i], j.Length(e.cfg.Overrun == sim.Cut), j.Procs, e.schedule.Parts(int(i)))
}

// overdueAt pushes a wake-up at the expected end of a job that will still run then.
func (e *Engine) overdueAt(i int32) {
	if end := e.expected[i]; e.schedule.Placed[i].Start+e.length(i) > end {
		e.calendar.Push(end, event.Wake, i)
	}
}

func (e *Engine) fail(err error) {
	if e.err == nil {
		e.err = err
	}
}

func (e *Engine) firstWaiting() int64 {
	for i, s := range e.m.state {
		if s == waiting {
			return e.jobs[i].ID
		}
	}
	return job.None
}

const stride = 256

// Run plays the workload to its end, as sim.Engine.Run does.
func (e *Engine) Run(ctx context.Context, progress func(done, total int)) error {
	return event.Run(ctx, e, len(e.jobs), stride, progress)
}

// Err returns what ended the run early, or nil.
func (e *Engine) Err() error { return e.err }

// Now returns the present second.
func (e *Engine) Now() int64 { return e.m.now }

// Done returns how many jobs have ended.
func (e *Engine) Done() int { return e.done }

// Job returns what the scheduler knows of the i-th job.
func (e *Engine) Job(i int) *Job { return &e.jobs[i] }

// Machine returns the grid's state, for observers.
func (e *Engine) Machine() *Machine { return &e.m }

// Schedule returns the schedule so far. It is the engine's own until the run is over.
func (e *Engine) Schedule() *Schedule { return &e.schedule }
