package rules

import "math/bits"

// A total is a sum of products of whole numbers that are not negative, below
// 2^128 and exact: processors (2^30) times seconds (2^37) squared leave room for
// 2^24 jobs.
type total struct{ hi, lo uint64 }

// product returns a*b*c.
func product(a, b, c int64) total {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	carry, low := bits.Mul64(lo, uint64(c))
	return total{hi*uint64(c) + carry, low}
}

func (t *total) add(o total) {
	var carry uint64
	t.lo, carry = bits.Add64(t.lo, o.lo, 0)
	t.hi, _ = bits.Add64(t.hi, o.hi, carry)
}

// sub takes away what was added before.
func (t *total) sub(o total) {
	var borrow uint64
	t.lo, borrow = bits.Sub64(t.lo, o.lo, 0)
	t.hi, _ = bits.Sub64(t.hi, o.hi, borrow)
}

func (t total) zero() bool { return t == total{} }

// float returns the sum with a relative error of at most 2^-52.
func (t total) float() float64 { return float64(float64(t.hi)*(1<<64)) + float64(t.lo) }

// over returns t/o, or or where o is 0.
func (t total) over(o total, or float64) float64 {
	if o.zero() {
		return or
	}
	return t.float() / o.float()
}
