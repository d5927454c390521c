// Package dynp regenerates the tables and figures of Streit's paper on the dynP
// family of schedulers, which plan with three policies and switch between them.
// In this package, dynp.X is core/policy/dynp, the schedulers.
package dynp

import (
	"sync"

	"github.com/backfill-lab/backfill/core/papers/paper"
)

// Paper is the paper: how it is read, its job sets and its experiments.
var Paper = sync.OnceValue(func() *paper.Paper {
	return paper.Paper{Key: "dynp", Seeds: 16, Choices: choices, JobSets: workloads, Experiments: experiments}.Described(files)
})

func experiments(at paper.Setting) []paper.Experiment {
	all := []paper.Experiment{
		table1Experiment(), table2Experiment(), table3Experiment(), table4Experiment(at), table5Experiment(at), table6Experiment(at),
		keptExperiment(), listsExperiment(), fig1Experiment(),
	}
	for _, f := range figures {
		all = append(all, f.experiment(at))
	}
	return all
}
