// Package wide adds up products of whole numbers exactly, in 128 bits: the processor
// seconds of a million jobs exceed 64. A sum costs a few machine instructions, inlined.
package wide

import (
	"cmp"
	"math/big"
	"math/bits"
)

// A Uint is the unsigned 128-bit integer Hi*2^64 + Lo. Sums and products wrap around at
// 2^128, far above our sums: 2^30 processors times 2^38 seconds times 2^20 parts of a
// slowdown times a million jobs is 2^108.
type Uint struct{ Hi, Lo uint64 }

// Product returns a*b.
func Product(a, b uint64) Uint {
	hi, lo := bits.Mul64(a, b)
	return Uint{hi, lo}
}

// Add returns x + y.
func (x Uint) Add(y Uint) Uint {
	lo, carry := bits.Add64(x.Lo, y.Lo, 0)
	return Uint{x.Hi + y.Hi + carry, lo}
}

// AddProduct returns x + a*b.
func (x Uint) AddProduct(a, b uint64) Uint { return x.Add(Product(a, b)) }

// Sub returns x - y.
func (x Uint) Sub(y Uint) Uint {
	lo, borrow := bits.Sub64(x.Lo, y.Lo, 0)
	return Uint{x.Hi - y.Hi - borrow, lo}
}

// SubOrZero returns x - y, or 0 if y is larger.
func (x Uint) SubOrZero(y Uint) Uint {
	lo, borrow := bits.Sub64(x.Lo, y.Lo, 0)
	hi, borrow := bits.Sub64(x.Hi, y.Hi, borrow)
	if borrow != 0 {
		return Uint{}
	}
	return Uint{hi, lo}
}

// Times returns x*a.
func (x Uint) Times(a uint64) Uint {
	hi, lo := bits.Mul64(x.Lo, a)
	return Uint{hi + x.Hi*a, lo}
}

// Compare returns -1, 0 or 1 if x is less than, equal to or greater than y.
func (x Uint) Compare(y Uint) int {
	if x.Hi != y.Hi {
		return cmp.Compare(x.Hi, y.Hi)
	}
	return cmp.Compare(x.Lo, y.Lo)
}

// CompareProducts compares x*a with y*b exactly, in 192 bits.
func CompareProducts(x Uint, a uint64, y Uint, b uint64) int {
	xHigh, xRest := x.product(a)
	yHigh, yRest := y.product(b)
	if xHigh != yHigh {
		return cmp.Compare(xHigh, yHigh)
	}
	return xRest.Compare(yRest)
}

// product returns x*a as high*2^128 + rest.
func (x Uint) product(a uint64) (high uint64, rest Uint) {
	mid, lo := bits.Mul64(x.Lo, a)
	high, more := bits.Mul64(x.Hi, a)
	mid, carry := bits.Add64(mid, more, 0)
	return high + carry, Uint{mid, lo}
}

// Float returns x with a relative error of at most 2^-52.
func (x Uint) Float() float64 { return float64(float64(x.Hi)*(1<<64)) + float64(x.Lo) }

// Big returns x as an integer of any size.
func (x Uint) Big() *big.Int {
	b := new(big.Int).SetUint64(x.Hi)
	return b.Lsh(b, 64).Or(b, new(big.Int).SetUint64(x.Lo))
}
