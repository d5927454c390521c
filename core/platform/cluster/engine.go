package cluster

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/sim/event"
)

// Second is the microseconds of a second.
const Second = 1_000_000

// lastSecond is the last at which anything may happen: the microseconds up to there, and a few times that, are an int64.
const lastSecond = math.MaxInt64 / Second / 8

// A Scheduler decides. The Engine tells it what happens, and calls Pass once at each moment at
// which something happened or for which it asked.
type Scheduler interface {
	Came(e *Engine, job int32)    // a job waits: it was submitted, or is back in the queue
	Ended(e *Engine, job int32)   // a job has given back its nodes
	Changed(e *Engine, c *Change) // somebody intervened; a job that was cancelled is Done
	Pass(e *Engine) (wake int64)  // starts jobs by Start; returns the microsecond of the next Pass, or None
}

// A Clocked is a Scheduler that looks at its queue at times of its own, and not whenever something happens: it is played Within seconds.
type Clocked interface {
	Scheduler
	Clocked()
}

// A Config is a run.
type Config struct {
	System    *System
	Jobs      []Job    // in order of Submit
	Changes   []Change // what people do meanwhile, in any order; outages are those of the System
	Scheduler Scheduler
	Cut       bool  // jobs end at their limits
	Within    bool  // submissions and ends are within their seconds, by SubmitUs and RunUs of the Jobs; else at their begin
	Exact     bool  // and RunUs are those from the starts on
	UnixStart int64 // second 0 in Unix time, which aligns what a Scheduler rounds; 0 if not known

	Context context.Context // ends the run early; nil: nothing does
}

// An Engine plays a run. It is not safe for concurrent use.
type Engine struct {
	Config
	Now        int64 // second
	NowUs      int64 // microsecond
	Free       *State
	Up         Bits    // nodes that may be given to jobs
	Completing Bits    // nodes that are Up but for a job that they clear up after
	Running    []int32 // jobs, in no order
	Phase      []Phase
	Placed     []Placement // of the last run of each job
	Earlier    []Attempt   // runs before those, in order of their ends
	Left       int         // jobs that have not ended
	Coming     int         // submissions and changes to come
	Begin      []int64     // of each job, the second before which it may not start; None for any
	Held       []bool      // of each job: somebody holds it

	Licenses []int64 // of each licence: how many are free

	Reserved []Reserved // reservations, in the Description's order

	at       []int32          // of each job in Running
	stop     []stop           // of each job
	paused   map[int32]*pause // jobs that have been suspended
	unseen   map[int32]bool   // jobs that are back in the queue as if they had not run
	short    map[int32]bool   // jobs whose limit a Scheduler has changed
	stops    []int32          // of each job: how often somebody has ended it
	first    []int64          // of each job: its first start, or None
	array    []int32          // running tasks of each array
	away     []int32          // of each node: how many outages keep it from jobs
	clears   []int32          // of each node: how many jobs it clears up after
	changes  []Change
	owned    int32   // running jobs whose nodes are their user's own, or have a security label
	labels   []int32 // of each job; nil if there are none
	label    func(j *Job) int32
	idle     int // notices since a job started
	calendar event.Calendar
	wake     int64 // the next Wake in the calendar, if it is after NowUs
	ended    error // of the Context, or why the run cannot go on
}

// A stop is when and how a running job will end.
type stop struct {
	at    int64 // microsecond
	how   How
	again bool // it goes back to the queue

	ordered int64 // second of the order
}

// NewEngine returns an Engine before its first event. It is an error if a job cannot run at all.
func NewEngine(c Config) (*Engine, error) {
	n, nodes := len(c.Jobs), len(c.System.Nodes)
	e := &Engine{Config: c, Free: NewState(c.System), Up: NewBits(nodes), Completing: NewBits(nodes),
		Phase: make([]Phase, n), Placed: make([]Placement, n), Left: n, Begin: make([]int64, n), Held: make([]bool, n), at: make([]int32, n),
		stop: make([]stop, n), stops: make([]int32, n), first: make([]int64, n), away: make([]int32, nodes), clears: make([]int32, nodes)}
	if slices.ContainsFunc(c.Changes, func(c Change) bool { return c.Kind >= SetLimit }) ||
		slices.ContainsFunc(c.Jobs, func(j Job) bool { return j.Wishes != nil }) {
		e.Jobs = slices.Clone(c.Jobs) // which are changed
	}
	arrays, coulds := int32(0), NewCoulds(c.System)
	for i := range c.Jobs {
		j := &c.Jobs[i]
		e.Placed[i] = Placement{Start: None, End: None, Partition: None}
		e.first[i] = None
		e.Begin[i], e.Held[i], arrays = j.Begin, j.Held, max(arrays, j.Array)
		could := false
		for _, p := range j.Partitions {
			_, ok := coulds.Of(j, p)
			could = could || ok
		}
		for _, n := range j.Licenses {
			could = could && n.Count <= c.System.Description.Licenses[n.License].Count
		}
		if max(j.Submit, j.Run, j.Limit, j.Begin) > lastSecond {
			return nil, fmt.Errorf("job %d has a time after second %d: correct its row, or leave it out", j.ID, int64(lastSecond))
		}
		if !could {
			return nil, fmt.Errorf("job %d can never run: no partition that it names has such nodes, or the cluster too few licences", j.ID)
		}
		at := j.Submit * Second
		if e.Within || e.Exact {
			at += j.SubmitUs
		}
		e.calendar.Push(at, event.Submit, int32(i))
	}
	for _, l := range c.System.Description.Licenses {
		e.Licenses = append(e.Licenses, l.Count)
	}
	e.array, e.paused, e.unseen, e.short = make([]int32, arrays+1), map[int32]*pause{}, map[int32]bool{}, map[int32]bool{}
	for i := range nodes {
		e.Up.Add(i)
	}
	if c.System.Description.Scheduling.MCS != "" {
		e.label = c.System.labels()
		for i := range c.Jobs {
			e.labels = append(e.labels, e.label(&c.Jobs[i]))
		}
	}
	e.schedule()
	for _, change := range c.Changes {
		e.plan(change)
	}
	e.Coming = n + len(e.changes)
	for i := range e.Jobs {
		e.expire(int32(i))
	}
	return e, nil
}

// Start starts a job now on nodes that are free.
func (e *Engine) Start(i, part int32, a *Allocation) {
	j := &e.Jobs[i]
	e.Free.settle(j, a)
	e.Free.Take(a)
	e.Placed[i] = Placement{Start: e.Now, End: None, Partition: part, Held: *a}
	e.at[i] = int32(len(e.Running))
	e.Running = append(e.Running, i)
	e.Phase[i] = Running
	if e.idle = 0; e.first[i] == None {
		e.first[i] = e.Now
	}
	e.array[j.Array]++
	for _, n := range j.Licenses {
		e.Licenses[n.License] -= n.Count
	}
	e.own(i, part, 1)
	if j.Wishes != nil {
		e.Placed[i].Limit = j.Limit
	}
	length, us, how := e.length(i)
	if e.Now+length > lastSecond && e.ended == nil {
		e.ended = fmt.Errorf("job %d would end after second %d: jobs one after another take more time than can be simulated", j.ID,
			int64(lastSecond))
		length = 0
	}
	s := stop{how: how}
	switch s.at = (e.Now + length) * Second; {
	case e.Exact:
		s.at = e.NowUs + length*Second + us
	case e.Within:
		s.at = max(s.at+us, e.NowUs)
	}
	e.stop[i] = s
	delete(e.paused, i)
	e.calendar.Push(s.at, event.End, i)
}

// Stop orders that a running job ends after a grace of some seconds, unless it ends before; again
// says whether it goes back to the queue.
func (e *Engine) Stop(i int32, grace int64, how How, again bool) {
	j := &e.Jobs[i]
	at := e.NowUs + grace*Second
	ordered, n := at/Second, len(j.StopUs)
	if n > 0 {
		at += j.StopUs[min(int(e.stops[i]), n-1)]
	}
	if at < e.stop[i].at || n > 0 || e.Suspended(i) && !e.Stopping(i) {
		e.stops[i]++
		e.stop[i] = stop{at, how, again && e.returns(i), ordered}
		e.calendar.Push(at, event.End, i)
	}
}

// Stopping tells whether somebody has ordered that a running job ends.
func (e *Engine) Stopping(i int32) bool { return e.stop[i].how >= Cancelled }

// Tasks returns how many tasks of an array run.
func (e *Engine) Tasks(array int32) int32 { return e.array[array] }

// Starts returns when each job started, in each of its runs.
func (e *Engine) Starts() [][]int64 {
	all := make([][]int64, len(e.Jobs))
	for k := range e.Earlier {
		i := e.Earlier[k].Job
		all[i] = append(all[i], e.Earlier[k].Start)
	}
	for i := range e.Placed {
		if e.Placed[i].Start != None {
			all[i] = append(all[i], e.Placed[i].Start)
		}
	}
	return all
}

// end takes a job from Running.
func (e *Engine) end(i int32) {
	p, s := &e.Placed[i], &e.stop[i]
	p.End, p.How = e.Now, s.how
	e.wakeUp(i)
	e.Free.Give(&p.Held)
	last := e.Running[len(e.Running)-1]
	e.Running[e.at[i]], e.at[last] = last, e.at[i]
	e.Running = e.Running[:len(e.Running)-1]
	e.array[e.Jobs[i].Array]--
	for _, n := range e.Jobs[i].Licenses {
		e.Licenses[n.License] += n.Count
	}
	e.own(i, p.Partition, -1)
	if e.Phase[i] = Done; s.again {
		e.Phase[i] = Waiting
	} else {
		e.Left--
	}
	e.Scheduler.Ended(e, i)
	if s.again {
		e.Earlier = append(e.Earlier, Attempt{i, *p})
		*p = Placement{Start: None, End: None, Partition: None}
		if !e.unseen[i] {
			e.Begin[i] = s.ordered + e.System.Description.Scheduling.requeueDelay()
		}
		e.expire(i)
		e.Scheduler.Came(e, i)
	}
}

// Step plays the next moment at which something happens. It returns false if nothing is left.
func (e *Engine) Step() bool {
	first, ok := e.calendar.Min()
	if !ok || e.Left == 0 || e.Interrupted() || e.Err() != nil {
		return false
	}
	e.NowUs, e.Now = first.Time, first.Time/Second
	for ev, ok := e.calendar.Min(); ok && ev.Time == e.NowUs; ev, ok = e.calendar.Min() {
		e.calendar.Pop()
		switch ev.Kind() {
		case event.End:
			runs := e.Phase[ev.Job] == Running && (!e.Suspended(ev.Job) || e.Stopping(ev.Job))
			if runs && e.stop[ev.Job].at == e.NowUs { // else it was stopped before
				e.end(ev.Job)
			}
		case event.Submit:
			e.Coming--
			e.Phase[ev.Job] = Waiting
			e.Scheduler.Came(e, ev.Job)
		case event.Change:
			e.change(ev.Job)
		}
	}
	wake := e.Scheduler.Pass(e)
	switch {
	case wake == None || e.Left == 0 || e.ended != nil:
	case wake <= e.NowUs:
		e.ended = fmt.Errorf("at second %d the scheduler asks for a pass that is no later than the last: time would stand still", e.Now)
	case e.wake <= e.NowUs || wake < e.wake:
		e.wake = wake
		e.calendar.Push(e.wake, event.Wake, -1)
	}
	return true
}

// Interrupted tells whether the Context has ended the run. A Scheduler asks it during long passes and gives them up:
// nothing that it decides then is looked at.
func (e *Engine) Interrupted() bool {
	if e.Context != nil && e.ended == nil {
		e.ended = e.Context.Err()
	}
	return e.ended != nil
}

// Stride returns the number of steps between two reports of progress, which are fractions of a second apart: a step
// takes the longer the more nodes there are.
func (e *Engine) Stride() int { return max(min(1<<15/len(e.System.Nodes), 1024), 1) }

// mostRuns bounds the runs of a job.
const mostRuns = 1000

// Done returns how many jobs have ended.
func (e *Engine) Done() int { return len(e.Jobs) - e.Left }

// Err tells why the run came to an end before its time: the Context, or a job that is ended and starts again and again.
func (e *Engine) Err() error {
	if e.ended != nil {
		return e.ended
	}
	if k := len(e.Earlier) - 1; k >= 0 && e.stops[e.Earlier[k].Job] > mostRuns {
		return fmt.Errorf("job %d has been ended %d times and starts again and again: other parameters must let what preempts it start",
			e.Jobs[e.Earlier[k].Job].ID, mostRuns)
	}
	return nil
}

// Run plays all of it. It is an error if jobs never start.
func (e *Engine) Run(ctx context.Context) error {
	e.Context = ctx
	for e.Step() {
	}
	if err := e.Err(); err != nil {
		return err
	}
	if e.Left > 0 {
		return fmt.Errorf("%d jobs never started", e.Left)
	}
	return nil
}
