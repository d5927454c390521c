// Package exact regenerates the table and the figure of Grothklags and Streit's
// paper on the best schedule of a self-tuning step. In this package, exact.X is
// core/optimum/exact, the solver.
package exact

import "github.com/backfill-lab/backfill/core/papers/paper"

// Paper is the paper: how it is read, its job sets and its experiments.
var Paper = &paper.Paper{
	Key:     "exact",
	Title:   "On the Comparison of CPLEX-Computed Job Schedules with the Self-Tuning dynP Job Scheduler",
	Authors: "Sven Grothklags, Achim Streit",
	Venue:   "International Parallel and Distributed Processing Symposium (IPDPS), 2004",
	DOI:     "10.1109/IPDPS.2004.1303310",
	Notes: []string{
		"The submission times in table 1 are not those of jobs of the log at hand: whichever second its clock began at, few of the 12 are " +
			"submissions (last row of exact/section4). So beside each printed row stands the step of our simulation nearest to it: the " +
			"one with the least sum of squared logarithms of ratios, each step once. The choice match says in which columns, and that table " +
			"how near each match comes in those and in the others.",
		"The simulation is self-tuning dynP with the advanced decider (choice decider) and quality ARTwW on 430 processors. A step counts " +
			"if a job has just been submitted and more than one job waits; its jobs are all that wait, including those that start at once.",
		"Equation 6 with the x of the text, 0.0001 MB, and a quarter of 8 GB gives none of the 12 printed time scales; with ten times that x " +
			"it gives 11. Both are shown; the program uses the slots of the latter (choice slots).",
		"Package exact replaces CPLEX. Its limit is counted work, so that every machine finds the same. The columns quality and perf. loss " +
			"follow the paper's method: solve the program in slots, then compact. The columns to the second use whole seconds without slots; " +
			"that search begins with the compacted schedule and the policies', so it is never worse. The gap is the distance between a " +
			"schedule and its proven bound: 0 is optimal.",
		"Where the work does not suffice for a proof, a loss is an interval. To the second it lies between the loss against the schedule " +
			"found and that against the bound; in slots between the loss against the schedule found before it is compacted, which the " +
			"optimum in slots is not worse than, and that against the bound to the second, which no schedule beats.",
		"Several schedules in slots can cost the same and differ once they are compacted. A proven loss in slots is that of the one " +
			"which is compacted (choices compact and ties).",
		"In exact/online, the optimiser's limit is work, a count that is the same on every machine and roughly its seconds; it begins with " +
			"what is left of its last plan. Its schedules are only as good as the estimates: jobs that end early make them obsolete.",
		"The program in slots is solved without the paper's horizon T, by which every job must end: its optimum may be lower, never higher.",
		"Quality by SLDwA equals that by ARTwW: both schedules have the same jobs, and both metrics weight responses by width.",
		"The paper does not say how many steps its averages cover; the printed times are within 20 hours. Ours cover all steps of the first " +
			"3,000 jobs of the log.",
		"The printed computing times are the seconds of another program on a machine of 2003. Beside them stands our work, a count that " +
			"is the same on every machine; a unit takes about a second of one core of 2024. It ends with the proof or at its limit; the gap " +
			"says which. The two compare neither machines nor programs. go test ./core/papers/exact -bench Step measures seconds.",
		"The steps of exact/solvers are from a sample of 40 of the 1,297 on the first 3,000 jobs of the log: backfill trace cut LOG " +
			"--procs 430 --jobs 3000, backfill exact collect, and backfill exact compare --waiting 13-128 --sample 40 --time 60s measure " +
			"them again. Time is by the clock and with reading files, so it depends on the machine and on what else it does; processor " +
			"seconds stand beside it. CP-SAT and ours solve the instance to the second. The others solve the paper's program, and a " +
			"second time rounded down, with as much time again, where they have a bound to the second. All begin with the best policy's " +
			"schedule. HiGHS may overrun its limit while it prepares a large program; two minutes later it is stopped, and has no answer.",
	},
	Samples:     "The sample in exact/online is one: a run with the solver in the loop takes minutes.",
	Choices:     choices,
	Findings:    findings,
	JobSets:     workloads,
	Experiments: experiments,
}

func experiments(at paper.Setting) []paper.Experiment {
	return paper.Explain([]paper.Experiment{table1(at), section4(at), fig1(at), online(at.Scale), solvers(at.Scale, stored())}, why)
}
