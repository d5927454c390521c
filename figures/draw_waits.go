package figures

import (
	"iter"
	"slices"

	"github.com/backfill-lab/backfill/internal/numeral"
)

// slowdownBound is tau of the bounded slowdown, the least run time that counts, in
// seconds (Feitelson and Rudolph 1998).
const slowdownBound = 10

func drawWaitCDF(in Input) (*Drawing, error) {
	return in.drawDistribution(Axis{Label: "Waiting time", Seconds: true}, (*jobRow).wait)
}

func drawSlowdownCDF(in Input) (*Drawing, error) {
	d, err := in.drawDistribution(Axis{Label: "Bounded slowdown"}, (*jobRow).slowdown)
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
func (in *Input) drawDistribution(x Axis, of func(*jobRow) float64) (*Drawing, error) {
	all, err := in.schedules()
	if err != nil {
		return nil, err
	}
	x.Log, x.Min = true, 1
	series := make([]Series, len(all))
	for i, s := range all {
		for j := range in.submitted(s) {
			series[i].Name, series[i].Y = s.name, append(series[i].Y, of(j))
			x.Max = max(x.Max, of(j))
		}
	}
	if !slices.ContainsFunc(series, func(s Series) bool { return s.Y != nil }) {
		return empty("no job has run"), nil
	}
	x.Max = max(x.Max, 10)
	d := DrawCDFs(Axes{X: x, Y: Axis{Label: "Share of jobs", Max: 1}}, series...)
	d.series = slices.DeleteFunc(d.series, func(s Series) bool { return s.Y == nil })
	d.Note = unplacedNote(all)
	return d, nil
}

// submitted yields the jobs of s that were submitted in the time window.
func (o *Options) submitted(s *schedule) iter.Seq[*jobRow] {
	return func(yield func(*jobRow) bool) {
		for _, j := range s.jobs.all() {
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
			class := widthClass(bounds, int64(j.width))
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
		names[class] += "\n" + numeral.Plural(jobs[class], "job")
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
