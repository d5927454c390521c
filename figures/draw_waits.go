package figures

import "gonum.org/v1/plot"

// slowdownBound is tau of the bounded slowdown, in seconds (Feitelson and Rudolph
// 1998): the least run time that counts.
const slowdownBound = 10

func drawWaitCDF(in Input) (*Drawing, error) {
	return in.drawDistribution("Waiting time", 1, LogTimeTicks{}, (*schedule).waits)
}

func drawSlowdownCDF(in Input) (*Drawing, error) {
	d, err := in.drawDistribution("Bounded slowdown", 1, LogTicks{}, (*schedule).slowdowns)
	if err == nil && d.Note == "" {
		d.Note = "max(1, (wait + run time) / max(run time, 10 s))."
	}
	return d, err
}

func (s *schedule) slowdowns() []float64 {
	out := make([]float64, s.len())
	for i := range out {
		run := s.end[i] - s.start[i]
		out[i] = max(1, (s.start[i]-s.submit[i]+run)/max(run, slowdownBound))
	}
	return out
}

// drawDistribution draws the CDF of every run's values on a logarithmic axis that
// begins at least.
func (in *Input) drawDistribution(title string, least float64, ticks plot.Ticker, of func(*schedule) []float64) (*Drawing, error) {
	all, err := in.schedules()
	if err != nil {
		return nil, err
	}
	p := newPlot()
	d := &Drawing{Panels: []Panel{{Plot: p, Ratio: 0.5}}}
	most := least
	for i, s := range all {
		c := NewCDF(in.submitted(s, of(s)))
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
	p.X.Min, p.X.Max = least, max(most, least*10)
	p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, ticks
	p.X.Label.Text = title
	p.Y.Min, p.Y.Max = 0, 1
	p.Y.Label.Text = "Share of jobs"
	d.Note = unplacedNote(all)
	return d, nil
}

// within reports whether the i-th job of s was submitted in the time window.
func (o *Options) within(s *schedule, i int) bool {
	return o.From == 0 && o.To == 0 || s.submit[i] >= o.From && (o.To == 0 || s.submit[i] < o.To)
}

// submitted returns the values of the jobs of s within the time window.
func (o *Options) submitted(s *schedule, values []float64) []float64 {
	var out []float64
	for i, v := range values {
		if o.within(s, i) {
			out = append(out, v)
		}
	}
	return out
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
		for k, wait := range s.waits() {
			if in.within(s, k) {
				class := widthClass(bounds, s.width[k])
				waits[i][class] = append(waits[i][class], wait)
				some = true
			}
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
