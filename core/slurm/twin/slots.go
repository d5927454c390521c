package twin

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// A slot is a time in which the same nodes are not reserved for waiting jobs.
type slot struct {
	begin, end int64
	avail      cluster.Bits
	upTo       cluster.Bits   // those that are not reserved in any slot from the first to this
	gain, loss cluster.Sparse // nodes that the next slot has and this has not, and the other way round
}

// slots are all slots of a cycle, in order and without gaps. Neighbours differ in few nodes, so what is asked of many slots is asked
// of these differences.
type slots struct {
	list  []*slot
	spare []*slot
}

// begin makes one slot with all of n nodes.
func (s *slots) begin(begin, end int64, n int) {
	s.spare = append(s.spare, s.list...)
	first := s.another(n)
	for i := range n {
		first.avail.Add(i)
	}
	copy(first.upTo, first.avail)
	first.begin, first.end = begin, end
	s.list = append(s.list[:0], first)
}

// another returns a slot of n nodes to be overwritten.
func (s *slots) another(n int) *slot {
	last := len(s.spare) - 1
	if last < 0 {
		return &slot{avail: cluster.NewBits(n), upTo: cluster.NewBits(n)}
	}
	x := s.spare[last]
	s.spare = s.spare[:last]
	x.gain, x.loss = x.gain[:0], x.loss[:0]
	return x
}

// after returns the first slot that ends after a second.
func (s *slots) after(at int64) int {
	k, _ := slices.BinarySearchFunc(s.list, at, func(s *slot, at int64) int { return cmp.Compare(s.end, at+1) })
	return k
}

// since returns the first slot that begins at a second or later.
func (s *slots) since(at int64) int {
	k, _ := slices.BinarySearchFunc(s.list, at, func(s *slot, at int64) int { return cmp.Compare(s.begin, at) })
	return k
}

// overlap tells whether one of some nodes is reserved within the seconds.
func (s *slots) overlap(begin, end int64, nodes cluster.Sparse) bool {
	for _, x := range s.list[s.after(begin):] {
		if x.begin >= end {
			break
		}
		if !nodes.Within(x.avail) {
			return true
		}
	}
	return false
}

// reserve takes nodes out of the slots of some seconds.
func (s *slots) reserve(begin, end int64, nodes cluster.Sparse) {
	if begin >= end {
		return
	}
	s.split(begin)
	s.split(end)
	first := s.since(begin)
	k := first
	for ; k < len(s.list) && s.list[k].end <= end; k++ {
		s.list[k].avail.WithoutFew(nodes)
	}
	for i := first; i < k-1; i++ { // what is taken from both sides of a bound is no difference any more
		s.list[i].gain, s.list[i].loss = only(s.list[i].gain, s.list[i+1].avail), only(s.list[i].loss, s.list[i].avail)
	}
	s.compare(first - 1)
	s.compare(k - 1)
	for k := first; k < len(s.list) && nodes.Meets(s.list[k].upTo); k++ { // nor do later ones meet it
		s.list[k].upTo.WithoutFew(nodes)
	}
	s.merge()
}

// only leaves the nodes in a set that are in another, too.
func only(few cluster.Sparse, set cluster.Bits) cluster.Sparse {
	kept := few[:0]
	for _, w := range few {
		if w.Bits &= set[w.At]; w.Bits != 0 {
			kept = append(kept, w)
		}
	}
	return kept
}

// compare finds how a slot differs from the next.
func (s *slots) compare(k int) {
	if k < 0 || k+1 >= len(s.list) {
		return
	}
	a, b := s.list[k], s.list[k+1]
	a.gain, a.loss = a.gain[:0], a.loss[:0]
	for i, w := range a.avail {
		next := b.avail[i]
		if w == next {
			continue
		}
		if x := next &^ w; x != 0 {
			a.gain = append(a.gain, cluster.Word{At: int32(i), Bits: x})
		}
		if x := w &^ next; x != 0 {
			a.loss = append(a.loss, cluster.Word{At: int32(i), Bits: x})
		}
	}
}

// merge makes one slot of the first two neighbours with the same nodes, if there are any.
func (s *slots) merge() {
	for k := range len(s.list) - 1 {
		if a, b := s.list[k], s.list[k+1]; len(a.gain) == 0 && len(a.loss) == 0 {
			b.begin = a.begin
			s.spare = append(s.spare, a)
			s.list = slices.Delete(s.list, k, k+1)
			return
		}
	}
}

// split makes two slots of the one that goes over a second.
func (s *slots) split(at int64) {
	k, _ := slices.BinarySearchFunc(s.list, at, func(s *slot, at int64) int { return cmp.Compare(s.end, at) })
	if k == len(s.list) || s.list[k].begin >= at || s.list[k].end == at {
		return
	}
	b := s.list[k]
	a := s.another(len(b.avail) << 6)
	a.begin, a.end, b.begin = b.begin, at, at
	copy(a.avail, b.avail)
	copy(a.upTo, b.upTo)
	s.list = slices.Insert(s.list, k, a)
}

// A view is the nodes that a waiting job could have for its whole length from a second on.
type view struct {
	may   cluster.Bits // that no reservation of the administrators keeps from it, and are up
	base  cluster.Bits // those that are looked at
	set   cluster.Bits // of these, those that are free in the slots from first to before after
	first int
	after int
	count int  // of set
	moved bool // set is another than the last time
}

func newView(n int) view {
	return view{may: cluster.NewBits(n), base: cluster.NewBits(n), set: cluster.NewBits(n)}
}

// over sets the set for the slots from first to before after.
func (v *view) over(s *slots, first, after int) {
	copy(v.set, v.base)
	if first == 0 && after > 0 {
		v.set.And(s.list[after-1].upTo)
	} else {
		for _, x := range s.list[first:max(after, first)] {
			v.set.And(x.avail)
		}
	}
	v.first, v.after, v.count, v.moved = first, after, v.set.Count(), true
}

// slide is over for later slots than those of the last time, with the same base.
func (v *view) slide(s *slots, first, after int) {
	if first >= v.after {
		v.over(s, first, after)
		return
	}
	v.moved = false
	for _, x := range s.list[v.after-1 : after-1] {
		for _, w := range x.loss {
			v.put(w.At, v.set[w.At]&^w.Bits)
		}
	}
	for _, x := range s.list[v.first:first] {
		for _, w := range x.gain {
			word := v.base[w.At]
			for k := first; word != v.set[w.At] && k < after; k++ {
				word &= s.list[k].avail[w.At]
			}
			v.put(w.At, word)
		}
	}
	v.first, v.after = first, after
}

func (v *view) put(at int32, word uint64) {
	if old := v.set[at]; old != word {
		v.count += bits.OnesCount64(word) - bits.OnesCount64(old)
		v.set[at], v.moved = word, true
	}
}
