// Package dfrs regenerates the tables and figures of Casanova, Stillwell and
// Vivien's report on fractional resource scheduling. In this package, dfrs.X is
// core/platform/shared, the engine and its algorithms.
package dfrs

import (
	"sync"

	"github.com/backfill-lab/backfill/core/papers/paper"
)

// Paper is the paper: how it is read, its job sets and its experiments.
var Paper = sync.OnceValue(func() *paper.Paper {
	return paper.Paper{Key: "dfrs", Choices: choices, JobSets: workloads, Experiments: experiments}.Described(files)
})

func experiments(at paper.Setting) []paper.Experiment {
	all := []paper.Experiment{
		table1(), table2(at), table3(at), table4(at),
		stretchTable("table5", at, realWorld), stretchTable("table6", at, unscaled), stretchTable("table7", at, scaled),
	}
	for _, t := range costs {
		all = append(all, t.experiment(at))
	}
	all = append(all, fig1(at), fig2(at))
	all = append(all, periodFigures(at)...)
	return append(all, section52(at), section53(at), section62(at), section64(at))
}
