package dynp

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/internal/chart"
)

// A line is a scheduler of figures 2 to 8.
type line struct {
	key, title string
	added      bool // not of the paper: the key is the policy's name
}

// added are the lines of policies that the paper does not play.
func added(policies []string) (lines []line) {
	for _, p := range policies {
		lines = append(lines, line{p, p, true})
	}
	return lines
}

// play returns the run of the line.
func (l line) play(label, jobSet string, factor float64, at paper.Setting) paper.Run {
	if l.added {
		return paper.Simulate(label, jobSet, l.key, factor)
	}
	return play(label, jobSet, l.key, factor, at)
}

// deciders are the curves of figures 2 and 3.
var deciders = []line{
	{key: "artww-advanced", title: "advanced, ARTwW"}, {key: "artww-simple", title: "simple, ARTwW"},
	{key: "art-advanced", title: "advanced, ART"}, {key: "art-simple", title: "simple, ART"},
	{key: "ms-advanced", title: "advanced, MS"}, {key: "ms-simple", title: "simple, MS"},
}

// schedulers are the curves of figures 4, 5, 7 and 8; figure 6 leaves the last one out.
var schedulers = []line{
	{key: "artww-advanced", title: "advanced, ARTwW"}, {key: "fcfs", title: "FCFS"}, {key: "sjf", title: "SJF"}, {key: "ljf", title: "LJF"},
	{key: "basic", title: "basic dynP"},
}

// policy names the policy of a line, or of a column of table 4: "artww-simple", "sjf".
func policy(key string) string {
	quality, decider, tuned := strings.Cut(key, "-")
	switch {
	case tuned:
		return "dynp-" + decider + ":quality=" + quality
	case key == "basic":
		return "dynp-basic"
	}
	return "plan-" + key
}

// A figure is one of figures 2 to 8: a metric over the shrinking factor.
type figure struct {
	id     string
	metric string
	exact  bool // with perfect estimates
	lines  []line
	sets   []string
	texts  []number // ours beside the numbers that the text prints, in their order; nil has a point
	claims []claim
}

// A number of ours is computed from the runs of a figure.
type number func(v view) float64

// A claim is a claim about a figure, which has no printed points.
type claim struct {
	id    string
	holds func(v view) (bool, string)
}

var figures = []figure{
	{id: "fig2", metric: "artww_s", lines: deciders, sets: sets, claims: fig2Claims, texts: []number{
		func(v view) float64 { return v.gain("pc2") }, func(v view) float64 { return v.gain("kth") }, view.backlog,
		func(view) float64 { return math.NaN() }, // a computing time
	}},
	{id: "fig3", metric: "sldww_60", lines: deciders, sets: []string{"ctc", "pc2"}, claims: fig3Claims,
		texts: []number{view.tenfold}},
	{id: "fig4", metric: "artww_s", lines: schedulers, sets: sets, claims: fig4Claims,
		texts: []number{nil, nil}},
	{id: "fig5", metric: "sldww_60", lines: schedulers, sets: sets, claims: ranked},
	{id: "fig6", metric: "artww_s", exact: true, lines: schedulers[:4], sets: sets,
		texts: []number{nil, nil}, claims: fig6Claims},
	{id: "fig7", metric: "sldww_300", lines: schedulers, sets: sets, claims: fig7Claims},
	{id: "fig8", metric: "util", lines: schedulers, sets: sets, claims: fig8Claims,
		texts: []number{view.highestLJF}},
}

// axes are the label and the unit of each metric.
var axes = map[string]struct{ label, unit string }{
	"artww_s": {"ARTwW [s]", "s"}, "sldww_60": {"SLDwW_60", ""}, "sldww_300": {"SLDwW_300", ""}, "util": {"UTIL [%]", "%"},
}

// point is the label of a run of the figures.
func point(jobSet string, factor float64, line string) string {
	return fmt.Sprintf("%s/%.2f/%s", jobSet, factor, line)
}

// rowOf is the row of a set's cells at a factor.
func rowOf(set string, factor float64) string {
	return fmt.Sprintf("%s %.2f", setOf(set).syn(), factor)
}

func (f figure) experiment(at paper.Setting) paper.Experiment {
	f.lines = slices.Concat(f.lines, added(at.Policies))
	x := paper.Experiment{ID: "dynp/" + f.id, Chart: f.chart, Extends: true}
	for _, key := range f.sets {
		s := setOf(key)
		for _, factor := range s.at(at) {
			for _, line := range f.lines {
				jobSets := []string{s.syn()}
				if f.exact { // its claims compare both
					jobSets = append(jobSets, s.exact())
				}
				label := ""
				for _, set := range jobSets {
					label = point(set, factor, line.key)
					x.Runs = append(x.Runs, line.play(label, set, factor, at))
				}
				x.Add(rowOf(key, factor), line.title, axes[f.metric].unit, own(f.metric, label))
			}
		}
	}
	if len(at.Factors) > 0 { // the text speaks of other ones
		return x
	}
	for i, ours := range f.texts {
		p := numbers().Of(f.id)[i]
		x.Published = append(x.Published, p)
		if ours != nil {
			x.Add(p.Row, p.Column, p.Unit, func(r *paper.Results) float64 { return ours(view{r, f}) })
		}
	}
	for _, c := range f.claims {
		holds := func(r *paper.Results) (bool, string) { return c.holds(view{r, f}) }
		x.Claims = append(x.Claims, paper.Judged(c.id, holds))
	}
	return x
}

func (f figure) chart(r *paper.Results) chart.Chart {
	c, v := chart.Chart{Note: f.note()}, view{r, f}
	for _, key := range f.sets {
		p := setOf(key).panel()
		p.X, p.Y = chart.Axis{Label: "shrinking factor", Reversed: true}, chart.Axis{Label: axes[f.metric].label}
		for _, line := range f.lines {
			p.Series = append(p.Series, chart.Series{Name: line.title, X: v.factors(key), Y: v.curve(key, line.key)})
		}
		if len(f.texts) > 0 {
			paper.AddPrinted(&p, numbers().Of(f.id), func(n paper.Published) (string, float64) {
				for _, factor := range v.factors(key) {
					if n.Row == rowOf(key, factor) {
						return n.Column, factor
					}
				}
				return "", math.NaN()
			})
		}
		c.Panels = append(c.Panels, p)
	}
	return c
}

// note explains the qualities that a figure's curves name.
func (f figure) note() string {
	if !slices.Equal(f.lines, deciders) {
		return ""
	}
	return "Plans are judged by ARTwW, mean response time weighted by width, by ART, the same without weights, or by MS, makespan. " +
		"Where the simple decider's curve is on the advanced one's, the two come out alike."
}

// panel returns an empty panel for the set.
func (s *set) panel() chart.Panel {
	if s.File == "" {
		return chart.Panel{Title: s.syn() + " (pc2-like, reconstructed)"}
	}
	return chart.Panel{Title: s.syn()}
}

// A view is a figure with its results.
type view struct {
	r *paper.Results
	figure
}

// of returns the view of another metric.
func (v view) of(metric string) view {
	v.metric = metric
	return v
}

// factors are the shrinking factors of a set, in falling order.
func (v view) factors(set string) []float64 { return setOf(set).at(v.r.Setting) }

// curve is a scheduler's metric over the shrinking factors of a set.
func (v view) curve(set, line string) (y []float64) {
	jobSet := setOf(set).syn()
	if v.exact {
		jobSet = setOf(set).exact()
	}
	for _, factor := range v.factors(set) {
		y = append(y, own(v.metric, point(jobSet, factor, line))(v.r))
	}
	return y
}

// mean is a curve's mean over the factors.
func (v view) mean(set, line string) float64 { return paper.Mean(v.curve(set, line)) }

// ratio is the advanced decider's value over another scheduler's, averaged over the factors.
func (v view) ratio(set, line string) float64 {
	return ratio(v.curve(set, "artww-advanced"), v.curve(set, line))
}

// gain is by how many percent the advanced decider's value is below the simple one's,
// averaged over the factors.
func (v view) gain(set string) float64 {
	return paper.Mean(gains(v.curve(set, "artww-simple"), v.curve(set, "artww-advanced")))
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

// fig1Experiment shows distributions of run time and estimate.
func fig1Experiment() paper.Experiment {
	x := paper.Experiment{ID: "dynp/fig1", Claims: fig1Claims()}
	const short = "run times up to 300 s"
	for _, label := range table5.labels() {
		x.Runs = append(x.Runs, paper.Describe(label, label, jobs))
		x.Add(label, "estimates of 600, 1800 or 7200 s", "%", paper.Value(label, "popular_share"))
		x.Add(label, short, "%", paper.Value(label, "short_share"))
		x.Add(label, "2-hour jobs that run for 2 hours", "%", paper.Value(label, "two_hours_share"))
	}
	x.Add("all sets", short, "%", meanShort)
	x.Published = numbers().Of("fig1")
	x.Chart = func(r *paper.Results) chart.Chart {
		c := chart.Chart{Title: "Distributions of run time and estimate"}
		for i := range jobSets {
			s := &jobSets[i]
			p := s.panel()
			p.Kind, p.X, p.Y = chart.CDF, chart.Axis{Seconds: true, Log: true}, chart.Axis{Label: "share of the jobs"}
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

// backlog is the mean backlog on CTC_syn at factor 0.80, which scale quick does not have.
func (v view) backlog() float64 {
	if v.r.Scale == paper.Quick {
		return math.NaN()
	}
	return v.r.Value(point("CTC_syn", 0.80, "artww-advanced"), "backlog")
}

// tenfold is PC2_syn's mean slowdown over CTC_syn's.
func (v view) tenfold() float64 {
	return v.mean("pc2", "artww-advanced") / v.mean("ctc", "artww-advanced")
}

func (v view) highestLJF() (most float64) {
	for _, s := range sets {
		most = max(most, slices.Max(v.curve(s, "ljf")))
	}
	return most
}
