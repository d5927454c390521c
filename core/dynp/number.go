package dynp

import (
	"cmp"
	"math/big"
	"math/bits"
)

// A number is an unsigned integer of 128 bits. The sums below stay far inside:
// 2^30 processors times 2^38 seconds times 2^20 parts of a second's slowdown
// times a million jobs is 2^108.
type number struct{ hi, lo uint64 }

// addProduct returns n + a*b.
func (n number) addProduct(a, b uint64) number {
	hi, lo := bits.Mul64(a, b)
	lo, carry := bits.Add64(n.lo, lo, 0)
	hi, _ = bits.Add64(n.hi, hi, carry)
	return number{hi, lo}
}

func (n number) add(o number) number {
	lo, carry := bits.Add64(n.lo, o.lo, 0)
	hi, _ := bits.Add64(n.hi, o.hi, carry)
	return number{hi, lo}
}

// times returns n*a, which must be less than 2^128.
func (n number) times(a uint64) number {
	hi, lo := bits.Mul64(n.lo, a)
	return number{hi + n.hi*a, lo}
}

func (n number) float() float64 { return float64(float64(n.hi)*(1<<64)) + float64(n.lo) }

func (n number) big() *big.Int {
	b := new(big.Int).SetUint64(n.hi)
	return b.Lsh(b, 64).Or(b, new(big.Int).SetUint64(n.lo))
}

// A fraction is num/den, den positive.
type fraction struct {
	num number
	den uint64
}

// compare compares a and b exactly, by products of 192 bits.
func (a fraction) compare(b fraction) int {
	if a.den == b.den {
		return cmp.Or(cmp.Compare(a.num.hi, b.num.hi), cmp.Compare(a.num.lo, b.num.lo))
	}
	x, y := a.num.wide(b.den), b.num.wide(a.den)
	return cmp.Or(cmp.Compare(x[0], y[0]), cmp.Compare(x[1], y[1]), cmp.Compare(x[2], y[2]))
}

// wide returns n*a, the highest bits first.
func (n number) wide(a uint64) [3]uint64 {
	mid, low := bits.Mul64(n.lo, a)
	high, more := bits.Mul64(n.hi, a)
	mid, carry := bits.Add64(mid, more, 0)
	return [3]uint64{high + carry, mid, low}
}

func (a fraction) float() float64 { return a.num.float() / float64(a.den) }

func (a fraction) rat() *big.Rat {
	return new(big.Rat).SetFrac(a.num.big(), new(big.Int).SetUint64(max(a.den, 1)))
}
