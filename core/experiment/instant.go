package experiment

import (
	"context"
	"errors"
	"fmt"

	"github.com/backfill-lab/backfill/core/exact"
	"github.com/backfill-lab/backfill/core/plan"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/workload"
)

// InstanceAt plays the Spec's run of the named policy again, up to the first
// scheduling pass of second at, and returns the off-line problem of those who wait
// then. Any policy for one machine will do, and any second at which one of them
// waits and something happens. Its name is that of Options.Instance. progress, if
// not nil, is told now and then how many jobs have been submitted.
func InstanceAt(ctx context.Context, spec Spec, w *workload.Workload, name string, at int64, progress func(submitted int)) (*exact.Instance, error) {
	if given := spec.place(); given != oneMachine {
		return nil, fmt.Errorf("the best schedule of a step is found for one machine only, and this run is of %s", given.one)
	}
	if name == policy.Recorded {
		return nil, errors.New("a recorded schedule has no steps: choose the run of a policy")
	}
	p, err := spec.Catalogue().Machine(name, w)
	if err != nil {
		return nil, err
	}
	s := &stopper{Policy: p, at: at}
	cfg := spec.config(w)
	cfg.Observers = append(cfg.Observers, &s.queue)
	e, err := sim.New(cfg, s)
	if err != nil {
		return nil, err
	}
	s.queue.machine = e.Machine()
	stride := sim.Stride(ctx, p)
	for n := 0; s.found == nil && e.Now() <= at && e.Step(); n++ {
		if n%stride > 0 {
			continue
		}
		if progress != nil {
			progress(s.submitted)
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	if err := e.Err(); err != nil {
		return nil, err
	}
	if s.found == nil || len(s.found.Jobs) == 0 {
		return nil, fmt.Errorf("no job waits to be scheduled at second %d under %s: choose a second at which one is submitted", at, name)
	}
	s.found.Name = fmt.Sprintf("%s/%s@%d", w.Name, name, at)
	return s.found, s.found.Check()
}

// A stopper is a policy that notes the problem of its first pass at a second. It
// sees the queue as the policy does: after wake-ups, which observers are not told of.
type stopper struct {
	sim.Policy
	at        int64
	queue     collector
	submitted int
	found     *exact.Instance
}

func (s *stopper) Submit(j *sim.Job) {
	s.submitted++
	s.Policy.Submit(j)
}

func (s *stopper) Pass() {
	if m := s.queue.machine; m.Now() == s.at && s.found == nil {
		s.found = plan.InstanceOf(m, s.queue.waiting)
	}
	s.Policy.Pass()
}

// Extend hands on what the policy may want to know: see sim.Extender.
func (s *stopper) Extend(j *sim.Job, from, to int64) {
	if x, ok := s.Policy.(sim.Extender); ok {
		x.Extend(j, from, to)
	}
}
