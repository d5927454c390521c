package det

import "math"

// A pair is the unevaluated sum hi+lo of two float64, with |lo| at most half a unit in
// the last place of hi. The sums and products are Dekker's and Knuth's; their error
// terms are exact unless a product is fused with a sum.
type pair struct{ hi, lo float64 }

// sum returns a+b exactly.
func sum(a, b float64) pair {
	s := a + b
	t := s - a
	return pair{s, (a - (s - t)) + (b - t)}
}

// norm returns a+b exactly, given |a| >= |b| or a == 0.
func norm(a, b float64) pair {
	s := a + b
	return pair{s, b - (s - a)}
}

// high returns a without the lowest 27 bits of its significand.
func high(a float64) float64 {
	return math.Float64frombits(math.Float64bits(a) &^ (1<<27 - 1))
}

// product returns a*b with an error below 2^-105 |a*b|, unless it overflows or underflows.
func product(a, b float64) pair {
	p := float64(a * b)
	ah, bh := high(a), high(b)
	al, bl := a-ah, b-bh
	e := float64(ah*bh) - p
	e += float64(ah * bl)
	e += float64(al * bh)
	e += float64(al * bl)
	return pair{p, e}
}

func (a pair) add(b pair) pair {
	s := sum(a.hi, b.hi)
	return norm(s.hi, s.lo+(a.lo+b.lo))
}

func (a pair) mul(b pair) pair {
	p := product(a.hi, b.hi)
	cross := float64(a.hi*b.lo) + float64(a.lo*b.hi)
	return norm(p.hi, p.lo+cross)
}

// scale returns a*x.
func (a pair) scale(x float64) pair {
	p := product(a.hi, x)
	return norm(p.hi, p.lo+float64(a.lo*x))
}

// over returns x/a.
func (a pair) over(x float64) pair {
	q := x / a.hi
	p := product(q, a.hi)
	r := ((x - p.hi) - p.lo) - float64(q*a.lo)
	return norm(q, r/a.hi)
}

// The logarithm of 2 in two parts, accurate to 2^-86. ln2Hi has 32 significant bits, so
// that k*ln2Hi is exact for every exponent k.
const (
	ln2Hi = 6.93147180369123816490e-01
	ln2Lo = 1.90821492927058770002e-10
)
