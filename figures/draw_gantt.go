package figures

import (
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg/draw"

	"github.com/backfill-lab/backfill/internal/numeral"
)

// overTime makes a figure from draw, which gets the runs and their time window.
func overTime(draw func(in *Input, all []*schedule, from, to float64) (*Drawing, error)) func(Input) (*Drawing, error) {
	return func(in Input) (*Drawing, error) {
		all, err := in.schedules()
		if err != nil {
			return nil, err
		}
		from, to, ok := in.window(all)
		if !ok {
			return empty("no job has run"), nil
		}
		d, err := draw(&in, all, from, to)
		if err == nil {
			in.Calendar.date(d)
		}
		return d, err
	}
}

// drawGantt draws one panel per run, or per run and site, on the same time axis.
func drawGantt(in *Input, all []*schedule, from, to float64) (*Drawing, error) {
	cl := classesFor(in.Color, all)
	all, err := in.bySite(all)
	if err != nil {
		return nil, err
	}
	d := &Drawing{ShareX: true}
	var charts []*Gantt
	var labelled, killed, exceeded, aggregated bool
	var marked [hatches]bool
	for _, s := range all {
		g := s.gantt(cl, from, to)
		few, many := g.Blocks(from, to) <= fewBlocks, g.Aggregated(from, to)
		for _, j := range s.jobs.all() {
			if visible(j.start, j.end, from, to) {
				cut := j.killed && (!many || j.end-j.start > (to-from)/250) // long enough to be seen
				killed = killed || cut
				mark := cl.mark(j)
				marked[mark] = marked[mark] || !many
			}
		}
		labelled = labelled || few
		exceeded = exceeded || g.Top > g.Procs
		aggregated = aggregated || many
		p := newPlot()
		p.Add(g)
		if s.jobs.len() == 0 {
			p.Add(message("no job has run"))
		}
		overWindow(p, from, to, 0, float64(g.Top))
		d.Panels = append(d.Panels, s.panel(p, g.Procs))
		charts = append(charts, g)
	}
	for i, name := range cl.names {
		d.entry(name, outlined(cl.colors[i]))
	}
	d.LegendTitle = cl.title
	if killed {
		d.entry("killed at its estimate", killedMark{})
	}
	for _, h := range []Hatch{onSeveralSites, asMolded, onSeveralMolded} {
		if marked[h] {
			d.entry(markNames[h], markSample(h))
		}
	}
	if exceeded {
		d.entry("size of the machine", &Line{LineStyle: excessStyle})
	}
	d.Note = ganttNote(labelled, aggregated) + unplacedNote(all) + sharedNote(all)
	d.late = func() (series []Series) {
		for i, g := range charts {
			series = append(series, g.series(all[i].name, cl)...)
		}
		return series
	}
	return d, nil
}

func ganttNote(labelled, aggregated bool) string {
	note := "Which processors a job held is chosen for display."
	if aggregated {
		note += " Too many jobs to outline: each pixel has the colour of most of its processor time, paler where idle."
	}
	if labelled {
		note += " Numbers are job numbers."
	}
	return note
}

func unplacedNote(all []*schedule) string {
	n := 0
	for _, s := range all {
		n += s.unplaced
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" Left out: %s without a start, an end or processors.", numeral.Plural(n, "row"))
}

// overWindow sets the axes of a panel over time.
func overWindow(p *plot.Plot, from, to, low, high float64) {
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = from, to, low, high
	TimeAxis(&p.X, "Time")
}

// detail says what s is made of.
func (s *schedule) detail() string {
	jobs := 0
	var special [3]float64
	for _, j := range s.jobs.all() {
		if j.job >= 0 {
			jobs++
		}
		for k, is := range [...]bool{j.several, j.molded, j.killed} {
			if is {
				special[k]++
			}
		}
	}
	text := numeral.Plural(jobs, "job")
	if s.site != nil {
		speed := ""
		if s.site.Speed > 0 {
			speed = ", speed " + significant(s.site.Speed)
		}
		text = numeral.Plural(int(s.procs), "processor") + speed + ": " + text
	}
	for k, n := range special {
		if n > 0 {
			text += ", " + count(n) + [...]string{" on several sites", " molded", " killed"}[k]
		}
	}
	return text
}

const fewBlocks = 400 // in view: they are labelled

// gantt is the chart of s between from and to.
func (s *schedule) gantt(cl *classes, from, to float64) *Gantt {
	procs := s.capacity()
	if procs == 0 {
		procs = s.peak()
	}
	labelled := false
	var row jobRow // one for all, because cl might keep it
	g := newGantt(s.jobs, procs, func(i int32) GanttJob {
		row = s.jobs.at(int(i))
		j := GanttJob{Start: row.start, End: row.end, Procs: int64(row.width), Class: cl.of(int(i), &row), Killed: row.killed,
			Hatch: cl.mark(&row)}
		if labelled && row.job >= 0 && j.visible(from, to) {
			j.Label = s.number(&row)
		}
		return j
	}, from, to)
	labelled = g.Blocks(from, to) <= fewBlocks
	g.Colors = cl.colors
	return g
}

// series returns the blocks: X is the start of each, Y its length, Low and High its
// processors. Marked blocks are in separate series.
func (g *Gantt) series(panel string, cl *classes) []Series {
	var out []Series
	of := make([]int, len(cl.names)*int(hatches)) // 1 + the place in out, by class and mark
	for i, name := range cl.names {
		out = append(out, Series{Panel: panel, Name: name})
		of[i*int(hatches)] = len(out)
	}
	for p, j := range g.blocks() {
		at := &of[g.class(j)*int(hatches)+int(j.Hatch)]
		if *at == 0 {
			out = append(out, Series{Panel: panel, Name: cl.names[g.class(j)] + ", " + markNames[j.Hatch]})
			*at = len(out)
		}
		s := &out[*at-1]
		s.Labels = append(s.Labels, j.Label)
		s.X, s.Y = append(s.X, j.Start), append(s.Y, j.End-j.Start)
		s.Low, s.High = append(s.Low, float64(p.Low)), append(s.High, float64(p.High))
	}
	return out
}

// killedMark is the legend's sample of a killed job.
type killedMark struct{}

func (killedMark) Thumbnail(c *draw.Canvas) {
	shape := outline(c.Rectangle, true)
	c.SetColor(muted)
	c.Fill(shape)
	c.SetLineStyle(outlineStyle)
	c.Stroke(shape)
}

// ganttRatio is the height of a panel over its width.
func ganttRatio(panels int) float64 {
	switch {
	case panels == 1:
		return 0.5
	case panels == 2:
		return 0.3
	case panels <= 4:
		return 0.22
	}
	return 0.16
}

// ticksFor is the approximate number of vertical ticks in each of n stacked panels.
func ticksFor(n int) int {
	if n <= 2 {
		return 5
	}
	return 3
}

// empty returns a figure that says why there is nothing to show.
func empty(why string) *Drawing {
	p := newPlot()
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 1, 0, 1
	p.HideAxes()
	p.Add(message(why))
	return &Drawing{Panels: []Panel{{Plot: p, Ratio: 0.3}}}
}

// A message is text in the middle of a plot.
type message string

func (m message) Plot(c draw.Canvas, _ *plot.Plot) {
	sty := textStyle(labelSize, faint)
	sty.XAlign, sty.YAlign = draw.XCenter, draw.YCenter
	writeText(&c, sty, c.Center(), string(m))
}
