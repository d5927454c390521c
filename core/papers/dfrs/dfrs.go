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
	first := earlier(at)
	all := []paper.Experiment{
		table1(), table2(first), table3(first), table4(at),
		stretchTable("table5", first, realWorld), stretchTable("table6", first, unscaled), stretchTable("table7", first, scaled),
	}
	for _, t := range costTables {
		all = append(all, t.experiment(first))
	}
	all = append(all, fig1(first), fig2(first))
	all = append(all, periodFigures(at)...)
	return append(all, section52(first), section53(first), section61(first), section61Migrated(first), section62(first),
		section64(first), section64Thrashing(first))
}
