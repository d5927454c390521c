package figures

import (
	"fmt"
	"math"
	"slices"

	"github.com/backfill-lab/backfill/core/metrics"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/core/study/stats"
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
	paired := in.pairedRuns(rows)
	d := &Drawing{Cols: min(3, len(shown)), ShareY: true}
	marks := map[metrics.Standing]bool{}
	for _, m := range shown {
		s := Series{Panel: m.Title, Name: m.Name, Labels: names}
		for _, r := range rows {
			s.Y = append(s.Y, t.Col(m.Name).Float[r])
		}
		if paired != nil {
			for _, sums := range paired.Sums(m.Name) {
				i := sums.Interval(stats.Level)
				s.Low, s.High = append(s.Low, i.Low), append(s.High, i.High)
			}
		}
		title, scale := metricTitle(m, s.Y)
		stand := metrics.Standings(m, compared(t, rows, s.Y), paired)
		for _, at := range stand {
			marks[at] = true
		}
		d.Panels = append(d.Panels, Panel{Title: title, Plot: metricPanel(&s, scale, stand, names), Ratio: 0.06 + 0.095*float64(len(rows))})
		d.series = append(d.series, s)
	}
	if marks[metrics.Best] {
		d.Legend = append(d.Legend, Entry{"best", standingStyle(metrics.Best)})
	}
	if marks[metrics.First] {
		d.Legend = append(d.Legend, Entry{"first, not surely best", standingStyle(metrics.First)})
	}
	if len(d.Legend) > 0 {
		d.Legend = append(d.Legend, Entry{"others", standingStyle(metrics.Behind)})
	}
	if paired != nil {
		d.Note = fmt.Sprintf("Whiskers: 95 %% intervals from the log's %d %ss. Runs share these, so whiskers can overlap where a "+
			"difference is certain; the best is certainly apart from every other run.", paired.Blocks, paired.Unit)
	}
	return d, nil
}

// pairedRuns puts the jobs of these rows of the runs table into weeks, days or hours; nil if there are too few, if the jobs
// are not at hand, or if they share nodes, where a job has no fixed run time.
func (in *Input) pairedRuns(rows []int) *metrics.Paired {
	if in.Tables[result.Jobs] == nil && in.Scan == nil || len(rows) < 2 || len(rows) > maxRuns {
		return nil
	}
	all, err := in.schedules()
	if err != nil {
		return nil // the figures of schedules say why
	}
	run := in.Tables[result.Runs].Col("run")
	var blocks []*metrics.Blocks
	for _, r := range rows {
		k := slices.IndexFunc(all, func(s *schedule) bool { return s.run == run.GetText(r) })
		if k < 0 || all[k].shared {
			return nil
		}
		b := metrics.NewBlocks(in.Calendar.UnixStart)
		for _, j := range all[k].jobs.all() {
			b.Add(&metrics.Ended{Submit: int64(j.submit), Start: int64(j.start), End: int64(j.end), Procs: j.whole, Killed: j.killed})
		}
		blocks = append(blocks, b)
	}
	return metrics.Pair(blocks)
}

// standingStyle is the fill of a bar.
func standingStyle(s metrics.Standing) FillStyle {
	switch s {
	case metrics.Best:
		return FillStyle{Color: accent}
	case metrics.First:
		return FillStyle{Color: muted, Hatch: 1, lines: accent}
	}
	return FillStyle{Color: muted}
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

func metricPanel(s *Series, scale float64, stand []metrics.Standing, names []string) *plot.Plot {
	b := &Bars{Horizontal: true, Values: make([][]float64, len(s.Y)), Width: 0.7}
	for i, v := range s.Y {
		b.Values[i] = []float64{v / scale}
	}
	b.Style = func(g, _ int) FillStyle { return standingStyle(stand[g]) }
	b.Label = func(g, _ int) (string, bool) { return threeDigits(b.Values[g][0]), stand[g] == metrics.Best }
	if s.Low != nil {
		b.Ends = func(g, _ int) (lo, hi float64) { return max(0, s.Low[g]/scale), s.High[g] / scale }
	}
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
