package record

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/papers/paper"
	"github.com/backfill-lab/backfill/internal/chart"
)

// A Picture is a picture of a page.
type Picture struct {
	File  string // in the record's folder: "figures/dynp/fig4.svg"
	Chart chart.Chart

	// Identity says that the panels have the printed numbers on X and ours on Y, so that numbers which agree
	// lie on the line where both are equal.
	Identity bool
}

// Pictures returns the pictures of an experiment: its chart, and ours against the printed numbers if there are any
// that the chart does not show.
func Pictures(e *paper.Evaluation) (all []Picture) {
	file := func(suffix string) string { return "figures/" + e.Experiment.ID + suffix + ".svg" }
	suffix := ""
	if e.Chart != nil {
		c := *e.Chart
		if c.Title == "" {
			c.Title = e.Experiment.Title
		}
		all = append(all, Picture{File: file(""), Chart: c})
		if showsPrinted(&c) {
			return all
		}
		suffix = "-printed"
	}
	if c := against(e); len(c.Panels) > 0 {
		all = append(all, Picture{File: file(suffix), Chart: c, Identity: true})
	}
	return all
}

func showsPrinted(c *chart.Chart) bool {
	return slices.ContainsFunc(c.Panels, func(p chart.Panel) bool {
		return slices.ContainsFunc(p.Series, func(s chart.Series) bool { return s.Printed })
	})
}

// kinds are the series of a picture of ours against the printed numbers. It has all, so that each looks the same
// everywhere.
var kinds = []string{"agrees", "differs", "within 10 %", "undecided", "not measured"}

// kindOf returns the place in kinds of a printed number.
func kindOf(n *paper.Number) int {
	if n.Class != paper.Measured && n.Class != paper.Derived {
		return 4
	}
	switch n.Verdict {
	case paper.Same, paper.Inside:
		return 0
	case paper.Close, paper.Near:
		return 2
	case paper.Undecided:
		return 3
	}
	return 1
}

// mostPanels is the number of units that have a panel each.
const mostPanels = 6

// against draws ours against the printed numbers: a panel for each unit, with the seeds' range as bars.
func against(e *paper.Evaluation) chart.Chart {
	c := chart.Chart{Title: e.Experiment.Title + ": ours against the printed numbers"}
	var units []string
	groups := map[string][]paper.Number{}
	missing := 0
	for _, n := range e.Numbers {
		switch {
		case n.Verdict == "":
		case n.Ours != n.Ours || math.IsInf(float64(n.Ours), 0):
			missing++
		default:
			if !slices.Contains(units, n.Unit) {
				units = append(units, n.Unit)
			}
			groups[n.Unit] = append(groups[n.Unit], n)
		}
	}
	if len(units) > mostPanels {
		var every []paper.Number
		for _, u := range units {
			every = append(every, groups[u]...)
		}
		units, groups = []string{""}, map[string][]paper.Number{"": every}
		c.Note = "All units in one."
	}
	hidden := 0
	for _, u := range units {
		panel, zeros := comparison(u, groups[u])
		if panel.Title == "" && len(units) > 1 {
			panel.Title = "without a unit"
		}
		hidden += zeros
		c.Panels = append(c.Panels, panel)
	}
	for _, p := range []paper.Part{part("not computed", missing), part("without a place on a logarithmic axis (0 or less)", hidden)} {
		if p.Count > 0 {
			c.Note = strings.TrimSpace(fmt.Sprintf("%s %d %s.", c.Note, p.Count, p.Title))
		}
	}
	return c
}

// comparison is a panel of numbers of one unit, on logarithmic axes if they span more than a decade. It returns how
// many have no place on those.
func comparison(unit string, all []paper.Number) (p chart.Panel, hidden int) {
	if unit != "" && unit != "1" {
		p.Title = unit
	}
	least, most, below := math.Inf(1), 0.0, false
	for _, n := range all {
		for _, v := range []float64{float64(n.Published), float64(n.Ours)} {
			below = below || v < 0
			if v > 0 {
				least, most = min(least, v), max(most, v)
			}
		}
	}
	log := !below && most > 10*least
	p.Kind, p.X, p.Y = chart.Scatter, chart.Axis{Label: "printed", Log: log}, chart.Axis{Label: "ours", Log: log}
	for k, name := range kinds {
		s := chart.Series{Name: name, X: chart.Numbers{}, Y: chart.Numbers{}}
		bars := false
		for _, n := range all {
			if kindOf(&n) != k {
				continue
			}
			if log && (n.Published <= 0 || n.Ours <= 0) {
				hidden++
				continue
			}
			ours, low, high := place(&n)
			bars = bars || low == low
			s.X, s.Y = append(s.X, float64(n.Published)), append(s.Y, ours)
			s.Low, s.High = append(s.Low, low), append(s.High, high)
		}
		if !bars {
			s.Low, s.High = nil, nil
		}
		p.Series = append(p.Series, s)
	}
	return p, hidden
}

// place returns where a number stands and the ends of its bar: the seeds' range, or the interval that is known, in
// whose middle it stands. The ends are NaN if there is neither.
func place(n *paper.Number) (ours, low, high float64) {
	ours, low, high = float64(n.Ours), float64(n.Low), float64(n.High)
	if n.Interval() && low != low {
		low, high = ours, float64(n.Most)
		ours = low/2 + high/2
	}
	return ours, low, high
}
