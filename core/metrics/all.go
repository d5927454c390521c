package metrics

import "math"

// Sources of the definitions; each metric adds the section or equation.
const (
	dynp  = "Streit: A Self-Tuning Job Scheduler Family with Dynamic Policy Switching, JSSPP 2002"
	exact = "Grothklags, Streit: On the Comparison of CPLEX-Computed Job Schedules with the Self-Tuning dynP Job Scheduler, " +
		"IPDPS 2004 workshops"
	rules     = "Franke, Lepping, Schwiegelshohn: On Advantages of Scheduling Using Genetic Fuzzy Systems, JSSPP 2006"
	dfrs      = "Casanova, Stillwell, Vivien: Dynamic Fractional Resource Scheduling vs. Batch Scheduling, INRIA RR-7659, 2011"
	grid      = "Huang, Shih, Chung: Using Moldability to Improve Scheduling Performance of Parallel Jobs on Computational Grid, GPC 2008"
	feitelson = "Feitelson, Rudolph, Schwiegelshohn, Sevcik, Wong: Theory and Practice in Parallel Job Scheduling, JSSPP 1997"
	zhang     = "Zhang, Franke, Moreira, Sivasubramaniam: Improving Parallel Job Scheduling by Combining Gang Scheduling " +
		"and Backfilling Techniques, IPDPS 2000"
	jain  = "Jain, Chiu, Hawe: A Quantitative Measure of Fairness and Discrimination, DEC TR-301, 1984"
	usual = "common usage"
	rank  = "common usage; nearest rank: the smallest value that at least that share of the jobs does not exceed; " +
		"of more than 1,048,576 jobs from a histogram, too small by less than 0.025 %"
)

// All lists the metrics of every schedule, in the order of the columns of a runs table.
var All = []Metric{
	{"jobs_ended", "Jobs", "1", Either, usual, "n, the jobs that have ended",
		func(t *totals) float64 { return float64(t.jobs) }},
	{"killed_share", "Killed", "1", Lower, usual, "(jobs cut at their estimate) / n",
		func(t *totals) float64 { return t.perJob(float64(t.killed)) }},
	{"makespan_s", "Makespan", "s", Lower, dfrs + ", section 6.4.1; " + dynp + ", section 3.2, where time starts at 0",
		"span = max e_j - min s_j", func(t *totals) float64 { return t.ifAny(t.seconds(float64(t.span()))) }},
	{"throughput_per_h", "Throughput", "1/h", Higher, usual, "3600 n / span",
		func(t *totals) float64 { return ratio(float64(3600*t.jobs), t.seconds(float64(t.span()))) }},
	{"util", "UTIL", "1", Higher, dynp + ", section 5.1", "sum w_j r_j / (N span)",
		func(t *totals) float64 { return ratio(t.used, t.capacity(t.span())) }},
	{"util_started", "UTIL from the first start", "1", Higher, rules + ", equation 1", "sum w_j r_j / (N (max e_j - min b_j))",
		func(t *totals) float64 { return ratio(t.used, t.capacity(t.lastEnd-t.firstStart)) }},
	{"loc", "LOC", "1", Lower, zhang + "; " + dynp + ", section 5.2",
		"sum over the spans dt between events of min(idle processors, processors that waiting jobs ask for) dt / (N span)",
		func(t *totals) float64 { return ratio(t.lost, t.capacity(t.span())) }},
	{"underutil", "Underutilization", "1", Lower, dfrs + ", section 6.4.1, normalized",
		"integral of min(N, demand) - used processors / sum w_j r_j; demand = used + asked for by waiting jobs",
		func(t *totals) float64 { return ratio(t.lost, t.used) }},

	{"wait_mean_s", "Mean wait", "s", Lower, usual, "sum wait_j / n",
		func(t *totals) float64 { return t.seconds(t.perJob(t.wait.Float())) }},
	{"wait_p50_s", "Wait p50", "s", Lower, rank, "the ceil(0.50 n)-th smallest wait_j",
		func(t *totals) float64 { return t.waits[0] }},
	{"wait_p95_s", "Wait p95", "s", Lower, rank, "the ceil(0.95 n)-th smallest wait_j",
		func(t *totals) float64 { return t.waits[1] }},
	{"wait_p99_s", "Wait p99", "s", Lower, rank, "the ceil(0.99 n)-th smallest wait_j",
		func(t *totals) float64 { return t.waits[2] }},
	{"wait_max_s", "Longest wait", "s", Lower, usual, "max wait_j",
		func(t *totals) float64 { return t.waits[3] }},

	{"art_s", "ART", "s", Lower, dynp + ", section 3.2; " + grid + ", equation 1 (average turnaround time)", "sum resp_j / n",
		func(t *totals) float64 { return t.seconds(t.perJob(t.response.Float())) }},
	{"artww_s", "ARTwW", "s", Lower, dynp + ", sections 3.2 and 5.1; the sum alone: " + exact + ", equation 2",
		"sum w_j resp_j / sum w_j", func(t *totals) float64 { return t.seconds(ratio(t.widthResponse.Float(), float64(t.width))) }},
	{"awrt_s", "AWRT", "s", Lower, rules + ", equation 2", "sum w_j r_j resp_j / sum w_j r_j",
		func(t *totals) float64 { return t.seconds(ratio(t.areaResponse.value(), t.area.Float())) }},

	{"sld_mean", "Mean slowdown", "1", Lower, feitelson + "; a run of 0 counts as 1 s", "sum bsld_j(1) / n",
		func(t *totals) float64 { return t.perJob(t.slowdown.value()) }},
	{"sld_max", "Largest slowdown", "1", Lower, feitelson + "; a run of 0 counts as 1 s", "max bsld_j(1)",
		func(t *totals) float64 { return t.ifAny(t.maxSlowdown) }},
	{"bsld_mean", "Mean bounded slowdown", "1", Lower, feitelson, "sum bsld_j(10) / n",
		func(t *totals) float64 { return t.perJob(t.bounded.value()) }},
	{"bsld_p50", "Bounded slowdown p50", "1", Lower, rank, "the ceil(0.50 n)-th smallest bsld_j(10)",
		func(t *totals) float64 { return t.bsld[0] }},
	{"bsld_p95", "Bounded slowdown p95", "1", Lower, rank, "the ceil(0.95 n)-th smallest bsld_j(10)",
		func(t *totals) float64 { return t.bsld[1] }},
	{"bsld_p99", "Bounded slowdown p99", "1", Lower, rank, "the ceil(0.99 n)-th smallest bsld_j(10)",
		func(t *totals) float64 { return t.bsld[2] }},
	{"bsld_max", "Largest bounded slowdown", "1", Lower, dfrs + ", section 2.2 (maximum stretch)", "max bsld_j(10)",
		func(t *totals) float64 { return t.bsld[3] }},
	{"sldww_60", "SLDwW (60 s)", "1", Lower, dynp + ", section 5.1", "sum w_j bsld_j(60) / sum w_j",
		func(t *totals) float64 { return ratio(t.widthSlowdown60.value(), float64(t.width)) }},
	{"sldww_300", "SLDwW (300 s)", "1", Lower, dynp + ", section 5.1, with a bound of 300 s", "sum w_j bsld_j(300) / sum w_j",
		func(t *totals) float64 { return ratio(t.widthSlowdown300.value(), float64(t.width)) }},
	{"sldwa", "SLDwA", "1", Lower, exact + ", section 4",
		"sum w_j r_j (resp_j / r_j) / sum w_j r_j = sum w_j resp_j / sum w_j r_j over the jobs with r_j > 0",
		func(t *totals) float64 { return ratio(t.ranWidthResponse.Float(), t.area.Float()) }},
	{"fairness_users", "Fairness between users", "1", Higher, jain +
		", which Ngubiri, van Vliet: A Metric of Fairness for Parallel Job Schedulers, CCPE 2009, apply to jobs; here to users: " +
		"1 if all users see the same mean slowdown, 1/m if one of m users bears it all; jobs without a known user are left out",
		"(sum x_u)^2 / (m sum x_u^2), x_u = mean bsld_j(10) of user u, m users", func(t *totals) float64 { return t.fairness }},
}

// ratio returns a/b, NaN if b is 0.
func ratio(a, b float64) float64 {
	if b == 0 {
		return math.NaN()
	}
	return a / b
}
