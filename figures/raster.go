package figures

import (
	"cmp"
	"image"
	"image/color"
	"math"
	"slices"
)

// A raster is a picture of too many blocks to outline. Each pixel shows the class with
// most of its area, paler the more of it is idle.
type raster struct {
	w, h    int // pixels
	classes int
	blocks  []rasterBlock
}

// A rasterBlock is [x0, x1) x [y0, y1) in pixels from the bottom left.
type rasterBlock struct {
	x0, x1, y0, y1 float64
	class          int
	notch          float64 // of its upper right corner, see Gantt.Killed
}

func newRaster(w, h, classes int) *raster { return &raster{w: w, h: h, classes: classes} }

// block adds [x0, x1) x [y0, y1), in shares of the picture from its bottom left. A killed
// job's block lacks its upper right corner if large enough to show it.
func (r *raster) block(x0, x1, y0, y1 float64, class int, killed bool) {
	share := func(v float64, n int) float64 { return min(max(v, 0), 1) * float64(n) }
	b := rasterBlock{share(x0, r.w), share(x1, r.w), share(y0, r.h), share(y1, r.h), class, 0}
	if size := min(b.x1-b.x0, b.y1-b.y0); killed && size >= 6 {
		b.notch = min(size/2, 6)
	}
	r.blocks = append(r.blocks, b)
}

// faintest is the least shade of a pixel that a job touches: a short job alone on a
// large machine would be invisible.
const faintest = 0.2

// image returns the picture in the classes' colours. It sweeps over the columns and costs
// O(blocks log blocks + pixels touched) and the memory of one column.
func (r *raster) image(colors []color.RGBA) *image.Paletted {
	shades := min(255/r.classes, 24)
	palette := color.Palette{paper}
	for _, c := range colors[:r.classes] {
		for k := 1; k <= shades; k++ {
			palette = append(palette, mix(white, c, float64(k)/float64(shades)))
		}
	}
	img := image.NewPaletted(image.Rect(0, 0, r.w, r.h), palette)
	slices.SortStableFunc(r.blocks, func(a, b rasterBlock) int { return cmp.Compare(a.x0, b.x0) })
	area := make([]float64, r.h*r.classes) // of a column, by pixel and class
	touched := make([]bool, r.h)
	var active []rasterBlock
	next := 0
	for x := range r.w {
		left, right := float64(x), float64(x+1)
		for next < len(r.blocks) && (r.blocks[next].x0 < right || x == r.w-1) {
			active = append(active, r.blocks[next])
			next++
		}
		clear(area)
		clear(touched)
		for _, b := range active {
			b.paint(area, touched, left, right, r.classes)
		}
		active = slices.DeleteFunc(active, func(b rasterBlock) bool { return b.x1 <= right })
		for y, hit := range touched {
			if !hit {
				continue
			}
			most, busy := 0, 0.0
			for c, a := range area[y*r.classes : (y+1)*r.classes] {
				if busy += a; a >= area[y*r.classes+most] {
					most = c
				}
			}
			shade := int(math.Round(min(max(busy, faintest), 1) * float64(shades)))
			img.Pix[(r.h-1-y)*img.Stride+x] = uint8(most*shades + shade)
		}
	}
	return img
}

// paint adds b's part of the column [left, right).
func (b *rasterBlock) paint(area []float64, touched []bool, left, right float64, classes int) {
	wide := max(0, min(b.x1, right)-max(b.x0, left))
	top := b.y1 - max(0, b.notch-(b.x1-min(b.x1, right)))
	first, last := int(b.y0), int(math.Ceil(top))
	if first == last {
		last++
	}
	for y := min(first, len(touched)-1); y < min(last, len(touched)); y++ {
		tall := max(0, min(top, float64(y+1))-max(b.y0, float64(y)))
		touched[y] = true
		area[y*classes+b.class] += max(float64(wide*tall), 1e-9) // a block without area has a class, too
	}
}
