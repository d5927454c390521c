// Package rules regenerates the tables and figures of Franke, Lepping and
// Schwiegelshohn's paper on rule-based schedulers. In this package, rules.X is
// core/policy/rules, the rule bases.
package rules

import (
	"sync"

	"github.com/backfill-lab/backfill/core/papers/paper"
)

// Paper is the paper: how it is read, its job sets and its experiments.
var Paper = sync.OnceValue(func() *paper.Paper {
	return paper.Paper{Key: "rules", Choices: choices, JobSets: workloads, Experiments: experiments}.Described(files)
})

func experiments(at paper.Setting) []paper.Experiment {
	return []paper.Experiment{
		table1Experiment(), table2Experiment(), table3Experiment(at), table4Experiment(at),
		fig3Experiment(), fig5Experiment(at), fig6Experiment(at), fig7Experiment(at),
		section4(), section51(at), singlesExperiment(at), seedsExperiment(at), decisionsExperiment(at), crossExperiment(at),
		floorExperiment(at), removedExperiment(at),
	}
}
