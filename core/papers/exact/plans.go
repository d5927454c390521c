package exact

import (
	"context"
	"math"

	"github.com/backfill-lab/backfill/core/optimum/exact"
	"github.com/backfill-lab/backfill/core/papers/paper"
)

// How long the plans of the three policies take is a count of work: see exact.Options.Work. It is the same on
// every machine. It leaves out all but the loops that take most time of a long search: of so short a plan, more than half.

const (
	plansJobs  = "jobs that are planned"
	plansSteps = "steps with these jobs"
	plansWork  = "work of plans"
	plansMost  = "work of plans, most"
)

// waiting is how many jobs wait in the text's sentence on the time of scheduling.
const waiting = 25

// measurePlans keeps the work of planning by all policies in the steps with the jobs of the text's sentence, or
// as near to that as there are: mean and most. Each plan is counted as FCFS's.
func measurePlans(ctx context.Context, all []*exact.Instance, out *paper.Summary) error {
	off := func(in *exact.Instance) int { return max(len(in.Jobs)-waiting, waiting-len(in.Jobs)) }
	nearest := math.MaxInt
	for _, in := range all {
		nearest = min(nearest, off(in))
	}
	var jobs, work []float64
	most := 0.0
	for _, in := range all {
		if off(in) > nearest {
			continue
		}
		plan, err := exact.Solve(ctx, in, exact.Options{Work: least})
		if err != nil {
			return err
		}
		units := float64(len(exact.Policies)) * plan.Work
		jobs, work, most = append(jobs, float64(len(in.Jobs))), append(work, units), max(most, units)
	}
	out.Values[plansJobs], out.Values[plansSteps] = paper.Mean(jobs), float64(len(jobs))
	out.Values[plansWork], out.Values[plansMost] = paper.Mean(work), most
	return nil
}

// least is so little work that only the plan of the first policy, FCFS, is made.
const least = 1e-9
