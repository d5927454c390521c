package exact

import (
	"math"

	"github.com/backfill-lab/backfill/core/optimum/exact"
	"github.com/backfill-lab/backfill/core/optimum/program"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
)

// Of the step beside the paper's example of eight jobs over two days.
const (
	exampleJobs     = "jobs of the example"
	exampleMakespan = "makespan of the example"
	variables       = "variables" // x[i,t], if a slot is a second
)

// countVariables keeps the step with the example's number of jobs, or nearest to it, whose
// makespan is nearest to the example's.
func countVariables(all []*exact.Instance, sizes []program.Size, out *paper.Summary) error {
	jobs, days := numbers().At("table1", eightJobs, "jobs"), numbers().At("table1", eightJobs, "makespan")
	best, off := 0, [2]float64{math.Inf(1), math.Inf(1)}
	for i, s := range sizes {
		o := [2]float64{math.Abs(float64(s.Jobs) - jobs), math.Abs(float64(s.Makespan) - days)}
		if o[0] < off[0] || o[0] == off[0] && o[1] < off[1] {
			best, off = i, o
		}
	}
	p, err := program.New(all[best], program.Options{Scale: 1, MaxEntries: math.MaxInt64}) // which nobody writes
	if err != nil {
		return err
	}
	out.Values[exampleJobs], out.Values[exampleMakespan] = float64(sizes[best].Jobs), float64(sizes[best].Makespan)
	out.Values[variables] = float64(p.Variables())
	return nil
}

// interarrival keeps the mean time between two successive submissions, in seconds.
var interarrival = paper.Statistic{Name: "exact/interarrival", Version: 1, New: func(*trace.Workload) paper.Watch {
	return paper.Watch{Values: func(out *paper.Summary, jobs []job.Job, _ []job.Placement) {
		first, last := int64(math.MaxInt64), int64(math.MinInt64)
		for _, j := range jobs {
			first, last = min(first, j.Submit), max(last, j.Submit)
		}
		out.Values[interarrivalTime] = float64(last-first) / float64(len(jobs)-1)
	}}
}}

const interarrivalTime = "interarrival time"
