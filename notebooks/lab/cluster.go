package lab

import (
	"context"

	"github.com/backfill-lab/backfill/core/platform/shared"
	"github.com/backfill-lab/backfill/core/platform/shared/bound"
)

// Tasks returns the jobs of the Spec's workload as tasks on its cluster.
func (e Experiment) Tasks() []shared.Job {
	jobs, _, err := e.Spec.Tasks(e.Workload())
	return must(jobs, err)
}

// Equipartition returns the largest stretch that EQUIPARTITION gives to one of jobs on one
// node. It makes its engine itself: no workload has such jobs, so no Spec names the algorithm.
func Equipartition(jobs []shared.Job) float64 {
	e, err := shared.New(shared.Config{Nodes: 1, Jobs: jobs, Algorithm: shared.Algorithm{Submission: shared.Equal}})
	check(err)
	check(e.Run(context.Background(), nil))
	return e.Metrics().Value("bsld_max")
}

// Bound returns a lower bound of the maximum bounded stretch of any policy on the Spec's
// cluster: theorem 1 of the paper (see package bound).
func (e Experiment) Bound() float64 {
	return must(bound.Stretch(context.Background(), e.Spec.Shared.Nodes, e.Tasks(), 10*shared.Second))
}
