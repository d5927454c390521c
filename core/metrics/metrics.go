// Package metrics computes the metrics of a schedule. Every lists them, with name, unit,
// formula and source.
//
// Sums and means in the formulas are over the jobs j that have ended; others are left
// out.
//
//	s_j, b_j, e_j  submission, start and end in seconds
//	w_j            width in processors
//	r_j            seconds for which j held its processors, e_j - b_j, also if
//	               it was cut at its estimate
//	wait_j         b_j - s_j
//	resp_j         e_j - s_j
//	bsld_j(tau)    bounded slowdown, max(resp_j, tau) / max(r_j, tau)
//	N              processors of the machine
//	span           from the first submission to the last end, in seconds
//
// On nodes that jobs share by fractions, N counts nodes, w_j counts tasks, and r_j
// is the seconds that j computes at full speed; see Shared.
//
// A quotient by 0 is NaN, which result tables show as empty: every metric but the number
// of jobs if there are no jobs, every rate per span if all jobs are submitted and end in
// the same second, and every mean weighted by area if no job holds processors for a
// second.
//
// Percentiles of at most ExactJobs jobs are exact. Of more, they are too small by less than
// PercentileError of them; waits below 8,192 s and largest values are exact there, too.
//
// Sums of products of whole numbers are exact; sums of fractions are compensated and in
// the order of the jobs. No product is fused with a sum. So the metrics are the same bit
// for bit on every machine.
package metrics

import (
	"fmt"
	"slices"

	"github.com/backfill-lab/backfill/core/sim/job"
)

// A Metric is one number about a schedule.
type Metric struct {
	Name    string `json:"name"`  // snake_case with the unit, the column in runs.parquet
	Title   string `json:"title"` // as a table or figure prints it
	Unit    string `json:"unit"`  // "s", "1" for a ratio, ...
	Better  Better `json:"better"`
	Source  string `json:"source"` // who defined it
	Formula string `json:"formula"`

	value func(t *totals) float64
}

// Better is the direction in which a metric improves.
type Better int8

const (
	Lower  Better = -1
	Either Better = 0
	Higher Better = 1
)

// An Input is a finished schedule.
type Input struct {
	Procs  int
	Jobs   []job.Job
	Placed []job.Placement // parallel to Jobs
	Shared *Shared         // on nodes that jobs share by fractions, else nil
	Groups []uint8         // the group of each user, 1 to UserGroups, by the user's index; others are in the last
}

// Values are the values of all metrics of a schedule, parallel to Every; NaN if the
// schedule does not define one.
type Values []float64

// Every is All, Sharing and Grouped: every metric that a run can have.
var Every = slices.Concat(All, Sharing, Grouped)

// Compute returns the value of every metric; those of Sharing are NaN unless the Input
// has Shared. It costs O(jobs). If the schedule is not legal (see core/verify), the
// values mean nothing. It panics if Placed is not parallel to Jobs.
func Compute(in Input) Values {
	t := collect(in, nil)
	return t.values()
}

// Measure is Compute, and returns what intervals are made of, too; start is that of NewBlocks.
func Measure(in Input, start int64) (Values, *Blocks) {
	t := collect(in, NewBlocks(start))
	return t.values(), t.blocks
}

// Value returns the value of the metric of that name. It panics if there is none.
func (v Values) Value(name string) float64 {
	i := Index(name)
	if i < 0 {
		panic(fmt.Sprintf("metrics: unknown metric %q", name))
	}
	return v[i]
}

// Grouped returns the values of the list Grouped.
func (v Values) Grouped() []float64 { return v[len(All)+len(Sharing):] }

// Index returns the place of the metric of that name in Every, or -1.
func Index(name string) int {
	return slices.IndexFunc(Every, func(m Metric) bool { return m.Name == name })
}

// BoundedSlowdown returns the slowdown of a job that spent response seconds in the system
// and ran for run of them, both raised to at least tau so that very short jobs do not
// dominate. It is at least 1 if response >= run and tau >= 1.
func BoundedSlowdown(response, run, tau int64) float64 {
	return float64(max(response, tau)) / float64(max(run, tau))
}
