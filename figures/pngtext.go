package figures

import (
	"unicode/utf8"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
)

// A textCanvas is a canvas of pixels that places the letters of a text itself. The fonts' own
// kerning is that of letters 32 pixels high, whatever their size: in smaller ones a full stop
// would disappear in the letter before it, and words would touch.
type textCanvas struct{ *vgimg.Canvas }

// FillString implements vg.Canvas.
func (c textCanvas) FillString(face font.Face, at vg.Point, text string) {
	for i := range text {
		_, n := utf8.DecodeRuneInString(text[i:])
		one := text[i : i+n]
		before := face.Width(text[:i+n]) - face.Width(one)
		c.Canvas.FillString(face, xy(at.X+before, at.Y), one)
	}
}
