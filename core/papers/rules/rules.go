// Package rules regenerates the tables and figures of Franke, Lepping and
// Schwiegelshohn's paper on rule-based schedulers. In this package, rules.X is
// core/rules, the rule bases.
package rules

import "github.com/backfill-lab/backfill/core/paper"

// Paper is the paper: how it is read, its job sets and its experiments.
var Paper = &paper.Paper{
	Key:     "rules",
	Title:   "On Advantages of Scheduling Using Genetic Fuzzy Systems",
	Authors: "Carsten Franke, Joachim Lepping, Uwe Schwiegelshohn",
	Venue:   "Job Scheduling Strategies for Parallel Processing (JSSPP), 2006",
	Notes: []string{
		"What the text leaves open of features, strategies and rule bases is settled in the documentation of package rules, of trainings in " +
			"that of rules/train, of the front in that of rules/offline.",
		"User groups are not printed: users with more than 8, 2, 1 and 0.1 percent of all work are in groups 1 to 4, all others in group 5. " +
			"With these bounds every AWRT under EASY on CTC comes out 3 to 4 % below the printed one, group by group.",
		"Logs are scaled by making some jobs wider and copying others, so that their number is that of table 2. CTC is read as a machine of " +
			"430 processors. LANL has 1,024 processors and is not scaled; of its printed jobs cleaning has removed 79,000. The logs of CTC and " +
			"SDSC SP2, too, are cleaned versions with fewer jobs than the paper's.",
		"The log of the SDSC Paragon of 1995 is not at hand. sdsc95-like stands in for it, drawn from the model of Lublin and Feitelson with " +
			"the jobs and processors that the Parallel Workloads Archive gives and the load of the year after: what is said of SDSC 95 is " +
			"nearly nothing about that machine. The log of 1996 has no estimates, so that the run time stands in.",
		"A (3+21) strategy can stall. On CTC, of which the paper prints absolute numbers, there are three trainings of each approach, and " +
			"the one with the median objective stands in tables and figures; on the other workloads there is one.",
		"Beside the trainings stand EASY, as in the paper, and every one of the 13 strategies by itself, which the paper leaves out: one " +
			"that sorts by user groups, or Greedy, comes near what is trained, for it is made for the objective.",
		"Rule bases are judged on the workload that they were trained on, as in the paper; rules/section5-unseen tries them on the others.",
		"That other partitions than those of table 1 gave worse results is not examined, nor the remark that classical algorithms suit " +
			"objectives that favour groups with much work.",
		"Times are no results. One simulation, 4 hours in the paper, takes a second or less; running a rule base costs what its strategies " +
			"cost and a few microseconds a decision: see BenchmarkTrial.",
	},
	JobSets:     workloads,
	Experiments: experiments,
}

func experiments(scale paper.Scale) []paper.Experiment {
	all := []paper.Experiment{
		table1Experiment(), table2Experiment(), table3Experiment(scale), table4Experiment(scale),
		fig3Experiment(), fig5Experiment(scale), fig6Experiment(scale), fig7Experiment(scale),
		section4(), section51(scale), singlesExperiment(), seedsExperiment(scale), decisionsExperiment(scale), crossExperiment(scale),
	}
	for i := range all {
		paper.Explain(&all[i], why)
	}
	return all
}
