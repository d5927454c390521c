package program

import "github.com/backfill-lab/backfill/core/optimum/exact"

// SLDwA returns the average slowdown weighted by area of a schedule of the given cost, 0
// without jobs. Slowdown is response/estimate and area is estimate*width, so the sum of
// their products is the cost.
func SLDwA(in *exact.Instance, cost int64) float64 {
	area := int64(0)
	for _, j := range in.Jobs {
		area += j.Estimate * int64(j.Procs)
	}
	return float64(cost) / float64(max(1, area))
}

// Quality is equation 7: the solver's cost over the policy's, below 1 if the solver's
// schedule is better. By SLDwA and by ARTwW the ratio is the same.
func Quality(solver, policy int64) float64 { return float64(solver) / float64(policy) }

// Loss is the performance that the policy loses, in percent; below 0 if its schedule is
// better than the solver's.
func Loss(solver, policy int64) float64 { return 100 * (1 - Quality(solver, policy)) }
