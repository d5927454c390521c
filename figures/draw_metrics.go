package figures

import (
	"fmt"
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/result"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg/draw"
)

// usualMetrics are the default metrics: six about users, three about the machine.
var usualMetrics = []string{"wait_mean_s", "wait_p95_s", "wait_max_s", "bsld_mean", "bsld_p95", "artww_s",
	"util", "loc", "makespan_s"}

const maxMetricRuns = 60 // bars in a panel

// drawMetrics draws one panel per metric, with a bar per run.
func drawMetrics(in Input) (*Drawing, error) {
	t := in.Tables[result.Runs]
	if t == nil {
		return nil, fmt.Errorf("it is drawn from the runs table, which is missing")
	}
	if err := checkTable(t, result.Runs, "run", "policy"); err != nil {
		return nil, err
	}
	rows, names, err := in.runRows()
	if err != nil {
		return nil, err
	}
	shown, err := in.shownMetrics()
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return empty("no run"), nil
	}
	d := &Drawing{Cols: min(3, len(shown)), ShareY: true}
	marked := false
	for _, m := range shown {
		values := make([]float64, len(rows))
		for i, r := range rows {
			values[i] = t.Col(m.Name).Float[r]
		}
		title, scale := metricTitle(m, values)
		best := bestOf(m.Better, compared(t, rows, values))
		p := metricPanel(values, scale, best, names)
		marked = marked || slices.Contains(best, true)
		d.Panels = append(d.Panels, Panel{Title: title, Plot: p, Ratio: 0.06 + 0.095*float64(len(rows))})
		d.series = append(d.series, Series{Panel: m.Title, Name: m.Name, Labels: names, Y: values})
	}
	if marked {
		d.Legend = []Entry{{"best", FillStyle{Color: accent}}, {"others", FillStyle{Color: muted}}}
	}
	return d, nil
}

// runRows returns the rows of the runs table that Only names, and their labels.
func (in *Input) runRows() (rows []int, names []string, err error) {
	t := in.Tables[result.Runs]
	run, policy := t.Col("run"), t.Col("policy")
	var all []*schedule
	for i := range t.Rows {
		all = append(all, &schedule{run: run.GetText(i), policy: policy.GetText(i), procs: int64(i)})
	}
	if all, err = in.pick(all); err != nil {
		return nil, nil, err
	}
	if len(all) > maxMetricRuns {
		return nil, nil, fmt.Errorf("%d runs are more than the %d that one figure can show; choose some with Only", len(all), maxMetricRuns)
	}
	for _, s := range all {
		rows = append(rows, int(s.procs))
	}
	in.nameAndSize(all)
	for _, s := range all {
		names = append(names, label(s.name, 28))
	}
	return rows, names, nil
}

// shownMetrics returns the metrics that the options name and the table has.
func (in *Input) shownMetrics() ([]metrics.Metric, error) {
	want := in.Metrics
	if len(want) == 0 {
		want = usualMetrics
	}
	var out []metrics.Metric
	for _, name := range want {
		i := slices.IndexFunc(metrics.All, func(m metrics.Metric) bool { return m.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("no metric %q", name)
		}
		if err := checkTable(in.Tables[result.Runs], result.Runs, name); err != nil {
			return nil, err
		}
		out = append(out, metrics.All[i])
	}
	return out, nil
}

// metricTitle returns a panel's title, with a unit that suits the values, and that unit
// in the metric's.
func metricTitle(m metrics.Metric, values []float64) (title string, scale float64) {
	unit, scale := m.Unit, 1.0
	switch unit {
	case "s":
		most := 0.0
		for _, v := range values {
			if finite(v) {
				most = max(most, math.Abs(v))
			}
		}
		u := unitFor(most)
		unit, scale = u.name, u.seconds
	case "1", "":
		return m.Title, 1
	}
	return m.Title + " (" + unit + ")", scale
}

func metricPanel(values []float64, scale float64, best []bool, names []string) *plot.Plot {
	b := &Bars{Horizontal: true, Values: make([][]float64, len(values)), Width: 0.7}
	for i, v := range values {
		b.Values[i] = []float64{v / scale}
	}
	b.Style = func(g, _ int) FillStyle {
		if best[g] {
			return FillStyle{Color: accent}
		}
		return FillStyle{Color: muted}
	}
	b.Label = func(g, _ int) (string, bool) { return threeDigits(b.Values[g][0]), best[g] }
	p := newPlot()
	p.Add(b)
	p.X.Tick.Marker = plot.ConstantTicks{}
	p.X.LineStyle = draw.LineStyle{}
	p.Y.Tick.LineStyle = draw.LineStyle{}
	ticks := nameTicks(names)
	for i := range ticks {
		ticks[i].Value = -ticks[i].Value
	}
	p.Y.Tick.Marker = ticks
	if p.X.Max == p.X.Min {
		p.X.Max = p.X.Min + 1
	}
	return p
}

// compared returns the values without those of recorded schedules, which obeyed more rules.
func compared(t *result.Table, rows []int, values []float64) []float64 {
	values = slices.Clone(values)
	for i, r := range rows {
		if t.Col("policy").GetText(r) == policy.Recorded {
			values[i] = math.NaN()
		}
	}
	return values
}

// bestOf marks the best values; none if all are equal or no direction is better.
func bestOf(better metrics.Better, values []float64) []bool {
	out := make([]bool, len(values))
	best, worst := math.Inf(1), math.Inf(-1)
	for _, v := range values {
		if v *= -float64(better); !math.IsNaN(v) {
			best, worst = min(best, v), max(worst, v)
		}
	}
	for i, v := range values {
		out[i] = best < worst && v*-float64(better) == best
	}
	return out
}
