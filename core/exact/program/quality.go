package program

import "github.com/backfill-lab/backfill/core/exact"

// SLDwA returns the average slowdown weighted by area of the waiting jobs in a
// schedule of that cost, 0 without jobs: a slowdown is response over estimate and
// an area estimate times width, so that the sum of their products is the cost.
func SLDwA(in *exact.Instance, cost int64) float64 {
	area := int64(0)
	for _, j := range in.Jobs {
		area += j.Estimate * int64(j.Procs)
	}
	if area == 0 {
		return 0
	}
	return float64(cost) / float64(area)
}

// Quality is equation 7: the solver's schedule over the policy's, below 1 where
// the solver's is better. By SLDwA as by ARTwW it is the ratio of the costs.
func Quality(solver, policy int64) float64 { return float64(solver) / float64(policy) }

// Loss is how much performance the policy loses, in percent; below 0 where its
// schedule is better than the solver's.
func Loss(solver, policy int64) float64 { return 100 * (1 - Quality(solver, policy)) }
