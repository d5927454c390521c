package dfrs

import (
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
