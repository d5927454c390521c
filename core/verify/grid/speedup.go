package grid

import "math/big"

// A Speedup says how much faster a job is on n processors than on one; the zero value: n times.
type Speedup struct {
	Model string // "" linear, "amdahl" or "downey"

	// Serial is the share of the work that one processor does alone, 0..1, in
	//
	//	Amdahl: Validity of the single processor approach (1967)
	Serial float64

	// Average is the average parallelism A, at least 1, and Variance its
	// coefficient sigma, at least 0, in
	//
	//	Downey: A model for speedup of parallel programs (1997)
	Average, Variance float64
}

// at returns the speed-up on n processors.
func (s Speedup) at(n int) *big.Rat {
	p, one, two := whole(n), whole(1), whole(2)
	add := func(a, b *big.Rat) *big.Rat { return new(big.Rat).Add(a, b) }
	sub := func(a, b *big.Rat) *big.Rat { return new(big.Rat).Sub(a, b) }
	mul := func(a, b *big.Rat) *big.Rat { return new(big.Rat).Mul(a, b) }
	quo := func(a, b *big.Rat) *big.Rat { return new(big.Rat).Quo(a, b) }
	switch s.Model {
	case "amdahl": // the serial part, and the rest shared
		serial := decimal(s.Serial)
		return quo(one, add(serial, quo(sub(one, serial), p)))
	case "downey":
		a, sigma := decimal(s.Average), decimal(s.Variance)
		half := quo(sigma, two)
		switch {
		case sigma.Cmp(one) <= 0 && p.Cmp(a) <= 0:
			return quo(mul(a, p), add(a, mul(half, sub(p, one))))
		case sigma.Cmp(one) <= 0 && p.Cmp(sub(mul(two, a), one)) < 0:
			return quo(mul(a, p), add(mul(sigma, sub(a, quo(one, two))), mul(p, sub(one, half))))
		case sigma.Cmp(one) > 0 && p.Cmp(sub(add(a, mul(a, sigma)), sigma)) < 0:
			return quo(mul(mul(p, a), add(sigma, one)), add(mul(sigma, sub(add(p, a), one)), a))
		}
		return a
	}
	return p
}
