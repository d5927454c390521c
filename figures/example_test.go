package figures_test

import (
	"fmt"
	"strings"

	"github.com/backfill-lab/backfill/core/result"
	"github.com/backfill-lab/backfill/figures"
	"gonum.org/v1/plot"
)

// A named figure, from the tables of a run to a file.
func ExampleDraw() {
	jobs := result.NewTable(result.Jobs, 1)
	jobs.Col("run").SetText(0, "tiny/easy")
	jobs.Col("policy").SetText(0, "easy")
	jobs.Col("procs").Int[0] = 4
	jobs.Col("end_s").Float[0] = 3600

	d, err := figures.Draw("gantt", figures.Input{Tables: result.Tables{result.Jobs: jobs}, Options: figures.Options{Width: 5}})
	if err != nil {
		fmt.Println(err)
		return
	}
	var file strings.Builder // an *os.File
	if err := d.Write(&file, "svg"); err != nil {
		fmt.Println(err)
	}
	fmt.Println(file.String()[:len("<?xml")])
	// Output: <?xml
}

// A custom picture in a notebook; gonbui.DisplaySVG(d.SVG()) shows it.
func ExampleDrawLines() {
	d := figures.DrawLines(
		figures.Axes{Title: "Response time", X: figures.Axis{Label: "Shrinking factor"}, Y: figures.Axis{Label: "ART", Seconds: true}},
		figures.Series{Name: "FCFS", X: []float64{1, 0.8, 0.6}, Y: []float64{4000, 7000, 30000}},
		figures.Series{Name: "SJF", X: []float64{1, 0.8, 0.6}, Y: []float64{2000, 3000, 9000}})
	fmt.Println(d.Panels[0].Plot.Y.Label.Text, len(d.SVG()) > 0)
	// Output: ART (h) true
}

// Small multiples of several pictures.
func ExampleCombine() {
	names := []string{"CTC", "KTH"}
	a := figures.DrawBars(figures.Axes{Title: "Jobs"}, names, figures.Series{Name: "FCFS", Y: []float64{3, 5}})
	b := figures.DrawBars(figures.Axes{Title: "Area"}, names, figures.Series{Name: "FCFS", Y: []float64{30, 9}})
	d := figures.Combine("Started by policy", 2, a, b)
	fmt.Println(len(d.Panels), d.Panels[1].Title, len(d.Legend))
	// Output: 2 Area 1
}

// Which processors each job is drawn on.
func ExampleGantt() {
	g := figures.NewGantt([]figures.GanttJob{
		{Start: 0, End: 60, Procs: 3, Label: "1"},
		{Start: 0, End: 30, Procs: 1, Label: "2"},
		{Start: 30, End: 90, Procs: 1, Label: "3", Killed: true},
	}, 4)
	p := plot.New()
	figures.Style(p)
	p.Add(g)
	for _, b := range g.Pieces {
		fmt.Printf("job %s on [%d, %d)\n", g.Jobs[b.Job].Label, b.Low, b.High)
	}
	fmt.Println(p.X.Max, p.Y.Max)
	// Output:
	// job 1 on [0, 3)
	// job 2 on [3, 4)
	// job 3 on [3, 4)
	// 90 4
}

// Busy processors over time, then its means over half-minutes.
func ExampleStep() {
	s := figures.NewStep([]figures.Change{{At: 0, By: 3}, {At: 60, By: -3}, {At: 45, By: 1}, {At: 90, By: -1}})
	fmt.Println(s.X, s.Y)
	b := s.Bin(0, 90, 3)
	fmt.Println(b.Y, b.Low, b.High)
	// Output:
	// [0 45 60 90] [3 4 1]
	// [3 3.5 1] [3 3 1] [3 4 1]
}

func ExampleCDF() {
	c := figures.NewCDF([]float64{60, 0, 3600, 60})
	fmt.Println(c.X, c.P, c.At(59), c.Quantile(0.5))
	// Output: [0 60 3600] [0.25 0.75 1] 0.25 60
}

// Bars of two series in two groups.
func ExampleBars() {
	b := &figures.Bars{Values: [][]float64{{3, 4}, {5, 1}}}
	p := plot.New()
	figures.Style(p)
	p.Add(b)
	fmt.Println(p.X.Min, p.X.Max, p.Y.Min, p.Y.Max)
	// Output: -0.5 1.5 0 5
}

// A curve with error bars and a gap.
func ExampleLine() {
	l := &figures.Line{
		X: []float64{1, 2, 3}, Y: []float64{10, 20, 15}, High: []float64{12, 26, 15},
		LineStyle: figures.LineStyle(0), Glyph: figures.GlyphStyle(0),
	}
	fmt.Println(l.DataRange())
	// Output: 1 3 10 26
}
