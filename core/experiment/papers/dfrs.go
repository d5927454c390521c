package papers

// Casanova, Stillwell and Vivien's report on fractional resource scheduling. Its
// data is in the files dfrs_*.go:
//
//	dfrs_appendix.tsv       the numbers of tables 5 to 10, of which tables 2 and 3 are parts
//	dfrs_published.go       reads it, and has what else is printed
//	dfrs_sets.go            the job sets, and how they are cut into instances
//	dfrs_like.go            what stands in where there is no log
//	dfrs_run.go             one algorithm on all instances of a set
//	dfrs_batch.go           the competitors FCFS and EASY
//	dfrs_bound.go           the experiment section3.1: readings of the bound
//	dfrs_penalty.go         the experiment section5.1: readings of the penalty
//	dfrs_easy.go            the experiment section5.2: readings of EASY
//	dfrs_results.go         degradation from the bound, means and maxima over sets
//	dfrs_table1.go          the experiments table1 and section5.3
//	dfrs_tables.go          the experiments table2 to table10
//	dfrs_stretch_claims.go  what the text says of them
//	dfrs_cost_claims.go
//	dfrs_figures.go         the experiments fig1 and fig3 to fig9
//	dfrs_figure_claims.go   what the text says of them
//	dfrs_area.go            the experiment fig2
//	dfrs_calls.go           the experiment section6.2
var dfrsPaper = &Paper{
	Key:     "dfrs",
	Title:   "Dynamic Fractional Resource Scheduling vs. Batch Scheduling",
	Authors: "Henri Casanova, Mark Stillwell, Frédéric Vivien",
	Venue:   "INRIA research report RR-7659, 2011",
	Notes: []string{
		"What the text leaves open of the algorithms is settled in the documentation of package dfrs, and of the workloads in that of dfrs/tasks.",
		"The log HPC2N is cut into the weeks since its first second; a week's jobs are those submitted in it. Version 2.2 of the log has 202,871 jobs, 2,137 of them without memory; the paper's had 202,876 and 2,142. Where the log is not given, hpc2n-like stands in, drawn from its rounded marginals.",
		"The synthetic traces are 100 draws of 1,000 batch and interactive jobs for 128 nodes, seeds 1 to 100. They take 5.9 days on average, the paper's 4 to 6.",
		"Offered load is the time that tasks take at full speed, each on a node of its own, over nodes times the time from the first to the last submission.",
		"No algorithm is aware of the rescheduling penalty (section 5.1), so its virtual times go on in penalties. Read otherwise (dfrs/section5.1), a wide job that is resumed again and again keeps its priority and blocks others for hours. On the synthetic traces the printed numbers are nearer to the one reading, on the log to the other. With a period of the penalty some runs never end, as section 6.4.2 says; ours end with an error.",
		"FCFS and EASY give each task a whole node, and EASY knows the run times. Their utilization is counted in CPU needs like that of the others: a sequential task on a quad-core node uses a quarter of it.",
		"Tables 5 to 10 print every number of tables 2 and 3 again. 30 numbers of tables 7 and 8 cannot be read in the text at hand and are left out. Standard deviations are those of a sample.",
		"At scale quick, a set is 10 instances of a tenth of the jobs, days in the place of weeks, at three loads, and tables 5 to 10 have the algorithms of tables 2 and 3 and a family of every kind; loads stand for nine only at scale paper.",
	},
	JobSets:     dfrsWorkloads,
	Experiments: dfrsExperiments,
}

func dfrsExperiments(scale Scale) []Experiment {
	all := []Experiment{
		dfrsTable1(), dfrsTable2(scale), dfrsTable3(scale), dfrsTable4(scale),
		dfrsStretchTable("table5", scale, dfrsReal), dfrsStretchTable("table6", scale, dfrsUnscaled), dfrsStretchTable("table7", scale, dfrsScaled),
	}
	for _, t := range dfrsCosts {
		all = append(all, t.experiment(scale))
	}
	all = append(all, dfrsFig1(scale), dfrsFig2(scale))
	all = append(all, dfrsPeriodFigures(scale)...)
	return append(all, dfrsSection31(scale), dfrsSection51(scale), dfrsSection52(scale), dfrsSection53(scale), dfrsSection62(scale), dfrsSection64())
}
