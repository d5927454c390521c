package rules

import (
	"context"

	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// A Trial schedules a whole workload to judge a rule base. A pass in which all waiting
// jobs fit makes no decision, because every strategy starts them all. A Trial is safe for
// concurrent use.
type Trial struct {
	Procs   int
	Jobs    []job.Job // see sim.Config
	Options Options
	Overrun sim.Overrun
}

// Run schedules the workload under c and returns the scores of the schedule: a simulation,
// in the paper's words. It returns ctx's error soon after ctx is done.
func (t *Trial) Run(ctx context.Context, c Controller) (Scores, error) {
	placed, err := t.Schedule(ctx, c)
	if err != nil {
		return Scores{}, err
	}
	return Score(t.Procs, t.Jobs, placed, t.Options.Groups), nil
}

// Schedule returns the schedule itself, parallel to Jobs.
func (t *Trial) Schedule(ctx context.Context, c Controller) ([]job.Placement, error) {
	p := New(c, t.Options)
	p.unseen = true
	e, err := sim.New(sim.Config{Procs: t.Procs, Jobs: t.Jobs, Overrun: t.Overrun}, p)
	if err != nil {
		return nil, err
	}
	if err := e.Run(ctx, nil); err != nil {
		return nil, err
	}
	return e.Schedule(), nil
}
