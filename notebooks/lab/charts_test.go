package lab

import (
	"context"
	"image/color"
	"slices"
	"strings"
	"sync"
	"testing"

	"gonum.org/v1/plot"

	"github.com/backfill-lab/backfill/core/papers"
	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/figures"
	"github.com/backfill-lab/backfill/internal/chart"
)

var quickly = sync.OnceValues(func() ([]*paper.Evaluation, error) {
	return papers.All().Evaluate(context.Background(), paper.Options{Scale: paper.Quick})
})

// everyChart returns the charts of all experiments, as the record has them and computed at
// scale quick.
func everyChart(t *testing.T) map[string]chart.Chart {
	t.Helper()
	out := map[string]chart.Chart{}
	all, err := quickly()
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range all {
		if e.Chart != nil {
			out["quick "+e.Experiment.ID] = *e.Chart
		}
	}
	for id, e := range recordOf(t) {
		if e.Chart != nil {
			out["record "+id] = *e.Chart
		}
	}
	if len(out) < 60 {
		t.Errorf("only %d charts", len(out))
	}
	return out
}

// Every axis of numbers in a paper's chart has three labels or more, all different.
func TestAxesOfPapersHaveThreeTicks(t *testing.T) {
	for id, c := range everyChart(t) {
		d, err := figures.DrawChart(c)
		if err != nil {
			t.Errorf("%s: %v", id, err)
			continue
		}
		for i := range d.Panels {
			axes := map[string]*plot.Axis{"y": &d.Panels[i].Plot.Y}
			if c.Panels[i].Kind != chart.Bars { // whose names stand below them
				axes["x"] = &d.Panels[i].Plot.X
			}
			for name, a := range axes {
				if n := labelled(a); n < 3 {
					t.Errorf("%s, panel %d: the %s axis from %v to %v has %d labels", id, i+1, name, a.Min, a.Max, n)
				}
			}
		}
	}
}

// labelled counts the different labels of an axis.
func labelled(a *plot.Axis) int {
	labels := map[string]bool{}
	for _, k := range a.Tick.Marker.Ticks(a.Min, a.Max) {
		if k.Label != "" {
			labels[k.Label] = true
		}
	}
	return len(labels)
}

// noPolicies are the names of series in papers' charts that are no policies.
var noPolicies = []string{
	paper.PrintedName, "estimated", "actual", "capacity", "demand", "utilization", "underutilization",
	"preemption", "migration", "total", "Real-world trace", "Unscaled synthetic traces", "Scaled synthetic traces", "g",
	"free of running jobs", "free under the best policy's plan", "free under the optimiser's plan",
	"own", "cpsat", "cpsat, 8 workers", "highs, paper slots", "highs, slots of 60 s", "cbc, paper slots",
	"fig1: adaptive at least as good", "fig1: adaptive best of three", "fig1: multi-site better than sharing",
	"fig2: allocation better than sharing", "fig7: allocation better than multi-site", "fig8: more than 4 times",
	"overloaded: allocation", "overloaded: independent", "overloaded: multi-site of figure 7", "overloaded: sharing",
}

// A policy has one colour in all pictures, and no other policy has it. Who adds a policy to a
// chart gives it one in package figures.
func TestNoTwoPicturesDisagreeOnAColor(t *testing.T) {
	colors := map[string]map[color.Color]string{} // the pictures by series and colour
	others := map[string]bool{}
	for id, c := range everyChart(t) {
		d, err := figures.DrawChart(c)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range d.Legend {
			if slices.Contains(noPolicies, e.Name) {
				others[e.Name] = true
				continue
			}
			if strings.HasSuffix(id, "grid/section5-products") {
				continue // a series is a reading
			}
			if _, known := figures.PolicyColor(e.Name); !known {
				t.Errorf("%s: %q has no colour of its own; is it a policy?", id, e.Name)
			}
			if colors[e.Name] == nil {
				colors[e.Name] = map[color.Color]string{}
			}
			colors[e.Name][lookColor(t, e.Look)] = id
		}
	}
	for name, found := range colors {
		if len(found) != 1 {
			t.Errorf("%s has %d colours: %v", name, len(found), found)
		}
	}
	for _, name := range noPolicies {
		if !others[name] {
			t.Errorf("no picture has a series %q", name)
		}
	}
	taken := map[color.Color]string{}
	for _, name := range []string{
		"FCFS", "SJF", "LJF", "EASY", "advanced, ARTwW", "simple, ARTwW", "basic dynP", "PITTS", "CCA", "PROB",
		"load sharing", "multi-site", "adaptive allocation", "independent clusters", "GreedyPM*/per/MINVT",
	} {
		for c := range colors[name] {
			if other, ok := taken[c]; ok {
				t.Errorf("%s and %s have one colour", name, other)
			}
			taken[c] = name
		}
	}
	if len(taken) != 15 {
		t.Errorf("%d of 15 policies are in pictures", len(taken))
	}
}

// lookColor is the colour of a legend's look. A printed bar has that of its edge.
func lookColor(t *testing.T, l plot.Thumbnailer) color.Color {
	switch l := l.(type) {
	case *figures.Line:
		return l.Glyph.Color
	case *figures.CDF:
		return l.LineStyle.Color
	case *figures.Step:
		return l.LineStyle.Color
	case figures.FillStyle:
		if l.Outline.Width > 1 {
			return l.Outline.Color
		}
		return l.Color
	}
	t.Fatalf("%T has no colour", l)
	return nil
}
