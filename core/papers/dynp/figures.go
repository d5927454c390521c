package dynp

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/chart"
	"github.com/backfill-lab/backfill/core/paper"
)

// A line is a scheduler of figures 2 to 8.
type line struct {
	key    string // "artww-advanced", as in table 4, or a single policy
	title  string
	policy string
}

// deciders are the curves of figures 2 and 3.
var deciders = []line{
	{"artww-advanced", "advanced, ARTwW", policy("artww-advanced")},
	{"artww-simple", "simple, ARTwW", policy("artww-simple")},
	{"art-advanced", "advanced, ART", policy("art-advanced")},
	{"art-simple", "simple, ART", policy("art-simple")},
	{"ms-advanced", "advanced, MS", policy("ms-advanced")},
	{"ms-simple", "simple, MS", policy("ms-simple")},
}

// schedulers are the curves of figures 4, 5, 7 and 8; figure 6 leaves the
// last one out.
var schedulers = []line{
	{"artww-advanced", "advanced, ARTwW", policy("artww-advanced")},
	{"fcfs", "FCFS", "plan-fcfs"},
	{"sjf", "SJF", "plan-sjf"},
	{"ljf", "LJF", "plan-ljf"},
	{"basic", "basic dynP", "dynp-basic"},
}

// A figure is one of figures 2 to 8: a metric over the shrinking factor.
type figure struct {
	id, title string
	doc       string
	metric    string
	label     string // of the y axis
	lines     []line
	sets      []string
	extra     func(*paper.Experiment, paper.Scale)
	claims    func() []paper.Claim
}

func figures() []figure {
	return []figure{
		{id: "fig2", title: "ARTwW with simple and advanced decider and three qualities", metric: "artww_s", label: "ARTwW [s]",
			lines: deciders, sets: sets, extra: fig2Extra, claims: fig2Claims},
		{id: "fig3", title: "SLDwW_60 with simple and advanced decider and three qualities", metric: "sldww_60", label: "SLDwW_60",
			lines: deciders, sets: []string{"ctc", "pc2"}, extra: fig3Extra, claims: fig3Claims},
		{id: "fig4", title: "ARTwW of the advanced decider, the single policies and basic dynP", metric: "artww_s", label: "ARTwW [s]",
			lines: schedulers, sets: sets, extra: sjfText, claims: fig4Claims},
		{id: "fig5", title: "SLDwW_60 of the advanced decider, the single policies and basic dynP", metric: "sldww_60", label: "SLDwW_60",
			lines: schedulers, sets: sets, claims: fig5Claims},
		{id: "fig6", title: "ARTwW with perfect estimates", metric: "artww_s", label: "ARTwW [s]",
			doc: "A perfect estimate is the time for which the job holds its processors with the real one, so that the work is the same as in " +
				"figure 4.",
			lines: schedulers[:4], sets: sets, extra: sjfText, claims: fig6Claims},
		{id: "fig7", title: "SLDwW_300 of the advanced decider, the single policies and basic dynP", metric: "sldww_300", label: "SLDwW_300",
			lines: schedulers, sets: sets, claims: fig7Claims},
		{id: "fig8", title: "Utilization of the advanced decider, the single policies and basic dynP", metric: "util", label: "UTIL [%]",
			lines: schedulers, sets: sets, extra: fig8Extra, claims: fig8Claims},
	}
}

// point is the label of a run of the figures.
func point(jobSet string, factor float64, line string) string {
	return fmt.Sprintf("%s/%.2f/%s", jobSet, factor, line)
}

func (f figure) experiment(scale paper.Scale) paper.Experiment {
	x := paper.Experiment{ID: "dynp/" + f.id, Kind: paper.Figure, Title: f.title, Doc: f.doc, Claims: f.claims()}
	percent := f.metric == "util"
	for _, key := range f.sets {
		s := setOf(key)
		for _, factor := range s.at(scale) {
			for _, line := range f.lines {
				set := s.syn()
				if f.id == "fig6" {
					set = s.exact()
				}
				label := point(set, factor, line.key)
				if f.id == "fig6" { // for its claims
					x.Runs = append(x.Runs, paper.Simulate(point(s.syn(), factor, line.key), s.syn(), line.policy, factor, keep(line)...))
				}
				x.Runs = append(x.Runs, paper.Simulate(label, set, line.policy, factor, keep(line)...))
				unit, value := "", paper.Metric(label, f.metric)
				switch {
				case percent:
					unit, value = "%", paper.Percent(value)
				case f.metric == "artww_s":
					unit = "s"
				}
				x.Add(fmt.Sprintf("%s %.2f", s.syn(), factor), line.title, unit, value)
			}
		}
	}
	if f.extra != nil {
		f.extra(&x, scale)
	}
	draw := curve
	if f.id == "fig6" {
		draw = exactCurve
	}
	x.Chart = func(r *paper.Results) chart.Chart {
		c := chart.Chart{Title: f.title}
		for _, key := range f.sets {
			s := setOf(key)
			p := chart.Panel{Title: s.syn(), X: chart.Axis{Label: "shrinking factor", Reversed: true}, Y: chart.Axis{Label: f.label}}
			if key == "pc2" {
				p.Title += " (pc2-like, reconstructed)"
			}
			for _, line := range f.lines {
				y := draw(r, key, line.key, f.metric)
				if percent {
					for i := range y {
						y[i] *= 100
					}
				}
				p.Series = append(p.Series, chart.Series{Name: line.title, X: s.at(r.Scale), Y: y})
			}
			c.Panels = append(c.Panels, p)
		}
		return c
	}
	return x
}

// keep returns the statistics of a scheduler's runs, the same in every experiment, so
// that the experiments share the runs.
func keep(line line) []paper.Statistic {
	if line.policy == policy(line.key) {
		return []paper.Statistic{steps}
	}
	return nil
}

// curve is a metric of a scheduler over the shrinking factors of a set.
func curve(r *paper.Results, set, line, metric string) []float64 {
	return setOf(set).curve(r, setOf(set).syn(), line, metric)
}

// exactCurve is curve with perfect estimates.
func exactCurve(r *paper.Results, set, line, metric string) []float64 {
	return setOf(set).curve(r, setOf(set).exact(), line, metric)
}

func (s *set) curve(r *paper.Results, name, line, metric string) (y []float64) {
	for _, factor := range s.at(r.Scale) {
		y = append(y, r.Metric(point(name, factor, line), metric))
	}
	return y
}

// fig1 is figure 1: distributions of run time and estimate.
func fig1(paper.Scale) paper.Experiment {
	x := paper.Experiment{ID: "dynp/fig1", Kind: paper.Figure,
		Title: "Distributions of run time and estimate of the four synthetic job sets", Claims: fig1Claims()}
	for i := range jobSets {
		s := &jobSets[i]
		x.Runs = append(x.Runs, paper.Describe(s.syn(), s.syn(), jobs))
		x.Add(s.syn(), "estimates of 600, 1800 or 7200 s", "%", paper.Value(s.syn(), "popular_share"))
		x.Add(s.syn(), "run times up to 300 s", "%", paper.Value(s.syn(), "short_share"))
		x.Add(s.syn(), "2-hour jobs that run for 2 hours", "%", paper.Value(s.syn(), "two_hours_share"))
	}
	x.Add("all sets", "run times up to 300 s", "%", meanShort)
	x.Published = numbers().Of("fig1", func(row, _ string) string {
		if row == "PC2_syn" {
			return "the reconstruction is built on this number"
		}
		return "printed as almost 50 %, in section 5.2; the mean of the four sets here"
	})
	x.Chart = func(r *paper.Results) chart.Chart {
		c := chart.Chart{Title: "Distributions of run time and estimate"}
		for i := range jobSets {
			s := &jobSets[i]
			p := chart.Panel{Title: s.syn(), Kind: chart.CDF, X: chart.Axis{Seconds: true, Log: true}, Y: chart.Axis{Label: "share of the jobs"}}
			if s.File == "" {
				p.Title += " (pc2-like, reconstructed)"
			}
			for _, line := range []struct{ name, key string }{{"estimated", "estimate"}, {"actual", "run"}} {
				y := slices.Clone(r.Series(s.syn(), line.key))
				for k := range y {
					y[k] = max(y[k], 1) // a run of 0 s has no place on a logarithmic axis
				}
				p.Series = append(p.Series, chart.Series{Name: line.name, Y: y})
			}
			c.Panels = append(c.Panels, p)
		}
		return c
	}
	return x
}

// text adds our number for one that the text on a figure prints.
func text(x *paper.Experiment, row, column, note string, ours func(*paper.Results) float64) {
	for _, p := range numbers().Of(strings.TrimPrefix(x.ID, "dynp/"), nil) {
		if p.Row == row && p.Column == column {
			p.Note = note
			x.Add(row, column, p.Unit, ours)
			x.Published = append(x.Published, p)
		}
	}
}

// mean is a curve's mean over the factors.
func mean(r *paper.Results, set, line, metric string) float64 {
	return paper.Mean(curve(r, set, line, metric))
}

// ratio is the mean over the factors of one curve over another.
func ratio(over, under []float64) float64 {
	q := make([]float64, len(over))
	for i, v := range over {
		q[i] = v / under[i]
	}
	return paper.Mean(q)
}

// gains are by how many percent the second curve is below the first, at each factor.
func gains(from, to []float64) (all []float64) {
	for i, v := range from {
		all = append(all, 100*(v-to[i])/v)
	}
	return all
}

// meanGain is by how many percent the advanced decider's values are below the simple
// one's, mean over the factors.
func meanGain(r *paper.Results, set, metric string) float64 {
	return paper.Mean(gains(curve(r, set, "artww-simple", metric), curve(r, set, "artww-advanced", metric)))
}

func fig2Extra(x *paper.Experiment, scale paper.Scale) {
	const mean = "advanced better than simple with ARTwW, mean over the factors"
	text(x, "PC2_syn", mean, "printed as approximately; of PC2 there is only a reconstruction",
		func(r *paper.Results) float64 { return meanGain(r, "pc2", "artww_s") })
	text(x, "KTH_syn", mean, noteSets, func(r *paper.Results) float64 { return meanGain(r, "kth", "artww_s") })
	backlog := nothing
	if scale == paper.Full {
		backlog = paper.Value(point("CTC_syn", 0.80, "artww-advanced"), "backlog")
	}
	text(x, "CTC_syn, text of section 5", "mean backlog at self-tuning, factor 0.80", noteSets, backlog)
	text(x, "CTC_syn, text of section 5", "time of a self-tuning step, factor 0.80",
		"not computed here, since it is another in every run and on every machine: the benchmarks of the schedulers measure it", nothing)
}

func fig3Extra(x *paper.Experiment, _ paper.Scale) {
	text(x, "PC2_syn over CTC_syn", "mean slowdown of the advanced decider", "of PC2 there is only a reconstruction", tenfold)
}

// sjfText adds the response times of SJF on CTC_syn that the text prints.
func sjfText(x *paper.Experiment, _ paper.Scale) {
	x.Published = numbers().Of(strings.TrimPrefix(x.ID, "dynp/"), func(row, _ string) string {
		if row == "CTC_syn 1.00" {
			return "printed as about; " + noteSets
		}
		return noteSets
	})
}

func fig8Extra(x *paper.Experiment, _ paper.Scale) {
	text(x, "all sets", "highest utilization of LJF", "printed as 95 % and more", func(r *paper.Results) float64 {
		most := math.Inf(-1)
		for _, s := range sets {
			most = max(most, slices.Max(curve(r, s, "ljf", "util")))
		}
		return 100 * most
	})
}
