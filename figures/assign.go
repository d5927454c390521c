package figures

import (
	"cmp"
	"iter"
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
	return place(spans{start, end, width}, procs).collect()
}

// claims are jobs that held processors.
type claims interface {
	len() int
	span(i int32) (start, end float64)
	procs(i int32) int64
}

// spans are claims by column.
type spans struct {
	start, end []float64
	width      []int64
}

func (s spans) len() int                          { return len(s.start) }
func (s spans) span(i int32) (start, end float64) { return s.start[i], s.end[i] }
func (s spans) procs(i int32) int64               { return s.width[i] }

// A placing is how Assign goes through jobs on a machine of procs processors.
type placing struct {
	claims
	procs int64
	jobs  []int32 // by start, wider ones first, then by index
	ends  []int32 // places in jobs of those with a length, by end
}

func place(of claims, procs int64) *placing {
	p := &placing{claims: of, procs: procs, jobs: make([]int32, 0, of.len())}
	lasting := 0
	for i := range int32(of.len()) {
		if start, end := of.span(i); of.procs(i) >= 1 && finite(start) && finite(end) && end >= start {
			p.jobs = append(p.jobs, i)
			if end > start {
				lasting++
			}
		}
	}
	slices.SortFunc(p.jobs, func(a, b int32) int {
		from, _ := of.span(a)
		other, _ := of.span(b)
		if from != other {
			return cmp.Compare(from, other)
		}
		return cmp.Or(cmp.Compare(of.procs(b), of.procs(a)), cmp.Compare(a, b))
	})
	p.ends = make([]int32, 0, lasting)
	for k, j := range p.jobs {
		if start, end := of.span(j); end > start {
			p.ends = append(p.ends, int32(k))
		}
	}
	slices.SortFunc(p.ends, func(a, b int32) int {
		_, to := of.span(p.jobs[a])
		_, other := of.span(p.jobs[b])
		return cmp.Or(cmp.Compare(to, other), cmp.Compare(a, b))
	})
	return p
}

// collect returns the pieces and their top.
func (p *placing) collect() (pieces []Piece, top int64) {
	pieces, top = make([]Piece, 0, len(p.jobs)+len(p.jobs)/4), p.procs
	for piece := range p.pieces() {
		pieces, top = append(pieces, piece), max(top, piece.High)
	}
	return pieces, top
}

// pieces yields the pieces in order of start. Besides p it holds those of running jobs only.
func (p *placing) pieces() iter.Seq[Piece] {
	type kept struct {
		low, high int64
		next      int32 // of the same job or, if nobody holds it, of those; -1: none
	}
	return func(yield func(Piece) bool) {
		f := freeBlocks{{0, p.procs}, {max(p.procs, 0), math.MaxInt64}}
		if p.procs <= 0 {
			f = f[1:]
		}
		first := make([]int32, len(p.jobs)) // in running, of the k-th job
		var running []kept
		var own []Piece
		spare, ends := int32(-1), p.ends
		for k, j := range p.jobs {
			start, end := p.span(j)
			for ; len(ends) > 0; ends = ends[1:] {
				if _, over := p.span(p.jobs[ends[0]]); over > start {
					break
				}
				for i := first[ends[0]]; i >= 0; {
					r := &running[i]
					f.give(r.low, r.high, p.procs)
					i, r.next, spare = r.next, spare, i
				}
			}
			own = f.take(own[:0], j, p.claims.procs(j), p.procs)
			first[k] = -1
			for _, piece := range own {
				if !yield(piece) {
					return
				}
				switch {
				case start == end:
				case spare >= 0:
					i := spare
					spare = running[i].next
					running[i], first[k] = kept{piece.Low, piece.High, first[k]}, i
				default:
					running, first[k] = append(running, kept{piece.Low, piece.High, first[k]}), int32(len(running))
				}
			}
			if start == end {
				for _, piece := range own {
					f.give(piece.Low, piece.High, p.procs)
				}
			}
		}
	}
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
