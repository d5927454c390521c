package grid

import (
	"context"
	"fmt"

	"github.com/backfill-lab/backfill/core/internal/clock"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/event"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// Config describes one run.
type Config struct {
	Grid      *Grid
	Jobs      []job.Job // by (Submit, ID); borrowed, never changed
	Natures   []Nature  // parallel to Jobs; borrowed: see Grid.Natures
	Overrun   sim.Overrun
	Observers []Observer
}

// An Observer sees what happens, in order. parts are what the job holds, in the order in
// which the policy took them; do not change them.
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
	jobs     []Job
	expected []int64 // by job: its expected end, once it has started
	schedule Schedule
}

// New prepares a run of policy on cfg. It is an error if the grid is not valid, a job is
// out of range (see job.Job), wider than the grid or out of order, a nature is not of this
// grid, or the policy could never start a job.
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
		j := &e.jobs[i]
		var before *sim.Job
		if i > 0 {
			before = &e.jobs[i-1].Job
		}
		if err := sim.SetJob(&j.Job, &cfg.Jobs[i], before, i, procs, "grid"); err != nil {
			return nil, err
		}
		if err := cfg.Natures[i].check(sites); err != nil {
			return nil, fmt.Errorf("job %d: %w", j.ID, err)
		}
		j.Home = cfg.Natures[i].Home
		e.schedule.Placed[i].Placement = job.Placement{Start: job.None, End: job.None}
	}
	e.m = Machine{grid: cfg.Grid, speed: make([]float64, sites), free: make([]int32, sites), mark: make([]int32, sites),
		clock: clock.New(n, (*turn)(e)), e: e}
	for i := range e.m.free {
		e.m.free[i], e.m.speed[i] = int32(cfg.Grid.Sites[i].Procs), cfg.Grid.SpeedOf(int32(i))
	}
	e.extender, _ = policy.(Extender)
	e.m.clock.Begin()
	policy.Reset(&e.m)
	if r, ok := policy.(Refuser); ok {
		for i := range e.jobs {
			if err := r.Refuse(&e.jobs[i]); err != nil {
				return nil, fmt.Errorf("job %d would wait for ever: %w", e.jobs[i].ID, err)
			}
		}
	}
	return e, e.Err()
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

// Step plays the next second in which something happens and reports whether
// there was one. After false, Err is nil if the run is complete.
func (e *Engine) Step() bool { return e.m.clock.Step() }

// A turn is the Engine that its clock calls.
type turn Engine

func (e *turn) Arrives(i int) (second int64, ok bool) {
	if i >= len(e.jobs) {
		return 0, false
	}
	return e.jobs[i].Submit, true
}

func (e *turn) Number(i int32) int64 { return e.jobs[i].ID }

func (e *turn) Submit(i int32) {
	j := &e.jobs[i]
	e.policy.Submit(j)
	for _, o := range e.cfg.Observers {
		o.Submitted(e.m.clock.Now, j)
	}
}

func (e *turn) Pass() {
	e.policy.Pass()
	for _, o := range e.cfg.Observers {
		o.Passed(e.m.clock.Now)
	}
}

func (e *turn) Outlive(i int32) {
	now := e.m.clock.Now
	e.expected[i] = now + (now - e.schedule.Placed[i].Start)
	(*Engine)(e).expect(i)
	if e.extender != nil {
		e.extender.Extend(&e.jobs[i], e.schedule.Parts(int(i)), now, e.expected[i])
	}
}

func (e *turn) End(i int32) {
	now, j, p, parts := e.m.clock.Now, &e.jobs[i], &e.schedule.Placed[i], e.schedule.Parts(int(i))
	e.m.give(parts)
	p.End = now
	p.Killed = e.cfg.Overrun == sim.Cut && e.cfg.Jobs[i].Run > j.Estimate
	e.policy.End(j, parts, e.expected[i])
	for _, o := range e.cfg.Observers {
		o.Ended(now, j, p.Killed)
	}
}

// started does the engine's part of Machine.Start.
func (e *Engine) started(j *Job, parts []Part) (expected int64) {
	now, i := e.m.clock.Now, j.Index
	p := &e.schedule.Placed[i]
	p.first, p.n = int32(len(e.schedule.parts)), int32(len(parts))
	e.schedule.parts = append(e.schedule.parts, parts...)
	p.Start = now
	e.m.clock.Start(i, now+e.length(i))
	e.expected[i] = now + e.m.Length(j, parts)
	if e.cfg.Overrun == sim.Extend { // every policy gets a pass then: orders may change with time
		e.expect(i)
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

func (e *Engine) expect(i int32) {
	e.m.clock.Expect(i, e.expected[i], e.schedule.Placed[i].Start+e.length(i))
}

const stride = 256

// Run plays the workload to its end, as sim.Engine.Run does.
func (e *Engine) Run(ctx context.Context, progress func(done, total int)) error {
	return event.Run(ctx, e, len(e.jobs), stride, progress)
}

// Err returns what ended the run early, or nil.
func (e *Engine) Err() error { return e.m.clock.Err() }

// Now returns the present second.
func (e *Engine) Now() int64 { return e.m.clock.Now }

// Done returns how many jobs have ended.
func (e *Engine) Done() int { return e.m.clock.Done() }

// Job returns what the scheduler knows of the i-th job.
func (e *Engine) Job(i int) *Job { return &e.jobs[i] }

// Machine returns the grid's state, for observers.
func (e *Engine) Machine() *Machine { return &e.m }

// Schedule returns the schedule so far. It is the engine's own until the run is over.
func (e *Engine) Schedule() *Schedule { return &e.schedule }
