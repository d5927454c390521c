// Package grid regenerates the tables and figures of Huang, Shih and Chung's paper
// on moldable jobs on a grid of sites. In this package, grid.X is core/grid, the
// engine and its schedulers.
package grid

import (
	"github.com/backfill-lab/backfill/core/paper"
)

// Paper is the paper: how it is read, its job sets and its experiments.
var Paper = &paper.Paper{
	Key:     "grid",
	Title:   "Using Moldability to Improve Scheduling Performance of Parallel Jobs on Computational Grid",
	Authors: "Kuo-Chan Huang, Po-Chi Shih, Yeh-Ching Chung",
	Venue:   "Advances in Grid and Pervasive Computing (GPC), 2008",
	Notes: []string{
		"The paper prints neither the loads of its figures nor the speed vectors of its examples, and no figure prints a number, so figures " +
			"have claims only. Each load here is one at which most of what the text says of the figure is true: 4 on SDSC SP2 (2 for figure " +
			"3), 10 on LANL CM5. grid/section5-loads and grid/section5-readings show others.",
		"On SDSC SP2 we take the jobs that completed: this gives the printed jobs, longest and mean run times of queues 1, 2 and 5 to the " +
			"job and the second, and the longest of queues 3 and 4. From those two the archive's cleaning removed 3,593 and 9,780 jobs, bursts " +
			"by four users; by the printed means they hold under 1 % of the processor time. On LANL CM5 we take all jobs that have a queue: " +
			"groups 2 and 4 agree except for 31 jobs; groups 1 and 3 lack 67,789 and 11,505 short jobs that cleaning removed, again under 1 % " +
			"of the processor time. Group 1 is the log's queue 6, group 2 its queue 1, group 3 its queue 2, group 4 all others.",
		"Run times are multiplied by the load of the home site and divided by the speed of the site. Schedulers know no estimates, so no job " +
			"is cut.",
		"The scheduler has one queue, first come first served, and nothing passes its head. A job that fits on several sites goes to the one " +
			"with the largest free computing power, as the text says of adaptive allocation. A job that fits on none is split, or started on " +
			"fewer processors, as soon as it heads the queue; allocation takes what is free, up to what the job asks for.",
		"A job on several sites takes 1+p times its run time on its home site (section 3). Slowdowns are drawn for each job, uniformly from " +
			"[0, p], or normally with mean p/2 and deviation p/6, since the paper prints neither. That a job waits for its slowest part " +
			"(section 4) is a separate reading.",
		"Adaptive site selection counts the waiting jobs that could start at once, each on one site, in queue order. If larger-first and " +
			"faster-first leave room for equally many, it takes larger-first; to take faster-first is a separate reading.",
		"A claim about an example counts as true if it is true for one of the permutations of the speed vector; its note says for how many.",
		"What a reviewer should know: at load 4, multi-site execution with p=2 overloads the grid for about half of the permutations, and " +
			"independent clusters overload a slow site for 80 of 120. Then the mean turnaround grows with the length of the log, and with it " +
			"the fivefold and fourfold improvements: the median ratio of multi-site execution to adaptive allocation is 1.12. They show that a " +
			"policy wastes capacity, not how much slower it is. On LANL CM5 under load 10, where 0.1 is the best threshold, multi-site " +
			"execution overloads the grid even with p=0.5. On SDSC SP2, thresholds near the best differ by less than 0.1 % in mean turnaround, " +
			"so which one is best says little.",
		"Adaptive allocation is judged with perfect speed-up, as in the paper: fewer processors cost nothing but time. Amdahl's and Downey's " +
			"speed-ups are options of a grid.",
	},
	Choices:     choices,
	JobSets:     workloads,
	Experiments: experiments,
}

func experiments(at paper.Setting) []paper.Experiment {
	m := modelOf(at)
	return paper.Explain([]paper.Experiment{
		sdsc.jobsTable(), lanl.jobsTable(), sdsc.sitesTable(), lanl.sitesTable(),
		m.fig1(), m.fig2(), m.thresholds(&sdsc).experiment("fig3"), m.thresholds(&lanl).experiment("fig4"),
		m.slowdowns(&sdsc, "fig5"), m.slowdowns(&lanl, "fig6"), m.fig7(), m.fig8(), m.section5Readings(), m.loads(),
	}, why)
}
