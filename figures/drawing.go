package figures

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Drawing is a finished figure: panels in rows under one title and one legend.
// Fields may be changed before it is written. It is not safe for concurrent use.
type Drawing struct {
	Title  string
	Note   string // small print at the foot
	Panels []Panel
	Cols   int // panels in a row; 0 means 1

	LegendTitle string
	Legend      []Entry

	// The panels of a column or row have the same axis, and only the outer ones labels.
	ShareX, ShareY bool

	Width, Height vg.Length // of the page; 0 means 7 inches by what the panels need
	DPI           int       // of PNG; 0 means 200

	series []Series
	late   func() []Series // those that are only made when they are asked for; or nil
	shared bool            // after hideInner
	wrong  error           // why the numbers cannot be drawn; Bytes returns it
}

// A Panel is one plot of a Drawing.
type Panel struct {
	Title  string // above it, left
	Detail string // after the title, less prominent
	Plot   *plot.Plot
	Ratio  float64 // plot area's height over width, relative if Drawing.Height is set; 0 means 0.4
}

// An Entry is one line of a legend.
type Entry struct {
	Name string
	Look plot.Thumbnailer
}

func (d *Drawing) entry(name string, look plot.Thumbnailer) {
	d.Legend = append(d.Legend, Entry{name, look})
}

// Series returns the numbers drawn. Do not change them.
func (d *Drawing) Series() []Series {
	if d.late != nil {
		d.series, d.late = append(d.series, d.late()...), nil
	}
	return d.series
}

const (
	margin   = vg.Length(6)
	gapX     = vg.Length(14)
	gapY     = vg.Length(5)
	iconW    = vg.Length(18)
	iconH    = vg.Length(7)
	lineGap  = vg.Length(3.5)
	axisRoom = vg.Length(46) // estimated width of a labelled vertical axis
	labelRow = vg.Length(28) // estimated height of a labelled horizontal axis

	yLabelRoom = labelSize + 5 // width of a vertical axis's label
)

func (d *Drawing) cols() int { return max(1, min(d.Cols, max(1, len(d.Panels)))) }
func (d *Drawing) rows() int { return (len(d.Panels) + d.cols() - 1) / d.cols() }

// Size returns the size of the page.
func (d *Drawing) Size() (w, h vg.Length) {
	w, h = d.Width, d.Height
	if w <= 0 {
		w = pageWidth
	}
	if h > 0 {
		return w, h
	}
	cols := vg.Length(d.cols())
	axes := cols * axisRoom
	if d.ShareY {
		axes = axisRoom
	}
	plotWidth := max(40, (w-2*margin-(cols-1)*gapX-axes)/cols)
	h = 2*margin + d.headHeight(w) + d.noteHeight(w)
	for r := range d.rows() {
		h += plotWidth*vg.Length(d.ratio(r)) + d.titleRoom()
		if r > 0 {
			h += gapY
		}
		if !d.ShareX || r == d.rows()-1 {
			h += labelRow
		}
	}
	return w, h
}

func (d *Drawing) row(r int) []Panel {
	return d.Panels[r*d.cols() : min((r+1)*d.cols(), len(d.Panels))]
}

func (d *Drawing) titleRoom() vg.Length {
	for _, p := range d.Panels {
		if p.Title != "" || p.Detail != "" {
			return labelSize + 4
		}
	}
	return 0
}

func (d *Drawing) noteLines(w vg.Length) []string {
	return wrap(d.Note, textStyle(smallSize, faint), w)
}

func (d *Drawing) titleLines(w vg.Length) []string {
	return wrap(d.Title, boldStyle(titleSize, ink), w)
}

// wrap breaks a text into lines no wider than w.
func wrap(s string, sty text.Style, w vg.Length) []string {
	var lines []string
	for _, word := range strings.Fields(s) {
		if n := len(lines); n > 0 && sty.Width(lines[n-1]+" "+word) <= w {
			lines[n-1] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}

func (d *Drawing) noteHeight(w vg.Length) vg.Length {
	return room(len(d.noteLines(w-2*margin)), smallSize+2, 2)
}

// room is the height of n lines and a gap, 0 without lines.
func room(n int, line, gap vg.Length) vg.Length {
	if n == 0 {
		return 0
	}
	return vg.Length(n)*line + gap
}

// headHeight is the height of title and legend on a page of width w.
func (d *Drawing) headHeight(w vg.Length) vg.Length {
	return room(len(d.titleLines(w-2*margin)), titleSize+2, 3) + room(len(d.legendRows(w-2*margin)), iconH+lineGap, 3)
}

// legendRows breaks the legend into rows no wider than w.
func (d *Drawing) legendRows(w vg.Length) [][]Entry {
	var rows [][]Entry
	used := d.legendTitleWidth()
	for _, e := range d.Legend {
		need := entryWidth(e)
		if len(rows) == 0 || used+need > w {
			rows = append(rows, nil)
			used = d.legendTitleWidth()
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], e)
		used += need
	}
	return rows
}

// legendTitleWidth is the width before each row's entries.
func (d *Drawing) legendTitleWidth() vg.Length {
	if d.LegendTitle == "" {
		return 0
	}
	return textStyle(tickSize, faint).Width(d.LegendTitle) + 8
}

func entryWidth(e Entry) vg.Length {
	return iconW + 4 + textStyle(tickSize, ink).Width(e.Name) + 12
}

// draw draws the figure on a white canvas of Size.
func (d *Drawing) draw(c draw.Canvas) {
	c = draw.Crop(c, margin, -margin, margin, -margin)
	if title := d.titleLines(c.Size().X); len(title) > 0 {
		sty := boldStyle(titleSize, ink)
		sty.YAlign = draw.YTop
		for _, line := range title {
			writeText(&c, sty, xy(c.Min.X, c.Max.Y), line)
			c.Max.Y -= titleSize + 2
		}
		c.Max.Y -= 3
	}
	d.drawLegend(&c)
	lines := d.noteLines(c.Size().X)
	for i, line := range lines {
		up := vg.Length(len(lines)-1-i)*(smallSize+2) + 1
		writeText(&c, textStyle(smallSize, faint), xy(c.Min.X, c.Min.Y+up), line)
	}
	c.Min.Y += d.noteHeight(c.Size().X + 2*margin)
	if len(d.Panels) > 0 {
		d.drawPanels(c)
	}
}

func (d *Drawing) drawLegend(c *draw.Canvas) {
	rows := d.legendRows(c.Size().X)
	sty := textStyle(tickSize, ink)
	sty.YAlign = draw.YCenter
	for i, row := range rows {
		if i == 0 {
			title := sty
			title.Color = faint
			writeText(c, title, xy(c.Min.X, c.Max.Y-iconH/2), d.LegendTitle)
		}
		x := c.Min.X + d.legendTitleWidth()
		for _, e := range row {
			icon := draw.Canvas{Canvas: c.Canvas, Rectangle: spanned(x, c.Max.Y-iconH, x+iconW, c.Max.Y)}
			e.Look.Thumbnail(&icon)
			writeText(c, sty, xy(x+iconW+4, icon.Center().Y), e.Name)
			x += entryWidth(e)
		}
		c.Max.Y -= iconH + lineGap
	}
	if len(rows) > 0 {
		c.Max.Y -= 3
	}
}

// drawPanels aligns the plot areas: equally wide, and by row as high as their ratios ask.
func (d *Drawing) drawPanels(c draw.Canvas) {
	d.hideInner()
	top := d.titleRoom()
	tiles := draw.Tiles{Rows: d.rows(), Cols: d.cols(), PadX: gapX, PadY: gapY + top, PadTop: top}
	plots := make([][]*plot.Plot, d.rows())
	labels := make([]string, len(d.Panels))
	for r := range plots {
		plots[r] = make([]*plot.Plot, d.cols())
		for i, p := range d.row(r) {
			plots[r][i] = p.Plot
			// gonum would put the label beside the tick labels, whose widths differ.
			label := &labels[r*d.cols()+i]
			*label, p.Plot.Y.Label.Text = p.Plot.Y.Label.Text, ""
			defer func() { p.Plot.Y.Label.Text = *label }()
			if *label != "" && i == 0 {
				tiles.PadLeft = yLabelRoom
			} else if *label != "" {
				tiles.PadX = gapX + yLabelRoom
			}
		}
	}
	canvases := plot.Align(plots, tiles, c)
	d.stretch(plots, canvases)
	left := make([]vg.Length, d.cols())
	for i := range left {
		left[i] = c.Max.X
		for r := range canvases {
			left[i] = min(left[i], canvases[r][i].Min.X)
		}
	}
	for k, p := range d.Panels {
		i := k % d.cols()
		tile := canvases[k/d.cols()][i]
		p.Plot.Draw(tile)
		data := p.Plot.DataCanvas(tile)
		p.drawTitle(&tile, xy(data.Min.X, data.Max.Y+4))
		if labels[k] != "" {
			sty := p.Plot.Y.Label.TextStyle
			sty.Rotation, sty.XAlign, sty.YAlign = math.Pi/2, draw.XCenter, draw.YBottom
			if long := sty.Width(labels[k]); long > data.Size().Y+2*labelSize {
				sty.Font.Size = max(minText, sty.Font.Size*(data.Size().Y+2*labelSize)/long)
			}
			tile.FillText(sty, xy(left[i]-4, data.Center().Y), labels[k])
		}
	}
}

func (p *Panel) drawTitle(c *draw.Canvas, at vg.Point) {
	title := boldStyle(labelSize, ink)
	if p.Title != "" {
		writeText(c, title, at, p.Title)
		at.X += title.Width(p.Title) + 5
	}
	if p.Detail != "" {
		writeText(c, textStyle(tickSize, faint), at, p.Detail)
	}
}

// hideInner removes the labels of inner shared axes, once.
func (d *Drawing) hideInner() {
	if d.shared {
		return
	}
	d.shared = true
	for i, p := range d.Panels {
		if d.ShareX && i+d.cols() < len(d.Panels) {
			hideLabels(&p.Plot.X)
		}
		if d.ShareY && i%d.cols() > 0 {
			hideLabels(&p.Plot.Y)
		}
	}
}

// Combine sets drawings side by side, cols in a row, under one legend with the first
// entry of each name. A drawing's title becomes that of its panels without one.
func Combine(title string, cols int, drawings ...*Drawing) *Drawing {
	out := &Drawing{Title: title, Cols: cols}
	for _, d := range drawings {
		out.wrong = cmp.Or(out.wrong, d.wrong)
		for _, p := range d.Panels {
			if p.Title == "" {
				p.Title = d.Title
			}
			out.Panels = append(out.Panels, p)
		}
		for _, s := range d.Series() {
			if s.Panel == "" {
				s.Panel = d.Title
			}
			out.series = append(out.series, s)
		}
		for _, e := range d.Legend {
			if !slices.ContainsFunc(out.Legend, func(o Entry) bool { return o.Name == e.Name }) {
				out.Legend = append(out.Legend, e)
			}
		}
	}
	return out
}
