package queue

import (
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// A Config is what environments share. It is not changed.
type Config struct {
	Jobs    []job.Job // of the workload, by (Submit, ID)
	Procs   int       // of the machine
	Length  int       // jobs of an episode, 1 to those of the workload
	Window  int       // waiting jobs that the agent sees, at least 1
	Overrun sim.Overrun
	Reward  Reward
	Base    func() sim.Policy // makes what the reward SchedInspector compares with
}

// Check reports what is wrong with the configuration.
func (c *Config) Check() error {
	switch {
	case len(c.Jobs) == 0:
		return fmt.Errorf("the workload has no jobs: give one that has")
	case c.Length < 1 || c.Length > len(c.Jobs):
		return fmt.Errorf("an episode of %d jobs: give 1 to %d, the jobs of the workload", c.Length, len(c.Jobs))
	case c.Window < 1 || c.Window > MostWindow:
		return fmt.Errorf("a window of %d jobs: give 1 to %d", c.Window, MostWindow)
	case c.Reward < 0 || int(c.Reward) >= len(Rewards):
		return fmt.Errorf("unknown reward %d", c.Reward)
	case c.Reward == SchedInspector && c.Base == nil:
		return fmt.Errorf("the reward %s needs a policy to compare with", c.Reward)
	}
	return nil
}

// MostWindow bounds a window.
const MostWindow = 4096

// An Env is one environment. Make one with New, and begin an episode with Reset. It is not safe for concurrent use.
type Env struct {
	*Config
	engine *sim.Engine
	m      *sim.Machine
	jobs   []job.Job  // of the episode
	queue  []*sim.Job // that wait, in order of submission
	order  []int32    // jobs that have started, as they did
	users  map[int32]int

	base float64 // mean bounded slowdown of Base

	since  int64   // up to which waits are counted
	waited float64 // job seconds
	paid   float64 // of waited, as rewards
	slowed float64 // bounded slowdowns of the jobs that have started
	used   float64 // processor seconds of these
}

// New returns an environment without an episode. The configuration is one that Check accepts.
func New(c *Config) *Env { return &Env{Config: c} }

// Reset begins the episode whose first job is the first-th of the workload. The agent is asked at once: the machine is
// empty, and the first job fits.
func (e *Env) Reset(first int) error {
	if last := len(e.Jobs) - e.Length; first < 0 || first > last {
		return fmt.Errorf("the episode cannot begin with job %d: give 0 to %d", first, last)
	}
	jobs := e.Jobs[first:][:e.Length]
	*e = Env{Config: e.Config, jobs: jobs, queue: e.queue[:0], order: e.order[:0], users: e.users}
	if e.users == nil {
		e.users = map[int32]int{}
	}
	clear(e.users)
	if e.Reward == SchedInspector {
		var err error
		if e.base, err = e.bsldOfBase(); err != nil {
			return err
		}
	}
	e.since = jobs[0].Submit
	var err error
	if e.engine, err = sim.New(sim.Config{Procs: e.Procs, Jobs: jobs, Overrun: e.Overrun}, (*listener)(e)); err != nil {
		return err
	}
	e.advance()
	return e.engine.Err()
}

// Over reports whether no episode goes on.
func (e *Env) Over() bool { return e.engine == nil || e.engine.Done() == len(e.jobs) }

// Fits reports whether the k-th job of the window is there and fits into the free processors.
func (e *Env) Fits(k int) bool {
	return k >= 0 && k < min(len(e.queue), e.Window) && int(e.queue[k].Procs) <= e.m.Free()
}

// MayWait reports whether the agent may start nothing: on an empty machine nothing would happen any more.
func (e *Env) MayWait() bool { return len(e.m.Running()) > 0 }

// Step starts the job at a place of the window, or, if it does not fit or there is none, nothing more before something
// happens; on an empty machine it then starts the first job. It goes on to the next question or the end, and returns the reward.
func (e *Env) Step(action int) (reward float64, err error) {
	if !e.Fits(action) && !e.MayWait() {
		action = 0
	}
	if e.Fits(action) {
		reward = e.start(action)
		if e.anyFits() {
			return reward, nil
		}
	}
	e.advance()
	return reward + e.passed(), e.engine.Err()
}

// start starts a job of the window and returns the reward for that.
func (e *Env) start(k int) float64 {
	j := e.queue[k]
	e.queue = slices.Delete(e.queue, k, k+1)
	if j.User != job.None {
		e.users[j.User]--
	}
	e.m.Start(j)
	e.order = append(e.order, j.Index)
	run := e.jobs[j.Index].Length(e.Overrun == sim.Cut)
	bsld := bounded(e.m.Now()-j.Submit, run)
	e.slowed += bsld
	e.used += float64(float64(j.Procs) * float64(run))
	if e.Reward == Slowdown {
		return -bsld / float64(e.Length)
	}
	return 0
}

// anyFits reports whether the agent has a choice.
func (e *Env) anyFits() bool {
	free := e.m.Free()
	return free > 0 && slices.ContainsFunc(e.queue[:min(len(e.queue), e.Window)], func(j *sim.Job) bool { return int(j.Procs) <= free })
}

// advance goes on until the agent has a choice, or to the end.
func (e *Env) advance() {
	for e.engine.Step() {
		e.count()
		if e.anyFits() {
			return
		}
	}
}

// count adds up what has been waited up to now.
func (e *Env) count() {
	now := e.m.Now()
	e.waited += float64(float64(len(e.queue)) * float64(now-e.since))
	e.since = now
}

// A listener is the Env as the engine's policy, which starts nothing by itself.
type listener Env

func (l *listener) Reset(m *sim.Machine) { l.m = m }
func (l *listener) End(sim.Running)      {}
func (l *listener) Pass()                {}

func (l *listener) Submit(j *sim.Job) {
	(*Env)(l).count()
	l.queue = append(l.queue, j)
	if j.User != job.None {
		l.users[j.User]++
	}
}

// Started returns the jobs of the episode that have started, by their places in it, in the order of their starts, and how long
// each waited in seconds.
func (e *Env) Started() (order []int32, waits []int64) {
	for _, i := range e.order {
		waits = append(waits, e.engine.Schedule()[i].Start-e.jobs[i].Submit)
	}
	return e.order, waits
}
