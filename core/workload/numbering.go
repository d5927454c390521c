package workload

import (
	"strconv"

	"github.com/backfill-lab/backfill/core/job"
)

// A numbering turns the numbers of users (groups, ...) in a log into indexes, in order of
// appearance.
type numbering struct {
	names Names
	dense []int32         // index+1 of numbers below denseNumbers, 0 for none yet
	other map[int64]int32 // index of larger numbers
}

// denseNumbers bounds the numbers looked up in a slice: logs count from 0 or 1.
const denseNumbers = 1 << 16

// index returns the index of number n, or job.None for a negative one.
func (b *numbering) index(n int64) int32 {
	if n < 0 {
		return job.None
	}
	if n < denseNumbers {
		if n >= int64(len(b.dense)) {
			grown := make([]int32, min(denseNumbers, 2*n+16))
			copy(grown, b.dense)
			b.dense = grown
		}
		if b.dense[n] == 0 {
			b.names = append(b.names, strconv.FormatInt(n, 10))
			b.dense[n] = int32(len(b.names))
		}
		return b.dense[n] - 1
	}
	i, ok := b.other[n]
	if !ok {
		if b.other == nil {
			b.other = make(map[int64]int32)
		}
		i = int32(len(b.names))
		b.other[n] = i
		b.names = append(b.names, strconv.FormatInt(n, 10))
	}
	return i
}
