package paper

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/backfill-lab/backfill/core/chart"
	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/grid"
	"github.com/backfill-lab/backfill/core/job"
	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/rules"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/workload"
)

// Compute does the run on its job set. aid is for a Task that works; progress may
// be nil.
func (r *Run) Compute(ctx context.Context, set *workload.Workload, aid *Aid, progress func(done, total int)) (*Summary, error) {
	w, err := r.Spec.Apply(set)
	if err != nil {
		return nil, err
	}
	out := NewSummary()
	switch {
	case r.Task != nil && r.Task.Work != nil:
		return out, r.Task.Work(ctx, w, aid, out, progress)
	case r.Task != nil:
		return out, r.Task.Do(ctx, w, out, progress)
	}
	watches := make([]Watch, len(r.Statistics))
	for i, s := range r.Statistics {
		watches[i] = s.New(w)
	}
	jobs, placed, onGrid, err := r.simulate(ctx, w, watches, progress)
	if err != nil {
		return nil, err
	}
	for _, watch := range watches {
		if watch.Values != nil {
			watch.Values(out, jobs, placed)
		}
		if watch.Grid != nil && onGrid != nil {
			watch.Grid(out, onGrid)
		}
	}
	return out, out.AddMetrics(w.Procs, jobs, placed)
}

// simulate plays the run's policy on w. Without a policy, placed is nil; onGrid
// is nil on one machine.
func (r *Run) simulate(ctx context.Context, w *workload.Workload, watches []Watch, progress func(done, total int)) (jobs []job.Job, placed []job.Placement, onGrid *experiment.GridRun, err error) {
	switch {
	case len(r.Spec.Policies) == 0:
		return w.Jobs, nil, nil, nil
	case r.Spec.Cluster != nil:
		return nil, nil, nil, fmt.Errorf("run %s is on a cluster of shared nodes: only a Task can play it", r.Label)
	case r.Spec.Grid != nil:
		if onGrid, err = r.simulateGrid(ctx, w, watches, progress); err != nil {
			return nil, nil, nil, err
		}
		return onGrid.Jobs, onGrid.Placed, onGrid, nil
	}
	jobs, placed, err = r.simulateMachine(ctx, w, watches, progress)
	return jobs, placed, nil, err
}

func (r *Run) simulateGrid(ctx context.Context, w *workload.Workload, watches []Watch, progress func(done, total int)) (*experiment.GridRun, error) {
	p, err := experiment.Builtin.Sites(r.Spec.Policies[0])
	if err != nil {
		return nil, err
	}
	var observers []grid.Observer
	for _, o := range observersOf(watches) {
		observers = append(observers, experiment.ObserveGrid(o))
	}
	tellSteps(p, watches)
	return r.Spec.PlayGrid(ctx, w, p, progress, observers...)
}

func (r *Run) simulateMachine(ctx context.Context, w *workload.Workload, watches []Watch, progress func(done, total int)) ([]job.Job, []job.Placement, error) {
	name := r.Spec.Policies[0]
	if name == policy.Recorded {
		jobs, placed := sim.Replay(w.Jobs)
		return jobs, placed, nil
	}
	p, err := r.Spec.Catalogue().Machine(name, w)
	if err != nil {
		return nil, nil, err
	}
	cfg := sim.Config{Procs: w.Procs, Jobs: w.Jobs}
	if r.Spec.Overrun == "extend" {
		cfg.Overrun = sim.Extend
	}
	for _, watch := range watches {
		if watch.Begin != nil {
			watch.Begin(p)
		}
	}
	cfg.Observers = observersOf(watches)
	tellSteps(p, watches)
	e, err := sim.New(cfg, p)
	if err != nil {
		return nil, nil, err
	}
	if err := e.Run(ctx, progress); err != nil {
		return nil, nil, err
	}
	return w.Jobs, e.Schedule(), nil
}

// observersOf returns the watches that see jobs go by.
func observersOf(watches []Watch) (all []sim.Observer) {
	for _, watch := range watches {
		if watch.Submit != nil || watch.Started != nil || watch.Ended != nil {
			all = append(all, watch.Observer())
		}
	}
	return all
}

// tellSteps tells the watches of the steps of policy p, if it takes any.
func tellSteps(p any, watches []Watch) {
	s, ok := p.(sim.Stepper)
	if !ok || !slices.ContainsFunc(watches, func(w Watch) bool { return w.Step != nil }) {
		return
	}
	s.OnStep(func(step *sim.Step) {
		for _, watch := range watches {
			if watch.Step != nil {
				watch.Step(step)
			}
		}
	})
}

// Observer returns an observer that tells w what it sees.
func (w Watch) Observer() sim.Observer { return observer{w} }

type observer struct{ w Watch }

func (o observer) Submitted(now int64, j *sim.Job) {
	if o.w.Submit != nil {
		o.w.Submit(now, j)
	}
}

func (o observer) Started(now int64, j *sim.Job) {
	if o.w.Started != nil {
		o.w.Started(now, j)
	}
}

func (o observer) Ended(now int64, j *sim.Job, killed bool) {
	if o.w.Ended != nil {
		o.w.Ended(now, j, killed)
	}
}

func (observer) Passed(int64) {}

// NewSummary returns a summary with nothing in it.
func NewSummary() *Summary {
	return &Summary{Metrics: Numbers{}, Values: Numbers{}, Series: map[string]chart.Numbers{}, Bases: map[string]*rules.Base{}}
}

// AddMetrics adds every metric of a schedule. A run without one has none.
func (s *Summary) AddMetrics(procs int, jobs []job.Job, placed []job.Placement) error {
	if placed == nil {
		return nil
	}
	if len(jobs) == 0 {
		return fmt.Errorf("there is no job to schedule: the job set records none that the policy can replay")
	}
	for i, v := range metrics.Compute(metrics.Input{Procs: procs, Jobs: jobs, Placed: placed}) {
		s.Metrics[metrics.All[i].Name] = v
	}
	return nil
}

// every calls f at most once per interval, and always at the end.
func every(interval time.Duration, f func(done, total int)) func(done, total int) {
	var last time.Time
	return func(done, total int) {
		if now := time.Now(); done == total || now.Sub(last) >= interval {
			last = now
			f(done, total)
		}
	}
}
