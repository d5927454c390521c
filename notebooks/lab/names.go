package lab

import (
	"github.com/backfill-lab/backfill"
	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/figures"
)

// What cells need of other packages, so that most of them import this one alone.
type (
	Spec   = backfill.Spec
	Source = backfill.Source
	Model  = backfill.Model
	Shake  = backfill.Shake // small changes of a log's submissions, which give it seeds
	Own    = backfill.Own   // a policy of yours: Mine makes one
	Run    = experiment.Outcome

	Job     = backfill.Job     // of a workload
	Policy  = backfill.Policy  // what a policy of yours implements
	Machine = backfill.Machine // what it is played on
	Waiting = backfill.Waiting // what it sees of a job: all but the run time
	Running = backfill.Running // of a job that runs

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

// Backfill is backfill.Backfill: EASY on a queue that a policy of yours orders.
func Backfill(m *Machine, queue []*Waiting) (rest []*Waiting) { return backfill.Backfill(m, queue) }

// Lines draws curves below the cell, with error bars where a series has Low and High.
func Lines(axes Axes, series ...Series) { Picture(figures.DrawLines(axes, series...)) }

// Bars draws groups of bars below the cell: Y[g] of each series stands over names[g].
func Bars(axes Axes, names []string, series ...Series) {
	Picture(figures.DrawBars(axes, names, series...))
}
