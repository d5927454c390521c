package trace

import (
	"strconv"
	"unicode/utf8"

	"github.com/backfill-lab/backfill/core/sim/job"
)

// A numbering turns the numbers of users (groups, ...) in a log into indexes, in order of
// appearance.
type numbering struct {
	source []string // the names of the numbers, or nil: then they are their own
	names  Names
	dense  []int32         // index+1 of numbers below denseNumbers, 0 for none yet
	other  map[int64]int32 // index+1 of larger numbers
}

// denseNumbers bounds the numbers looked up in a slice: logs count from 0 or 1.
const denseNumbers = 1 << 16

// index returns the index of number n, or job.None for a negative one.
func (b *numbering) index(n int64) int32 {
	if n < 0 {
		return job.None
	}
	if n < denseNumbers {
		if have := int64(len(b.dense)); n >= have {
			b.dense = append(b.dense, make([]int32, min(denseNumbers, 2*n+16)-have)...)
		}
		if b.dense[n] == 0 {
			b.dense[n] = b.add(n)
		}
		return b.dense[n] - 1
	}
	i := b.other[n]
	if i == 0 {
		if b.other == nil {
			b.other = make(map[int64]int32)
		}
		i = b.add(n)
		b.other[n] = i
	}
	return i - 1
}

// add names number n.
func (b *numbering) add(n int64) int32 {
	if b.source != nil {
		b.names = append(b.names, inUTF8(b.source[n]))
	} else {
		b.names = append(b.names, strconv.FormatInt(n, 10))
	}
	return int32(len(b.names))
}

// inUTF8 returns a name in UTF-8, which tables and JSON need: one that is not is taken for Latin-1, as older logs have it.
func inUTF8(name string) string {
	if utf8.ValidString(name) {
		return name
	}
	var runes []rune
	for _, c := range []byte(name) {
		runes = append(runes, rune(c))
	}
	return string(runes)
}
