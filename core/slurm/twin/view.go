package twin

import (
	"math/bits"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// A view is the nodes that a waiting job could have for its whole length from a second on.
type view struct {
	may   cluster.Bits // that no reservation of the administrators keeps from it, and are up
	base  cluster.Bits // those that are looked at
	set   cluster.Bits // of these, those that are free in the slots from first to before after
	first int
	after int
	count int          // of set
	moved bool         // set is another than the last time, among the nodes that were asked for
	basis cluster.Bits // those on which the last answer depends; nil for all

	from, until int  // the slots that are asked for now, of which set is not worked out where one of them has too few nodes
	short       int  // the last of them that has, or -1
	based       bool // set belongs to base
}

func newView(n int) view {
	return view{may: cluster.NewBits(n), base: cluster.NewBits(n), set: cluster.NewBits(n)}
}

// shorten finds the last slot that has fewer nodes than a job needs, among those asked for from a slot on.
func (v *view) shorten(s *slots, from int, least int32) {
	for k := v.until - 1; k >= from; k-- {
		if s.most[k] < least {
			v.short = k
			return
		}
	}
}

// update works out the set for the slots asked for.
func (v *view) update(s *slots) {
	if v.based {
		v.slide(s, v.from, v.until)
	} else {
		v.over(s, v.from, v.until)
	}
	v.based = true
}

// over sets the set for the slots from first to before after.
func (v *view) over(s *slots, first, after int) {
	v.first, v.after, v.count, v.moved = first, after, 0, true
	for i, w := range v.base {
		switch {
		case first >= after:
		case first == 0:
			w &= s.list[after-1].upTo[i]
		default:
			w = s.free(cluster.Word{At: int32(i), Bits: w}, s.list[first].begin, s.list[after-1].end)
		}
		v.set[i] = w
		v.count += bits.OnesCount64(w)
	}
}

// slide is over for later slots than those of the last time, with the same base.
func (v *view) slide(s *slots, first, after int) {
	if first >= after { // after the last slot
		v.over(s, first, after)
		return
	}
	v.moved = false
	for _, x := range s.list[v.after-1 : after-1] {
		for _, w := range x.loss {
			v.put(w.At, v.set[w.At]&^w.Bits)
		}
	}
	until := s.list[after-1].end
	for _, x := range s.list[v.first:first] {
		if x.reach < until { // which is so for gaps between two jobs
			continue
		}
		reach := int64(0)
		for _, w := range x.gain {
			reach = max(reach, s.over(w, x.end))
			w.Bits &= v.base[w.At]
			v.put(w.At, v.set[w.At]|s.free(w, s.list[first].begin, until))
		}
		x.reach = reach
	}
	v.first, v.after = first, after
}

func (v *view) put(at int32, word uint64) {
	if old := v.set[at]; old != word {
		v.count += bits.OnesCount64(word) - bits.OnesCount64(old)
		v.set[at] = word
		v.moved = v.moved || v.basis == nil || (old^word)&v.basis[at] != 0
	}
}
