// Package rules regenerates the tables and figures of Franke, Lepping and
// Schwiegelshohn's paper on rule-based schedulers. In this package, rules.X is
// core/policy/rules, the rule bases.
package rules

import "github.com/backfill-lab/backfill/core/papers/paper"

// Paper is the paper: how it is read, its job sets and its experiments.
var Paper = &paper.Paper{
	Key:     "rules",
	Title:   "On Advantages of Scheduling Using Genetic Fuzzy Systems",
	Authors: "Carsten Franke, Joachim Lepping, Uwe Schwiegelshohn",
	Venue:   "Job Scheduling Strategies for Parallel Processing (JSSPP), 2006",
	Notes: []string{
		"Where the text leaves features, strategies and rule bases open, the documentation of package rules says what we do; for " +
			"trainings that of rules/train does, for the front that of rules/offline.",
		"User groups are not printed: users with more than 8, 2, 1 and 0.1 percent of all work are in groups 1 to 4, all others in group 5. " +
			"With these bounds the AWRT of each group under EASY on CTC is 3 to 4 % below the printed one.",
		"Logs are scaled by making some jobs wider and copying others, up to the number of jobs in table 2. CTC is read as a machine of " +
			"430 processors. LANL has 1,024 processors and is not scaled; cleaning has removed 79,000 of its printed jobs. The logs of CTC and " +
			"SDSC SP2 are cleaned versions, too, with fewer jobs than the paper's.",
		"The log of the SDSC Paragon of 1995 is not at hand. sdsc95-like stands in for it, drawn from the model of Lublin and Feitelson with " +
			"the jobs and processors that the Parallel Workloads Archive gives and the load of the year after: results for SDSC 95 say next " +
			"to nothing about that machine. The log of 1996 has no estimates; run times stand in for them.",
		"A (3+21) strategy can stall. On CTC, for which the paper prints absolute numbers, each approach is trained three times. Tables and " +
			"figures show the training with the median objective, and beside it the ends over all three; on the other workloads it is trained " +
			"once. A claim that holds with some of these trainings and not with others is undecided.",
		"The off-line front knows what no on-line scheduler knows, and its search begins with the orders of the trained rule bases. So " +
			"beside it stand two other marks: the no-wait floor, which is a lower bound, and the on-line front, the best of many simple " +
			"on-line priorities. rules/section5-floor has both, and the share of the removable waiting that the printed rows have lost.",
		"Beside the trainings stand EASY, as in the paper, and each of the 13 strategies by itself, which the paper leaves out: one that " +
			"sorts by user groups, or Greedy, comes near the trained rule bases, for it is made for the objective.",
		"Rule bases are judged on the workload that they were trained on, as in the paper; rules/section5-unseen tries them on the others.",
		"We do not examine two remarks: that partitions other than those of table 1 gave worse results, and that classical algorithms " +
			"suit objectives that favour groups with much work.",
		"Computing times depend on the machine. One simulation, 4 hours in the paper, takes a second or less; a rule base costs what its " +
			"strategies cost and a few microseconds a decision: see BenchmarkTrial.",
	},
	Samples: "A training takes minutes: each approach has three on CTC, where the paper prints absolute numbers, and one on each " +
		"other log.",
	Choices:     choices,
	JobSets:     workloads,
	Experiments: experiments,
	Findings:    findings,
}

func experiments(at paper.Setting) []paper.Experiment {
	return paper.Explain([]paper.Experiment{
		table1Experiment(), table2Experiment(), table3Experiment(at), table4Experiment(at),
		fig3Experiment(), fig5Experiment(at), fig6Experiment(at), fig7Experiment(at),
		section4(), section51(at), singlesExperiment(at), seedsExperiment(at), decisionsExperiment(at), crossExperiment(at),
		floorExperiment(at), removedExperiment(at),
	}, why)
}
