// Package dynp regenerates the tables and figures of Streit's paper on the dynP
// family of schedulers, which plan with three policies and switch between them.
// In this package, dynp.X is core/policy/dynp, the schedulers.
package dynp

import "github.com/backfill-lab/backfill/core/papers/paper"

// Paper is the paper: how it is read, its job sets and its experiments.
var Paper = &paper.Paper{
	Key:     "dynp",
	Title:   "A Self-Tuning Job Scheduler Family with Dynamic Policy Switching",
	Authors: "Achim Streit",
	Venue:   "Job Scheduling Strategies for Parallel Processing (JSSPP), 2002",
	DOI:     "10.1007/3-540-36180-4_1",
	Notes: []string{
		"The archive's versions of the logs are not the paper's (CTC 79,302 jobs, KTH 28,490, SDSC 67,667); each job set names its log. The " +
			"log of PC2 was never public: PC2_syn is pc2-like, a reconstruction from the printed means, maxima and popular estimates, with a " +
			"joint distribution of our own.",
		"The synthetic sets are drawn with the printed Weibull distributions. Samples of 10,000 differ by several percent in their mean " +
			"interarrival time, and so in load, and the bursts of one sample decide much of what comes out. Judge a number by several seeds.",
		"Without logs every set is a reconstruction, like pc2-like, from what the paper prints.",
		"Machines are as wide as the paper's: 430 (CTC), 100 (KTH), 96 (PC2), 352 processors (SDSC), though the logs at hand have 338 and " +
			"128 for CTC and SDSC.",
		"Jobs are killed at their estimate, as the text says. The printed averages suggest that the paper's simulation did not shorten them: " +
			"mean response minus mean wait is, to the second, the mean of the uncut run times, times 10,000, over the jobs started; and the jobs " +
			"started (9,997 of CTC_syn and KTH_syn, 9,999 of SDSC_syn) seem to leave out those with a run time of 0.",
		"Perfect estimates (figure 6) are the times that jobs hold their processors with the real ones, so that the work stays the same.",
		"A self-tuning step is taken in every second with an event and more than one waiting job; qualities are compared exactly, over " +
			"running and waiting jobs. A job counts as started with the policy in force when it starts.",
		"The note of a claim says where a table's printed numbers contradict the text. Other contradictions: the printed totals of table 6 " +
			"leave out case 10b; in table 4 the jobs started of PC2_syn, ART advanced, add up to 10,090; the text's percentages of the wait of " +
			"CTC, KTH and PC2 (35, 84, 91) are not those of table 5 (29, 76, 103).",
	},
	Seeds:       16,
	Choices:     choices,
	Findings:    findings,
	JobSets:     workloads,
	Experiments: experiments,
}

func experiments(at paper.Setting) []paper.Experiment {
	all := []paper.Experiment{
		table1Experiment(), table2Experiment(), table3Experiment(), table4Experiment(at), table5Experiment(at), table6Experiment(at),
		keptExperiment(), fig1Experiment(),
	}
	for _, f := range figures {
		all = append(all, f.experiment(at))
	}
	return paper.Explain(all, why)
}
