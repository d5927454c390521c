//go:build !js

package figures

import (
	"bytes"
	"image"
	"image/color"
	"regexp"
	"slices"

	xfont "golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgpdf"
)

// pdfDates matches a document's dates; nothing else changes with time.
var pdfDates = regexp.MustCompile(`/(CreationDate|ModDate) \(D:[0-9]{14}`)

func (d *Drawing) pdf(w, h vg.Length) ([]byte, error) {
	c := pdfCanvas{Canvas: vgpdf.New(w, h), images: new([]placedImage)}
	d.draw(draw.NewCanvas(c, w, h))
	if images := *c.images; len(images) > 1 {
		// go-pdf writes images in the random order of a map: lay one with all of them
		// under the drawing instead.
		c = pdfCanvas{Canvas: vgpdf.New(w, h)}
		all := montage(images)
		c.upright(all)
		d.draw(draw.NewCanvas(c, w, h))
	}
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return nil, err
	}
	// The length stays, so the document's table of offsets still holds.
	return pdfDates.ReplaceAll(b.Bytes(), []byte("/$1 (D:20000101000000")), nil
}

// A pdfCanvas mends gonum's, which turns images upside down, embeds only one font and
// writes letters beyond ASCII as several wrong ones. It embeds the regular font, and
// draws bold text and letters beyond that font's encoding, Windows-1252, as shapes.
type pdfCanvas struct {
	*vgpdf.Canvas
	images *[]placedImage // drawn so far; if nil, none is drawn
}

type placedImage struct {
	rect vg.Rectangle
	img  image.Image
}

func (c pdfCanvas) DrawImage(rect vg.Rectangle, img image.Image) {
	if c.images != nil {
		*c.images = append(*c.images, placedImage{rect, img})
		c.upright(placedImage{rect, img})
	}
}

// upright draws an image that gonum would turn upside down: on its canvas y grows
// upwards, but go-pdf draws images downwards.
func (c pdfCanvas) upright(i placedImage) {
	c.Push()
	defer c.Pop()
	c.Translate(xy(i.rect.Min.X, i.rect.Max.Y))
	c.Scale(1, -1)
	c.Canvas.DrawImage(vg.Rectangle{Max: i.rect.Size()}, i.img)
}

// montage puts images into one at the first's resolution, with their palette if they
// share one. It costs O(pixels of the result).
func montage(images []placedImage) placedImage {
	all, palette := images[0].rect, color.Palette(nil)
	if p, ok := images[0].img.(*image.Paletted); ok {
		palette = p.Palette
	}
	for _, i := range images {
		all.Min = xy(min(all.Min.X, i.rect.Min.X), min(all.Min.Y, i.rect.Min.Y))
		all.Max = xy(max(all.Max.X, i.rect.Max.X), max(all.Max.Y, i.rect.Max.Y))
		if p, ok := i.img.(*image.Paletted); !ok || !slices.Equal(p.Palette, palette) {
			palette = nil
		}
	}
	density := float64(images[0].img.Bounds().Dx()) / images[0].rect.Size().X.Points()
	page := image.Rect(0, 0, pixel(all.Size().X, density), pixel(all.Size().Y, density))
	if palette != nil {
		m := image.NewPaletted(page, palette)
		m.Pix = slices.Repeat([]uint8{uint8(palette.Index(paper))}, len(m.Pix))
		for _, i := range images {
			src := i.img.(*image.Paletted)
			i.each(all, page, density, func(x, y, sx, sy int) { m.SetColorIndex(x, y, src.ColorIndexAt(sx, sy)) })
		}
		return placedImage{all, m}
	}
	m := image.NewRGBA(page)
	m.Pix = slices.Repeat([]uint8{0xff}, len(m.Pix))
	for _, i := range images {
		i.each(all, page, density, func(x, y, sx, sy int) { m.Set(x, y, i.img.At(sx, sy)) })
	}
	return placedImage{all, m}
}

func pixel(l vg.Length, density float64) int { return max(1, int(l.Points()*density+0.5)) }

// each calls set for every pixel of i on the page, an image of all, with i's pixel.
func (i placedImage) each(all vg.Rectangle, page image.Rectangle, density float64, set func(x, y, sx, sy int)) {
	left, top := i.rect.Min.X-all.Min.X, all.Max.Y-i.rect.Max.Y
	x, y := int(left.Points()*density+0.5), int(top.Points()*density+0.5)
	at := image.Rect(x, y, x+pixel(i.rect.Size().X, density), y+pixel(i.rect.Size().Y, density))
	seen, src := at.Intersect(page), i.img.Bounds()
	for y := seen.Min.Y; y < seen.Max.Y; y++ {
		for x := seen.Min.X; x < seen.Max.X; x++ {
			set(x, y, src.Min.X+(x-at.Min.X)*src.Dx()/at.Dx(), src.Min.Y+(y-at.Min.Y)*src.Dy()/at.Dy())
		}
	}
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

// codePage returns s in the part of Windows-1252 that figures need, and whether all its
// letters are there.
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
		return xy(pt.X+vg.Length(p.X)*scale, pt.Y-vg.Length(p.Y)*scale)
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
