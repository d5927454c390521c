package figures

import (
	"cmp"
	"image"
	"image/color"
	"math"
	"slices"
)

// A raster is a picture of too many blocks to outline. Each pixel shows the class with
// most of its area, paler the more of it is idle. It sweeps over the columns and holds one of them,
// and the blocks that reach beyond it.
type raster struct {
	w, h    int // pixels
	classes int
	shades  int
	img     *image.Paletted
	x       int           // the column
	active  []rasterBlock // in it
	area    []float64     // of the column, by pixel and class
	touched []bool
}

// A rasterBlock is [x0, x1) x [y0, y1) in pixels from the bottom left.
type rasterBlock struct {
	x0, x1, y0, y1 float64
	class          int
	notch          float64 // of its upper right corner, see Gantt.Killed
}

func newRaster(w, h, classes int) *raster {
	return &raster{w: w, h: h, classes: classes, shades: min(255/classes, 24), img: image.NewPaletted(image.Rect(0, 0, w, h), nil),
		area: make([]float64, h*classes), touched: make([]bool, h)}
}

// block returns [x0, x1) x [y0, y1), in shares of the picture from its bottom left. A killed
// job's block lacks its upper right corner if large enough to show it.
func (r *raster) block(x0, x1, y0, y1 float64, class int, killed bool) rasterBlock {
	share := func(v float64, n int) float64 { return min(max(v, 0), 1) * float64(n) }
	b := rasterBlock{share(x0, r.w), share(x1, r.w), share(y0, r.h), share(y1, r.h), class, 0}
	if size := min(b.x1-b.x0, b.y1-b.y0); killed && size >= 6 {
		b.notch = min(size/2, 6)
	}
	return b
}

// addAll adds blocks in any order, which it changes.
func (r *raster) addAll(blocks []rasterBlock) {
	slices.SortStableFunc(blocks, func(a, b rasterBlock) int { return cmp.Compare(a.x0, b.x0) })
	for _, b := range blocks {
		r.add(b)
	}
}

// add adds a block that begins no earlier than those before.
func (r *raster) add(b rasterBlock) {
	for b.x0 >= float64(r.x+1) && r.x < r.w-1 {
		r.sweep()
	}
	r.active = append(r.active, b)
}

// faintest is the least shade of a pixel that a job touches: a short job alone on a
// large machine would be invisible.
const faintest = 0.2

// image returns the picture in the classes' colours. It costs O(blocks + pixels touched).
func (r *raster) image(colors []color.RGBA) *image.Paletted {
	for r.x < r.w {
		r.sweep()
	}
	r.img.Palette = color.Palette{paper}
	for _, c := range colors[:r.classes] {
		for k := 1; k <= r.shades; k++ {
			r.img.Palette = append(r.img.Palette, mix(white, c, float64(k)/float64(r.shades)))
		}
	}
	return r.img
}

// sweep finishes a column.
func (r *raster) sweep() {
	left, right := float64(r.x), float64(r.x+1)
	clear(r.area)
	clear(r.touched)
	for _, b := range r.active {
		b.paint(r.area, r.touched, left, right, r.classes)
	}
	r.active = slices.DeleteFunc(r.active, func(b rasterBlock) bool { return b.x1 <= right })
	for y, hit := range r.touched {
		if !hit {
			continue
		}
		most, busy := 0, 0.0
		for c, a := range r.area[y*r.classes : (y+1)*r.classes] {
			if busy += a; a >= r.area[y*r.classes+most] {
				most = c
			}
		}
		shade := int(math.Round(min(max(busy, faintest), 1) * float64(r.shades)))
		r.img.Pix[(r.h-1-y)*r.img.Stride+r.x] = uint8(most*r.shades + shade)
	}
	r.x++
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
