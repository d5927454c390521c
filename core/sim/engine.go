// Package sim is the engine: it plays a workload against a policy and records when every
// job ran.
//
// It visits only the seconds in which something happens. In each it takes all ending jobs
// off the machine, then delivers all submissions, then wake-ups; then the policy makes one
// scheduling pass. A job whose run time is 0 ends in the second it starts, which then has a
// further pass.
//
// An Engine has no goroutines and reads no clock, so a caller can step, watch, cancel and
// repeat a run.
package sim

import (
	"context"
	"fmt"
	"math"

	"github.com/backfill-lab/backfill/core/internal/clock"
	"github.com/backfill-lab/backfill/core/internal/slab"
	"github.com/backfill-lab/backfill/core/sim/event"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// Overrun says what happens to a job that runs past its estimate.
type Overrun uint8

const (
	// Cut ends it there: a job holds its processors for min(run, estimate).
	Cut Overrun = iota
	// Extend lets it run. Whenever it reaches its estimated end, its estimate
	// doubles (after Tsafrir, Etsion, Feitelson 2007, who correct an expired
	// prediction by growing steps).
	Extend
)

// Config describes one run.
type Config struct {
	Procs     int       // processors of the machine, 1..job.MaxProcs
	Jobs      []job.Job // by (Submit, ID); borrowed, never changed
	Feed      Feed      // unless nil, hands over the jobs instead
	Total     int       // jobs of the Feed, for Run's progress
	Overrun   Overrun
	Observers []Observer
}

// A Feed hands an Engine its jobs one by one, by (Submit, ID), so that the Engine holds only those that wait or
// run. Observers see the schedule; the Engine keeps none.
type Feed interface {
	// Next sets *j to the next job. After the last one ok is false. An error ends the run.
	Next(j *job.Job) (ok bool, err error)
}

// An Observer sees what happens, in order.
type Observer interface {
	Submitted(now int64, j *Job)
	Started(now int64, j *Job)
	Ended(now int64, j *Job, killed bool)
	Passed(now int64) // the scheduling pass of second now is over
}

// An Extender is a Policy that must know when the estimated end of a running job
// moves (Overrun Extend only). Extend comes after the Ends and Submits of its
// second and before the Pass.
type Extender interface {
	Extend(j *Job, from, to int64)
}

// An Engine is one run in progress. It is not safe for concurrent use.
type Engine struct {
	cfg      Config
	policy   Policy
	extender Extender // policy, if it is one
	m        Machine
	records  records
	upcoming job.Job         // of the Feed: the next to be submitted
	placed   []job.Placement // nil with a Feed
}

// New prepares a run of policy on cfg. It is an error if cfg.Procs or a job is out of range
// (see job.Job), or a job is wider than the machine or out of order; such a job of a Feed ends the run.
func New(cfg Config, policy Policy) (*Engine, error) {
	if cfg.Procs < 1 || cfg.Procs > job.MaxProcs {
		return nil, fmt.Errorf("a machine of %d processors cannot be simulated: give it 1 to %d", cfg.Procs, job.MaxProcs)
	}
	e := &Engine{cfg: cfg, policy: policy}
	e.extender, _ = policy.(Extender)
	if cfg.Feed == nil {
		e.records, e.placed = room(len(cfg.Jobs)), slab.Make[job.Placement](len(cfg.Jobs))
		for i := range cfg.Jobs {
			if err := e.set(e.records.at(int32(i)), &cfg.Jobs[i], i); err != nil {
				return nil, err
			}
			e.placed[i] = job.Placement{Start: job.None, End: job.None}
		}
	}
	e.m = Machine{procs: cfg.Procs, free: cfg.Procs, clock: clock.New(len(cfg.Jobs), (*turn)(e)), e: e}
	e.m.clock.Begin()
	if err := e.Err(); err != nil {
		return nil, err
	}
	policy.Reset(&e.m)
	return e, nil
}

// SetJob sets *known to what schedulers know of j, the i-th job. It is an error if j is out of
// range (see job.Job), wider than the procs of what errors call machine, or not behind
// before, the job before it or nil, in the order of (Submit, ID).
func SetJob(known *Job, j *job.Job, before *Job, i, procs int, machine string) error {
	switch {
	case j.Submit < 0 || j.Submit > job.MaxSeconds || j.Run < 0 || j.Run > job.MaxSeconds || j.Estimate < 1 || j.Estimate > job.MaxSeconds:
		return fmt.Errorf("job %d: submit %d, run %d or estimate %d is out of range", j.ID, j.Submit, j.Run, j.Estimate)
	case j.Procs < 1 || int(j.Procs) > procs:
		return fmt.Errorf("job %d asks for %d processors of a %s of %d: leave it out or make the %[3]s larger",
			j.ID, j.Procs, machine, procs)
	case before != nil && (before.Submit > j.Submit || before.Submit == j.Submit && before.ID >= j.ID):
		return fmt.Errorf("job %d: the jobs are not in order of submission and number", j.ID)
	}
	*known = Job{ID: j.ID, Submit: j.Submit, Estimate: j.Estimate, Procs: j.Procs,
		Index: int32(i), User: j.User, Group: j.Group, Queue: j.Queue}
	if before != nil {
		known.Since = before.Since + j.Submit - before.Submit
	}
	return nil
}

// Step plays the next second in which something happens and reports whether
// there was one. After false, Err is nil if the run is complete.
func (e *Engine) Step() bool { return e.m.clock.Step() }

// A turn is the Engine that its clock calls.
type turn Engine

func (e *turn) Arrives(i int) (second int64, ok bool) {
	if e.cfg.Feed != nil {
		return (*Engine)(e).next(i)
	}
	if i >= len(e.placed) {
		return 0, false
	}
	return e.cfg.Jobs[i].Submit, true
}

// next takes job i from the Feed.
func (e *Engine) next(i int) (second int64, ok bool) {
	ok, err := e.cfg.Feed.Next(&e.upcoming)
	if err == nil && !ok {
		return 0, false
	}
	if err == nil && i == math.MaxInt32 {
		err = fmt.Errorf("there are more than %d jobs: cut the log into parts", math.MaxInt32)
	}
	if err == nil {
		err = e.set(e.records.add(int32(i)), &e.upcoming, i)
	}
	if err != nil {
		e.m.clock.Fail(err)
		return 0, false
	}
	return e.upcoming.Submit, true
}

// set fills in the record of the i-th job. The one before it is there: it has not ended.
func (e *Engine) set(r *record, j *job.Job, i int) error {
	var before *Job
	if i > 0 {
		before = &e.records.at(int32(i - 1)).Job
	}
	r.run = j.Run
	return SetJob(&r.Job, j, before, i, e.cfg.Procs, "machine")
}

func (e *turn) Number(i int32) int64 { return e.records.at(i).ID }

func (e *turn) Submit(i int32) {
	j := &e.records.at(i).Job
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

// Outlive doubles the estimate of a job.
func (e *turn) Outlive(i int32) {
	now, j := e.m.clock.Now, &e.records.at(i).Job
	r := e.m.remove(i, now)
	r.End = now + (now - r.Start)
	e.m.insert(r)
	(*Engine)(e).expect(j, r.End)
	if e.extender != nil {
		e.extender.Extend(j, now, r.End)
	}
}

func (e *turn) End(i int32) {
	now, j := e.m.clock.Now, e.records.at(i)
	expected := j.start + j.Estimate
	for expected < now { // only with Extend: it has doubled at each estimated end passed
		expected += expected - j.start
	}
	r := e.m.remove(i, expected)
	e.m.free += int(r.Procs)
	killed := e.cfg.Overrun == Cut && j.run > j.Estimate
	if e.placed != nil {
		e.placed[i].End, e.placed[i].Killed = now, killed
	}
	e.policy.End(r)
	for _, o := range e.cfg.Observers {
		o.Ended(now, &j.Job, killed)
	}
	if e.cfg.Feed != nil {
		e.records.drop(i)
	}
}

// started does the engine's part of Machine.Start.
func (e *Engine) started(j *Job) {
	now, r := e.m.clock.Now, e.records.at(j.Index)
	r.start = now
	if e.placed != nil {
		e.placed[j.Index].Start = now
	}
	length := r.run
	if e.cfg.Overrun == Cut {
		length = min(length, j.Estimate)
	}
	e.m.clock.Start(j.Index, now+length)
	if e.cfg.Overrun == Extend {
		e.expect(j, now+j.Estimate)
	}
	for _, o := range e.cfg.Observers {
		o.Started(now, j)
	}
}

func (e *Engine) expect(j *Job, end int64) {
	r := e.records.at(j.Index)
	e.m.clock.Expect(j.Index, end, r.start+r.run)
}

// stride is a fraction of a millisecond, mostly.
const stride = 256

// Stride returns the number of steps between two looks at ctx, for callers that step an
// Engine themselves. p learns that ctx ends the run early. Call it after New.
func Stride(ctx context.Context, p Policy) int {
	if s, ok := p.(Slow); ok && s.Within(ctx) {
		return 1
	}
	return stride
}

// Run plays the workload to its end. Every Stride steps it returns ctx's error if ctx is done
// and otherwise calls progress, unless nil, with the number of jobs that have ended and of all.
func (e *Engine) Run(ctx context.Context, progress func(done, total int)) error {
	return event.Run(ctx, e, max(len(e.cfg.Jobs), e.cfg.Total), Stride(ctx, e.policy), progress)
}

// Err returns what ended the run early, or nil.
func (e *Engine) Err() error { return e.m.clock.Err() }

// Now returns the present second.
func (e *Engine) Now() int64 { return e.m.clock.Now }

// Job returns what the scheduler knows of the i-th job; of a Feed, of one that waits or runs.
func (e *Engine) Job(i int) *Job { return &e.records.at(int32(i)).Job }

// Machine returns the machine, for observers.
func (e *Engine) Machine() *Machine { return &e.m }

// Done returns how many jobs have ended.
func (e *Engine) Done() int { return e.m.clock.Done() }

// Schedule returns the schedule so far, parallel to Config.Jobs; nil with a Feed. The slice is the
// engine's own until the run is over.
func (e *Engine) Schedule() []job.Placement { return e.placed }
