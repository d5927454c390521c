package papers

import (
	"context"
	"fmt"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/sim"
)

// Simulated returns the runs of the evaluation that are simulations of a
// policy: those that have rows.
func (e *Evaluation) Simulated() []*RunResult {
	var runs []*RunResult
	for i := range e.Runs {
		if r := &e.Runs[i]; len(r.Spec.Policies) > 0 && r.Task == nil {
			runs = append(runs, r)
		}
	}
	return runs
}

// Steps tells whether the run's policy records its decisions.
func (r *RunResult) Steps() bool {
	if len(r.Spec.Policies) == 0 || r.Task != nil {
		return false
	}
	p, err := experiment.Policy(r.Spec.Policies[0])
	if err != nil {
		return false // such as the recorded schedule
	}
	_, ok := p.(sim.Stepper)
	return ok
}

// Rows simulates every run of the evaluation again, as no cache keeps what
// happened to each job, and writes its rows to the sinks that are not nil. The
// runs are named by their labels, one after the other, and simulated several at
// a time. progress may be nil.
func (e *Evaluation) Rows(ctx context.Context, opt Options, jobs, steps result.Sink, progress func(done, total int)) error {
	runs := e.Simulated()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type rows struct {
		jobs, steps *result.Collect
		err         error
	}
	slots := make(chan struct{}, opt.parallel()) // held until a run is written, which bounds memory
	done := make([]chan rows, len(runs))
	for i := range done {
		done[i] = make(chan rows, 1)
	}
	go func() {
		for i, r := range runs {
			slots <- struct{}{}
			go func() { // after an error, ctx ends it at once
				c := rows{jobs: result.NewCollect(result.Jobs), steps: result.NewCollect(result.Steps)}
				c.err = r.rows(ctx, c.jobs, c.steps)
				done[i] <- c
			}()
		}
	}()
	var first error
	for i, r := range runs {
		c := <-done[i]
		if c.err == nil && first == nil && jobs != nil {
			c.err = jobs.Write(c.jobs.Table())
		}
		if c.err == nil && first == nil && steps != nil && c.steps.Table().Rows > 0 {
			c.err = steps.Write(c.steps.Table())
		}
		if c.err != nil && first == nil {
			first = fmt.Errorf("%s, run %s: %w", e.Experiment.ID, r.Label, c.err)
			cancel()
		}
		<-slots
		if progress != nil {
			progress(i+1, len(runs))
		}
	}
	return first
}

func (r *RunResult) rows(ctx context.Context, jobs, steps result.Sink) error {
	_, err := experiment.Execute(ctx, r.Spec, r.Workload(), experiment.Options{
		Jobs: jobs, Steps: steps, Parallel: 1, Name: func(string) string { return r.Label },
	})
	return err
}
