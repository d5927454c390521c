package paper

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
	var p any
	var err error
	if r.Spec.Grid != nil {
		p, err = experiment.Builtin.Sites(r.Spec.Policies[0])
	} else {
		p, err = experiment.Builtin.Machine(r.Spec.Policies[0], nil)
	}
	if err != nil {
		return false // such as the recorded schedule
	}
	_, ok := p.(sim.Stepper)
	return ok
}

// Parts tells whether the run is of a grid, whose jobs hold parts on its sites.
func (r *RunResult) Parts() bool { return r.Spec.Grid != nil && r.Task == nil }

// RowSinks take the rows of runs; those that are nil take none.
type RowSinks struct{ Jobs, Steps, Parts result.Sink }

// Rows simulates every run of the evaluation again, as no cache keeps what
// happened to each job, and writes its rows to the sinks. The runs are named by
// their labels, one after the other, and simulated several at a time. progress
// may be nil.
func (e *Evaluation) Rows(ctx context.Context, opt Options, to RowSinks, progress func(done, total int)) error {
	runs := e.Simulated()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type rows struct {
		kept
		err error
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
				c := rows{kept: keepRows(to)}
				c.err = r.rows(ctx, c.kept)
				done[i] <- c
			}()
		}
	}()
	var first error
	for i, r := range runs {
		c := <-done[i]
		if c.err == nil && first == nil {
			c.err = c.write(to)
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

// kept are the rows of one run, of the tables that are wanted.
type kept [3]*result.Collect

func (to RowSinks) all() [3]result.Sink { return [3]result.Sink{to.Jobs, to.Steps, to.Parts} }

func keepRows(to RowSinks) (k kept) {
	for i, s := range to.all() {
		if s != nil {
			k[i] = result.NewCollect([3]*result.Schema{result.Jobs, result.Steps, result.Parts}[i])
		}
	}
	return k
}

func (k kept) write(to RowSinks) error {
	for i, s := range to.all() {
		if s != nil && k[i].Table().Rows > 0 {
			if err := s.Write(k[i].Table()); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *RunResult) rows(ctx context.Context, k kept) error {
	opt := experiment.Options{Parallel: 1, Name: func(string) string { return r.Label }}
	for i, sink := range []*result.Sink{&opt.Jobs, &opt.Steps, &opt.Parts} {
		if k[i] != nil {
			*sink = k[i]
		}
	}
	_, err := experiment.Execute(ctx, r.Spec, r.Workload(), opt)
	return err
}
