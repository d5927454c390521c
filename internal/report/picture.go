package report

import (
	"bytes"
	"fmt"
	"math"
	"regexp"
	"slices"

	"github.com/backfill-lab/backfill/core/papers/record"
	"github.com/backfill-lab/backfill/figures"
	"github.com/backfill-lab/backfill/internal/chart"
)

// Picture draws a picture of a record's page as SVG. One of more than most bytes is drawn with fewer points a series,
// those printed aside, until it fits or has only a few. The same picture gives the same bytes.
func Picture(p record.Picture, most int) ([]byte, error) {
	for points := math.MaxInt; ; points = min(points, longest(&p.Chart)) / 2 {
		thin := p
		thin.Chart = thinned(p.Chart, points)
		d, err := drawing(thin)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.File, err)
		}
		svg, err := d.Bytes("svg")
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.File, err)
		}
		if svg = compact(svg); len(svg) <= most || points <= 8 {
			return svg, nil
		}
	}
}

func drawing(p record.Picture) (*figures.Drawing, error) {
	if !p.Identity {
		return figures.DrawChart(p.Chart)
	}
	var panels []*figures.Drawing
	for _, panel := range p.Chart.Panels {
		var series []figures.Series
		for _, s := range panel.Series {
			series = append(series, figures.Series{Name: s.Name, X: s.X, Y: s.Y, Low: s.Low, High: s.High})
		}
		panels = append(panels, figures.DrawIdentity(figures.Axes{Title: panel.Title, X: panel.X, Y: panel.Y}, series...))
	}
	d := figures.Combine(p.Chart.Title, min(2, len(panels)), panels...)
	d.Note = p.Chart.Note
	d.Legend = slices.DeleteFunc(d.Legend, func(e figures.Entry) bool { // kinds of numbers that are nowhere
		return !slices.ContainsFunc(d.Series(), func(s figures.Series) bool { return s.Name == e.Name && len(s.X) > 0 })
	})
	if len(panels) == 1 {
		d.Width = panels[0].Width
	}
	return d, nil
}

// longest is the number of points of the longest series that is not printed.
func longest(c *chart.Chart) (n int) {
	for _, p := range c.Panels {
		for _, s := range p.Series {
			if !s.Printed {
				n = max(n, len(s.Y))
			}
		}
	}
	return n
}

// thinned returns a chart whose curves have at most that many points: evenly spaced ones, the first and the last
// among them; of distributions, those of the sorted values. Bars stay.
func thinned(c chart.Chart, most int) chart.Chart {
	c.Panels = slices.Clone(c.Panels)
	for i := range c.Panels {
		p := &c.Panels[i]
		if p.Kind == chart.Bars || p.Kind == chart.Steps {
			continue
		}
		p.Series = slices.Clone(p.Series)
		for k := range p.Series {
			s := &p.Series[k]
			if s.Printed || len(s.Y) <= most {
				continue
			}
			if p.Kind == chart.CDF {
				s.Y = slices.Clone(s.Y)
				slices.Sort(s.Y)
			}
			s.X, s.Y, s.Low, s.High = spaced(s.X, most), spaced(s.Y, most), spaced(s.Low, most), spaced(s.High, most)
		}
	}
	return c
}

// spaced returns n of the values, or all if there are fewer.
func spaced(values chart.Numbers, n int) chart.Numbers {
	if len(values) <= n {
		return values
	}
	some := make(chart.Numbers, n)
	for i := range some {
		some[i] = values[i*(len(values)-1)/max(1, n-1)]
	}
	return some
}

// path matches a path element of package figures.
var path = regexp.MustCompile(`(?m)^<path d="([^"]*)" style="([^"]*)" />\n`)

// compact joins paths that follow each other and look alike into one, which looks the same: they are opaque.
func compact(svg []byte) []byte {
	var out bytes.Buffer
	at, style := 0, []byte(nil) // style is that of a path that is still open
	for _, m := range path.FindAllSubmatchIndex(svg, -1) {
		d, own := svg[m[2]:m[3]], svg[m[4]:m[5]]
		if style != nil && m[0] == at && bytes.Equal(style, own) {
			out.Write(d)
		} else {
			finish(&out, style)
			out.Write(svg[at:m[0]])
			fmt.Fprintf(&out, `<path d="%s`, d)
		}
		at, style = m[1], own
	}
	finish(&out, style)
	out.Write(svg[at:])
	return out.Bytes()
}

// finish closes an open path.
func finish(out *bytes.Buffer, style []byte) {
	if style != nil {
		fmt.Fprintf(out, "\" style=\"%s\" />\n", style)
	}
}
