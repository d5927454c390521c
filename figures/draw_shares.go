package figures

import (
	"image/color"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg/draw"
)

const (
	maxBands  = 24     // nodes shown one by one
	inPenalty = Rising // marks a job that holds a node and makes no progress
)

// drawShares draws one panel per run: a band for each node, filled from below by jobs'
// shares of its CPU, or, for many nodes, their sum.
func drawShares(in *Input, all []*schedule, from, to float64) (*Drawing, error) {
	runs, need, err := in.sharings(all)
	if err != nil {
		return nil, err
	}
	if runs == nil {
		return empty("no run is on shared nodes"), nil
	}
	d := &Drawing{ShareX: true}
	most := int64(0)
	for _, s := range runs {
		most = max(most, s.nodes)
	}
	if most <= maxBands {
		drawBands(d, in.Color, runs, from, to)
	} else {
		drawUse(d, in.Color, runs, need, from, to)
	}
	if most <= maxBands && slices.ContainsFunc(runs, func(s *sharing) bool { return s.whole }) {
		d.Note += " Which whole nodes a job held is chosen for display."
	}
	if slices.ContainsFunc(runs, func(s *sharing) bool { return s.over }) {
		d.Note += " The schedule is not legal: on some node, jobs had more than all of its CPU (cut off here)."
	}
	d.Note += unplacedNote(all)
	return d, nil
}

func shareClasses(by string, runs []*sharing, each bool) *classes {
	if by == "" && each {
		return classesByJob()
	}
	all := make([]*schedule, len(runs))
	for i, s := range runs {
		all[i] = s.schedule
	}
	cl := classesFor(by, all)
	if cl.title == "Processors per job" {
		cl.title = "Tasks per job"
	}
	return cl
}

// classesByJob deals 18 colours, six in three lightnesses, to jobs in their order.
func classesByJob() *classes {
	c := &classes{}
	for _, shade := range []struct {
		to   color.RGBA
		part float64
	}{{white, 0.5}, {white, 0.1}, {black, 0.35}} {
		for _, full := range Palette {
			if full != black { // it hides hatchings
				c.colors = append(c.colors, mix(full, shade.to, shade.part))
			}
		}
	}
	c.of = func(i int, _ *jobRow) int { return i % len(c.colors) }
	return c
}

var unused = color.RGBA{0xe4, 0xe4, 0xe4, 0xff} // CPU held and not used

func drawBands(d *Drawing, by string, runs []*sharing, from, to float64) {
	cl := shareClasses(by, runs, true)
	var penalty, idle, labelled, aggregated bool
	for _, s := range runs {
		bands := s.bands()
		g := s.chart(bands, cl)
		many := g.Aggregated(from, to)
		aggregated = aggregated || many
		for _, j := range g.Jobs {
			if j.visible(from, to) && !many {
				penalty, idle, labelled = penalty || j.Hatch == inPenalty, idle || j.Class == len(cl.colors), true
			}
		}
		p := newPlot()
		p.Add(g, borders(s.nodes))
		if len(bands) == 0 {
			p.Add(message("no job has run"))
		}
		overWindow(p, from, to, 0, float64(g.Top))
		p.Y.Label.Text = "Node"
		p.Y.Tick.Marker, p.Y.Tick.Length = nodeTicks(s.nodes), 0
		ratio := min(max(0.07*float64(s.nodes), 0.14), ganttRatio(len(runs))*1.2)
		d.Panels = append(d.Panels, Panel{Title: s.name, Detail: s.onNodes(), Plot: p, Ratio: ratio})
		d.series = append(d.series, s.series(bands)...)
	}
	d.LegendTitle = cl.title
	for i, name := range cl.names {
		d.entry(name, outlined(cl.colors[i]))
	}
	if penalty {
		d.entry("in its penalty: no progress", markSample(inPenalty))
	}
	if idle {
		d.entry("held and not used", outlined(unused))
	}
	d.Note = "Each band is a node; the jobs' shares of its CPU are stacked, white is idle."
	if aggregated {
		d.Note += " Too many changes to outline: each pixel has the colour of what takes most of it."
	}
	if labelled {
		d.Note += " Numbers are job numbers."
	}
}

// chart makes a Gantt chart in wholeNode-th parts of a node, with a job for each band.
// The class beyond cl's is CPU held and not used.
func (s *sharing) chart(bands []band, cl *classes) *Gantt {
	g := &Gantt{Procs: s.nodes * wholeNode, Top: s.nodes * wholeNode, Colors: append(slices.Clone(cl.colors), unused)}
	type place struct {
		job  int
		node int64
	}
	largest := map[place]int{} // looked up only
	area := func(b *band) float64 { return (b.end - b.start) * float64(b.high-b.low) }
	for i := range bands {
		b := &bands[i]
		of := s.jobs.at(b.job)
		j := GanttJob{Start: b.start, End: b.end, Class: cl.of(b.job, &of)}
		if b.idle {
			j.Class = len(cl.colors)
		}
		if b.penalty {
			j.Hatch = inPenalty
		}
		g.Jobs = append(g.Jobs, j)
		g.Pieces = append(g.Pieces, Piece{int32(i), b.node*wholeNode + b.low, b.node*wholeNode + b.high})
		at := place{b.job, b.node}
		if k, ok := largest[at]; !b.idle && (!ok || area(b) > area(&bands[k])) {
			largest[at] = i
		}
	}
	for i, b := range bands {
		if k, ok := largest[place{b.job, b.node}]; ok && k == i {
			g.Jobs[i].Label = strconv.FormatInt(s.jobs.job.at(b.job), 10)
		}
	}
	return g
}

// series returns the bands of every job: X is the start of each, Y its length, Low and
// High its part of the CPU, in nodes from node 0.
func (s *sharing) series(bands []band) []Series {
	var out []Series
	of := make([]int, 3*s.jobs.len()) // one more than the place in out
	for _, b := range bands {
		name, kind := "job "+strconv.FormatInt(s.jobs.job.at(b.job), 10), 0
		switch {
		case b.idle:
			name, kind = name+", not used", 1
		case b.penalty:
			name, kind = name+", in its penalty", 2
		}
		at := &of[3*b.job+kind]
		if *at == 0 {
			out = append(out, Series{Panel: s.name, Name: name})
			*at = len(out)
		}
		line := &out[*at-1]
		line.Labels = append(line.Labels, "node "+strconv.FormatInt(b.node, 10))
		line.X, line.Y = append(line.X, b.start), append(line.Y, b.end-b.start)
		line.Low = append(line.Low, float64(b.node)+float64(b.low)/wholeNode)
		line.High = append(line.High, float64(b.node)+float64(b.high)/wholeNode)
	}
	return out
}

// borders draws the lines between that many nodes.
type borders int64

func (b borders) Plot(c draw.Canvas, p *plot.Plot) {
	_, ty := p.Transforms(&c)
	for node := int64(1); node < int64(b); node++ {
		y := ty(float64(node) * wholeNode)
		c.StrokeLine2(draw.LineStyle{Color: ink, Width: thin}, c.Min.X, y, c.Max.X, y)
	}
}

// nodeTicks numbers about a dozen nodes in the middle of their bands.
func nodeTicks(nodes int64) plot.ConstantTicks {
	every := 1 + (nodes-1)/12
	var out plot.ConstantTicks
	for node := int64(0); node < nodes; node += every {
		out = append(out, plot.Tick{Value: (float64(node) + 0.5) * wholeNode, Label: strconv.FormatInt(node, 10)})
	}
	return out
}
