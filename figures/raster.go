package figures

import (
	"image"
	"image/color"
	"math"
)

// A raster is a picture of blocks too many to be outlined one by one. Each
// pixel is sampled fine x fine times; it shows the class that most samples hit,
// paler the more of them hit nothing. A block between all samples still hits
// one if nothing else does, so that a single short job on an idle machine is
// seen.
type raster struct {
	w, h    int     // pixels
	samples []uint8 // by columns from the left, each from the bottom; class + 1, 0 is idle
	classes int
}

const fine = 3

func newRaster(w, h, classes int) *raster {
	return &raster{w: w, h: h, classes: classes, samples: make([]uint8, w*h*fine*fine)}
}

// block paints [x0, x1) x [y0, y1), in shares of the picture from its bottom
// left, in the colour of class. A killed job's block lacks its upper right
// corner where it is large enough for that to be seen.
func (r *raster) block(x0, x1, y0, y1 float64, class int, killed bool) {
	left, right, thinX := cover(x0, x1, r.w*fine)
	low, high, thinY := cover(y0, y1, r.h*fine)
	column := r.h * fine
	notch := 0
	if w, h := right-left, high-low; killed && min(w, h) >= 6*fine {
		notch = min(w, h, 10*fine) / 2
	}
	for x := left; x < right; x++ {
		top := high - max(0, x-(right-notch)+1)
		cells := r.samples[x*column+low : x*column+top]
		for i := range cells {
			if cells[i] == 0 || !thinX && !thinY {
				cells[i] = uint8(class + 1)
			}
		}
	}
}

// cover returns the samples of n whose centres lie within [a, b) of [0, 1), or
// the one at a, which is then thin.
func cover(a, b float64, n int) (from, to int, thin bool) {
	a, b = min(max(a, 0), 1)*float64(n), min(max(b, 0), 1)*float64(n)
	from, to = int(math.Ceil(a-0.5)), int(math.Ceil(b-0.5))
	if from < to {
		return from, to, false
	}
	from = min(int(a), n-1)
	return from, from + 1, true
}

// image returns the picture in the colours of the classes.
func (r *raster) image(colors []color.RGBA) *image.Paletted {
	const full = fine * fine
	palette := color.Palette{paper}
	for _, c := range colors[:r.classes] {
		for k := 1; k <= full; k++ {
			palette = append(palette, mix(color.RGBA{0xff, 0xff, 0xff, 0xff}, c, float64(k)/full))
		}
	}
	img := image.NewPaletted(image.Rect(0, 0, r.w, r.h), palette)
	column := r.h * fine
	votes := make([]int, r.classes+1)
	for x := range r.w {
		for y := range r.h {
			clear(votes)
			for i := range fine {
				at := (x*fine+i)*column + y*fine
				for _, c := range r.samples[at : at+fine] {
					votes[c]++
				}
			}
			most := 0
			for c := 1; c < len(votes); c++ {
				if votes[c] > 0 && (most == 0 || votes[c] >= votes[most]) {
					most = c
				}
			}
			if most > 0 {
				img.Pix[(r.h-1-y)*img.Stride+x] = uint8(1 + (most-1)*full + full - votes[0] - 1)
			}
		}
	}
	return img
}
