package dynp

import (
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/internal/det"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/trace/model/empirical"
	"github.com/backfill-lab/backfill/internal/chart"
)

// jobs keeps what tables 2 and 3 and figure 1 show of a job set.
var jobs = paper.Statistic{Name: "dynp/jobs", Version: 2, New: func(w *trace.Workload) paper.Watch {
	return paper.Watch{Values: func(out *paper.Summary, jobs []job.Job, _ []job.Placement) {
		describe(out, w.Procs, jobs)
	}}
}}

func describe(out *paper.Summary, procs int, jobs []job.Job) {
	n := len(jobs)
	widths, runs, estimates, gaps := make([]int64, n), make([]int64, n), make([]int64, n), gapsOf(jobs)
	var over, short, popular, twoHours, area float64
	var hours [24]float64
	for i := range jobs {
		j := &jobs[i]
		widths[i], runs[i], estimates[i] = int64(j.Procs), j.Run, j.Estimate
		area += j.Area(false)
		hours[j.Submit/3600%24]++
		if j.Run > j.Estimate {
			over++
		}
		if j.Run <= 300 {
			short++
		}
		switch j.Estimate {
		case 7200:
			if j.Run >= 7200 {
				twoHours++
			}
			fallthrough
		case 600, 1800:
			popular++
		}
	}
	v := out.Values
	v["jobs"], v["procs"], v["over"] = float64(n), float64(procs), over
	v["over_share"], v["short_share"] = percent(over, n), percent(short, n)
	v["popular_share"], v["two_hours_share"] = percent(popular, n), percent(twoHours, n)
	v["hours"] = slices.Max(hours[:]) / max(slices.Min(hours[:]), 1)
	for _, c := range []struct {
		name   string
		values []int64
	}{{"width", widths}, {"estimate", estimates}, {"run", runs}, {"gap", gaps}} {
		slices.Sort(c.values)
		total := int64(0)
		for _, x := range c.values {
			total += x
		}
		if m := len(c.values); m > 0 {
			v[c.name+"_mean"] = float64(total) / float64(m)
			v[c.name+"_min"], v[c.name+"_max"] = float64(c.values[0]), float64(c.values[m-1])
		}
	}
	v["area_ratio"] = area / float64(n) / (v["width_mean"] * v["run_mean"])
	v["load"] = 100 * area / (float64(procs) * float64(jobs[n-1].Submit-jobs[0].Submit))
	v["run_ratio"] = runRatio(jobs, estimates[n/2])
	v["estimate_values"], v["run_values"] = float64(cover(estimates)), float64(cover(runs))
	out.Series["estimate"], out.Series["run"] = quantiles(estimates), quantiles(runs)
}

// gapsOf returns the times between submissions.
func gapsOf(jobs []job.Job) (gaps []int64) {
	for i := range jobs[1:] {
		gaps = append(gaps, jobs[i+1].Submit-jobs[i].Submit)
	}
	return gaps
}

// runRatio is the mean run time of jobs with estimates above the median over the others'.
func runRatio(jobs []job.Job, median int64) float64 {
	var sum, n [2]float64
	for i := range jobs {
		k := 0
		if jobs[i].Estimate > median {
			k = 1
		}
		sum[k] += float64(jobs[i].Run)
		n[k]++
	}
	return (sum[1] / n[1]) / (sum[0] / n[0])
}

func percent(part float64, n int) float64 { return 100 * part / float64(n) }

// cover returns how many of the most frequent values make up 90 % of the sorted numbers.
func cover(sorted []int64) int {
	var counts []int
	for i, x := range sorted {
		if i == 0 || x != sorted[i-1] {
			counts = append(counts, 0)
		}
		counts[len(counts)-1]++
	}
	slices.Sort(counts)
	n := 0
	for covered := 0; 10*covered < 9*len(sorted); n++ {
		covered += counts[len(counts)-1-n]
	}
	return n
}

// quantiles returns the values at every half percent, 201 in all, by nearest rank.
func quantiles(sorted []int64) chart.Numbers {
	const parts = 200
	q := make(chart.Numbers, 0, parts+1)
	for i := range parts + 1 {
		q = append(q, float64(sorted[max((i*len(sorted)+parts-1)/parts-1, 0)]))
	}
	return q
}

// fit is the trace analyser's fit to the interarrival times.
var fit = paper.Statistic{Name: "dynp/fit", Version: 1, New: func(w *trace.Workload) paper.Watch {
	return paper.Watch{Values: func(out *paper.Summary, jobs []job.Job, _ []job.Placement) {
		gaps := gapsOf(jobs)
		alpha, beta, err := empirical.FitWeibull(gaps)
		if err != nil { // all jobs at once
			alpha, beta = math.NaN(), math.NaN()
		}
		out.Values["alpha"], out.Values["beta"] = alpha, beta
		mean := 0.0
		for _, g := range gaps {
			mean += float64(g) / float64(len(gaps))
		}
		slices.Sort(gaps)
		out.Values["distance_weibull"] = kolmogorov(gaps, alpha, beta)
		out.Values["distance_exponential"] = kolmogorov(gaps, 1, mean)
	}}
}}

// kolmogorov is the largest distance between the distribution of sorted gaps and a Weibull
// distribution, taken at g + 0.5 s: a gap of g stands for all up to that length.
func kolmogorov(sorted []int64, alpha, beta float64) (most float64) {
	for i, g := range sorted {
		if i+1 < len(sorted) && sorted[i+1] == g {
			continue
		}
		observed := float64(i+1) / float64(len(sorted))
		fitted := 1 - det.Exp(-det.Pow((float64(g)+0.5)/beta, alpha))
		most = max(most, math.Abs(observed-fitted))
	}
	return most
}

// steps counts the self-tuning steps for tables 4 to 6. A job counts for the policy in
// force when it starts; the first policy is FCFS.
var steps = paper.Statistic{Name: "dynp/steps", Version: 1, New: func(*trace.Workload) paper.Watch {
	force, backlog, values := "fcfs", 0.0, paper.Numbers{}
	for _, p := range policies {
		values["started_"+p], values["to_"+p] = 0, 0
	}
	for _, c := range cases {
		values["case_"+c] = 0
	}
	values["tries"], values["same"] = 0, 0
	return paper.Watch{
		Step: func(s *sim.Step) {
			values["tries"]++
			backlog += float64(s.Waiting)
			if s.Case != "" {
				values["case_"+s.Case]++
			}
			after := strings.TrimPrefix(s.After, "plan-")
			if after == force {
				values["same"]++
			} else {
				values["to_"+after]++
			}
			force = after
		},
		Started: func(int64, *sim.Job) { values["started_"+force]++ },
		Values: func(out *paper.Summary, _ []job.Job, _ []job.Placement) {
			maps.Copy(out.Values, values)
			out.Values["backlog"] = backlog / values["tries"]
		},
	}
}}

// policies are the policies that the deciders choose from.
var policies = []string{"fcfs", "sjf", "ljf"}

// cases are the cases of table 1.
var cases = strings.Fields("1 2 3 4a 4b 4c 5 6a 6b 6c 7 8a 8b 8c 9 10a 10b 10c")
