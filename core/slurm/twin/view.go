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
	count int  // of set
	moved bool // set is another than the last time
}

func newView(n int) view {
	return view{may: cluster.NewBits(n), base: cluster.NewBits(n), set: cluster.NewBits(n)}
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
		v.set[at], v.moved = word, true
	}
}
