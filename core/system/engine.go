package system

import (
	"context"
	"fmt"

	"github.com/backfill-lab/backfill/core/event"
)

// Second is the microseconds of a second.
const Second = 1_000_000

// A Scheduler decides. The Engine tells it what happens, and calls Pass once at each moment at
// which something happened or for which it asked.
type Scheduler interface {
	Came(e *Engine, job int32)   // a job was submitted
	Ended(e *Engine, job int32)  // a job has given back its nodes
	Pass(e *Engine) (wake int64) // starts jobs by Start; returns the microsecond of the next Pass, or None
}

// A Config is a run.
type Config struct {
	System    *System
	Jobs      []Job // in order of Submit
	Scheduler Scheduler
	Cut       bool  // jobs end at their limits
	Exact     bool  // SubmitUs and RunUs of the Jobs are known; else all of a second happens at its begin
	UnixStart int64 // second 0 in Unix time, which aligns what a Scheduler rounds; 0 if not known
}

// An Engine plays a run. It is not safe for concurrent use.
type Engine struct {
	Config
	Now     int64 // second
	NowUs   int64 // microsecond
	Free    *State
	Running []int32 // jobs, in no order
	Placed  []Placement
	Left    int // jobs that have not ended
	Coming  int // jobs that have not been submitted

	at       []int32 // of each job in Running
	calendar event.Calendar
	wake     int64 // the next Wake in the calendar, if it is after NowUs
}

// NewEngine returns an Engine before its first event. It is an error if a job cannot run at all.
func NewEngine(c Config) (*Engine, error) {
	n := len(c.Jobs)
	e := &Engine{Config: c, Free: NewState(c.System), Placed: make([]Placement, n), Left: n, Coming: n, at: make([]int32, n)}
	for i := range c.Jobs {
		e.Placed[i] = Placement{Start: None, End: None, Partition: None}
		could := false
		for _, p := range c.Jobs[i].Partitions {
			_, ok := e.Free.Could(&c.Jobs[i], p)
			could = could || ok
		}
		if !could {
			return nil, fmt.Errorf("job %d can never run: no partition that it names has such nodes", c.Jobs[i].ID)
		}
		e.calendar.Push(c.Jobs[i].Submit*Second+c.Jobs[i].SubmitUs, event.Submit, int32(i))
	}
	return e, nil
}

// Start starts a job now on nodes that are free.
func (e *Engine) Start(i, part int32, a *Allocation) {
	e.Free.Take(a)
	length, killed := e.length(i)
	e.Placed[i] = Placement{Start: e.Now, End: None, Killed: killed, Partition: part, Held: *a}
	e.at[i] = int32(len(e.Running))
	e.Running = append(e.Running, i)
	end := (e.Now + length) * Second
	if e.Exact {
		end = e.NowUs + length*Second + e.Jobs[i].RunUs
	}
	e.calendar.Push(end, event.End, i)
}

// length returns how long a job runs, and whether its limit ends it.
func (e *Engine) length(i int32) (seconds int64, killed bool) {
	if j := &e.Jobs[i]; !e.Cut || j.Run <= j.Limit {
		return j.Run, false
	}
	return e.Jobs[i].Limit, true
}

// end takes a job from Running.
func (e *Engine) end(i int32) {
	p := &e.Placed[i]
	p.End = e.Now
	e.Free.Give(&p.Held)
	last := e.Running[len(e.Running)-1]
	e.Running[e.at[i]], e.at[last] = last, e.at[i]
	e.Running = e.Running[:len(e.Running)-1]
	e.Left--
	e.Scheduler.Ended(e, i)
}

// Step plays the next moment at which something happens. It returns false if nothing is left.
func (e *Engine) Step() bool {
	first, ok := e.calendar.Min()
	if !ok || e.Left == 0 {
		return false
	}
	e.NowUs, e.Now = first.Time, first.Time/Second
	for ev, ok := e.calendar.Min(); ok && ev.Time == e.NowUs; ev, ok = e.calendar.Min() {
		e.calendar.Pop()
		switch ev.Kind() {
		case event.End:
			e.end(ev.Job)
		case event.Submit:
			e.Coming--
			e.Scheduler.Came(e, ev.Job)
		}
	}
	if wake := e.Scheduler.Pass(e); wake != None && e.Left > 0 && (e.wake <= e.NowUs || wake < e.wake) {
		e.wake = max(wake, e.NowUs+1)
		e.calendar.Push(e.wake, event.Wake, -1)
	}
	return true
}

// Run plays all of it.
func (e *Engine) Run(ctx context.Context) error {
	for steps := 0; e.Step(); steps++ {
		if steps&0xfff == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
	}
	if e.Left > 0 {
		return fmt.Errorf("%d jobs never started", e.Left)
	}
	return nil
}
