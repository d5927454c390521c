package rules

import (
	"math"
	"slices"
)

// An entry is a waiting job in a line.
type entry struct {
	key      int64
	estimate int64
	index    int32 // of the job
	procs    int32
}

// before is the order of a line: by key, then by place in the workload.
func (a *entry) before(b *entry) bool {
	return a.key < b.key || a.key == b.key && a.index < b.index
}

// A block is a stretch of a line.
type block struct {
	entries   []entry // never empty, at most blockSize
	shortest  int64   // no estimate is lower
	narrowest int32   // no width is lower
}

const blockSize = 64

func (b *block) measure() {
	b.shortest, b.narrowest = math.MaxInt64, math.MaxInt32
	for i := range b.entries {
		b.cover(&b.entries[i])
	}
}

func (b *block) cover(e *entry) {
	b.shortest = min(b.shortest, e.estimate)
	b.narrowest = min(b.narrowest, e.procs)
}

// A line is the waiting jobs in one order. A policy that changes its order keeps several
// and often removes jobs from their middle, which costs O(blockSize + blocks); a search
// for a job that fits skips blocks without one.
type line struct {
	blocks []*block
	spare  []*block
}

func (l *line) block() *block {
	n := len(l.spare)
	if n == 0 {
		return &block{entries: make([]entry, 0, blockSize)}
	}
	b := l.spare[n-1]
	l.spare = l.spare[:n-1]
	b.entries = b.entries[:0]
	return b
}

// find returns the place of e's block: the first whose last entry is not before e, or
// len(l.blocks).
func (l *line) find(e *entry) int {
	lo, hi := 0, len(l.blocks)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if es := l.blocks[mid].entries; es[len(es)-1].before(e) {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

func (b *block) find(e *entry) int {
	lo, hi := 0, len(b.entries)
	for lo < hi {
		if mid := int(uint(lo+hi) >> 1); b.entries[mid].before(e) {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

func (l *line) add(e entry) {
	i := l.find(&e)
	if i == len(l.blocks) { // behind all others
		if i == 0 || len(l.blocks[i-1].entries) == blockSize {
			b := l.block()
			b.entries = append(b.entries, e)
			b.measure()
			l.blocks = append(l.blocks, b)
			return
		}
		i--
	}
	b := l.blocks[i]
	if len(b.entries) == blockSize {
		b = l.split(i, &e)
	}
	b.entries = slices.Insert(b.entries, b.find(&e), e)
	b.cover(&e)
}

// split halves block i and returns the half for e.
func (l *line) split(i int, e *entry) *block {
	b, more := l.blocks[i], l.block()
	more.entries = append(more.entries, b.entries[blockSize/2:]...)
	b.entries = b.entries[:blockSize/2]
	b.measure()
	more.measure()
	l.blocks = slices.Insert(l.blocks, i+1, more)
	if b.entries[len(b.entries)-1].before(e) {
		return more
	}
	return b
}

func (l *line) remove(e *entry) {
	i := l.find(e)
	b := l.blocks[i]
	k := b.find(e)
	b.entries = append(b.entries[:k], b.entries[k+1:]...)
	switch {
	case len(b.entries) == 0:
		l.blocks = slices.Delete(l.blocks, i, i+1)
		l.spare = append(l.spare, b)
	case e.procs == b.narrowest || e.estimate == b.shortest:
		b.measure()
	}
}

func (l *line) clear() {
	l.spare = append(l.spare, l.blocks...)
	l.blocks = l.blocks[:0]
}

// narrowest returns the width of the narrowest job, MaxInt32 if no job waits.
func (l *line) narrowest() int32 {
	least := int32(math.MaxInt32)
	for _, b := range l.blocks {
		least = min(least, b.narrowest)
	}
	return least
}
