package figures

import (
	"fmt"
	"image/color"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/backfill-lab/backfill/internal/chart"
)

var chartKinds = []chart.Kind{"", chart.Lines, chart.Scatter, chart.Fronts, chart.Steps, chart.CDF, chart.Bars}

// panelOf returns a panel of that kind with two series, one of which has a gap.
func panelOf(kind chart.Kind) chart.Panel {
	p := chart.Panel{Title: "panel " + string(kind), Kind: kind, X: chart.Axis{Label: "x"}, Y: chart.Axis{Label: "y", Seconds: true}}
	for _, y := range []chart.Numbers{{30, 10, 20}, {1, math.NaN(), 3}} {
		s := chart.Series{Name: "series", Y: y}
		switch kind {
		case chart.Bars:
			p.Names = []string{"a", "b", "c"}
		case chart.Steps:
			s.X = chart.Numbers{0, 1, 2, 3}
		case chart.CDF:
		default:
			s.X = chart.Numbers{0.6, 0.8, 1}
		}
		p.Series = append(p.Series, s)
	}
	p.Series[1].Name = "gap"
	return p
}

func TestChartsDrawWhatTheyDescribe(t *testing.T) {
	for _, kind := range chartKinds {
		p := panelOf(kind)
		d, err := DrawChart(chart.Chart{Title: "a title", Note: "small print", Panels: []chart.Panel{p}})
		if err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		got := d.Series()
		if kind == chart.CDF { // drawn sorted, over the share
			if diff := cmp.Diff([]float64{10, 20, 30}, got[0].X); diff != "" {
				t.Errorf("%s: %s", kind, diff)
			}
		} else {
			for i, s := range p.Series {
				if diff := cmp.Diff([]float64(s.Y), got[i].Y, cmp.Comparer(func(a, b float64) bool { return a == b || a != a && b != b })); diff != "" {
					t.Errorf("%s: %s", kind, diff)
				}
			}
		}
		for _, format := range Formats {
			if b, err := d.Bytes(format); err != nil || len(b) == 0 {
				t.Errorf("%s as %s: %d bytes, %v", kind, format, len(b), err)
			}
		}
		svg := d.SVG()
		for _, text := range []string{"a title", "small print", "gap"} {
			if !strings.Contains(svg, text) {
				t.Errorf("%s: the picture does not say %q", kind, text)
			}
		}
	}
}

func TestReversedAxes(t *testing.T) {
	for _, log := range []bool{false, true} {
		p := panelOf(chart.Lines)
		p.X.Reversed, p.X.Log = true, log
		p.Series[0].X[0] = 0.5
		d, err := DrawChart(chart.Chart{Panels: []chart.Panel{p, panelOf(chart.Bars)}})
		if err != nil {
			t.Fatal(err)
		}
		x := d.Panels[0].Plot.X
		if left, right := x.Norm(1), x.Norm(0.5); !(left < right) || left < 0 || right > 1 {
			t.Errorf("log %v: 1 is at %v and 0.5 at %v of a reversed axis", log, left, right)
		}
		p.Series[0].X[0] = 0 // which a logarithmic axis cannot place
		d, err = DrawChart(chart.Chart{Panels: []chart.Panel{p}})
		if err != nil || len(d.SVG()) == 0 {
			t.Errorf("log %v: %v", log, err)
		}
	}
}

func TestChartsThatCannotBeDrawnAreErrors(t *testing.T) {
	short := panelOf(chart.Lines)
	short.Series[1].X = short.Series[1].X[:2]
	bars := panelOf(chart.Bars)
	bars.Names = bars.Names[:1]
	steps := panelOf(chart.Steps)
	steps.Series[0].X = nil
	for want, panels := range map[string][]chart.Panel{
		"no panels":                              nil,
		`panel 2: series "gap" has 3 values for`: {panelOf(chart.Lines), short},
		"has 3 values for 1 points":              {bars},
		"has 3 values for 0 points":              {steps},
		`kind of panel "pie" is unknown`:         {{Kind: "pie"}},
	} {
		if _, err := DrawChart(chart.Chart{Title: "t", Panels: panels}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// No picture panics because an axis is logarithmic and a number has no logarithm.
func TestLogarithmicAxesTakeAnyNumber(t *testing.T) {
	s := []Series{{
		Name: "a", X: []float64{-1, 0, 5, 100}, Y: []float64{-2, 0, 3, 1000}, Low: []float64{-3, 0, 1, 10}, High: []float64{0, 1, 9, 2000},
	}}
	steps := []Series{{Name: "a", X: []float64{-1, 0, 5, 100, 200}, Y: s[0].Y}}
	bars := []Series{{Name: "a", Y: s[0].Y}}
	for _, axis := range []Axis{{}, {Reversed: true}, {Min: -5, Max: 50}, {Min: -5, Max: -1}, {Zero: true}} {
		axis.Log = true
		for name, d := range map[string]*Drawing{
			"lines":   DrawLines(Axes{X: axis, Y: axis}, s...),
			"scatter": DrawScatter(Axes{X: axis, Y: axis}, s...),
			"fronts":  DrawFronts(Axes{X: axis, Y: axis}, s...),
			"steps":   DrawSteps(Axes{X: axis, Y: axis}, steps...),
			"cdfs":    DrawCDFs(Axes{X: axis, Y: axis}, s...),
			"bars":    DrawBars(Axes{Y: axis}, []string{"1", "2", "3", "4"}, bars...),
		} {
			if err := d.Write(io.Discard, "svg"); err != nil {
				t.Errorf("%s, %+v: %v", name, axis, err)
			}
		}
	}
}

// Error bars are drawn on bars as on curves, and the axis has room for them.
func TestBarsHaveErrorBars(t *testing.T) {
	for _, kind := range []chart.Kind{chart.Lines, chart.Bars} {
		plain := panelOf(kind)
		with := panelOf(kind)
		with.Series[0].Low, with.Series[0].High = chart.Numbers{20, math.NaN(), 15}, chart.Numbers{90, math.NaN(), 30}
		draw := func(p chart.Panel) (strokes int, top float64) {
			d, err := DrawChart(chart.Chart{Panels: []chart.Panel{p}})
			if err != nil {
				t.Fatal(err)
			}
			svg := d.SVG()
			return strings.Count(svg, "<path"), d.Panels[0].Plot.Y.Max
		}
		before, _ := draw(plain)
		after, top := draw(with)
		if after < before+6 || top < 90 {
			t.Errorf("%s: %d strokes become %d, and the axis ends at %v; want two error bars up to 90", kind, before, after, top)
		}
	}
}

// No picture leaves out numbers because there are too few or too many beside them.
func TestNumbersThatDoNotFitTogetherAreAnError(t *testing.T) {
	odd := Series{Name: "odd", X: []float64{1, 2, 3}, Y: []float64{1, 2}}
	good := Series{Name: "good", X: []float64{1, 2}, Y: []float64{1, 2}}
	for name, d := range map[string]*Drawing{
		"lines": DrawLines(Axes{}, good, odd), "scatter": DrawScatter(Axes{}, odd), "fronts": DrawFronts(Axes{}, odd),
		"bars": DrawBars(Axes{}, []string{"a"}, odd), "steps": DrawSteps(Axes{}, odd, good),
		"combined": Combine("", 2, DrawLines(Axes{}, good), DrawLines(Axes{}, odd)),
	} {
		_, err := d.Bytes("svg")
		if name == "steps" && (err == nil || !strings.Contains(err.Error(), `"good" has 2 values Y for 1 points`)) {
			t.Errorf("%s: %v", name, err)
		}
		if name != "steps" && (err == nil || !strings.Contains(err.Error(), `"odd" has 2 values Y for `)) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := DrawLines(Axes{}, good).Bytes("svg"); err != nil {
		t.Error(err)
	}
}

// A paper's own numbers are open circles without a line, or open bars, in ink or in the colour
// of their policy. They take no look from ours.
func TestPrintedSeriesLookPrinted(t *testing.T) {
	for _, kind := range []chart.Kind{chart.Lines, chart.Scatter, chart.Bars} {
		p := panelOf(kind)
		drawn := func(c color.RGBA) bool {
			d, err := DrawChart(chart.Chart{Panels: []chart.Panel{p}})
			if err != nil {
				t.Fatal(err)
			}
			return strings.Contains(strings.ToLower(d.SVG()), fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B))
		}
		if !drawn(Palette[0]) || !drawn(Palette[1]) {
			t.Errorf("%s: ours have not the first two colours", kind)
		}
		p.Series[0].Printed = true
		if drawn(Palette[1]) {
			t.Errorf("%s: printed numbers take a colour from ours", kind)
		}
		pitts, _ := PolicyColor("pitts")
		if p.Series[0].Name = "PITTS, printed"; !drawn(pitts) {
			t.Errorf("%s: printed numbers of a policy do not have its colour", kind)
		}
	}
}

// Beside two others a panel has few labels below it, none on another.
func TestNarrowPanelsHaveFewLabels(t *testing.T) {
	p := chart.Panel{Series: []chart.Series{{Name: "s", X: chart.Numbers{600, 12000}, Y: chart.Numbers{1, 2}}}}
	d, err := DrawChart(chart.Chart{Cols: 3, Panels: []chart.Panel{p, p, p}})
	if err != nil {
		t.Fatal(err)
	}
	x := d.Panels[1].Plot.X
	var labels []string
	for _, k := range x.Tick.Marker.Ticks(x.Min, x.Max) {
		labels = append(labels, k.Label)
	}
	if got := strings.Join(labels, " "); got != "0 5,000 10,000" {
		t.Errorf("the labels are %q", got)
	}
}
