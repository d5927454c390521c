// Package grid regenerates the tables and figures of Huang, Shih and Chung's paper
// on moldable jobs on a grid of sites. In this package, grid.X is core/platform/grid, the
// engine and its schedulers.
package grid

import (
	"github.com/backfill-lab/backfill/core/papers/paper"
)

// Paper is the paper: how it is read, its job sets and its experiments.
var Paper = &paper.Paper{
	Key:     "grid",
	Title:   "Using Moldability to Improve Scheduling Performance of Parallel Jobs on Computational Grid",
	Authors: "Kuo-Chan Huang, Po-Chi Shih, Yeh-Ching Chung",
	Venue:   "Advances in Grid and Pervasive Computing (GPC), 2008",
	Notes: []string{
		"The paper prints neither the loads of its figures nor the speed vectors of its examples, and no figure prints a number, so figures " +
			"have claims only. All figures have one load, that of the log, since the captions name the log and no load. Until now each figure " +
			"had a load that we chose because most claims about it were true there; base=speed-1,load=4 gives figures 1, 2, 5, 7 and 8 of then.",
		"On SDSC SP2 we take the jobs that completed: this gives the printed jobs, longest and mean run times of queues 1, 2 and 5 to the " +
			"job and the second, and the longest of queues 3 and 4. From those two the archive's cleaning removed 3,593 and 9,780 jobs, bursts " +
			"by four users: 24 % of the printed jobs, though by the printed means under 1 % of the processor time. On LANL CM5 we take all jobs " +
			"that have a queue: groups 2 and 4 agree except for 31 jobs; groups 1 and 3 lack 67,789 and 11,505 short jobs that cleaning removed, " +
			"39 % of the printed jobs, again under 1 % of the processor time. Turnaround is a mean per job, so they would count in it. Group 1 " +
			"is the log's queue 6, group 2 its queue 1, group 3 its queue 2, group 4 all others.",
		"Run times are those of the home site: multiplied by its load and speed, and divided by the speed of the site. The text also says " +
			"that the log's run times are those at speed 1, which is base=speed-1. Schedulers know no estimates, so no job is cut.",
		"The scheduler has one queue, first come first served, and nothing passes its head. A job that fits on several sites goes to the one " +
			"with the largest free computing power, as the text says of adaptive allocation. A job that fits on none is split, or started on " +
			"fewer processors, as soon as it heads the queue; allocation takes what is free, up to what the job asks for.",
		"A job on several sites takes 1+p times its run time on its home site (section 3). In figures 5 and 6 p is the upper limit of the " +
			"slowdown, as the text says: slowdowns are drawn for each job, uniformly from [1, p], or normally with the mean in the middle and a " +
			"deviation of a sixth of the range, since the paper prints neither. The limits 1.5 to 5 are ours: the text names none.",
		"Adaptive site selection counts the waiting jobs that could start at once, each on one site, in queue order. If larger-first and " +
			"faster-first leave room for equally many, it takes larger-first. It is strictly best in 42 of 120 permutations and at least as good " +
			"as both in 56. With rule=one, tie=faster and base=speed-1 it is never worse, in 120 (119 at load 2), because it is faster-first: " +
			"strictly better in none. No reading gave more than 88 strict wins (rule=one-best-fit, tie=faster, load 1.3, without overload).",
		"Where a claim can be meant in two ways it is judged in both, and undecided if they differ: of an example, for one of the permutations " +
			"and for the mean or most of them; of \"five times of performance improvement\", the improvement on load sharing and the turnaround.",
		"What a reviewer should know: at base=speed-1,load=4, multi-site execution with p=2 overloads the grid for a quarter of the " +
			"permutations, and independent clusters overload a slow site for most. Then the mean turnaround grows with the length of the log, and " +
			"with it the fivefold and fourfold improvements: the median ratio of multi-site execution to adaptive allocation is 1.12. They show " +
			"that a policy wastes capacity, not how much slower it is. With the defaults nothing overloads the grid. On SDSC SP2, thresholds near " +
			"the best differ by less than 0.1 % in mean turnaround, so which one is best says little.",
		"The paper prints numbers only of its job sets and sites, which no reading changes. So readings cannot be ranked by printed numbers; " +
			"grid/section5-readings counts the claims that each makes true.",
		"Adaptive allocation is judged with perfect speed-up, as in the paper: fewer processors cost nothing but time. Amdahl's and Downey's " +
			"speed-ups are options of a grid.",
	},
	Seeds:       16,
	Choices:     choices,
	Findings:    findings,
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
