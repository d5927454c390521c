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

// An Observer is told what happens, in order.
type Observer interface {
	Submitted(now int64, j *Job)
	Started(now int64, j *Job, parts []Part)
	Ended(now int64, j *Job, killed bool)
	Passed(now int64)
}

// An Engine is one run in progress. It is not safe for concurrent use.
type Engine struct {
	cfg      Config
	policy   Policy
	m        Machine
	calendar event.Calendar
	jobs     []Job
	schedule Schedule
	next     int // index of the next job to submit
	done     int // jobs that have ended
	err      error
}

// New prepares a run of policy on cfg.
func New(cfg Config, policy Policy) (*Engine, error) {
	if err := cfg.Grid.Validate(); err != nil {
		return nil, err
	}
	if len(cfg.Natures) != len(cfg.Jobs) {
		return nil, fmt.Errorf("grid: %d natures for %d jobs", len(cfg.Natures), len(cfg.Jobs))
	}
	e := &Engine{cfg: cfg, policy: policy, jobs: make([]Job, len(cfg.Jobs))}
	e.schedule = Schedule{Placed: make([]Placement, len(cfg.Jobs)), parts: make([]Part, 0, len(cfg.Jobs)+len(cfg.Jobs)/4)}
	for i := range cfg.Jobs {
		j := &cfg.Jobs[i]
		e.jobs[i] = Job{Home: cfg.Natures[i].Home, Job: sim.Job{ID: j.ID, Submit: j.Submit, Estimate: j.Estimate, Procs: j.Procs,
			Index: int32(i), User: j.User, Group: j.Group, Queue: j.Queue}}
		e.schedule.Placed[i].Placement = job.Placement{Start: job.None, End: job.None}
	}
	e.m = Machine{grid: cfg.Grid, free: make([]int32, len(cfg.Grid.Sites)), e: e}
	for i := range e.m.free {
		e.m.free[i] = int32(cfg.Grid.Sites[i].Procs)
	}
	policy.Reset(&e.m)
	return e, e.err
}

// Step plays the next second in which something happens and reports whether
// there was one. After false, Err tells whether the run is complete.
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
			e.fail(fmt.Errorf("the policy leaves %d jobs waiting for ever although nothing runs and nothing else arrives", left))
		}
		return false
	}
	now := e.m.now
	for {
		ev, ok := e.calendar.Min()
		if !ok || ev.Time != now {
			break
		}
		e.calendar.Pop()
		if ev.Kind() == event.End {
			e.end(ev.Job)
		}
	}
	for e.next < len(e.jobs) && e.jobs[e.next].Submit == now {
		j := &e.jobs[e.next]
		e.next++
		e.policy.Submit(j)
		for _, o := range e.cfg.Observers {
			o.Submitted(now, j)
		}
	}
	e.policy.Pass()
	for _, o := range e.cfg.Observers {
		o.Passed(now)
	}
	return e.err == nil
}

func (e *Engine) end(index int32) {
	j, p := &e.jobs[index], &e.schedule.Placed[index]
	parts := e.schedule.Parts(int(index))
	for _, q := range parts {
		e.m.free[q.Site] += q.Procs
	}
	p.End = e.m.now
	p.Killed = e.cfg.Overrun == sim.Cut && e.cfg.Jobs[index].Run > j.Estimate
	e.done++
	e.policy.End(j, parts, p.Start+e.cfg.Grid.Length(&e.cfg.Natures[index], j.Estimate, j.Procs, parts))
	for _, o := range e.cfg.Observers {
		o.Ended(e.m.now, j, p.Killed)
	}
}

const stride = 256

// Run plays the workload to its end, as sim.Engine.Run does.
func (e *Engine) Run(ctx context.Context, progress func(done, total int)) error {
	for i := 0; e.Step(); i++ {
		if i%stride == stride-1 {
			if err := ctx.Err(); err != nil {
				return err
			}
			if progress != nil {
				progress(e.done, len(e.jobs))
			}
		}
	}
	if progress != nil {
		progress(e.done, len(e.jobs))
	}
	return e.err
}

// Err returns what ended the run early, or nil.
func (e *Engine) Err() error { return e.err }

// Now returns the present second.
func (e *Engine) Now() int64 { return e.m.now }

// Machine returns the grid's state, for observers to look at.
func (e *Engine) Machine() *Machine { return &e.m }

// Schedule returns where each job was put so far. It is the engine's own until
// the run is over.
func (e *Engine) Schedule() *Schedule { return &e.schedule }

func (e *Engine) fail(err error) {
	if e.err == nil {
		e.err = err
	}
}
