package figures

import (
	"iter"

	"gonum.org/v1/plot"
)

// slowdownBound is tau of the bounded slowdown, in seconds (Feitelson and Rudolph
// 1998): the least run time that counts.
const slowdownBound = 10

func drawWaitCDF(in Input) (*Drawing, error) {
	return in.drawDistribution("Waiting time", LogTimeTicks{}, (*jobRow).wait)
}

func drawSlowdownCDF(in Input) (*Drawing, error) {
	d, err := in.drawDistribution("Bounded slowdown", LogTicks{}, (*jobRow).slowdown)
	if err == nil && d.Note == "" {
		d.Note = "max(1, (wait + run time) / max(run time, 10 s))."
	}
	return d, err
}

func (j *jobRow) slowdown() float64 {
	run := j.end - j.start
	return max(1, (j.wait()+run)/max(run, slowdownBound))
}

// drawDistribution draws the CDF of every run's values on a logarithmic axis that
// begins at 1.
func (in *Input) drawDistribution(title string, ticks plot.Ticker, of func(*jobRow) float64) (*Drawing, error) {
	all, err := in.schedules()
	if err != nil {
		return nil, err
	}
	p := newPlot()
	d := &Drawing{Panels: []Panel{{Plot: p, Ratio: 0.5}}}
	most := 10.0
	for i, s := range all {
		var values []float64
		for j := range in.submitted(s) {
			values = append(values, of(j))
		}
		c := NewCDF(values)
		if len(c.X) == 0 {
			continue
		}
		c.LineStyle, c.Glyph = LineStyle(i), GlyphStyle(i)
		p.Add(c)
		most = max(most, c.X[len(c.X)-1])
		d.entry(s.name, c)
		d.series = append(d.series, Series{Name: s.name, X: c.X, Y: c.P})
	}
	if len(d.series) == 0 {
		return empty("no job has run"), nil
	}
	p.X.Min, p.X.Max = 1, most
	p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, ticks
	p.X.Label.Text = title
	p.Y.Min, p.Y.Max = 0, 1
	p.Y.Label.Text = "Share of jobs"
	d.Note = unplacedNote(all)
	return d, nil
}

// submitted yields the jobs of s that were submitted in the time window.
func (o *Options) submitted(s *schedule) iter.Seq[*jobRow] {
	return func(yield func(*jobRow) bool) {
		for i := range s.jobs {
			j := &s.jobs[i]
			within := o.From == 0 && o.To == 0 || j.submit >= o.From && (o.To == 0 || j.submit < o.To)
			if within && !yield(j) {
				return
			}
		}
	}
}

// drawWaitByWidth draws medians and 95th percentiles as grouped bars.
func drawWaitByWidth(in Input) (*Drawing, error) {
	all, err := in.schedules()
	if err != nil {
		return nil, err
	}
	bounds := widthBounds(widest(all))
	names := widthNames(bounds)
	waits := make([][][]float64, len(all)) // by run and class
	jobs := make([]int, len(bounds))
	some := false
	for i, s := range all {
		waits[i] = make([][]float64, len(bounds))
		for j := range in.submitted(s) {
			class := widthClass(bounds, j.width)
			waits[i][class] = append(waits[i][class], j.wait())
			some = true
		}
		for class := range jobs {
			jobs[class] = max(jobs[class], len(waits[i][class]))
		}
	}
	if !some {
		return empty("no job has run"), nil
	}
	for class := range names {
		names[class] += "\n" + plural(jobs[class], "job")
	}
	d := &Drawing{ShareX: true, Note: unplacedNote(all)}
	for _, q := range []struct {
		title string
		p     float64
	}{{"Median", 0.5}, {"95th percentile", 0.95}} {
		series := make([]Series, len(all))
		for i, s := range all {
			series[i] = Series{Panel: q.title, Name: s.name, Y: make([]float64, len(bounds))}
			for class := range bounds {
				series[i].Y[class] = NewCDF(waits[i][class]).Quantile(q.p)
			}
		}
		bars := DrawBars(Axes{X: Axis{Label: "Processors of the job"}}, names, series...)
		p := bars.Panels[0].Plot
		if !anyPositive(bars.series) {
			p.Add(message("no job had to wait"))
		}
		TimeAxis(&p.Y, "Wait")
		d.Panels = append(d.Panels, Panel{Title: q.title, Plot: p, Ratio: 0.26})
		d.series = append(d.series, bars.series...)
		d.Legend = bars.Legend
	}
	return d, nil
}

func anyPositive(series []Series) bool {
	for _, s := range series {
		for _, y := range s.Y {
			if y > 0 {
				return true
			}
		}
	}
	return false
}
