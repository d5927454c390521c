package figures

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/backfill-lab/backfill/core/policy/rules"
)

const maxSituations = 512 // rules drawn of a rigid rule base

// DrawRules draws a rule base: on the left where each rule applies, a bell curve or an
// interval for each feature, and on the right what it recommends. Its Series are the
// curves' means, one sigma on either side as Low and High, and the weights.
func DrawRules(b *rules.Base) (*Drawing, error) {
	d := &Drawing{Title: label(b.Name, 80), Cols: 2}
	switch c := b.Controller.(type) {
	case *rules.Fuzzy:
		d.addFuzzy("", c)
	case *rules.Pair:
		d.addFuzzy("Order: ", c.Orders())
		d.addFuzzy("Algorithm: ", c.Algorithms())
	case *rules.Rigid:
		if n := len(c.Choice()); n > maxSituations {
			d.Panels, d.Cols = empty(count(float64(n))+" situations are more than can be told apart").Panels, 1
			break
		}
		d.addRigid(c)
	default:
		return nil, fmt.Errorf("figures: a rule base of type %T cannot be drawn", c)
	}
	return d, nil
}

func drawRules(in Input) (*Drawing, error) {
	switch n := len(in.Rules); {
	case n == 0:
		return empty("no run is of a rule base"), nil
	case n > maxRuns:
		return nil, fmt.Errorf("%d rule bases are more than the %d that one figure can show", n, maxRuns)
	case n == 1:
		return DrawRules(in.Rules[0])
	}
	var all []*Drawing
	for _, b := range in.Rules {
		d, err := DrawRules(b)
		if err != nil {
			return nil, err
		}
		for i := range d.Panels {
			d.Panels[i].Title = d.Title + ": " + d.Panels[i].Title
		}
		for i := range d.series {
			d.series[i].Panel = d.Title + ": " + d.series[i].Panel
		}
		if d.Cols == 1 { // a message takes a whole row
			d.Panels = append(d.Panels, empty("").Panels...)
		}
		all = append(all, d)
	}
	d := Combine("", 2, all...)
	d.Note = all[0].Note
	return d, nil
}

const ruleNote = "The nearer the state is to its curves' means, the more a rule counts; " +
	"the strategy with the largest sum of weights is chosen."

func (d *Drawing) addFuzzy(of string, f *rules.Fuzzy) {
	where := &conditions{}
	says := &weightTable{columns: len(f.Outputs())}
	var features, names []string
	for _, at := range f.Features() {
		features = append(features, rules.Features[at].Name)
	}
	for i, r := range f.Rules() {
		name := strconv.Itoa(i + 1)
		names = append(names, name)
		row := make([]shape, len(r.When))
		s := Series{Panel: of + wherePanel, Name: "rule " + name, Labels: features}
		for k, g := range r.When {
			feature := rules.Features[f.Features()[k]]
			row[k] = shape{least: feature.Least, most: feature.Most, mean: g.Mean, sigma: g.Sigma}
			s.X, s.Y = append(s.X, float64(k)), append(s.Y, g.Mean)
			s.Low, s.High = append(s.Low, g.Mean-g.Sigma), append(s.High, g.Mean+g.Sigma)
		}
		w := Series{Panel: of + saysPanel, Name: "rule " + name, Labels: f.Outputs()}
		for h, weight := range r.Weights {
			w.X, w.Y = append(w.X, float64(h)), append(w.Y, float64(weight))
		}
		where.rows, says.rows = append(where.rows, row), append(says.rows, r.Weights)
		d.series = append(d.series, s, w)
	}
	d.addRules(of, where, says, features, f.Outputs(), names)
	d.Legend = weightLegend()
	d.Note = ruleNote
}

func (d *Drawing) addRigid(c *rules.Rigid) {
	where := &conditions{}
	says := &weightTable{columns: rules.NumStrategies}
	var features, names []string
	for _, p := range c.Partitions() {
		features = append(features, rules.Features[p.Feature].Name)
	}
	every := max(1, len(c.Choice())/24)
	for i, s := range c.Choice() {
		row := make([]shape, len(c.Partitions()))
		for k, left := len(row)-1, i; k >= 0; k-- {
			n := len(c.Partitions()[k].Bounds) + 1
			at := left % n
			left /= n
			row[k] = shape{part: true, low: float64(at) / float64(n), high: float64(at+1) / float64(n)}
		}
		weights := make([]int8, rules.NumStrategies)
		weights[s] = 5
		where.rows, says.rows = append(where.rows, row), append(says.rows, weights)
		name := strconv.Itoa(i + 1)
		d.series = append(d.series, Series{Panel: saysPanel, Name: "rule " + name, Labels: []string{c.When(i)},
			X: []float64{float64(s)}, Y: []float64{5}})
		if (i+1)%every != 0 && i > 0 {
			name = ""
		}
		names = append(names, name)
	}
	d.addRules("", where, says, features, rules.StrategyNames, names)
	d.Note = "One rule applies in every state: that of the intervals (drawn equally wide) that contain the features."
}

const (
	uprights   = 7 // columns with room for horizontal names
	wherePanel = "Where a rule applies"
	saysPanel  = "What it recommends"
)

// addRules adds the two panels of one rule base, whose rows are its rules.
func (d *Drawing) addRules(of string, where *conditions, says *weightTable, features, outputs, names []string) {
	ratio := min(max(0.055*float64(len(names)), 0.12), 3.2)
	if len(names) > 60 {
		ratio = min(2.4, 0.02*float64(len(names)))
	}
	if len(outputs) > uprights {
		ratio += 0.15 // for upright names
	}
	for k, panel := range []struct {
		title   string
		plotter plot.Plotter
		columns []string
	}{{of + wherePanel, where, features}, {of + saysPanel, says, outputs}} {
		p := newPlot()
		p.Add(panel.plotter)
		p.X.Min, p.X.Max = 0, max(1, float64(len(panel.columns)))
		p.Y.Min, p.Y.Max = 0, float64(len(names))
		columns := make(plot.ConstantTicks, len(panel.columns))
		for i, name := range panel.columns {
			columns[i] = plot.Tick{Value: float64(i) + 0.5, Label: name}
		}
		rows := make(plot.ConstantTicks, 0, len(names))
		for i, name := range names {
			if name != "" {
				rows = append(rows, plot.Tick{Value: float64(len(names)-i) - 0.5, Label: name})
			}
		}
		p.X.Tick.Marker, p.Y.Tick.Marker = columns, rows
		p.X.Tick.Length, p.Y.Tick.Length, p.X.LineStyle.Width, p.Y.LineStyle.Width = 0, 0, 0, 0
		if len(panel.columns) > uprights {
			p.X.Tick.Label.Rotation, p.X.Tick.Label.XAlign, p.X.Tick.Label.YAlign = math.Pi/2, draw.XRight, draw.YCenter
			p.X.Padding = 6
		}
		if k == 0 {
			p.Y.Label.Text = "Rule"
		}
		d.Panels = append(d.Panels, Panel{Title: panel.title, Plot: p, Ratio: ratio})
	}
}

// A shape is a rule's condition on one feature: a bell curve, or part of the range.
type shape struct {
	least, most, mean, sigma float64
	part                     bool
	low, high                float64 // of the width
}

// conditions draws the shapes of rules in rows, the first on top.
type conditions struct{ rows [][]shape }

var ruleGrid = draw.LineStyle{Color: color.Gray{0xdd}, Width: 0.4}

const curvePoints = 48 // of a bell curve

func (q *conditions) Plot(c draw.Canvas, p *plot.Plot) {
	tx, ty := p.Transforms(&c)
	pale := mix(accent, white, 0.6)
	line := draw.LineStyle{Color: accent, Width: 0.6}
	for i, row := range q.rows {
		base := float64(len(q.rows) - 1 - i)
		if len(q.rows) <= 60 {
			c.StrokeLine2(ruleGrid, tx(p.X.Min), ty(base), tx(p.X.Max), ty(base))
		}
		for k, s := range row {
			left, width := float64(k)+0.06, 0.88
			if s.part {
				fillBox(&c, p, accent, left+float64(width*s.low), left+float64(width*s.high), base+0.05, base+0.95)
				continue
			}
			curve := make([]vg.Point, 0, curvePoints+3)
			for n := range curvePoints + 1 {
				at := float64(n) / curvePoints
				off := (s.least + float64(at*(s.most-s.least)) - s.mean) / s.sigma
				curve = append(curve, xy(tx(left+float64(width*at)), ty(base+float64(0.88*math.Exp(-off*off/2)))))
			}
			fillClipped(&c, pale, append(slices.Clone(curve), xy(tx(left+width), ty(base)), xy(tx(left), ty(base))))
			c.StrokeLines(line, curve)
		}
	}
	for k := 1; len(q.rows) > 0 && k < len(q.rows[0]); k++ {
		c.StrokeLine2(ruleGrid, tx(float64(k)), ty(p.Y.Min), tx(float64(k)), ty(p.Y.Max))
	}
}

// fillBox fills [x0, x1] x [y0, y1] of p.
func fillBox(c *draw.Canvas, p *plot.Plot, col color.Color, x0, x1, y0, y1 float64) {
	tx, ty := p.Transforms(c)
	fillClipped(c, col, []vg.Point{xy(tx(x0), ty(y0)), xy(tx(x1), ty(y0)), xy(tx(x1), ty(y1)), xy(tx(x0), ty(y1))})
}

// weightTable draws the weights of rules in rows, the first on top: by colour and, if
// there is room, by sign.
type weightTable struct {
	columns int
	rows    [][]int8
}

var weightLooks = []struct {
	weight     int8
	name, sign string
	fill       color.RGBA
}{
	{5, "strongly for (5)", "++", accent},
	{1, "for (1)", "+", mix(accent, white, 0.65)},
	{-1, "against (-1)", "–", mix(alarm, white, 0.65)},
	{-5, "strongly against (-5)", "––", alarm},
}

func weightLegend() (entries []Entry) {
	for _, w := range weightLooks {
		entries = append(entries, Entry{w.name + " " + w.sign, FillStyle{Color: w.fill}})
	}
	return entries
}

func (m *weightTable) Plot(c draw.Canvas, p *plot.Plot) {
	tx, ty := p.Transforms(&c)
	if len(m.rows) <= 60 {
		for i := range len(m.rows) + 1 {
			c.StrokeLine2(ruleGrid, tx(p.X.Min), ty(float64(i)), tx(p.X.Max), ty(float64(i)))
		}
	}
	for k := range m.columns + 1 {
		c.StrokeLine2(ruleGrid, tx(float64(k)), ty(p.Y.Min), tx(float64(k)), ty(p.Y.Max))
	}
	signs := tx(1)-tx(0) >= minText+2 && ty(1)-ty(0) >= minText+1
	for i, row := range m.rows {
		base := float64(len(m.rows) - 1 - i)
		for k, weight := range row {
			for _, look := range weightLooks {
				if look.weight != weight {
					continue
				}
				fillBox(&c, p, look.fill, float64(k)+0.06, float64(k)+0.94, base+0.06, base+0.94)
				if signs {
					sty := boldStyle(minText, over(look.fill))
					sty.XAlign, sty.YAlign = draw.XCenter, draw.YCenter
					writeText(&c, sty, xy(tx(float64(k)+0.5), ty(base+0.5)), look.sign)
				}
			}
		}
	}
}
