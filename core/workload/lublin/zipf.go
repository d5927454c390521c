package lublin

import (
	"math/rand/v2"
	"sort"

	"github.com/backfill-lab/backfill/core/job"
)

// A zipf draws 0..n-1, k with a probability proportional to 1/(k+1): a few
// users submit most of the jobs, as in every log.
type zipf []float64 // sums of 1, 1/2, 1/3, ...

func newZipf(n int) zipf {
	z := make(zipf, n)
	total := 0.0
	for k := range z {
		total += 1 / float64(k+1)
		z[k] = total
	}
	return z
}

// draw returns job.None if there is nothing to draw from.
func (z zipf) draw(r *rand.Rand) int32 {
	if len(z) == 0 {
		return job.None
	}
	u := float64(r.Float64() * z[len(z)-1])
	return int32(min(sort.Search(len(z), func(k int) bool { return z[k] > u }), len(z)-1))
}
