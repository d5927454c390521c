package paper_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/internal/chart"
)

// A picture of several seeds has the medians and the ranges of the numbers in its table.
func TestAPictureShowsAllSeeds(t *testing.T) {
	of := func(seeds int) *paper.Evaluation {
		return evaluate(t, demo, paper.Options{Seeds: seeds}, "demo/fig1")[0]
	}
	one, five := of(1), of(5)
	points, bars := 0, 0
	for _, panel := range five.Chart.Panels {
		for _, s := range panel.Series {
			for i, x := range s.X {
				row := fmt.Sprintf("%s %v", panel.Title, x)
				k := slices.IndexFunc(five.Numbers, func(n paper.Number) bool { return n.Row == row && n.Column == s.Name })
				if k < 0 {
					t.Fatalf("there is no cell %s, %s", row, s.Name)
				}
				n := &five.Numbers[k]
				points++
				if s.Y[i] != float64(n.Ours) {
					t.Errorf("%s: %v in the picture, %v in the table", n.ID, s.Y[i], n.Ours)
				}
				if n.Samples == nil {
					continue
				}
				bars++
				if s.Low[i] != float64(n.Low) || s.High[i] != float64(n.High) {
					t.Errorf("%s: %v to %v in the picture, %v in the table", n.ID, s.Low[i], s.High[i], n.Spread())
				}
			}
		}
	}
	if points < 12 || bars < 6 {
		t.Errorf("only %d points and %d error bars", points, bars)
	}
	if !strings.Contains(five.Chart.Note, "5 seeds") || strings.Contains(one.Chart.Note, "seeds") || one.Chart.Panels[0].Series[0].Low != nil {
		t.Errorf("notes are %q and %q", five.Chart.Note, one.Chart.Note)
	}
	if d := evaluate(t, demo, paper.Options{Seeds: 5}, "demo/fig2")[0].Chart; d.Note != "Of the first of 5 seeds." {
		t.Errorf("the note of a distribution is %q", d.Note)
	}
}

// Printed numbers are open points at their place on a curve that the panel has.
func TestPrintedNumbersStandInPictures(t *testing.T) {
	p := chart.Panel{Series: []chart.Series{{Name: "sjf"}}}
	all := []paper.Published{{Row: "1", Column: "sjf", Value: 7}, {Row: "2", Column: "ljf", Value: 8}, {Row: "3", Column: "sjf", Value: 9}}
	paper.AddPrinted(&p, all, func(n paper.Published) (string, float64) {
		if n.Row == "3" {
			return n.Column, math.NaN()
		}
		return n.Column, 0.5
	})
	if len(p.Series) != 2 {
		t.Fatalf("%d series", len(p.Series))
	}
	if s := p.Series[1]; !s.Printed || s.Name != paper.PrintedName ||
		!slices.Equal(s.X, chart.Numbers{0.5}) || !slices.Equal(s.Y, chart.Numbers{7}) {
		t.Errorf("got %+v", s)
	}
	paper.AddPrinted(&p, all[1:2], func(n paper.Published) (string, float64) { return n.Column, 1 })
	if len(p.Series) != 2 {
		t.Error("a series without points")
	}
}
