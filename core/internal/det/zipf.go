package det

import (
	"math/rand/v2"
	"sort"
)

// A Zipf draws from 0..n-1, k with a probability proportional to 1/(k+1): a few users
// submit most jobs in every log.
type Zipf struct {
	sums []float64 // of 1, 1/2, 1/3, ...
}

// NewZipf returns the distribution on 0..n-1; n must not be negative.
func NewZipf(n int) Zipf {
	z := Zipf{make([]float64, n)}
	total := 0.0
	for k := range z.sums {
		total += 1 / float64(k+1)
		z.sums[k] = total
	}
	return z
}

// Draw returns -1 if there is nothing to draw from. It costs O(log n).
func (z Zipf) Draw(r *rand.Rand) int {
	n := len(z.sums)
	if n == 0 {
		return -1
	}
	u := float64(r.Float64() * z.sums[n-1])
	return min(sort.Search(n, func(k int) bool { return z.sums[k] > u }), n-1)
}
