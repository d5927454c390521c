package lab

import (
	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/figures"
)

// What cells need of other packages, so that most of them import this one alone.
type (
	Spec   = experiment.Spec
	Source = experiment.Source
	Model  = experiment.Model
	Shake  = experiment.Shake // small changes of a log's submissions, which give it seeds
	Own    = experiment.Own   // a policy of yours: Mine makes one
	Run    = experiment.Outcome

	Job     = job.Job     // of a workload
	Policy  = sim.Policy  // what a policy of yours implements
	Machine = sim.Machine // what it is played on
	Waiting = sim.Job     // what it sees of a job: all but the run time
	Running = sim.Running // of a job that runs

	Options = figures.Options // of Show
	Axes    = figures.Axes
	Axis    = figures.Axis
	Series  = figures.Series
)

// The tables that Experiment.Read reads.
var (
	JobsTable  = result.Jobs
	RunsTable  = result.Runs
	StepsTable = result.Steps
)

// Lines draws curves below the cell, with error bars where a series has Low and High.
func Lines(axes Axes, series ...Series) { Picture(figures.DrawLines(axes, series...)) }

// Bars draws groups of bars below the cell: Y[g] of each series stands over names[g].
func Bars(axes Axes, names []string, series ...Series) {
	Picture(figures.DrawBars(axes, names, series...))
}
