package figures

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg/draw"
)

// A timeline with more than maxSteps jumps shows means over at most maxBins bins, about
// one a point.
const (
	maxSteps = 800
	maxBins  = 400
)

// binned returns the part of s within the window, in bins of a round time if it jumps
// too often, and their width, or 0.
func binned(s *Step, from, to float64) (out *Step, width float64) {
	width = binWidth(s, from, to)
	return s.shown(from, to, width), width
}

func binWidth(s *Step, from, to float64) float64 {
	if s.steps(from, to) <= maxSteps {
		return 0
	}
	return niceSpan((to - from) / maxBins)
}

// shown returns the part of s within the window, in bins of that width unless it is 0.
func (s *Step) shown(from, to, width float64) *Step {
	cut := s.Cut(from, to)
	if width == 0 {
		return cut
	}
	n := int(math.Ceil((to - from) / width))
	return cut.Bin(from, from+float64(n)*width, n)
}

func binNote(width float64) string {
	if width == 0 {
		return ""
	}
	return fmt.Sprintf("Lines are means over %s.", Duration(width))
}

// drawUtilisation draws one panel per run and site: curves would hide each other.
func drawUtilisation(in *Input, all []*schedule, from, to float64) (*Drawing, error) {
	all, err := in.bySite(all)
	if err != nil {
		return nil, err
	}
	d := &Drawing{ShareX: true}
	var line, band, machine plot.Thumbnailer
	widest, top := 0.0, make([]float64, len(all))
	for i, s := range all {
		st, width := binned(s.busy(), from, to)
		st.LineStyle = draw.LineStyle{Color: accent, Width: 0.6}
		p := newPlot()
		name := "busy"
		if len(st.Y) == 0 {
			p.Add(message("no job has run"))
		}
		if width > 0 {
			st.Band = mix(accent, white, 0.7)
			band, name = FillStyle{Color: st.Band}, "busy, mean"
			st.LineStyle.Width = 0.9
		} else {
			st.Fill = mix(accent, white, 0.7)
		}
		line, widest = st, max(widest, width)
		p.Add(st)
		_, _, _, most := st.DataRange()
		if size := float64(s.capacity()); size > 0 {
			m := &Step{X: []float64{from, to}, Y: []float64{size}, LineStyle: sizeStyle}
			machine, most = m, max(most, size)
			p.Add(m)
		}
		top[i] = most
		overWindow(p, from, to, 0, most)
		panel := s.panel(p, s.capacity())
		if s.site == nil { // a site's is a band of the machine, as in the Gantt chart
			panel.Ratio = max(0.12, s.ratio*0.7)
		}
		d.Panels = append(d.Panels, panel)
		d.series = append(d.series, st.series(s.name, name))
	}
	for i, p := range d.Panels {
		most := top[i] // sites differ, also in height
		if all[i].site == nil {
			most = slices.Max(top)
		}
		p.Plot.Y.Max = most * 1.05
	}
	d.entry("busy", line)
	if band != nil {
		d.Legend[0].Name = "busy, mean"
		d.entry("lowest to highest", band)
	}
	if machine != nil {
		name := "size of the machine"
		if slices.ContainsFunc(all, func(s *schedule) bool { return s.site != nil }) {
			name = "size of the site"
		}
		d.entry(name, machine)
	}
	d.Note = binNote(widest) + unplacedNote(all) + sharedNote(all)
	return d, nil
}

// named are series of the names of runs.
func named(all []*schedule) []Series {
	out := make([]Series, len(all))
	for i, s := range all {
		out[i].Name = s.name
	}
	return out
}

// drawQueue draws all runs in each panel, to compare their queues.
func drawQueue(_ *Input, all []*schedule, from, to float64) (*Drawing, error) {
	d := &Drawing{ShareX: true}
	widest := 0.0
	looks := looks(named(all))[0]
	for _, of := range []struct {
		title, label string
		byWidth      bool
	}{{"Waiting jobs", "Jobs", false}, {"Processors that waiting jobs ask for", "Processors", true}} {
		p := newPlot()
		for i, s := range all {
			st, width := binned(s.waiting(of.byWidth), from, to)
			widest = max(widest, width)
			st.LineStyle = looks[i].line()
			st.LineStyle.Width = 0.9
			p.Add(st)
			if !of.byWidth {
				d.entry(s.name, st)
			}
			d.series = append(d.series, st.series(of.title, s.name))
		}
		if p.Y.Max <= 0 {
			p.Add(message("no job had to wait"))
		}
		overWindow(p, from, to, 0, max(p.Y.Max*1.05, 1))
		p.Y.Label.Text = of.label
		p.Y.Tick.Marker = NumberTicks{Whole: true}
		d.Panels = append(d.Panels, Panel{Title: of.title, Plot: p, Ratio: 0.25})
	}
	d.Note = binNote(widest) + unplacedNote(all)
	return d, nil
}
