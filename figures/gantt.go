package figures

import (
	"image"
	"image/color"
	imagedraw "image/draw"
	"iter"
	"math"

	"github.com/backfill-lab/backfill/core/sim/job"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Gantt plots a schedule: time to the right, processors upwards, a rectangle for every
// block of processors that a job holds. Few jobs are outlined and labelled. Many become
// pixels in the colour of the commonest class, paler the more processors are idle.
type Gantt struct {
	Jobs   []GanttJob
	Pieces []Piece // which processors, as Assign chose them
	Procs  int64   // the machine's processors
	Top    int64   // the top of Pieces; above Procs the schedule exceeds the machine

	Colors    []color.RGBA // by class, at most 26
	MaxBlocks int          // more blocks in view become pixels; 0 means 2000

	// Of large schedules instead of Jobs and Pieces: they are made anew whenever they are needed.
	placed *placing
	job    func(i int32) GanttJob
	view   view
}

// A view is how many blocks of a placed schedule are between two times.
type view struct {
	lo, hi float64
	blocks int
}

// A GanttJob is one job of a Gantt chart.
type GanttJob struct {
	Start, End float64 // seconds; it holds its processors during [Start, End)
	Procs      int64
	Class      int // index into Gantt.Colors
	Label      string
	Killed     bool  // its upper right corner is cut off
	Hatch      Hatch // over single jobs, not over pixels
}

// NewGantt places jobs on a machine of procs processors; 0 means the peak of use.
// Jobs without processors or a time, or wider than job.MaxProcs, are not drawn.
func NewGantt(jobs []GanttJob, procs int64) *Gantt {
	classes := 1
	for _, j := range jobs {
		classes = max(classes, j.Class+1)
	}
	held := ganttJobs(jobs)
	if procs <= 0 {
		procs = peak(held)
	}
	p := place(held, min(max(procs, 1), maxMachine))
	g := &Gantt{Jobs: jobs, Procs: p.procs, Colors: Ramp(min(classes, maxClasses))}
	g.Pieces, g.Top = p.collect()
	return g
}

// ganttJobs are claims.
type ganttJobs []GanttJob

func (j ganttJobs) len() int                          { return len(j) }
func (j ganttJobs) span(i int32) (start, end float64) { return j[i].Start, j[i].End }

func (j ganttJobs) procs(i int32) int64 {
	if j[i].Procs > job.MaxProcs {
		return 0
	}
	return j[i].Procs
}

// newGantt is a chart of jobs that are mostly looked at between lo and hi. It holds neither them nor their pieces.
func newGantt(jobs claims, procs int64, of func(i int32) GanttJob, lo, hi float64) *Gantt {
	g := &Gantt{Procs: min(max(procs, 1), maxMachine), job: of, view: view{lo: lo, hi: hi}}
	g.placed, g.Top = place(jobs, g.Procs), g.Procs
	for p := range g.placed.pieces() {
		g.Top = max(g.Top, p.High)
		if start, end := jobs.span(p.Job); visible(start, end, lo, hi) {
			g.view.blocks++
		}
	}
	return g
}

// blocks yields the pieces with their jobs, each of which is valid until the next. If they are placed, they are in order
// of start.
func (g *Gantt) blocks() iter.Seq2[Piece, *GanttJob] {
	return func(yield func(Piece, *GanttJob) bool) {
		if g.placed == nil {
			for _, p := range g.Pieces {
				if !yield(p, &g.Jobs[p.Job]) {
					return
				}
			}
			return
		}
		var j GanttJob
		for p := range g.placed.pieces() {
			if j = g.job(p.Job); !yield(p, &j) {
				return
			}
		}
	}
}

func (g *Gantt) DataRange() (xmin, xmax, ymin, ymax float64) {
	xmin, xmax = math.Inf(1), math.Inf(-1)
	if g.placed != nil {
		for _, i := range g.placed.jobs {
			start, end := g.placed.span(i)
			xmin, xmax = min(xmin, start), max(xmax, end)
		}
	}
	for _, p := range g.Pieces {
		xmin, xmax = min(xmin, g.Jobs[p.Job].Start), max(xmax, g.Jobs[p.Job].End)
	}
	return xmin, xmax, 0, float64(max(g.Top, g.Procs))
}

const maxColors = 26 // classes whose shades fit into a palette of 256

func (g *Gantt) class(j *GanttJob) int {
	return min(max(j.Class, 0), len(g.Colors)-1, maxColors-1)
}

// visible reports whether part of the job, or all if it has no length, is in [lo, hi].
func (j *GanttJob) visible(lo, hi float64) bool { return visible(j.Start, j.End, lo, hi) }

func visible(start, end, lo, hi float64) bool {
	return start < hi && end > lo || start == end && lo <= start && start <= hi
}

// Blocks returns how many blocks are in view between lo and hi.
func (g *Gantt) Blocks(lo, hi float64) int {
	if g.placed != nil && g.view.lo == lo && g.view.hi == hi {
		return g.view.blocks
	}
	n := 0
	for _, j := range g.blocks() {
		if j.visible(lo, hi) {
			n++
		}
	}
	return n
}

// Aggregated reports whether the part between lo and hi is drawn as pixels.
func (g *Gantt) Aggregated(lo, hi float64) bool {
	return g.Blocks(lo, hi) > orDefault(g.MaxBlocks, 2000)
}

func (g *Gantt) Plot(c draw.Canvas, p *plot.Plot) {
	if g.Aggregated(p.X.Min, p.X.Max) {
		g.plotPixels(&c, p)
	} else {
		g.plotBlocks(&c, p)
	}
	if g.Top > g.Procs {
		_, ty := p.Transforms(&c)
		y := ty(float64(g.Procs))
		c.StrokeLine2(excessStyle, c.Min.X, y, c.Max.X, y)
	}
}

const (
	minText  = vg.Length(5)   // least size of a job's number
	minBlock = vg.Length(0.4) // least width of a job's block
	minEdge  = vg.Length(1.4) // least side of an outlined block: lines would hide a smaller one
	maxNotch = vg.Length(5)   // largest cut of a killed job's corner
)

// outline returns a block's outline; killed ones lack their upper right corner.
func outline(r vg.Rectangle, killed bool) vg.Path {
	n := vg.Length(0)
	if killed {
		n = min(maxNotch, r.Size().X*0.6, r.Size().Y*0.6)
	}
	var p vg.Path
	p.Move(r.Min)
	p.Line(xy(r.Max.X, r.Min.Y))
	p.Line(xy(r.Max.X, r.Max.Y-n))
	if n > 0 {
		p.Line(xy(r.Max.X-n, r.Max.Y))
	}
	p.Line(xy(r.Min.X, r.Max.Y))
	p.Close()
	return p
}

type ganttBlock struct {
	vg.Rectangle
	job   GanttJob
	of    int32 // which job
	class int
}

func (g *Gantt) plotBlocks(c *draw.Canvas, p *plot.Plot) {
	tx, ty := p.Transforms(c)
	blocks := make([]ganttBlock, 0, 256)
	for pc, j := range g.blocks() {
		if !j.visible(p.X.Min, p.X.Max) {
			continue
		}
		r := spanned(tx(j.Start), ty(float64(pc.Low)), tx(j.End), ty(float64(pc.High)))
		r.Max.X = max(r.Max.X, r.Min.X+minBlock)
		r = clip(r, c.Rectangle)
		if r.Max.X > r.Min.X && r.Max.Y > r.Min.Y {
			blocks = append(blocks, ganttBlock{r, *j, pc.Job, g.class(j)})
		}
	}
	byClass := make([]vg.Path, len(g.Colors))
	var outlines vg.Path
	for _, b := range blocks {
		shape := outline(b.Rectangle, b.job.Killed && b.job.End <= p.X.Max)
		byClass[b.class] = append(byClass[b.class], shape...)
		if min(b.Size().X, b.Size().Y) >= minEdge {
			outlines = append(outlines, shape...)
		}
	}
	for k, path := range byClass {
		if len(path) > 0 {
			c.SetColor(g.Colors[k])
			c.Fill(path)
		}
	}
	for _, b := range blocks {
		b.job.Hatch.draw(c, b.Rectangle, over(g.Colors[b.class]))
	}
	style := draw.LineStyle{Color: paper, Width: 0.25}
	if len(blocks) <= 400 {
		style = outlineStyle
	}
	if len(outlines) > 0 {
		c.SetLineStyle(style)
		c.Stroke(outlines)
	}
	g.label(c, blocks)
}

// over returns the colour, dark or white, that is visible on c.
func over(c color.RGBA) color.Color {
	if light(c) {
		return ink
	}
	return paper
}

// label writes the names of jobs into their tallest blocks if they fit.
func (g *Gantt) label(c *draw.Canvas, blocks []ganttBlock) {
	for len(blocks) > 0 {
		r, k := blocks[0], 1
		for ; k < len(blocks) && blocks[k].of == r.of; k++ {
			if blocks[k].Size().Y > r.Size().Y {
				r = blocks[k]
			}
		}
		blocks = blocks[k:]
		j, fill := r.job, g.Colors[r.class]
		if j.Label == "" || r.Size().X < 8 || r.Size().Y < minText+2 {
			continue
		}
		size := min(labelSize, r.Size().Y-2)
		sty := textStyle(size, over(fill))
		if w := sty.Width(j.Label); w > r.Size().X-3 {
			size *= (r.Size().X - 3) / w
		}
		if size < minText {
			continue
		}
		sty.Font.Size, sty.XAlign, sty.YAlign = size, draw.XCenter, draw.YCenter
		at := xy((r.Min.X+r.Max.X)/2, (r.Min.Y+r.Max.Y)/2)
		if j.Hatch != Plain {
			room := xy(sty.Width(j.Label)/2+1.5, size/2+0.5)
			c.SetColor(fill)
			c.Fill(vg.Rectangle{Min: at.Sub(room), Max: at.Add(room)}.Path())
		}
		writeText(c, sty, at, j.Label)
	}
}

func clip(r, to vg.Rectangle) vg.Rectangle {
	return vg.Rectangle{Min: xy(max(r.Min.X, to.Min.X), max(r.Min.Y, to.Min.Y)),
		Max: xy(min(r.Max.X, to.Max.X), min(r.Max.Y, to.Max.Y))}
}

const embedDPI = 250 // of pixels within vector formats: enough for print

func (g *Gantt) plotPixels(c *draw.Canvas, p *plot.Plot) {
	dpi, device := embedDPI/1.0, false
	if img, ok := pixels(c.Canvas); ok {
		dpi, device = img.DPI(), true
	}
	// The picture is aligned with the canvas's pixels, else it would be blurred.
	x0, y0 := math.Round(c.Min.X.Dots(dpi)), math.Round(c.Min.Y.Dots(dpi))
	x1, y1 := math.Round(c.Max.X.Dots(dpi)), math.Round(c.Max.Y.Dots(dpi))
	w, h := min(max(int(x1-x0), 1), 20_000), min(max(int(y1-y0), 1), 20_000)
	r := newRaster(w, h, min(len(g.Colors), maxColors))
	var all []rasterBlock // if they are not in order of start
	for pc, j := range g.blocks() {
		if !j.visible(p.X.Min, p.X.Max) {
			continue
		}
		b := r.block(p.X.Norm(j.Start), p.X.Norm(j.End), p.Y.Norm(float64(pc.Low)), p.Y.Norm(float64(pc.High)),
			g.class(j), j.Killed && j.End <= p.X.Max)
		if g.placed != nil {
			r.add(b)
		} else {
			all = append(all, b)
		}
	}
	r.addAll(all)
	var img image.Image = r.image(g.Colors)
	rect := c.Rectangle
	if device {
		rgba := image.NewRGBA(img.Bounds()) // several times faster to draw than a palette
		imagedraw.Draw(rgba, rgba.Bounds(), img, image.Point{}, imagedraw.Src)
		img = rgba
		at := func(dots float64) vg.Length { return vg.Length(dots/dpi) * vg.Inch }
		rect = spanned(at(x0), at(y0), at(x0+float64(w)), at(y0+float64(h)))
	}
	c.DrawImage(rect, img)
}

// A pixelCanvas is a canvas of pixels, such as vgimg's.
type pixelCanvas interface {
	Image() imagedraw.Image
	DPI() float64
}

// pixels returns the canvas of pixels under c, if any.
func pixels(c vg.Canvas) (pixelCanvas, bool) {
	for {
		switch d := c.(type) {
		case draw.Canvas:
			c = d.Canvas
		case *draw.Canvas:
			c = d.Canvas
		default:
			p, ok := c.(pixelCanvas)
			return p, ok
		}
	}
}
