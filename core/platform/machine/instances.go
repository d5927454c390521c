package machine

import (
	"fmt"
	"iter"
	"slices"

	"github.com/backfill-lab/backfill/core/optimum/exact"
	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/policy/plan"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/sim"
)

// A collector is the observer that makes the Instances of one run. step must see every step
// of its policy.
type collector struct {
	run, policy string
	machine     *sim.Machine
	waiting     []*sim.Job // in order of submission
	arrived     bool       // since the last pass
	steps       int64
	rows        *result.InstanceRows // or nil
	whole       bool                 // all keeps the instances
	all         []*platform.Instance
	err         error
}

// selfTuning is the kind of the steps that compare the plans of all waiting jobs.
const selfTuning = "self-tuning"

func (c *collector) Submitted(_ int64, j *sim.Job) {
	c.waiting = append(c.waiting, j)
	c.arrived = true
}

func (c *collector) Started(_ int64, j *sim.Job) {
	if i := slices.Index(c.waiting, j); i >= 0 {
		c.waiting = slices.Delete(c.waiting, i, i+1)
	}
}

func (c *collector) Ended(int64, *sim.Job, bool) {}

func (c *collector) Passed(int64) { c.arrived = false }

func (c *collector) step(s *sim.Step) {
	if c.arrived && s.Kind == selfTuning && c.err == nil {
		in := &platform.Instance{Run: c.run, Policy: c.policy, Step: c.steps, Instance: plan.InstanceOf(c.machine, c.waiting)}
		in.Name = fmt.Sprintf("%s@%d", c.run, s.Time)
		if err := in.Check(); err != nil {
			c.err = fmt.Errorf("the instance %s: %w", in.Name, err)
		}
		if c.rows != nil {
			for row := range rows(in) {
				c.rows.Add(&row)
			}
		}
		if c.whole {
			c.all = append(c.all, in)
		}
	}
	c.steps++
}

// write hands the instances to f, which may be nil.
func (c *collector) write(f func(*platform.Instance) error) error {
	if c.err != nil {
		return c.err
	}
	for _, in := range c.all {
		if err := f(in); err != nil {
			return err
		}
	}
	return nil
}

// rows yields the rows of in: the steps of its machine, then its jobs.
func rows(in *platform.Instance) iter.Seq[result.InstanceRow] {
	return func(yield func(result.InstanceRow) bool) {
		row := result.InstanceRow{Step: in.Step, Time: in.Now, MachineProcs: in.Procs}
		for _, s := range in.Free {
			row.Free, row.From, row.Procs = true, s.At, s.Procs
			if !yield(row) {
				return
			}
		}
		row.Free, row.From = false, 0
		for _, j := range in.Jobs {
			row.Job, row.Procs, row.Submit, row.Estimate = j.ID, j.Procs, j.Submit, j.Estimate
			if !yield(row) {
				return
			}
		}
	}
}

// A Stop keeps the problem of the jobs that wait before the first pass at a second, and ends the run. It sees the
// queue as the policy does: after wake-ups, which observers do not see.
type Stop struct {
	At    int64
	Found *exact.Instance // nil if there was no pass at that second

	sim.Policy
	queue     collector
	submitted int
}

// Hooks returns the hooks of a run of a policy for one machine. progress, if not nil, receives now and then how many
// jobs have been submitted.
func (s *Stop) Hooks(progress func(submitted int)) platform.Hooks {
	return platform.Hooks{
		Observers: []sim.Observer{&s.queue},
		Around: func(p sim.Policy) sim.Policy {
			s.Policy = p
			return s
		},
		Until: func() bool { return s.Found != nil || s.queue.machine.Now() > s.At },
		Progress: func(int, int) {
			if progress != nil {
				progress(s.submitted)
			}
		},
	}
}

// Reset implements sim.Policy.
func (s *Stop) Reset(m *sim.Machine) {
	s.queue.machine = m
	s.Policy.Reset(m)
}

// Submit implements sim.Policy.
func (s *Stop) Submit(j *sim.Job) {
	s.submitted++
	s.Policy.Submit(j)
}

// Pass implements sim.Policy.
func (s *Stop) Pass() {
	if m := s.queue.machine; m.Now() == s.At && s.Found == nil {
		s.Found = plan.InstanceOf(m, s.queue.waiting)
	}
	s.Policy.Pass()
}

// Extend implements sim.Extender for a policy that does.
func (s *Stop) Extend(j *sim.Job, from, to int64) {
	if x, ok := s.Policy.(sim.Extender); ok {
		x.Extend(j, from, to)
	}
}
