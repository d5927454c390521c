// Package exact regenerates the table and the figure of Grothklags and Streit's
// paper on the best schedule of a self-tuning step. In this package, exact.X is
// core/optimum/exact, the solver.
package exact

import (
	"sync"

	"github.com/backfill-lab/backfill/core/papers/paper"
)

// Paper is the paper: how it is read, its job sets and its experiments.
var Paper = sync.OnceValue(func() *paper.Paper {
	return paper.Paper{Key: "exact", Seeds: 16, Choices: choices, JobSets: workloads, Experiments: experiments}.Described(files)
})

func experiments(at paper.Setting) []paper.Experiment {
	return []paper.Experiment{
		table1(at), section32(at), section4(at), section4Spans(at), fig1(at), online(at.Scale), solvers(at.Scale, stored()),
	}
}
