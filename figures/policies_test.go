package figures

import (
	"image/color"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot"

	"github.com/backfill-lab/backfill/internal/chart"
)

// A colour belongs to one policy: no two have the same, nor has what is no policy beside them.
func TestAColorBelongsToOnePolicy(t *testing.T) {
	of := map[color.RGBA]string{white: "the paper"}
	for name, c := range policyColors {
		if other, ok := of[c]; ok {
			t.Errorf("%s and %s have the colour %v", name, other, c)
		}
		of[c] = name
	}
	for _, order := range strings.Fields("sjf ljf saf laf narrow wide lxf wfp3 unicef f1 f2 f3 f4 group") {
		for kind := range kindShades {
			c, ok := PolicyColor(order + "-" + kind)
			if other, taken := of[c]; !ok || taken {
				t.Errorf("%s-%s and %s have the colour %v", order, kind, other, c)
			}
			of[c] = order + "-" + kind
		}
	}
	for _, c := range freeColors {
		if other, ok := of[c]; ok {
			t.Errorf("a free colour is that of %s", other)
		}
		of[c] = "another free colour"
	}
}

// What a paper calls a policy, and what the command line does, with any options, has one colour.
func TestNamesOfOnePolicyHaveOneColor(t *testing.T) {
	families := [][]string{
		{"fcfs", "FCFS", "plan-fcfs", "submit-fcfs"},
		{"easy", "EASY", "submit-easy", "rules:submit-easy", "easy, printed"},
		{"SJF", "plan-sjf"}, {"sjf-easy", "rules:sjf-easy", "sjf-easy:since=first"}, {"sjf-cons"}, {"sjf-fcfs"}, {"sjf-list"},
		{"LJF", "plan-ljf"}, {"ljf-easy"}, {"group-easy", "rules:group-easy"}, {"group-cons"},
		{"advanced, ARTwW", "advanced, MS", "dynp-advanced", "dynp-advanced:quality=art", "dynp-advanced with opt"},
		{"simple, ARTwW", "dynp-simple"},
		{"basic dynP", "dynp-basic:lower=1"},
		{"PITTS", "rules:pitts-3", "PITTS, printed", "PITTS, training 2"},
		{"CCA", "rules:cca"},
		{"PROB", "prob"},
		{"PF", "off-line front"},
		{"load sharing", "grid-sharing", "grid-sharing:site=best-fit"},
		{"multi-site", "multi-site, adaptive", "grid-multisite"},
		{"multi-site, larger-first", "larger"},
		{"adaptive allocation", "grid-moldable:power=0.25"},
		{"independent clusters", "grid-independent"},
		{"dfrs:GreedyPM*/per/OPT=MIN/MINVT=600", "GreedyPM*/per/MINVT", "GreedyPM*/per/OPT=MIN/MINVT=600"},
		{"Greedy*", "dfrs:Greedy*/OPT=MIN"},
	}
	of := map[color.RGBA]int{}
	for i, names := range families {
		for _, name := range names {
			c, ok := PolicyColor(name)
			if first, known := of[c]; !ok || known && first != i {
				t.Errorf("%s has %v, %t; that belongs to %v", name, c, ok, families[first])
			}
			of[c] = i
		}
	}
	for _, name := range []string{"estimated", "seed 1", "capacity", "grid", "", "-", "-easy", "aged", "most-power", "own-easy", "sjf-own"} {
		if c, ok := PolicyColor(name); ok {
			t.Errorf("%q is no policy and has the colour %v", name, c)
		}
	}
}

// A policy keeps its colour, and a series its look in all panels, whatever stands beside them.
func TestALookDoesNotDependOnThePanel(t *testing.T) {
	panels := [][]Series{
		{{Name: "easy"}, {Name: "own"}, {Name: "printed", Printed: true}},
		{{Name: "other"}, {Name: "own"}, {Name: "easy"}},
	}
	l := looks(panels...)
	if l[0][0] != l[1][2] || l[0][1] != l[1][1] {
		t.Errorf("the same series look different: %v", l)
	}
	if l[0][1] == l[1][0] || l[0][0].color != policyColors["easy"] {
		t.Errorf("got %v", l)
	}
	if slices.Contains(Palette, l[0][1].color) {
		t.Errorf("own has a colour that can be a policy's: %v", l[0][1])
	}
	if two := looks([]Series{{}, {}})[0]; two[0] == two[1] {
		t.Error("two series without a name look the same")
	}
	d, err := DrawChart(chart.Chart{Panels: []chart.Panel{
		{Series: []chart.Series{{Name: "a", X: chart.Numbers{0, 1}, Y: chart.Numbers{1, 2}}}},
		{Series: []chart.Series{{Name: "b", X: chart.Numbers{0, 1}, Y: chart.Numbers{1, 2}}}},
	}})
	if err != nil || len(d.Legend) != 2 {
		t.Fatalf("%v, %v", d, err)
	}
	if a, b := d.Legend[0].Look.(*Line), d.Legend[1].Look.(*Line); a.LineStyle.Color == b.LineStyle.Color {
		t.Error("two series of two panels have one colour")
	}
}

// The area between two steps is filled and has no line, also in the legend.
func TestStepsWithABandAreAnArea(t *testing.T) {
	x := []float64{0, 1, 2}
	d := DrawSteps(Axes{}, Series{Name: "use", X: x, Y: []float64{1, 2}},
		Series{Name: "gap", X: x, Y: []float64{4, 4}, Low: []float64{1, 2}, High: []float64{4, 4}})
	gap := d.Legend[1].Look.(*Step)
	if gap.LineStyle.Width != 0 || !gap.banded() || d.Panels[0].Plot.Y.Max < 4 {
		t.Errorf("got %+v, up to %v", gap, d.Panels[0].Plot.Y.Max)
	}
}

// A single point of ours is drawn into the ring of the printed one, whatever comes first.
func TestPointsOfOursLieInPrintedRings(t *testing.T) {
	d := DrawScatter(Axes{}, Series{Name: "one", X: []float64{1}, Y: []float64{1}},
		Series{Name: "printed", X: []float64{1}, Y: []float64{1}, Printed: true},
		Series{Name: "cloud", X: []float64{1, 2, 3}, Y: []float64{1, 2, 3}})
	var lines []plot.Plotter
	for _, e := range d.Legend {
		lines = append(lines, e.Look.(*Line))
	}
	if got, want := layered(lines), []plot.Plotter{lines[2], lines[1], lines[0]}; !slices.Equal(got, want) {
		t.Errorf("drawn in the order %v", got)
	}
}
