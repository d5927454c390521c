//go:build !js

package figures

import (
	"bytes"
	"sync"
	"time"

	"codeberg.org/go-pdf/fpdf"
	xfont "golang.org/x/image/font"
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
	c := pdfCanvas{vgpdf.New(w, h)}
	d.draw(draw.NewCanvas(c, w, h))
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// A pdfCanvas is gonum's with two faults of its text mended: letters beyond
// ASCII come out as several wrong ones, and a bold font fails the document.
type pdfCanvas struct{ *vgpdf.Canvas }

func (c pdfCanvas) FillString(f font.Face, pt vg.Point, s string) {
	if f.Font.Weight == xfont.WeightBold {
		// gonum registers a font without its weight and looks it up with it:
		// make the weight part of the name.
		f.Font.Typeface += font.Typeface(f.Font.Variant) + "Bold"
		f.Font.Variant, f.Font.Weight = "", xfont.WeightNormal
	}
	c.Canvas.FillString(f, pt, codePage(s))
}

// codePage returns s in Windows-1252, the encoding of gonum's PDF fonts, with
// "?" for letters that it does not have.
func codePage(s string) string {
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
			out = append(out, '?')
		}
	}
	return string(out)
}
