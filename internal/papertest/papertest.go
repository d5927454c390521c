// Package papertest has what the tests of papers share: a small invented paper, the folder of
// the real logs, and a cache.
package papertest

import (
	"fmt"
	"io/fs"
	"os"
	"slices"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/chart"
)

// Traces returns the folder of the real logs, nil if the environment names none.
func Traces() fs.FS {
	if dir := os.Getenv(paper.TracesVariable); dir != "" {
		return os.DirFS(dir)
	}
	return nil
}

// Kept caches the runs of a package's tests, so that each is played once.
var Kept = paper.Memory()

// Trace is the log of Demo's job set; a model stands in where it is not given.
const Trace = "demo.swf"

// Demo is the paper. Its measured numbers have every verdict, one number is an input and
// one is repeated; its claims have every verdict once.
func Demo() *paper.Paper {
	return &paper.Paper{
		Key: "demo", Title: "On <Nothing> & All", Authors: "Nobody", Venue: "Nowhere 1999", DOI: "10.1000/182",
		Notes:   []string{"The text leaves everything open; we do what is easy."},
		Seeds:   3,
		Samples: "The job set is a toy.",
		Claimed: "EASY is better than FCFS.",
		Findings: []paper.Finding{
			{Text: "EASY helps: {demo/table1/ART/fcfs over demo/table1/ART/easy to 1} times.", Outcome: paper.Reproduced, Rank: 1,
				Rests: map[string]paper.Verdict{"demo/table1/easy-helps": paper.Holds}},
			{Text: "Nobody waits.", Outcome: paper.Program, Sure: "low: nobody knows",
				Rests: map[string]paper.Verdict{"demo/table1/all-at-once": paper.Holds, "demo/table1/happy": paper.Untestable}},
		},
		Choices:     []*paper.Choice{reserve},
		JobSets:     jobSets,
		Experiments: experiments,
	}
}

// reserve is what the text on EASY leaves open.
var reserve = &paper.Choice{Key: "reserve", Asks: "Which jobs get a reservation?", Text: "\"jobs are backfilled\" (section 1)",
	Why: "It is what EASY means elsewhere.", Values: []paper.Answer{
		{Name: "first", Doc: "The first job in the queue."}, {Name: "all", Doc: "Every job in the queue."}}}

func jobSets(paper.Setting) []paper.JobSet {
	return []paper.JobSet{
		{Name: "small", Title: "SMALL_syn", Doc: "A few hundred jobs.", Drawn: true, Make: small},
		{Name: "small-exact", Title: "SMALL_syn, perfect estimates", Doc: "The same with estimates that are the run times.",
			Drawn: true, Make: func(l *paper.Loader) (*trace.Workload, error) {
				small, err := l.JobSet("small")
				if err != nil {
					return nil, err
				}
				w := *small
				w.Jobs = trace.Hold(slices.Clone(w.Jobs.Held()))
				for i := range w.Jobs.Held() {
					w.Jobs.Held()[i].Estimate = max(1, w.Jobs.Held()[i].Run)
				}
				return &w, nil
			}},
	}
}

func small(l *paper.Loader) (*trace.Workload, error) {
	n := 2000
	if l.Scale == paper.Quick {
		n = 300
	}
	if w, ok, err := l.Trace(Trace, trace.Options{}); ok || err != nil {
		return w, err
	}
	l.Substitute("%s is not given: %d jobs of the Lublin-Feitelson model stand in.", Trace, n)
	m := experiment.Model{Name: "lublin", Jobs: n, Procs: 64, Load: 0.8, Seed: 6 + l.Draw(), Estimates: "round", Factor: 2}
	return m.Generate(nil, trace.Options{})
}

// starts counts the jobs that started in their own second.
var starts = paper.Statistic{Name: "at once", Version: 1, New: func(*trace.Workload) paper.Watch {
	n := 0.0
	return paper.Watch{
		Started: func(now int64, j *sim.Job) {
			if now == j.Submit {
				n++
			}
		},
		Values: func(out *paper.Summary, _ []job.Job, _ []job.Placement) { out.Values["at once"] = n },
	}
}}

// widths keeps the jobs' widths.
var widths = paper.Statistic{Name: "widths", Version: 1, New: func(*trace.Workload) paper.Watch {
	return paper.Watch{Values: func(out *paper.Summary, jobs []job.Job, _ []job.Placement) {
		for _, j := range jobs {
			out.Series["widths"] = append(out.Series["widths"], float64(j.Procs))
		}
	}}
}}

var policies = []string{"fcfs", "easy", "sjf-easy"}

func experiments(at paper.Setting) []paper.Experiment {
	factors := []float64{1, 0.9, 0.8, 0.7}
	if at.Scale == paper.Quick {
		factors = []float64{1, 0.8}
	}
	if len(at.Factors) > 0 {
		factors = at.Factors
	}
	return []paper.Experiment{table(at), figure(factors, slices.Concat(policies, at.Policies)), distribution()}
}

func table(at paper.Setting) paper.Experiment {
	x := paper.Experiment{ID: "demo/table1", Kind: paper.Table, Title: "Three policies"}
	for _, p := range policies {
		policy := p
		if p == "easy" && at.Reading.Of(reserve) == "all" {
			policy = "cons"
		}
		x.Runs = append(x.Runs, paper.Simulate(p, "small", policy, 1, starts))
		x.Add("ART", p, "s", paper.Metric(p, "art_s"))
		x.Add("UTIL", p, "%", paper.Percent(paper.Metric(p, "util")))
		x.Add("started at once", p, "jobs", paper.Value(p, "at once"))
	}
	x.Add("jobs", "fcfs", "jobs", paper.Metric("fcfs", "jobs_ended"))
	x.AddInterval("gain", "easy", "%", paper.Constant(0.5), paper.Constant(2))
	x.Published = []paper.Published{
		{Row: "UTIL", Column: "fcfs", Value: 60, Step: 1, Unit: "%", Class: paper.Measured},
		{Row: "UTIL", Column: "easy", Value: 80, Unit: "%", Class: paper.Measured, Note: "The paper's machine was another one."},
		{Row: "ART", Column: "fcfs", Value: 1, Unit: "s", Class: paper.Measured, Note: "The paper does not exist."},
		{Row: "makespan", Column: "fcfs", Value: 5, Unit: "s", Class: paper.Measured},
		{Row: "gain", Column: "easy", Value: 1, Unit: "%", Class: paper.Measured},
		{Row: "jobs", Column: "fcfs", Value: 2000, Unit: "jobs", Class: paper.Input},
	}
	x.Claims = []paper.Claim{
		stated("1", "EASY has a lower ART than FCFS.", paper.Judged("easy-helps", easyHelps)),
		stated("2", "No job waits.", paper.Judged("all-at-once", allAtOnce)),
		stated("2", "The gain is below 1 %.", paper.Open("gain", smallGain)),
		stated("1", "Every job ends.", paper.Judged("all-end", allEnd)),
		stated("3", "Users are happy.", paper.Open("happy", happy)),
	}
	x.Claims[3].Certain = "a simulation goes on until the last job ends"
	return x
}

func easyHelps(r *paper.Results) (bool, string) {
	easy, fcfs := r.Metric("easy", "art_s"), r.Metric("fcfs", "art_s")
	return easy < fcfs, fmt.Sprintf("%.0f s and %.0f s", easy, fcfs)
}

func allAtOnce(r *paper.Results) (bool, string) {
	n, jobs := r.Value("easy", "at once"), r.Metric("easy", "jobs_ended")
	return n == jobs, fmt.Sprintf("%.0f of %.0f jobs start at once", n, jobs)
}

func allEnd(r *paper.Results) (bool, string) {
	easy, fcfs := r.Metric("easy", "jobs_ended"), r.Metric("fcfs", "jobs_ended")
	return easy == fcfs, fmt.Sprintf("%.0f and %.0f jobs", easy, fcfs)
}

// stated gives a claim the words that a real paper has in its file.
func stated(section, text string, c paper.Claim) paper.Claim {
	c.Section, c.Text = section, text
	return c
}

func happy(*paper.Results) (paper.Verdict, string) { return paper.Untestable, "nobody asked them" }

func smallGain(*paper.Results) (paper.Verdict, string) {
	return paper.Within(0.5, 2, 0, 1), "0.5 to 2 %"
}

func figure(factors []float64, policies []string) paper.Experiment {
	x := paper.Experiment{ID: "demo/fig1", Kind: paper.Figure, Title: "ART over the load", Extends: true}
	label := func(set, p string, f float64) string { return fmt.Sprintf("%s/%v/%s", set, f, p) }
	sets := []string{"small", "small-exact"}
	for _, set := range sets {
		for _, p := range policies {
			for _, f := range factors {
				l := label(set, p, f)
				x.Runs = append(x.Runs, paper.Simulate(l, set, p, f, starts))
				x.Add(fmt.Sprintf("%s %v", set, f), p, "s", paper.Metric(l, "art_s"))
			}
		}
	}
	x.Repeat("small 1", "fcfs", 1)
	x.Chart = func(r *paper.Results) chart.Chart {
		c := chart.Chart{Title: x.Title}
		for _, set := range sets {
			panel := chart.Panel{Title: set, X: chart.Axis{Label: "shrinking factor", Reversed: true},
				Y: chart.Axis{Label: "ART", Seconds: true, Zero: true}}
			for _, p := range policies {
				art := func(f float64) float64 { return r.Metric(label(set, p, f), "art_s") }
				panel.Series = append(panel.Series, chart.Curve(p, factors, art))
			}
			c.Panels = append(c.Panels, panel)
		}
		return c
	}
	return x
}

func distribution() paper.Experiment {
	return paper.Experiment{
		ID: "demo/fig2", Kind: paper.Figure, Title: "Widths of the jobs",
		Runs: []paper.Run{paper.Describe("small", "small", widths)},
		Chart: func(r *paper.Results) chart.Chart {
			return chart.Chart{Panels: []chart.Panel{{Kind: chart.CDF, X: chart.Axis{Label: "processors", Log: true},
				Y:      chart.Axis{Label: "share of the jobs"},
				Series: []chart.Series{{Name: "widths", Y: r.Series("small", "widths")}}}}}
		},
	}
}
