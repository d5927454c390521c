// Package metrics computes what a schedule is judged by. All is the one list
// of metrics: name, unit, formula and source of each.
package metrics

import "github.com/backfill-lab/backfill/core/job"

// A Metric is one number about one schedule.
type Metric struct {
	Name    string // snake_case with the unit, the column in runs.parquet
	Title   string // as a table or figure prints it
	Unit    string // "s", "1" for a ratio, ...
	Formula string
	Source  string // who defined it
	Better  Better // which way is better
}

// Better tells which direction of a metric is an improvement.
type Better int8

const (
	Lower  Better = -1
	Either Better = 0
	Higher Better = 1
)

// An Input is a finished schedule: Placed[i] is where Jobs[i] was put.
type Input struct {
	Procs  int
	Jobs   []job.Job
	Placed []job.Placement
}
