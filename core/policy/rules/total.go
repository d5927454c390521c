package rules

import "github.com/backfill-lab/backfill/core/internal/wide"

// product returns a*b*c of numbers at least 0: processors (2^30) times seconds (2^37)
// squared leave room for sums of 2^24 products.
func product(a, b, c int64) wide.Uint {
	return wide.Product(uint64(a), uint64(b)).Times(uint64(c))
}

// ratio returns a/b, or or if b is 0.
func ratio(a, b wide.Uint, or float64) float64 {
	if b == (wide.Uint{}) {
		return or
	}
	return a.Float() / b.Float()
}
