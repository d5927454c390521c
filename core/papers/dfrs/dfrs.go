// Package dfrs regenerates the tables and figures of Casanova, Stillwell and
// Vivien's report on fractional resource scheduling. In this package, dfrs.X is
// core/platform/shared, the engine and its algorithms.
package dfrs

import "github.com/backfill-lab/backfill/core/papers/paper"

// Paper is the paper: how it is read, its job sets and its experiments.
var Paper = &paper.Paper{
	Key:     "dfrs",
	Title:   "Dynamic Fractional Resource Scheduling vs. Batch Scheduling",
	Authors: "Henri Casanova, Mark Stillwell, Frédéric Vivien",
	Venue:   "INRIA research report RR-7659, 2011",
	DOI:     "10.48550/arXiv.1106.4985",
	Notes: []string{
		"Where the text leaves the algorithms open, the documentation of package dfrs says what we do; for workloads that of dfrs/tasks.",
		"The log HPC2N is cut into the weeks since its first second; a week's jobs are those submitted in it. Version 2.2 of the log has " +
			"202,871 jobs, 2,137 of them without memory; the paper's had 202,876 and 2,142. Where the log is not given, hpc2n-like stands in, " +
			"drawn from its rounded marginals.",
		"The synthetic traces are 100 draws of 1,000 batch and interactive jobs for 128 nodes, seeds 1 to 100. They take 5.9 days on " +
			"average, the paper's 4 to 6.",
		"Offered load is the total time of the tasks at full speed, each alone on a node, over nodes times the time from the first to the " +
			"last submission.",
		"Where virtual time runs on in penalties (reading vtime=running) some runs with a period as long as the penalty never end, as " +
			"section 6.4.2 says; ours end with an error. Where it stands still all runs end.",
		"FCFS and EASY give each task a whole node, and EASY knows the run times. Their utilization counts CPU needs, as for the other " +
			"algorithms: a sequential task on a quad-core node uses a quarter of it.",
		"Tables 5 to 10 print every number of tables 2 and 3 again. 30 numbers of tables 7 and 8 are illegible in the text at hand and " +
			"are left out; remarks in the files of printed numbers mark a conflict and doubtful rows. Standard deviations are those of " +
			"a sample.",
		"At scale quick, a set is 10 instances of a tenth of the jobs, days in place of weeks, at three loads instead of nine, and tables 5 " +
			"to 10 have the algorithms of tables 2 and 3 and a family of every kind.",
	},
	Samples:     "The paper's numbers on synthetic traces are means over 100, and so are ours.",
	Choices:     choices,
	Findings:    findings,
	JobSets:     workloads,
	Experiments: experiments,
}

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
