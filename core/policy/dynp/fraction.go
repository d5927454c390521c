package dynp

import (
	"math/big"

	"github.com/backfill-lab/backfill/core/internal/wide"
)

// A fraction is num/den, den positive.
type fraction struct {
	num wide.Uint
	den uint64
}

func (a fraction) compare(b fraction) int {
	if a.den == b.den {
		return a.num.Compare(b.num)
	}
	return wide.CompareProducts(a.num, b.den, b.num, a.den)
}

func (a fraction) float() float64 { return a.num.Float() / float64(a.den) }

func (a fraction) rat() *big.Rat {
	return new(big.Rat).SetFrac(a.num.Big(), new(big.Int).SetUint64(max(a.den, 1)))
}
