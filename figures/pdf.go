//go:build !js

package figures

import (
	"bytes"
	"image"
	"sync"
	"time"

	"codeberg.org/go-pdf/fpdf"
	xfont "golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgpdf"
)

// fixPDF makes documents reproducible: their dates are the only thing in them
// that changes from one second to the next, and go-pdf lets one set them for
// all documents only.
var fixPDF = sync.OnceFunc(func() {
	epoch := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	fpdf.SetDefaultCreationDate(epoch)
	fpdf.SetDefaultModificationDate(epoch)
	fpdf.SetDefaultCatalogSort(true)
})

func (d *Drawing) pdf(w, h vg.Length) ([]byte, error) {
	fixPDF()
	c := pdfCanvas{vgpdf.New(w, h), map[int]bool{}}
	d.draw(draw.NewCanvas(c, w, h))
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// A pdfCanvas is gonum's, which can embed one font only and writes letters
// beyond ASCII as several wrong ones. Here the regular font is embedded; bold
// text and what Windows-1252, the encoding of that font, does not have are
// drawn as shapes.
type pdfCanvas struct {
	*vgpdf.Canvas
	widths map[int]bool // of the images so far, in pixels
}

// DrawImage gives every image a width of its own: go-pdf sorts images by width
// and takes those of the same width in the order of a map.
func (c pdfCanvas) DrawImage(rect vg.Rectangle, img image.Image) {
	w := img.Bounds().Dx()
	for c.widths[w] {
		w++
	}
	c.widths[w] = true
	if p, ok := img.(*image.Paletted); ok && w > img.Bounds().Dx() {
		img = widen(p, w)
	}
	c.Canvas.DrawImage(rect, img)
}

// widen repeats columns of p, which are thinner than a hair, to make it w wide.
func widen(p *image.Paletted, w int) *image.Paletted {
	size := p.Bounds().Size()
	out := image.NewPaletted(image.Rect(0, 0, w, size.Y), p.Palette)
	for y := range size.Y {
		from, to := p.Pix[y*p.Stride:], out.Pix[y*out.Stride:]
		for x := range w {
			to[x] = from[x*size.X/w]
		}
	}
	return out
}

func (c pdfCanvas) FillString(f font.Face, pt vg.Point, s string) {
	encoded, ok := codePage(s)
	if ok && f.Font.Weight != xfont.WeightBold {
		c.Canvas.FillString(f, pt, encoded)
		return
	}
	if path := shapes(f, pt, s); len(path) > 0 {
		c.Fill(path)
	}
}

// codePage returns s in Windows-1252, as far as figures need it, and whether
// that has all of its letters.
func codePage(s string) (string, bool) {
	out := make([]byte, 0, len(s))
	for _, r := range s {
		switch {
		case r < 0x80, 0xa0 <= r && r <= 0xff:
			out = append(out, byte(r))
		case r == '–':
			out = append(out, 0x96)
		case r == '…':
			out = append(out, 0x85)
		default:
			return "", false
		}
	}
	return string(out), true
}

// shapes returns the outlines of a line of text that begins at pt.
func shapes(f font.Face, pt vg.Point, s string) vg.Path {
	var buf sfnt.Buffer
	em := fixed.Int26_6(f.Face.UnitsPerEm())
	scale := f.Font.Size / vg.Length(em)
	at := func(p fixed.Point26_6) vg.Point {
		return vg.Point{X: pt.X + vg.Length(p.X)*scale, Y: pt.Y - vg.Length(p.Y)*scale}
	}
	var path vg.Path
	var before sfnt.GlyphIndex
	for i, r := range s {
		g, err := f.Face.GlyphIndex(&buf, r)
		if err != nil {
			continue
		}
		if i > 0 {
			if k, err := f.Face.Kern(&buf, before, g, em, xfont.HintingNone); err == nil {
				pt.X += vg.Length(k) * scale
			}
		}
		before = g
		segments, err := f.Face.LoadGlyph(&buf, g, em, nil)
		if err != nil {
			continue
		}
		for k, seg := range segments {
			switch seg.Op {
			case sfnt.SegmentOpMoveTo:
				if k > 0 {
					path.Close()
				}
				path.Move(at(seg.Args[0]))
			case sfnt.SegmentOpLineTo:
				path.Line(at(seg.Args[0]))
			case sfnt.SegmentOpQuadTo:
				path.QuadTo(at(seg.Args[0]), at(seg.Args[1]))
			case sfnt.SegmentOpCubeTo:
				path.CubeTo(at(seg.Args[0]), at(seg.Args[1]), at(seg.Args[2]))
			}
		}
		if len(segments) > 0 {
			path.Close()
		}
		if w, err := f.Face.GlyphAdvance(&buf, g, em, xfont.HintingNone); err == nil {
			pt.X += vg.Length(w) * scale
		}
	}
	return path
}
