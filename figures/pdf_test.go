//go:build !js

package figures

import (
	"bytes"
	"compress/zlib"
	"image"
	"image/color"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgpdf"
)

func TestPDFIsDated(t *testing.T) {
	d, err := Draw("metrics", small())
	if err != nil {
		t.Fatal(err)
	}
	b, err := d.Bytes("pdf")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.HasPrefix(b, []byte("%PDF-")) || !bytes.HasSuffix(bytes.TrimSpace(b), []byte("%%EOF")) {
		t.Error("not a whole PDF file")
	}
	if !bytes.Contains(b, []byte("/CreationDate (D:20000101")) {
		t.Error("the creation date is not fixed")
	}
}

// A matrix is PDF's [a b c d e f]: x' = ax + cy + e, y' = bx + dy + f.
type matrix [6]float64

// times applies m before n.
func (m matrix) times(n matrix) matrix {
	return matrix{
		m[0]*n[0] + m[1]*n[2], m[0]*n[1] + m[1]*n[3],
		m[2]*n[0] + m[3]*n[2], m[2]*n[1] + m[3]*n[3],
		m[4]*n[0] + m[5]*n[2] + n[4], m[4]*n[1] + m[5]*n[3] + n[5],
	}
}

// imagesOf returns where the pages of a document put images: the matrix that
// takes the unit square, whose top edge is the image's first row, to the page.
func imagesOf(t *testing.T, pdf []byte) (out []matrix) {
	t.Helper()
	for rest := pdf; ; {
		_, after, found := bytes.Cut(rest, []byte("stream\n"))
		if !found {
			return out
		}
		stream, next, _ := bytes.Cut(after, []byte("endstream"))
		rest = next
		z, err := zlib.NewReader(bytes.NewReader(stream))
		if err != nil {
			continue // not compressed, so not a page
		}
		content, err := io.ReadAll(z)
		if err != nil || !bytes.Contains(content, []byte(" cm")) {
			continue
		}
		now := matrix{1, 0, 0, 1, 0, 0}
		var stack []matrix
		var numbers []float64
		for _, word := range strings.Fields(string(content)) {
			if v, err := strconv.ParseFloat(word, 64); err == nil {
				numbers = append(numbers, v)
				continue
			}
			switch word {
			case "q":
				stack = append(stack, now)
			case "Q":
				now, stack = stack[len(stack)-1], stack[:len(stack)-1]
			case "cm":
				now = matrix(numbers[len(numbers)-6:]).times(now)
			case "Do":
				out = append(out, now)
			}
			if !strings.HasPrefix(word, "/") {
				numbers = nil
			}
		}
	}
}

// Images stand upright and where they belong.
func TestPDFImagesAreUpright(t *testing.T) {
	rect := vg.Rectangle{Min: vg.Point{X: 20, Y: 30}, Max: vg.Point{X: 90, Y: 50}}
	c := pdfCanvas{Canvas: vgpdf.New(200, 100), images: new([]placedImage)}
	c.DrawImage(rect, image.NewPaletted(image.Rect(0, 0, 7, 2), color.Palette{black, red}))
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	got := imagesOf(t, b.Bytes())
	if len(got) != 1 {
		t.Fatalf("%d images, want 1", len(got))
	}
	for i, want := range (matrix{70, 0, 0, 20, 20, 30}) {
		if math.Abs(got[0][i]-want) > 0.01 {
			t.Fatalf("the image is at %v, want %v", got[0], want)
		}
	}
}

func TestPDFHasOneImageAtMost(t *testing.T) {
	d, err := Draw("gantt", large(5000, 3))
	if err != nil {
		t.Fatal(err)
	}
	b, err := d.Bytes("pdf")
	if err != nil {
		t.Fatal(err)
	}
	got := imagesOf(t, b)
	if len(got) != 1 || got[0][0] < 400 || got[0][3] < 200 {
		t.Errorf("images at %v, want one behind all three panels", got)
	}
}

func TestMontageKeepsEveryImageInItsPlace(t *testing.T) {
	fill := func(c color.RGBA, p color.Palette) image.Image {
		m := image.NewPaletted(image.Rect(0, 0, 20, 10), p)
		for i := range m.Pix {
			m.Pix[i] = uint8(p.Index(c))
		}
		m.SetColorIndex(0, 0, uint8(p.Index(paper))) // the upper left pixel
		return m
	}
	at := func(x, y vg.Length) vg.Rectangle {
		return vg.Rectangle{Min: vg.Point{X: x, Y: y}, Max: vg.Point{X: x + 20, Y: y + 10}}
	}
	both := color.Palette{paper, black, red}
	for name, second := range map[string]color.Palette{"one palette": both, "two palettes": {red, paper}} {
		m := montage([]placedImage{{at(5, 40), fill(black, both)}, {at(5, 10), fill(red, second)}})
		if m.rect != (vg.Rectangle{Min: vg.Point{X: 5, Y: 10}, Max: vg.Point{X: 25, Y: 50}}) || m.img.Bounds().Size() != image.Pt(20, 40) {
			t.Fatalf("%s: %v of %v", name, m.rect, m.img.Bounds())
		}
		for _, p := range []struct {
			x, y int
			want color.Color
		}{{0, 0, paper}, {1, 0, black}, {19, 9, black}, {5, 10, paper}, {5, 29, paper}, {0, 30, paper}, {0, 31, red}, {19, 39, red}} {
			if got := color.RGBAModel.Convert(m.img.At(p.x, p.y)); got != color.RGBAModel.Convert(p.want) {
				t.Errorf("%s: pixel %d,%d is %v, want %v", name, p.x, p.y, got, p.want)
			}
		}
	}
	if _, ok := montage([]placedImage{{at(0, 0), fill(black, both)}, {at(0, 20), fill(red, both)}}).img.(*image.Paletted); !ok {
		t.Error("images of one palette lose it")
	}
}

func TestPDFTextBeyondTheFont(t *testing.T) {
	for s, want := range map[string]bool{"abc": true, "5–16 µ…": true, "Ωμέγα": false, "王": false} {
		if _, ok := codePage(s); ok != want {
			t.Errorf("%q: %t", s, ok)
		}
	}
	sty := boldStyle(10, ink)
	face := sty.Handler.Cache().Lookup(sty.Font, 10)
	path := shapes(face, vg.Point{X: 100, Y: 50}, "lol")
	lo, hi := vg.Length(math.Inf(1)), vg.Length(math.Inf(-1))
	for _, p := range path {
		if p.Type != vg.CloseComp {
			lo, hi = min(lo, p.Pos.X), max(hi, p.Pos.X)
			if p.Pos.Y < 49 || p.Pos.Y > 58 {
				t.Fatalf("%v is not on the line", p.Pos)
			}
		}
	}
	if width := sty.Width("lol"); lo < 100 || hi > 100+width || hi-lo < 0.8*width {
		t.Errorf("from %v to %v, want within 100 and %v", lo, hi, 100+width)
	}
}
