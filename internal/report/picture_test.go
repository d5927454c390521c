package report_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/papers/record"
	"github.com/backfill-lab/backfill/figures"
	"github.com/backfill-lab/backfill/internal/chart"
	"github.com/backfill-lab/backfill/internal/report"
)

// picture draws one, whose bytes are the same again, and XML.
func picture(t *testing.T, p record.Picture, most int) string {
	t.Helper()
	svg, err := report.Picture(p, most)
	if err != nil {
		t.Fatal(err)
	}
	again, err := report.Picture(p, most)
	if err != nil || !bytes.Equal(svg, again) {
		t.Errorf("%s: other bytes the second time, %v", p.File, err)
	}
	for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("%s: %v", p.File, err)
		}
	}
	return string(svg)
}

// curve is a picture of a curve and printed points, all above 0.
func curve(points int) record.Picture {
	long, printed := chart.Series{Name: "ours"}, chart.Series{Name: "printed", Printed: true}
	for i := range points {
		long.X, long.Y = append(long.X, float64(i)), append(long.Y, 2+math.Sin(float64(i)))
		if i%(points/10) == 0 {
			printed.X, printed.Y = append(printed.X, float64(i)), append(printed.Y, 2)
		}
	}
	return record.Picture{File: "curve.svg", Chart: chart.Chart{Title: "A curve",
		Panels: []chart.Panel{{Series: []chart.Series{long, printed}}}}}
}

var subpath = regexp.MustCompile(`[M][0-9.-]+,[0-9.-]+`)

// Joining paths that look alike keeps every line and marker, in order, with its look.
func TestCompactPicturesDrawTheSame(t *testing.T) {
	p := curve(40) // of more points a curve has no markers
	d, err := figures.DrawChart(p.Chart)
	if err != nil {
		t.Fatal(err)
	}
	whole, small := d.SVG(), picture(t, p, math.MaxInt)
	if 10*len(small) > 9*len(whole) {
		t.Errorf("%d bytes of %d", len(small), len(whole))
	}
	if a, b := drawn(whole), drawn(small); a != b {
		t.Errorf("other paths:\n%.300s\n%.300s", a, b)
	}
	texts := regexp.MustCompile(`>[^<>\n]+</text>`)
	if a, b := fmt.Sprint(texts.FindAllString(whole, -1)), fmt.Sprint(texts.FindAllString(small, -1)); a != b || len(a) < 100 {
		t.Errorf("other texts: %s, %s", a, b)
	}
}

// drawn lists where each part of a path begins, with the path's look.
func drawn(svg string) string {
	var b strings.Builder
	for _, m := range regexp.MustCompile(`<path d="([^"]*)" style="([^"]*)"`).FindAllStringSubmatch(svg, -1) {
		for _, at := range subpath.FindAllString(m[1], -1) {
			fmt.Fprintln(&b, at, m[2])
		}
	}
	return b.String()
}

// A picture that is too large has fewer points of ours, and all printed ones.
func TestLargePicturesAreThinned(t *testing.T) {
	p := curve(5000)
	small := picture(t, p, 30_000)
	if len(small) > 30_000 {
		t.Errorf("%d bytes", len(small))
	}
	rings := strings.Count(drawn(small), "stroke:#1A1A1A")
	if all := strings.Count(drawn(picture(t, p, math.MaxInt)), "stroke:#1A1A1A"); rings != all || rings < 10 {
		t.Errorf("%d printed points and axes of %d", rings, all)
	}
	if n := len(p.Chart.Panels[0].Series[0].Y); n != 5000 {
		t.Errorf("the chart itself has %d points left", n)
	}
	values := chart.Numbers{}
	for i := range 5000 {
		values = append(values, float64((i*7919)%5000))
	}
	p.Chart.Panels = []chart.Panel{{Kind: chart.CDF, Series: []chart.Series{{Name: "all", Y: values}}}}
	if n := len(picture(t, p, 30_000)); n > 30_000 {
		t.Errorf("a distribution of %d bytes", n)
	}
}

// A picture of ours against the printed numbers has the line where both are equal, and names only kinds that it has.
func TestOursStandAgainstThePrinted(t *testing.T) {
	_, all := demo(t)
	for _, e := range all {
		for _, p := range record.Pictures(e) {
			svg := picture(t, p, 60_000)
			if dashed := strings.Contains(svg, "stroke-dasharray:4,2"); dashed != p.Identity {
				t.Errorf("%s: a dashed line: %t", p.File, dashed)
			}
			if p.Identity && strings.Contains(svg, ">undecided<") == strings.Contains(p.File, "fig1") { // which has but a repeat
				t.Errorf("%s: the legend is wrong", p.File)
			}
		}
	}
	bad := record.Picture{File: "bad.svg", Identity: true, Chart: chart.Chart{
		Panels: []chart.Panel{{Series: []chart.Series{{Y: chart.Numbers{1}}}}}}}
	if _, err := report.Picture(bad, 1000); err == nil || !strings.Contains(err.Error(), "bad.svg") {
		t.Errorf("%v", err)
	}
}
