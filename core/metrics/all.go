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
	rank  = "common usage; nearest rank: the smallest value that at least that share of the jobs does not exceed"
)

// All lists the metrics of every schedule, in the order of the columns of a runs table.
var All = []Metric{
	{Name: "jobs_ended", Title: "Jobs", Unit: "1", Better: Either, Source: usual,
		Formula: "n, the jobs that have ended",
		value:   func(t *totals) float64 { return float64(t.jobs) }},
	{Name: "killed_share", Title: "Killed", Unit: "1", Better: Lower, Source: usual,
		Formula: "(jobs cut at their estimate) / n",
		value:   func(t *totals) float64 { return t.perJob(float64(t.killed)) }},
	{Name: "makespan_s", Title: "Makespan", Unit: "s", Better: Lower,
		Source:  dfrs + ", section 6.4.1; " + dynp + ", section 3.2, where time starts at 0",
		Formula: "span = max e_j - min s_j",
		value:   func(t *totals) float64 { return t.ifAny(t.seconds(float64(t.span()))) }},
	{Name: "throughput_per_h", Title: "Throughput", Unit: "1/h", Better: Higher, Source: usual,
		Formula: "3600 n / span",
		value:   func(t *totals) float64 { return ratio(float64(3600*t.jobs), t.seconds(float64(t.span()))) }},
	{Name: "util", Title: "UTIL", Unit: "1", Better: Higher,
		Source:  dynp + ", section 5.1",
		Formula: "sum w_j r_j / (N span)",
		value:   func(t *totals) float64 { return ratio(t.used, t.capacity(t.span())) }},
	{Name: "util_started", Title: "UTIL from the first start", Unit: "1", Better: Higher,
		Source:  rules + ", equation 1",
		Formula: "sum w_j r_j / (N (max e_j - min b_j))",
		value:   func(t *totals) float64 { return ratio(t.used, t.capacity(t.lastEnd-t.firstStart)) }},
	{Name: "loc", Title: "LOC", Unit: "1", Better: Lower,
		Source:  zhang + "; " + dynp + ", section 5.2",
		Formula: "sum over the spans dt between events of min(idle processors, processors that waiting jobs ask for) dt / (N span)",
		value:   func(t *totals) float64 { return ratio(t.lost, t.capacity(t.span())) }},
	{Name: "underutil", Title: "Underutilization", Unit: "1", Better: Lower,
		Source:  dfrs + ", section 6.4.1, normalized",
		Formula: "integral of min(N, demand) - used processors / sum w_j r_j; demand = used + asked for by waiting jobs",
		value:   func(t *totals) float64 { return ratio(t.lost, t.used) }},

	{Name: "wait_mean_s", Title: "Mean wait", Unit: "s", Better: Lower, Source: usual,
		Formula: "sum wait_j / n",
		value:   func(t *totals) float64 { return t.seconds(t.perJob(t.wait.Float())) }},
	{Name: "wait_p50_s", Title: "Wait p50", Unit: "s", Better: Lower, Source: rank,
		Formula: "the ceil(0.50 n)-th smallest wait_j",
		value:   func(t *totals) float64 { return t.waits[0] }},
	{Name: "wait_p95_s", Title: "Wait p95", Unit: "s", Better: Lower, Source: rank,
		Formula: "the ceil(0.95 n)-th smallest wait_j",
		value:   func(t *totals) float64 { return t.waits[1] }},
	{Name: "wait_p99_s", Title: "Wait p99", Unit: "s", Better: Lower, Source: rank,
		Formula: "the ceil(0.99 n)-th smallest wait_j",
		value:   func(t *totals) float64 { return t.waits[2] }},
	{Name: "wait_max_s", Title: "Longest wait", Unit: "s", Better: Lower, Source: usual,
		Formula: "max wait_j",
		value:   func(t *totals) float64 { return t.waits[3] }},

	{Name: "art_s", Title: "ART", Unit: "s", Better: Lower,
		Source:  dynp + ", section 3.2; " + grid + ", equation 1 (average turnaround time)",
		Formula: "sum resp_j / n",
		value:   func(t *totals) float64 { return t.seconds(t.perJob(t.response.Float())) }},
	{Name: "artww_s", Title: "ARTwW", Unit: "s", Better: Lower,
		Source:  dynp + ", sections 3.2 and 5.1; the sum alone: " + exact + ", equation 2",
		Formula: "sum w_j resp_j / sum w_j",
		value:   func(t *totals) float64 { return t.seconds(ratio(t.widthResponse.Float(), float64(t.width))) }},
	{Name: "awrt_s", Title: "AWRT", Unit: "s", Better: Lower,
		Source:  rules + ", equation 2",
		Formula: "sum w_j r_j resp_j / sum w_j r_j",
		value:   func(t *totals) float64 { return t.seconds(ratio(t.areaResponse.value(), t.area.Float())) }},

	{Name: "sld_mean", Title: "Mean slowdown", Unit: "1", Better: Lower,
		Source:  feitelson + "; a run of 0 counts as 1 s",
		Formula: "sum bsld_j(1) / n",
		value:   func(t *totals) float64 { return t.perJob(t.slowdown.value()) }},
	{Name: "sld_max", Title: "Largest slowdown", Unit: "1", Better: Lower,
		Source:  feitelson + "; a run of 0 counts as 1 s",
		Formula: "max bsld_j(1)",
		value:   func(t *totals) float64 { return t.ifAny(t.maxSlowdown) }},
	{Name: "bsld_mean", Title: "Mean bounded slowdown", Unit: "1", Better: Lower, Source: feitelson,
		Formula: "sum bsld_j(10) / n",
		value:   func(t *totals) float64 { return t.perJob(t.bounded.value()) }},
	{Name: "bsld_p50", Title: "Bounded slowdown p50", Unit: "1", Better: Lower, Source: rank,
		Formula: "the ceil(0.50 n)-th smallest bsld_j(10)",
		value:   func(t *totals) float64 { return t.bsld[0] }},
	{Name: "bsld_p95", Title: "Bounded slowdown p95", Unit: "1", Better: Lower, Source: rank,
		Formula: "the ceil(0.95 n)-th smallest bsld_j(10)",
		value:   func(t *totals) float64 { return t.bsld[1] }},
	{Name: "bsld_p99", Title: "Bounded slowdown p99", Unit: "1", Better: Lower, Source: rank,
		Formula: "the ceil(0.99 n)-th smallest bsld_j(10)",
		value:   func(t *totals) float64 { return t.bsld[2] }},
	{Name: "bsld_max", Title: "Largest bounded slowdown", Unit: "1", Better: Lower,
		Source:  dfrs + ", section 2.2 (maximum stretch)",
		Formula: "max bsld_j(10)",
		value:   func(t *totals) float64 { return t.bsld[3] }},
	{Name: "sldww_60", Title: "SLDwW (60 s)", Unit: "1", Better: Lower,
		Source:  dynp + ", section 5.1",
		Formula: "sum w_j bsld_j(60) / sum w_j",
		value:   func(t *totals) float64 { return ratio(t.widthSlowdown60.value(), float64(t.width)) }},
	{Name: "sldww_300", Title: "SLDwW (300 s)", Unit: "1", Better: Lower,
		Source:  dynp + ", section 5.1, with a bound of 300 s",
		Formula: "sum w_j bsld_j(300) / sum w_j",
		value:   func(t *totals) float64 { return ratio(t.widthSlowdown300.value(), float64(t.width)) }},
	{Name: "sldwa", Title: "SLDwA", Unit: "1", Better: Lower,
		Source:  exact + ", section 4",
		Formula: "sum w_j r_j (resp_j / r_j) / sum w_j r_j = sum w_j resp_j / sum w_j r_j over the jobs with r_j > 0",
		value:   func(t *totals) float64 { return ratio(t.ranWidthResponse.Float(), t.area.Float()) }},
	{Name: "fairness_users", Title: "Fairness between users", Unit: "1", Better: Higher,
		Source: jain + ", which Ngubiri, van Vliet: A Metric of Fairness for Parallel Job Schedulers, CCPE 2009, apply to jobs; here to users: " +
			"1 if all users see the same mean slowdown, 1/m if one of m users bears it all; jobs without a known user are left out",
		Formula: "(sum x_u)^2 / (m sum x_u^2), x_u = mean bsld_j(10) of user u, m users",
		value:   func(t *totals) float64 { return t.fairness }},
}

// ratio returns a/b, NaN if b is 0.
func ratio(a, b float64) float64 {
	if b == 0 {
		return math.NaN()
	}
	return a / b
}
