package dfrs

import (
	"cmp"
	"math"
	"math/bits"
)

// wide is a sum of products in 128 bits: parts of CPU times microseconds pass 64
// bits within days.
type wide struct{ hi, lo uint64 }

func (w *wide) add(a, b uint64) {
	hi, lo := bits.Mul64(a, b)
	var carry uint64
	w.lo, carry = bits.Add64(w.lo, lo, 0)
	w.hi += hi + carry
}

// over returns w/d rounded to about 53 bits.
func (w wide) over(d float64) float64 {
	return (math.Ldexp(float64(w.hi), 64) + float64(w.lo)) / d
}

// minus returns w-v, or 0 if v is larger.
func (w wide) minus(v wide) wide {
	lo, borrow := bits.Sub64(w.lo, v.lo, 0)
	hi, borrow := bits.Sub64(w.hi, v.hi, borrow)
	if borrow != 0 {
		return wide{}
	}
	return wide{hi, lo}
}

// compareProducts compares a*b*c with d*e*f in 192 bits.
func compareProducts(a, b, c, d, e, f uint64) int {
	x2, x1, x0 := product(a, b, c)
	y2, y1, y0 := product(d, e, f)
	return cmp.Or(cmp.Compare(x2, y2), cmp.Compare(x1, y1), cmp.Compare(x0, y0))
}

// product returns a*b*c, most significant first.
func product(a, b, c uint64) (x2, x1, x0 uint64) {
	hi, lo := bits.Mul64(a, b)
	h1, x0 := bits.Mul64(lo, c)
	x2, l1 := bits.Mul64(hi, c)
	x1, carry := bits.Add64(h1, l1, 0)
	return x2 + carry, x1, x0
}
