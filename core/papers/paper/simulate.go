package paper

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/platform"
	"github.com/backfill-lab/backfill/core/policy/rules"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/chart"
)

// Compute does the run on its job set.
func (r *Run) Compute(ctx context.Context, set *trace.Workload, aid *Aid) (*Summary, error) {
	w, err := r.Spec.Apply(set)
	if err != nil {
		return nil, err
	}
	out := NewSummary()
	if r.Task != nil {
		return out, r.Task.Do(ctx, w, aid, out)
	}
	watches := make([]Watch, len(r.Statistics))
	for i, s := range r.Statistics {
		watches[i] = s.New(w)
	}
	played := &platform.Played{Jobs: w.Jobs.Held()} // of a run that only looks at its job set
	simulated := len(r.Spec.Policies) > 0
	if simulated {
		problem := experiment.Problem{Spec: &r.Spec, Workload: w}
		if played, err = experiment.Play(ctx, problem, r.Spec.Policies[0], hooks(watches, aid.Progress)); err != nil {
			return nil, err
		}
	}
	for _, watch := range watches {
		if watch.Values != nil {
			watch.Values(out, played.Jobs, played.Placed)
		}
		if watch.Played != nil && simulated {
			watch.Played(out, played)
		}
	}
	return out, out.addMetrics(played)
}

// hooks lets the watches observe a run.
func hooks(watches []Watch, progress func(done, total int)) platform.Hooks {
	h := platform.Hooks{Progress: progress}
	for _, w := range watches {
		if w.Submit != nil || w.Started != nil || w.Ended != nil {
			h.Observers = append(h.Observers, observer{w})
		}
	}
	h.Around = func(p sim.Policy) sim.Policy {
		for _, watch := range watches {
			if watch.Begin != nil {
				watch.Begin(p)
			}
		}
		return p
	}
	if slices.ContainsFunc(watches, func(w Watch) bool { return w.Step != nil }) {
		h.Step = func(step *sim.Step) {
			for _, watch := range watches {
				if watch.Step != nil {
					watch.Step(step)
				}
			}
		}
	}
	return h
}

// observer makes a Watch a sim.Observer.
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

// NewSummary returns an empty summary.
func NewSummary() *Summary {
	return &Summary{Metrics: Numbers{}, Values: Numbers{}, Series: map[string]chart.Numbers{}, Bases: map[string]*rules.Base{}}
}

// addMetrics adds every metric of a run. A run without a policy has none.
func (s *Summary) addMetrics(played *platform.Played) error {
	if played.Placed == nil {
		return nil
	}
	if len(played.Jobs) == 0 {
		return fmt.Errorf("there is no job to schedule: the job set records none that the policy can replay")
	}
	for i, v := range played.Judge(nil)[:len(metrics.All)] {
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
