// Package policytest holds the laws of every scheduling policy, to test your own as the laboratory's
// are tested:
//
//	func TestMyPolicy(t *testing.T) {
//		policytest.Laws(t, func() sim.Policy { return new(MyPolicy) }, policytest.Static)
//	}
package policytest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/verify"
)

// Traits say which further laws a policy obeys.
type Traits uint8

const (
	// Shiftable policies do not look at the clock: when all submissions move by c seconds,
	// all starts do.
	Shiftable Traits = 1 << iota
	// Scalable policies have no constant with a unit: multiply all times by k, and all
	// starts are.
	Scalable
	// Static policies are both.
	Static = Shiftable | Scalable
)

// A Case is one small workload with its machine.
type Case struct {
	Procs   int
	Jobs    []job.Job
	Overrun sim.Overrun
}

// Problem is the case as the referee sees it.
func (c *Case) Problem() verify.Problem {
	return verify.Problem{Procs: c.Procs, Jobs: c.Jobs, Extend: c.Overrun == sim.Extend}
}

// Random draws a case of up to most jobs. Times come from few values, so that events coincide;
// some jobs run for 0 s, some past their estimate, some need the whole machine.
func Random(r *rand.Rand, most int) Case {
	c := Case{Procs: 1 + r.IntN(16), Jobs: make([]job.Job, 1+r.IntN(most))}
	if r.IntN(4) == 0 {
		c.Overrun = sim.Extend
	}
	gap := 1 + r.Int64N(12)
	now := r.Int64N(5)
	for i := range c.Jobs {
		if r.IntN(3) > 0 {
			now += r.Int64N(gap)
		}
		run := r.Int64N(20)
		estimate := max(1, run)
		switch r.IntN(4) {
		case 0:
			estimate += r.Int64N(30)
		case 1:
			estimate = 10 * (1 + r.Int64N(3))
		}
		procs := 1 + r.IntN(c.Procs)
		if r.IntN(2) == 0 {
			procs = 1 + procs/3
		}
		c.Jobs[i] = Job(int64(i+1), now, run, estimate, min(procs, c.Procs))
	}
	return c
}

// Parse makes a case from any bytes, four a job, for fuzzers.
func Parse(script []byte) Case {
	c := Case{Procs: 8}
	now := int64(0)
	for i := int64(1); len(script) >= 4; i, script = i+1, script[4:] {
		now += int64(script[0] % 8)
		c.Jobs = append(c.Jobs, Job(i, now, int64(script[1]%32), 1+int64(script[2]%32), 1+int(script[3])%c.Procs))
		if script[3] >= 128 {
			c.Overrun = sim.Extend
		}
	}
	return c
}

// Job returns a job with these numbers and nothing else known.
func Job(id, submit, run, estimate int64, procs int) job.Job {
	j := job.Unknown
	j.ID, j.Submit, j.Run, j.Estimate, j.Procs = id, submit, run, estimate, int32(procs)
	return j
}

// Simulate plays c against p.
func Simulate(c Case, p sim.Policy) ([]job.Placement, error) {
	e, err := sim.New(sim.Config{Procs: c.Procs, Jobs: c.Jobs, Overrun: c.Overrun}, p)
	if err != nil {
		return nil, err
	}
	err = e.Run(context.Background(), nil)
	return e.Schedule(), err
}

// Laws checks on a few hundred small random workloads that each schedule is legal, that a used policy
// behaves like a new one, that jobs may come from a Feed, and that jobs that arrive after everything is over change nothing. Traits
// add the laws of shifting and scaling time.
func Laws(t *testing.T, fresh func() sim.Policy, traits Traits) {
	t.Helper()
	r := rand.New(rand.NewPCG(1995, 2002))
	used := fresh()
	for n := range 200 {
		c := Random(r, 30)
		if err := laws(c, fresh, used, traits); err != nil {
			t.Fatalf("case %d, %d processors, %+v: %v", n, c.Procs, c.Jobs, err)
		}
	}
}

func laws(c Case, fresh func() sim.Policy, used sim.Policy, traits Traits) error {
	placed, err := Simulate(c, fresh())
	if err != nil {
		return err
	}
	if found := verify.Check(c.Problem(), placed); len(found) > 0 {
		return verify.Err(found)
	}
	same := func(law string, c Case, p sim.Policy, want func(i int) int64) error {
		got, err := Simulate(c, p)
		if err != nil {
			return fmt.Errorf("%s: %w", law, err)
		}
		for i := range placed {
			if got[i].Start != want(i) {
				return fmt.Errorf("%s: job %d starts at %d, not %d", law, c.Jobs[i].ID, got[i].Start, want(i))
			}
		}
		return nil
	}
	start := func(i int) int64 { return placed[i].Start }
	if err := same("a policy used before", c, used, start); err != nil {
		return err
	}
	if fed, err := Fed(c, fresh()); err != nil || !slices.Equal(fed, placed) {
		return fmt.Errorf("fed job by job: %w, the schedule is %+v, not %+v", err, fed, placed)
	}
	end := int64(0)
	for _, p := range placed {
		end = max(end, p.End)
	}
	later := c
	later.Jobs = append(slices.Clone(c.Jobs), Job(1000, end+1, 5, 5, c.Procs), Job(1001, end+1, 5, 5, 1))
	if err := same("jobs after the end", later, fresh(), start); err != nil {
		return err
	}
	for _, change := range []struct {
		trait Traits
		law   string
		times int64 // multiplied by this, and
		later int64
	}{{Shiftable, "all submissions a day later", 1, 86400}, {Scalable, "all times multiplied by 7", 7, 0}} {
		if traits&change.trait == 0 {
			continue
		}
		changed := c
		changed.Jobs = slices.Clone(c.Jobs)
		for i := range changed.Jobs {
			j := &changed.Jobs[i]
			j.Submit, j.Run, j.Estimate = change.times*j.Submit+change.later, change.times*j.Run, change.times*j.Estimate
		}
		if err := same(change.law, changed, fresh(), func(i int) int64 { return change.times*start(i) + change.later }); err != nil {
			return err
		}
	}
	return nil
}
