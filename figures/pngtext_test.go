package figures

import (
	"bytes"
	"image/png"
	"math"
	"testing"

	"gonum.org/v1/plot/vg"
)

// A text of pixels is as wide as the room that is left for it, at any resolution, so no letter
// lies on another.
func TestTextOfPixelsIsAsWideAsItsRoom(t *testing.T) {
	for _, text := range []string{"lower of demand and capacity.", "groups' AWRT", "VAVAVA. To y. T", "plain"} {
		for _, dpi := range []int{72, 90, 120, 300} {
			b, err := (&Drawing{Note: text, Width: 4 * vg.Inch, DPI: dpi}).Bytes("png")
			if err != nil {
				t.Fatal(err)
			}
			img, err := png.Decode(bytes.NewReader(b))
			if err != nil {
				t.Fatal(err)
			}
			last := 0
			for x := range img.Bounds().Max.X {
				for y := range img.Bounds().Max.Y {
					if r, _, _, _ := img.At(x, y).RGBA(); r < 0xe000 {
						last = x
					}
				}
			}
			pixels := float64(dpi) / 72
			want := float64(margin+textStyle(smallSize, faint).Width(text)) * pixels
			if got := float64(last + 1); math.Abs(got-want) > 1+pixels*0.6 {
				t.Errorf("%q at %d dpi ends at pixel %v, want %.1f", text, dpi, got, want)
			}
		}
	}
}
