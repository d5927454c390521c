// Package grid regenerates the tables and figures of Huang, Shih and Chung's paper
// on moldable jobs on a grid of sites. In this package, grid.X is core/platform/grid, the
// engine and its schedulers.
package grid

import (
	"sync"

	"github.com/backfill-lab/backfill/core/papers/paper"
)

// Paper is the paper: how it is read, its job sets and its experiments.
var Paper = sync.OnceValue(func() *paper.Paper {
	return paper.Paper{Key: "grid", Seeds: 16, Choices: choices, JobSets: workloads, Experiments: experiments}.Described(files)
})

func experiments(at paper.Setting) []paper.Experiment {
	m := modelOf(at)
	return []paper.Experiment{
		sdsc.jobsTable(), lanl.jobsTable(), sdsc.sitesTable(), lanl.sitesTable(),
		m.fig1(), m.fig2(), thresholds{m, &sdsc}.experiment("fig3"), thresholds{m, &lanl}.experiment("fig4"),
		m.slowdowns(&sdsc, "fig5"), m.slowdowns(&lanl, "fig6"), m.fig7(), m.fig8(), m.section5Readings(), m.section5Products(), m.section5Loads(),
	}
}
