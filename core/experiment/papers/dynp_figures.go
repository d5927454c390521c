package papers

import (
	"fmt"
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/experiment/chart"
)

// A dynpLine is a scheduler of figures 2 to 8.
type dynpLine struct {
	key    string // "artww-advanced", as in table 4, or a single policy
	title  string
	policy string
}

// dynpDeciders are the curves of figures 2 and 3.
var dynpDeciders = []dynpLine{
	{"artww-advanced", "advanced, ARTwW", dynpPolicy("artww-advanced")},
	{"artww-simple", "simple, ARTwW", dynpPolicy("artww-simple")},
	{"art-advanced", "advanced, ART", dynpPolicy("art-advanced")},
	{"art-simple", "simple, ART", dynpPolicy("art-simple")},
	{"ms-advanced", "advanced, MS", dynpPolicy("ms-advanced")},
	{"ms-simple", "simple, MS", dynpPolicy("ms-simple")},
}

// dynpSchedulers are the curves of figures 4, 5, 7 and 8; figure 6 leaves the
// last one out.
var dynpSchedulers = []dynpLine{
	{"artww-advanced", "advanced, ARTwW", dynpPolicy("artww-advanced")},
	{"fcfs", "FCFS", "plan-fcfs"},
	{"sjf", "SJF", "plan-sjf"},
	{"ljf", "LJF", "plan-ljf"},
	{"basic", "basic dynP", "dynp-basic"},
}

// A dynpFigure is one of figures 2 to 8: a metric over the shrinking factor.
type dynpFigure struct {
	id, title string
	doc       string
	metric    string
	label     string // of the y axis
	lines     []dynpLine
	sets      []string
	extra     func(*Experiment, Scale)
	claims    func() []Claim
}

func dynpFigures() []dynpFigure {
	return []dynpFigure{
		{id: "fig2", title: "ARTwW with simple and advanced decider and three qualities", metric: "artww_s", label: "ARTwW [s]",
			lines: dynpDeciders, sets: dynpSets, extra: dynpFig2Extra, claims: dynpFig2Claims},
		{id: "fig3", title: "SLDwW_60 with simple and advanced decider and three qualities", metric: "sldww_60", label: "SLDwW_60",
			lines: dynpDeciders, sets: []string{"ctc", "pc2"}, extra: dynpFig3Extra, claims: dynpFig3Claims},
		{id: "fig4", title: "ARTwW of the advanced decider, the single policies and basic dynP", metric: "artww_s", label: "ARTwW [s]",
			lines: dynpSchedulers, sets: dynpSets, extra: dynpFig4Extra, claims: dynpFig4Claims},
		{id: "fig5", title: "SLDwW_60 of the advanced decider, the single policies and basic dynP", metric: "sldww_60", label: "SLDwW_60",
			lines: dynpSchedulers, sets: dynpSets, claims: dynpFig5Claims},
		{id: "fig6", title: "ARTwW with perfect estimates", metric: "artww_s", label: "ARTwW [s]",
			doc:   "A perfect estimate is the time for which the job holds its processors with the real one, so that the work is the same as in figure 4.",
			lines: dynpSchedulers[:4], sets: dynpSets, extra: dynpFig6Extra, claims: dynpFig6Claims},
		{id: "fig7", title: "SLDwW_300 of the advanced decider, the single policies and basic dynP", metric: "sldww_300", label: "SLDwW_300",
			lines: dynpSchedulers, sets: dynpSets, claims: dynpFig7Claims},
		{id: "fig8", title: "Utilization of the advanced decider, the single policies and basic dynP", metric: "util", label: "UTIL [%]",
			lines: dynpSchedulers, sets: dynpSets, extra: dynpFig8Extra, claims: dynpFig8Claims},
	}
}

// dynpPoint is the label of a run of the figures.
func dynpPoint(jobSet string, factor float64, line string) string {
	return fmt.Sprintf("%s/%.2f/%s", jobSet, factor, line)
}

func (f dynpFigure) experiment(scale Scale) Experiment {
	x := Experiment{ID: "dynp/" + f.id, Kind: Figure, Title: f.title, Doc: f.doc, Claims: f.claims()}
	percent := f.metric == "util"
	for _, key := range f.sets {
		s := dynpSetOf(key)
		for _, factor := range s.at(scale) {
			for _, line := range f.lines {
				set := s.syn()
				if f.id == "fig6" {
					set = s.exact()
				}
				label := dynpPoint(set, factor, line.key)
				if f.id == "fig6" { // what the claims compare it with
					x.Runs = append(x.Runs, Simulate(dynpPoint(s.syn(), factor, line.key), s.syn(), line.policy, factor, dynpKeep(line)...))
				}
				x.Runs = append(x.Runs, Simulate(label, set, line.policy, factor, dynpKeep(line)...))
				cell := Cell{Row: fmt.Sprintf("%s %.2f", s.syn(), factor), Column: line.title, Value: Metric(label, f.metric)}
				switch {
				case percent:
					cell.Unit, cell.Value = "%", Percent(cell.Value)
				case f.metric == "artww_s":
					cell.Unit = "s"
				}
				x.Cells = append(x.Cells, cell)
			}
		}
	}
	if f.extra != nil {
		f.extra(&x, scale)
	}
	x.Chart = func(r *Results) chart.Chart {
		c := chart.Chart{Title: f.title}
		for _, key := range f.sets {
			s := dynpSetOf(key)
			p := chart.Panel{Title: s.syn(), X: chart.Axis{Label: "shrinking factor", Reversed: true}, Y: chart.Axis{Label: f.label}}
			if key == "pc2" {
				p.Title += " (pc2-like, reconstructed)"
			}
			for _, line := range f.lines {
				y := slices.Clone(dynpCurve(r, f.id == "fig6", key, line.key, f.metric))
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

// dynpKeep are the statistics of a scheduler's runs: the same in every
// experiment, so that they share the runs.
func dynpKeep(line dynpLine) []Statistic {
	if line.policy == dynpPolicy(line.key) {
		return []Statistic{dynpSteps}
	}
	return nil
}

// dynpCurve is a metric of a scheduler over the shrinking factors of a set.
func dynpCurve(r *Results, exact bool, set, line, metric string) (y []float64) {
	s := dynpSetOf(set)
	name := s.syn()
	if exact {
		name = s.exact()
	}
	for _, factor := range s.at(r.Scale) {
		y = append(y, r.Metric(dynpPoint(name, factor, line), metric))
	}
	return y
}

// dynpFig1 is figure 1: distributions of run time and estimate.
func dynpFig1(Scale) Experiment {
	x := Experiment{ID: "dynp/fig1", Kind: Figure, Title: "Distributions of run time and estimate of the four synthetic job sets", Claims: dynpFig1Claims()}
	for i := range dynpJobSets {
		s := &dynpJobSets[i]
		x.Runs = append(x.Runs, Describe(s.syn(), s.syn(), dynpJobs))
		x.Cells = append(x.Cells,
			Cell{Row: s.syn(), Column: "estimates of 600, 1800 or 7200 s", Unit: "%", Value: Value(s.syn(), "popular_share")},
			Cell{Row: s.syn(), Column: "run times up to 300 s", Unit: "%", Value: Value(s.syn(), "short_share")},
			Cell{Row: s.syn(), Column: "2-hour jobs that run for 2 hours", Unit: "%", Value: Value(s.syn(), "two_hours_share")})
	}
	short := func(r *Results) float64 {
		sum := 0.0
		for i := range dynpJobSets {
			sum += r.Value(dynpJobSets[i].syn(), "short_share") / float64(len(dynpJobSets))
		}
		return sum
	}
	x.Cells = append(x.Cells, Cell{Row: "all sets", Column: "run times up to 300 s", Unit: "%", Value: short})
	x.Published = []Published{
		{Row: "PC2_syn", Column: "estimates of 600, 1800 or 7200 s", Value: 52, Unit: "%", Note: "the reconstruction is built on this number"},
		{Row: "all sets", Column: "run times up to 300 s", Value: 50, Unit: "%", Note: "printed as almost 50 %, in section 5.2; the mean of the four sets here"},
	}
	x.Chart = func(r *Results) chart.Chart {
		c := chart.Chart{Title: "Distributions of run time and estimate"}
		for i := range dynpJobSets {
			s := &dynpJobSets[i]
			p := chart.Panel{Title: s.syn(), Kind: chart.CDF, X: chart.Axis{Seconds: true, Log: true}, Y: chart.Axis{Label: "share of the jobs"}}
			if s.trace == "" {
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

// dynpText adds a number that the text around a figure prints.
func (x *Experiment) dynpText(row, column, unit string, printed float64, note string, ours func(*Results) float64) {
	x.Cells = append(x.Cells, Cell{Row: row, Column: column, Unit: unit, Value: ours})
	x.Published = append(x.Published, Published{Row: row, Column: column, Value: printed, Unit: unit, Note: note})
}

// dynpMeanGain is by how many percent of the simple decider's values the
// advanced one's are lower, on average over the shrinking factors.
func dynpMeanGain(r *Results, set, metric string) float64 {
	simple, advanced := dynpCurve(r, false, set, "artww-simple", metric), dynpCurve(r, false, set, "artww-advanced", metric)
	gains := make([]float64, len(simple))
	for i := range simple {
		gains[i] = 100 * (simple[i] - advanced[i]) / simple[i]
	}
	return dynpMean(gains)
}

func dynpFig2Extra(x *Experiment, scale Scale) {
	const mean = "advanced better than simple with ARTwW, mean over the factors"
	x.dynpText("PC2_syn", mean, "%", 30, "printed as approximately; of PC2 there is only a reconstruction", func(r *Results) float64 { return dynpMeanGain(r, "pc2", "artww_s") })
	x.dynpText("KTH_syn", mean, "%", 20, dynpNoteSets, func(r *Results) float64 { return dynpMeanGain(r, "kth", "artww_s") })
	backlog := dynpNothing
	if scale == Full {
		backlog = Value(dynpPoint("CTC_syn", 0.80, "artww-advanced"), "backlog")
	}
	x.dynpText("CTC_syn, text of section 5", "mean backlog at self-tuning, factor 0.80", "jobs", 185, dynpNoteSets, backlog)
	x.dynpText("CTC_syn, text of section 5", "time of a self-tuning step, factor 0.80", "s", 0.05,
		"not computed here, since it is another in every run and on every machine: the benchmarks of the schedulers measure it", dynpNothing)
}

func dynpFig3Extra(x *Experiment, _ Scale) {
	x.dynpText("PC2_syn over CTC_syn", "mean slowdown of the advanced decider", "", 10, "of PC2 there is only a reconstruction", func(r *Results) float64 {
		return dynpMean(dynpCurve(r, false, "pc2", "artww-advanced", "sldww_60")) / dynpMean(dynpCurve(r, false, "ctc", "artww-advanced", "sldww_60"))
	})
}

// dynpSJFText adds the response times of SJF on CTC_syn that the text prints
// for figures 4 and 6.
func (x *Experiment) dynpSJFText(saturated float64) {
	x.Published = append(x.Published,
		Published{Row: "CTC_syn 1.00", Column: "SJF", Value: 20000, Unit: "s", Note: "printed as about; " + dynpNoteSets},
		Published{Row: "CTC_syn 0.70", Column: "SJF", Value: saturated, Unit: "s", Note: dynpNoteSets})
}

func dynpFig4Extra(x *Experiment, _ Scale) { x.dynpSJFText(145212) }
func dynpFig6Extra(x *Experiment, _ Scale) { x.dynpSJFText(102725) }

func dynpFig8Extra(x *Experiment, _ Scale) {
	x.dynpText("all sets", "highest utilization of LJF", "%", 95, "printed as 95 % and more", func(r *Results) float64 {
		most := math.Inf(-1)
		for _, s := range dynpSets {
			most = max(most, slices.Max(dynpCurve(r, false, s, "ljf", "util")))
		}
		return 100 * most
	})
}
