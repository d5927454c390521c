package offline

import (
	"math"
	"slices"
)

const forever = math.MaxInt64

// A timeline is the free processors over hundreds of thousands of steps; profile.Profile is
// for the few that a scheduler sees. The steps are in blocks, so a change costs O(changed
// blocks + block), and a search skips blocks in which everything or nothing fits.
type timeline struct {
	blocks []*block
	begins []int64 // the first second of each block
	spare  []*block
}

const blockSize = 128

// A block is up to blockSize steps, the last of which ends where the next block begins.
type block struct {
	n    int
	at   [blockSize]int64
	free [blockSize]int32 // add all
	all  int32
	low  int32 // the least of free, with all added
	high int32 // the most
}

// reset makes t the timeline of an idle machine from second from on.
func (t *timeline) reset(from int64, procs int32) {
	t.spare = append(t.spare, t.blocks...)
	b := t.block()
	b.n, b.at[0], b.free[0] = 1, from, procs
	b.measure()
	t.blocks = append(t.blocks[:0], b)
	t.begins = append(t.begins[:0], from)
}

func (t *timeline) block() *block {
	n := len(t.spare)
	if n == 0 {
		return new(block)
	}
	b := t.spare[n-1]
	t.spare = t.spare[:n-1]
	b.n, b.all = 0, 0
	return b
}

func (b *block) measure() {
	b.low, b.high = math.MaxInt32, math.MinInt32
	for _, f := range b.free[:b.n] {
		b.low, b.high = min(b.low, f), max(b.high, f)
	}
	b.low += b.all
	b.high += b.all
}

// end returns the end of step k of block i.
func (t *timeline) end(i, k int) int64 {
	switch {
	case k+1 < t.blocks[i].n:
		return t.blocks[i].at[k+1]
	case i+1 < len(t.begins):
		return t.begins[i+1]
	}
	return forever
}

// find returns the step of second s.
func (t *timeline) find(s int64) (i, k int) {
	i, ok := slices.BinarySearch(t.begins, s)
	if !ok {
		i--
	}
	b := t.blocks[i]
	lo, hi := 0, b.n
	for hi-lo > 1 {
		if mid := int(uint(lo+hi) >> 1); b.at[mid] <= s {
			lo = mid
		} else {
			hi = mid
		}
	}
	return i, lo
}

// fit returns the earliest second >= from at which procs processors, at most all of the
// machine, are free for length seconds.
func (t *timeline) fit(from, length int64, procs int32) int64 {
	i, k := t.find(from)
	open := from
	for {
		b := t.blocks[i]
		switch {
		case b.low >= procs:
			if t.end(i, b.n-1)-open >= length {
				return open
			}
		case b.high < procs:
			open = t.end(i, b.n-1)
		default:
			least := procs - b.all
			for ; k < b.n; k++ {
				if b.free[k] < least {
					open = t.end(i, k)
				} else if t.end(i, k)-open >= length {
					return open
				}
			}
		}
		i, k = i+1, 0
	}
}

// take takes procs processors during [from, to), where they must be free.
func (t *timeline) take(from, to int64, procs int32) {
	t.cut(from)
	j, l := t.cut(to)
	i, k := t.find(from) // halve may have moved it
	if i == j {
		t.blocks[i].lower(k, l, procs)
		return
	}
	t.blocks[i].lower(k, t.blocks[i].n, procs)
	for _, b := range t.blocks[i+1 : j] {
		b.all -= procs
		b.low -= procs
		b.high -= procs
	}
	t.blocks[j].lower(0, l, procs)
}

func (b *block) lower(k, l int, procs int32) {
	if k == l {
		return
	}
	for n := range b.free[k:l] {
		b.free[k+n] -= procs
	}
	b.measure()
}

// cut returns the step that begins at second s, which it makes if there is none.
func (t *timeline) cut(s int64) (i, k int) {
	i, k = t.find(s)
	b := t.blocks[i]
	if b.at[k] == s {
		return i, k
	}
	if b.n == blockSize {
		t.halve(i)
		i, k = t.find(s)
		b = t.blocks[i]
	}
	k++
	copy(b.at[k+1:b.n+1], b.at[k:b.n])
	copy(b.free[k+1:b.n+1], b.free[k:b.n])
	b.at[k], b.free[k] = s, b.free[k-1]
	b.n++
	return i, k
}

func (t *timeline) halve(i int) {
	b, c := t.blocks[i], t.block()
	const h = blockSize / 2
	copy(c.at[:], b.at[h:])
	copy(c.free[:], b.free[h:])
	b.n, c.n, c.all = h, blockSize-h, b.all
	b.measure()
	c.measure()
	t.blocks = slices.Insert(t.blocks, i+1, c)
	t.begins = slices.Insert(t.begins, i+1, c.at[0])
}
