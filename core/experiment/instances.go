package experiment

import (
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/core/optimum/exact"
	"github.com/backfill-lab/backfill/core/policy/plan"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/sim"
)

// An Instance is the off-line problem of a self-tuning step at a submission: the jobs that
// wait, also those that will start at once, and the processors that running jobs hold until
// their estimated ends. Its name is RUN@SECOND.
type Instance struct {
	Run, Policy string
	Step        int64 // the step's number in the steps table
	*exact.Instance
}

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
	all         []*Instance
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
		in := &Instance{Run: c.run, Policy: c.policy, Step: c.steps, Instance: plan.InstanceOf(c.machine, c.waiting)}
		in.Name = fmt.Sprintf("%s@%d", c.run, s.Time)
		if err := in.Check(); err != nil {
			c.err = fmt.Errorf("the instance %s: %w", in.Name, err)
		}
		if c.rows != nil {
			for row := range in.rows {
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
func (c *collector) write(f func(*Instance) error) error {
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
func (in *Instance) rows(yield func(result.InstanceRow) bool) {
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
