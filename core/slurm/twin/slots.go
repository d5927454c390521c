package twin

import (
	"math"
	"math/bits"
	"slices"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// A slot is a time in which the same nodes are not reserved for waiting jobs.
type slot struct {
	begin, end int64
	upTo       cluster.Bits   // nodes that are not reserved in any slot from the first to this
	gain, loss cluster.Sparse // nodes that the next slot has and this has not, and the other way round
	reach      int64          // none of the gain is free for ever so long: not later than this
}

// slots are all slots of a cycle, in order and without gaps. Neighbours differ in few nodes, so what is asked of many slots is asked
// of these differences, and what is asked of few nodes is asked of the lines of their words.
type slots struct {
	list  []*slot
	most  []int32 // of each slot: nodes that are free in it are not more
	spare []*slot
	lines [][]step // of each word of nodes
	line  []step   // scratch
}

// A step is what is free of a word of nodes from a second on, until the next step.
type step struct {
	at   int64
	bits uint64
}

// begin makes one slot with all of n nodes.
func (s *slots) begin(begin, end int64, n int) {
	s.spare = append(s.spare, s.list...)
	first := s.another(n)
	clear(first.upTo)
	for i := range n {
		first.upTo.Add(i)
	}
	first.begin, first.end = begin, end
	s.list, s.most = append(s.list[:0], first), append(s.most[:0], int32(n))
	if s.lines == nil {
		s.lines = make([][]step, len(first.upTo))
	}
	for i, w := range first.upTo {
		s.lines[i] = append(s.lines[i][:0], step{begin, w})
	}
}

// another returns a slot of n nodes to be overwritten.
func (s *slots) another(n int) *slot {
	last := len(s.spare) - 1
	if last < 0 {
		return &slot{upTo: cluster.NewBits(n)}
	}
	x := s.spare[last]
	s.spare = s.spare[:last]
	x.gain, x.loss = x.gain[:0], x.loss[:0]
	return x
}

// after returns the first slot that ends after a second.
func (s *slots) after(at int64) int {
	k := s.since(at + 1)
	if k == len(s.list) && s.list[k-1].end <= at {
		return k
	}
	return max(k-1, 0)
}

// since returns the first slot that begins at a second or later.
func (s *slots) since(at int64) int {
	from, to := 0, len(s.list)
	for from < to {
		if mid := (from + to) / 2; s.list[mid].begin >= at {
			to = mid
		} else {
			from = mid + 1
		}
	}
	return from
}

// overlap tells whether one of some nodes is reserved within the seconds, or of no seconds, in the slot around them.
func (s *slots) overlap(begin, end int64, nodes cluster.Sparse) bool {
	k := s.after(begin)
	if k == len(s.list) {
		return false
	}
	begin, end = s.list[k].begin, min(end, s.list[len(s.list)-1].end)
	for _, w := range nodes {
		if begin < end && s.free(w, begin, end) != w.Bits {
			return true
		}
	}
	return false
}

// free returns which nodes of a word are free from a second until another.
func (s *slots) free(w cluster.Word, from, until int64) uint64 {
	line := s.lines[w.At]
	for k := len(line) - 1; w.Bits != 0; k-- {
		if line[k].at < until {
			w.Bits &= line[k].bits
		}
		if k == 0 || line[k].at <= from {
			break
		}
	}
	return w.Bits
}

// over returns the last second until which nodes of a word, which are free from a second on, stay so.
func (s *slots) over(w cluster.Word, from int64) int64 {
	for _, x := range s.lines[w.At] {
		if x.at <= from {
			continue
		}
		if w.Bits &= x.bits; w.Bits == 0 {
			return x.at
		}
	}
	return math.MaxInt64
}

// reserve takes nodes out of the slots of some seconds.
func (s *slots) reserve(begin, end int64, nodes cluster.Sparse) {
	if begin >= end {
		return
	}
	s.split(begin)
	s.split(end)
	first, after := s.since(begin), s.since(end)
	if first < after {
		torn, n := false, int32(0)
		for _, w := range nodes {
			before, behind, taken, even := s.take(w, s.list[first].begin, s.list[after-1].end)
			n += taken
			if torn = torn || !even; first > 0 {
				x := s.list[first-1]
				x.gain, x.loss = put(x.gain, w, 0), put(x.loss, w, before)
			}
			if x := s.list[after-1]; after < len(s.list) {
				x.gain, x.loss, x.reach = put(x.gain, w, behind), put(x.loss, w, 0), math.MaxInt64
			}
		}
		for k := range s.most[first:after] {
			s.most[first+k] -= n
		}
		for k := first; torn && k < after-1; k++ { // what is taken from both sides of a bound is no difference any more
			x := s.list[k]
			for _, w := range nodes {
				x.gain, x.loss = put(x.gain, w, 0), put(x.loss, w, 0)
			}
		}
	}
	for k := first; k < len(s.list) && nodes.Meets(s.list[k].upTo); k++ { // nor do later ones meet it
		s.list[k].upTo.WithoutFew(nodes)
	}
	s.merge()
}

// take takes nodes of a word away from a second until another. It returns which of them are free before and after these seconds,
// how many are so at each of them at least, and whether those that are free at one of them are so at each.
func (s *slots) take(w cluster.Word, from, until int64) (before, after uint64, taken int32, even bool) {
	old, line := s.lines[w.At], s.line[:0]
	first, each := uint64(0), w.Bits
	even = true
	for k, x := range old {
		next := int64(math.MaxInt64)
		if k+1 < len(old) {
			next = old[k+1].at
		}
		if x.at < from {
			if line = append(line, x); next >= from {
				before = x.bits & w.Bits
			}
		}
		if at := max(x.at, from); at < min(next, until) {
			if at == from {
				first = x.bits & w.Bits
			}
			each &= x.bits
			even = even && x.bits&w.Bits == first
			line = follow(line, step{at, x.bits &^ w.Bits})
		}
		if at := max(x.at, until); at < next {
			if at == until {
				after = x.bits & w.Bits
			}
			line = follow(line, step{at, x.bits})
		}
	}
	s.line, s.lines[w.At] = old, line
	return before, after, int32(bits.OnesCount64(each)), even
}

// follow appends a step if it is one.
func follow(line []step, x step) []step {
	if last := len(line) - 1; last >= 0 && line[last].bits == x.bits {
		return line
	}
	return append(line, x)
}

// put sets which nodes of a word are in a set.
func put(few cluster.Sparse, w cluster.Word, in uint64) cluster.Sparse {
	k := 0
	for k < len(few) && few[k].At < w.At {
		k++
	}
	switch found := k < len(few) && few[k].At == w.At; {
	case !found && in == 0:
	case !found:
		few = slices.Insert(few, k, cluster.Word{At: w.At, Bits: in})
	default:
		if few[k].Bits = few[k].Bits&^w.Bits | in; few[k].Bits == 0 {
			few = slices.Delete(few, k, k+1)
		}
	}
	return few
}

// merge makes one slot of the first two neighbours with the same nodes, if there are any.
func (s *slots) merge() {
	for k := range len(s.list) - 1 {
		if a, b := s.list[k], s.list[k+1]; len(a.gain) == 0 && len(a.loss) == 0 {
			b.begin = a.begin
			s.spare = append(s.spare, a)
			s.list, s.most = slices.Delete(s.list, k, k+1), slices.Delete(s.most, k, k+1)
			return
		}
	}
}

// split makes two slots of the one that goes over a second.
func (s *slots) split(at int64) {
	k := s.after(at - 1)
	if k == len(s.list) || s.list[k].begin >= at || s.list[k].end == at {
		return
	}
	b := s.list[k]
	a := s.another(len(b.upTo) << 6)
	a.begin, a.end, b.begin = b.begin, at, at
	copy(a.upTo, b.upTo)
	s.list, s.most = slices.Insert(s.list, k, a), slices.Insert(s.most, k, s.most[k])
}
