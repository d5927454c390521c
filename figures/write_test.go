package figures

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"math"
	"strings"
	"sync"
	"testing"

	"github.com/backfill-lab/backfill/core/result"
	"gonum.org/v1/plot/vg"
	"pgregory.net/rapid"
)

// Drawings of their own may be written at once: what libraries share is locked.
func TestDrawingsAreWrittenAtOnceAsOneByOne(t *testing.T) {
	in := large(300, 1)
	alone := map[string][]byte{}
	for _, format := range Formats {
		alone[format], _ = drawn(t, "wait-cdf", in).Bytes(format)
	}
	var group sync.WaitGroup
	for range 3 {
		for _, format := range Formats {
			d := drawn(t, "wait-cdf", in)
			group.Go(func() {
				if b, err := d.Bytes(format); err != nil || len(b) == 0 || !bytes.Equal(b, alone[format]) {
					t.Errorf("%s: %d bytes, %v; alone %d", format, len(b), err, len(alone[format]))
				}
			})
		}
	}
	group.Wait()
}

func TestSameInputSameBytes(t *testing.T) {
	in := large(3000, 2)
	in.Tables[result.Runs] = small().Tables[result.Runs]
	for _, f := range All() {
		first, err := Draw(f.ID, in)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Draw(f.ID, in)
		if err != nil {
			t.Fatal(err)
		}
		for _, format := range Formats {
			a, err := first.Bytes(format)
			if err != nil {
				t.Fatal(err)
			}
			b, err := again.Bytes(format)
			if err != nil {
				t.Fatal(err)
			}
			c, err := first.Bytes(format)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(a, b) {
				t.Errorf("%s.%s: two drawings of one table differ", f.ID, format)
			}
			if !bytes.Equal(a, c) {
				t.Errorf("%s.%s: one drawing written twice differs", f.ID, format)
			}
		}
	}
}

// Sizes that suit a notebook, a page and a repository.
func TestFilesOfManyJobsStaySmall(t *testing.T) {
	limit := map[string]int{"svg": 1_500_000, "png": 1_500_000, "pdf": 1_500_000}
	in := large(100_000, 2)
	in.Tables[result.Runs] = small().Tables[result.Runs]
	for _, f := range All() {
		d, err := Draw(f.ID, in)
		if err != nil {
			t.Fatal(err)
		}
		for _, format := range Formats[:3] {
			b, err := d.Bytes(format)
			if err != nil {
				t.Fatal(err)
			}
			if len(b) > limit[format] {
				t.Errorf("%s.%s of 2 x 100,000 jobs has %d bytes, more than %d", f.ID, format, len(b), limit[format])
			}
		}
	}
}

// checkSVG is the law of SVG: it is well-formed XML without numbers that no
// reader understands.
func checkSVG(t *testing.T, svg []byte) {
	t.Helper()
	for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatalf("SVG is no XML: %v", err)
		}
		e, _ := token.(xml.StartElement)
		for _, a := range e.Attr {
			for _, bad := range []string{"NaN", "Inf", "#-"} {
				if !strings.HasPrefix(a.Value, "data:") && strings.Contains(a.Value, bad) {
					t.Fatalf("%s in <%s %s=%.200q>", bad, e.Name.Local, a.Name.Local, a.Value)
				}
			}
		}
	}
}

func TestNamesFromLogsAreEscaped(t *testing.T) {
	in := small()
	user := in.Tables[result.Jobs].Col("user")
	for i, name := range []string{"<script>\"&'", "nul\x00bell\a\xff", `style="font-family:Liberation Sans;`, "", "Ωμέγα 王"} {
		user.SetText(i, name)
		user.SetText(i+9, name) // in the second run too
	}
	in.Color = "user"
	in.Title = "</title><x>"
	d, err := Draw("gantt", in)
	if err != nil {
		t.Fatal(err)
	}
	svg, err := d.Bytes("svg")
	if err != nil {
		t.Fatal(err)
	}
	checkSVG(t, svg)
	for _, want := range []string{"&lt;script&gt;", "nulbell", "Ωμέγα"} {
		if !bytes.Contains(svg, []byte(want)) {
			t.Errorf("%q is not in the SVG", want)
		}
	}
	if _, err := d.Bytes("pdf"); err != nil {
		t.Error(err)
	}
}

func TestPNGHasTheResolutionAskedFor(t *testing.T) {
	in := small()
	in.Width, in.Height, in.DPI = 4, 3, 300
	d, err := Draw("gantt", in)
	if err != nil {
		t.Fatal(err)
	}
	b, err := d.Bytes("png")
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	if s := img.Bounds().Size(); s.X != 1200 || s.Y != 900 {
		t.Errorf("%v pixels, want 1200 x 900", s)
	}
	// 300 dots per inch are 11811 per metre, 0x2e23.
	if !bytes.Contains(b, []byte("pHYs\x00\x00\x2e\x23\x00\x00\x2e\x23\x01")) {
		t.Error("the PNG does not say its resolution")
	}
}

func TestSVGTextIsPortable(t *testing.T) {
	d, err := Draw("gantt", small())
	if err != nil {
		t.Fatal(err)
	}
	svg := d.SVG()
	texts := strings.Count(svg, "<text ")
	if n := strings.Count(svg, "textLength="); n != texts || n == 0 {
		t.Errorf("%d of %d texts have a length", n, texts)
	}
	if n := strings.Count(svg, "Arial,Helvetica,sans-serif"); n != texts {
		t.Errorf("%d of %d texts have fonts to fall back to", n, texts)
	}
	if !strings.Contains(svg, "<title>Schedule</title>") {
		t.Error("no title for screen readers")
	}
}

func TestManyJobsBecomeOnePNGInSVG(t *testing.T) {
	in := large(5000, 1)
	d, err := Draw("gantt", in)
	if err != nil {
		t.Fatal(err)
	}
	svg := d.SVG()
	if n := strings.Count(svg, `preserveAspectRatio="none" xlink:href="data:image/png;base64,iVBOR`); n != 1 {
		t.Errorf("%d images in the SVG, want 1", n)
	}
	in.From, in.To = 0, 20000
	if d, err = Draw("gantt", in); err != nil {
		t.Fatal(err)
	}
	if svg = d.SVG(); strings.Contains(svg, "<image") {
		t.Error("a window of few jobs is still drawn as pixels")
	}
}

func TestPagesThatAreTooLargeAreRefused(t *testing.T) {
	d, err := Draw("gantt", small())
	if err != nil {
		t.Fatal(err)
	}
	d.Width = 300 * vg.Inch
	if _, err := d.Bytes("svg"); err == nil || !strings.Contains(err.Error(), "within 200 x 200") {
		t.Errorf("300 inches: %v", err)
	}
	d.Width, d.DPI = 0, 100_000
	if _, err := d.Bytes("png"); err == nil || !strings.Contains(err.Error(), "megapixels") {
		t.Errorf("100,000 dpi: %v", err)
	}
	if _, err := d.Bytes("gif"); err == nil || !strings.Contains(err.Error(), "svg, png, pdf, csv") {
		t.Errorf("gif: %v", err)
	}
	if !strings.Contains((&Drawing{Width: -1, Height: 1e9}).SVG(), "inches") {
		t.Error("SVG shows no error")
	}
}

type failingWriter struct{ n int }

func (w *failingWriter) Write(p []byte) (int, error) { w.n++; return 0, io.ErrClosedPipe }

func TestWriteReportsTheWriter(t *testing.T) {
	d, err := Draw("gantt", small())
	if err != nil {
		t.Fatal(err)
	}
	var w failingWriter
	if err := d.Write(&w, "svg"); !errors.Is(err, io.ErrClosedPipe) || w.n != 1 {
		t.Errorf("%v after %d writes", err, w.n)
	}
	if err := d.Write(&w, "bmp"); err == nil || w.n != 1 {
		t.Error("an unknown format reached the writer")
	}
}

// A title or note wider than the page continues on the next line, and the page grows.
func TestLongTextsAreWrapped(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		words := rapid.SliceOfN(rapid.StringMatching(`[a-zA-Z]{1,12}`), 0, 30).Draw(rt, "words")
		w := vg.Length(rapid.Float64Range(100, 500).Draw(rt, "width"))
		sty := boldStyle(titleSize, ink)
		lines := wrap(strings.Join(words, " "), sty, w)
		if got := strings.Join(lines, " "); got != strings.Join(words, " ") {
			rt.Fatalf("%q has become %q", words, lines)
		}
		for _, l := range lines {
			if sty.Width(l) > w {
				rt.Fatalf("%q is wider than %v", l, w)
			}
		}
		d := &Drawing{Title: strings.Join(words, " "), Width: w + 2*margin}
		one := &Drawing{Title: "title", Width: w + 2*margin}
		_, high := d.Size()
		_, low := one.Size()
		if got, want := high-low, vg.Length(len(lines)-1)*(titleSize+2); len(lines) > 0 && math.Abs(float64(got-want)) > 1e-6 {
			rt.Fatalf("%d lines make the page %v higher, want %v", len(lines), got, want)
		}
	})
}
