package figures

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/vg/draw"
)

// highest is how many times the nodes of a cluster the axis of drawUse shows: of more, what is
// in use would be flat.
const highest = 5

// drawUse adds a panel for each run: the CPU in use on all nodes, by class of jobs and
// in penalties, and as lines the CPU that all jobs in the system could use and that of
// the cluster. White below both lines is underutilization.
func drawUse(d *Drawing, by string, runs []*sharing, need map[int64]float64, from, to float64) {
	cl := shareClasses(by, runs, false)
	names := append(slices.Clone(cl.names), "in their penalty: no progress", "held and not used")
	fills := append(slices.Clone(cl.colors), alarm, unused)
	seen := make([]bool, len(names))
	widest, beyond := 0.0, 0.0
	demand := draw.LineStyle{Color: ink, Width: 0.9}
	for _, s := range runs {
		layers := s.layers(cl)
		wanted := s.demand(need)
		width := max(binWidth(NewStep(slices.Concat(layers...)), from, to), binWidth(wanted, from, to))
		widest = max(widest, width)
		p := newPlot()
		for k := len(layers) - 1; k >= 0; k-- { // lower layers cover the ones above
			sum := inNodes(slices.Concat(layers[:k+1]...)).shown(from, to, width)
			sum.Fill, sum.LineStyle = fills[k], draw.LineStyle{}
			p.Add(sum)
		}
		for k, changes := range layers {
			if st := inNodes(changes).shown(from, to, width); len(st.Y) > 0 {
				seen[k] = true
				d.series = append(d.series, st.series(s.name, names[k]))
			}
		}
		wanted = wanted.shown(from, to, width)
		wanted.LineStyle = demand
		d.series = append(d.series, wanted.series(s.name, "demand"))
		all := float64(s.nodes)
		p.Add(wanted, &Step{X: []float64{from, to}, Y: []float64{all}, LineStyle: sizeStyle})
		_, _, _, most := wanted.DataRange()
		top := min(max(most, all)*1.05, highest*all)
		if most > top {
			beyond = max(beyond, most)
		}
		overWindow(p, from, to, 0, top)
		p.Y.Label.Text = "CPU (nodes)"
		p.Y.Tick.Marker = MachineTicks{N: ticksFor(len(runs)), Procs: s.nodes}
		d.Panels = append(d.Panels, Panel{Title: s.name, Detail: s.onNodes(), Plot: p, Ratio: max(0.16, ganttRatio(len(runs))*0.8)})
	}
	d.LegendTitle = cl.title
	for k, name := range names {
		if seen[k] || k < len(cl.names) {
			d.entry(name, outlined(fills[k]))
		}
	}
	d.entry("all that jobs in the system can use", &Line{LineStyle: demand})
	d.entry("all nodes", &Line{LineStyle: sizeStyle})
	d.Note = "The CPU in use is stacked. " + binNote(widest)
	if beyond > 0 {
		d.Note += fmt.Sprintf(" What jobs can use goes on above the axis, up to %s nodes.", count(math.Round(beyond)))
	}
}

// layers returns the changes of the CPU in use by each class of jobs and by jobs in
// their penalty, and of CPU held and not used, in wholeNode-th parts of nodes: whole
// numbers have exact sums.
func (s *sharing) layers(cl *classes) [][]Change {
	n := len(cl.names)
	out := make([][]Change, n+2)
	add := func(k int, r *share, cpu float64) {
		if by := math.Round(cpu * tasks(r.nodes) * wholeNode); by > 0 && r.start < r.end {
			out[k] = append(out[k], Change{r.start, by}, Change{r.end, -by})
		}
	}
	for i := range s.rows {
		r := &s.rows[i]
		j := s.jobs.at(r.job)
		k := cl.of(r.job, &j)
		if r.penalty {
			k = n
		}
		add(k, r, r.cpu)
		if s.whole {
			add(n+1, r, 1-r.cpu)
		}
	}
	return out
}

// demand returns the CPU that jobs can use over time, from submission to end.
func (s *sharing) demand(need map[int64]float64) *Step {
	var changes []Change
	for _, j := range s.jobs.all() {
		cpu, ok := need[j.job]
		if !ok {
			cpu = 1
		}
		by := math.Round(cpu * float64(j.width) * wholeNode)
		changes = append(changes, Change{j.submit, by}, Change{j.end, -by})
	}
	return inNodes(changes)
}

// inNodes sums changes in wholeNode-th parts of nodes.
func inNodes(changes []Change) *Step {
	st := NewStep(slices.Clone(changes))
	for i := range st.Y {
		st.Y[i] /= wholeNode
	}
	return st
}
