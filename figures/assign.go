package figures

import (
	"cmp"
	"math"
	"slices"
)

// A Piece is a block of processors [Low, High) that Job, an index, holds.
type Piece struct {
	Job       int32
	Low, High int64
}

// Assign chooses processors for display, since results say only how many a job held:
// job i holds width[i] of them during [start[i], end[i]). It returns the pieces in order
// of start and their top: procs, or more if the schedule exceeds the machine, as
// recorded ones do.
//
// Assign takes jobs by start (wider ones first, then by index); ends come before
// starts. A job gets the smallest free block that holds it, the lowest of several (best
// fit), else the largest blocks in descending order, for few pieces. The piece of a job
// that ends when it starts overlaps others. Jobs with width < 1 or times that are not
// finite or not in order are left out.
//
// It costs O(n log n) and, for each job, O(free blocks), at most one per running job.
func Assign(start, end []float64, width []int64, procs int64) (pieces []Piece, top int64) {
	order := make([]int32, 0, len(start))
	for i := range start {
		if width[i] >= 1 && finite(start[i]) && finite(end[i]) && end[i] >= start[i] {
			order = append(order, int32(i))
		}
	}
	slices.SortFunc(order, func(a, b int32) int {
		return cmp.Or(cmp.Compare(start[a], start[b]), cmp.Compare(width[b], width[a]), cmp.Compare(a, b))
	})
	f := freeBlocks{{0, procs}, {max(procs, 0), math.MaxInt64}}
	if procs <= 0 {
		f = f[1:]
	}
	var ends []int // places in order of the jobs with a length, by end
	for k, j := range order {
		if end[j] > start[j] {
			ends = append(ends, k)
		}
	}
	slices.SortStableFunc(ends, func(a, b int) int { return cmp.Compare(end[order[a]], end[order[b]]) })
	pieces = make([]Piece, 0, len(order)+len(order)/4)
	from := make([]int, len(order)+1) // the k-th job has pieces[from[k]:from[k+1]]
	free := func(k int) {
		for _, p := range pieces[from[k]:from[k+1]] {
			f.give(p.Low, p.High, procs)
		}
	}
	for k, j := range order {
		for ; len(ends) > 0 && end[order[ends[0]]] <= start[j]; ends = ends[1:] {
			free(ends[0])
		}
		pieces = f.take(pieces, j, width[j], procs)
		from[k+1] = len(pieces)
		for _, p := range pieces[from[k]:] {
			top = max(top, p.High)
		}
		if end[j] == start[j] {
			free(k)
		}
	}
	return pieces, max(top, procs)
}

// freeBlocks are the free processors, disjoint and ascending. No block crosses the top
// of the machine; the last is endless.
type freeBlocks []block

type block struct{ low, high int64 }

func (b block) size() int64 { return b.high - b.low }

func (f *freeBlocks) take(out []Piece, job int32, width, procs int64) []Piece {
	inside := len(*f) // blocks within the machine
	for inside > 0 && (*f)[inside-1].low >= procs {
		inside--
	}
	if i := (*f)[:inside].best(width); i >= 0 {
		return append(out, f.cut(i, job, width))
	}
	from := len(out)
	for width > 0 && inside > 0 {
		i := (*f)[:inside].largest()
		n := min(width, (*f)[i].size())
		if n == (*f)[i].size() {
			inside--
		}
		out = append(out, f.cut(i, job, n))
		width -= n
	}
	if width > 0 { // more than the machine has
		i := inside + (*f)[inside:].best(width)
		out = append(out, f.cut(i, job, width))
	}
	slices.SortFunc(out[from:], func(a, b Piece) int { return cmp.Compare(a.Low, b.Low) })
	return out
}

// best returns the smallest block that holds width, the lowest of several, or -1.
func (f freeBlocks) best(width int64) int {
	at, size := -1, int64(math.MaxInt64)
	for i := range f {
		n := f[i].size()
		if n == width {
			return i
		}
		if n > width && (at < 0 || n < size) {
			at, size = i, n
		}
	}
	return at
}

// largest returns the largest block, the lowest of several. f is not empty.
func (f freeBlocks) largest() int {
	at := 0
	for i := range f {
		if f[i].size() > f[at].size() {
			at = i
		}
	}
	return at
}

// cut takes the lowest n processors of block i.
func (f *freeBlocks) cut(i int, job int32, n int64) Piece {
	b := &(*f)[i]
	p := Piece{job, b.low, b.low + n}
	if b.low += n; b.low == b.high {
		*f = slices.Delete(*f, i, i+1)
	}
	return p
}

// give returns [low, high) to the free blocks.
func (f *freeBlocks) give(low, high, procs int64) {
	i, _ := slices.BinarySearchFunc(*f, low, func(b block, at int64) int { return cmp.Compare(b.low, at) })
	joinsBelow := i > 0 && (*f)[i-1].high == low && low != procs
	joinsAbove := i < len(*f) && (*f)[i].low == high && high != procs
	switch {
	case joinsBelow && joinsAbove:
		(*f)[i-1].high = (*f)[i].high
		*f = slices.Delete(*f, i, i+1)
	case joinsBelow:
		(*f)[i-1].high = high
	case joinsAbove:
		(*f)[i].low = low
	default:
		*f = slices.Insert(*f, i, block{low, high})
	}
}
