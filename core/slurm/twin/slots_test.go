package twin

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/drawn/clusters"
	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// naive is what slots are, with all nodes of all slots looked at each time.
type naive []naiveSlot

type naiveSlot struct {
	begin, end int64
	avail      cluster.Bits
}

func (s *naive) reserve(begin, end int64, nodes cluster.Sparse) {
	if begin >= end {
		return
	}
	for _, at := range []int64{begin, end} {
		for k, x := range *s {
			if x.begin < at && at < x.end {
				(*s)[k].end = at
				x.begin, x.avail = at, slices.Clone(x.avail)
				*s = slices.Insert(*s, k+1, x)
				break
			}
		}
	}
	for _, x := range *s {
		if x.begin >= begin && x.end <= end {
			x.avail.WithoutFew(nodes)
		}
	}
	for k := range len(*s) - 1 {
		if slices.Equal((*s)[k].avail, (*s)[k+1].avail) {
			(*s)[k].end = (*s)[k+1].end
			*s = slices.Delete(*s, k+1, k+2)
			return
		}
	}
}

// Slots that are known by how they differ are those that are known node by node, and so are what is free from a second on, the same
// a little later, and the bounds at which other nodes become free.
func TestSlotsAreThoseOfEachNode(t *testing.T) {
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 17))
		n := 10 + r.IntN(300)
		var s slots
		s.begin(0, 1000, n)
		all := cluster.NewBits(n)
		for i := range n {
			all.Add(i)
		}
		w := naive{{0, 1000, slices.Clone(all)}}
		v := newView(n)
		for range 60 {
			var nodes []int32
			for from := r.IntN(n); from < n && len(nodes) < 1+r.IntN(80); from += 1 + r.IntN(2) {
				nodes = append(nodes, int32(from))
			}
			begin := int64(r.IntN(100) * 10)
			end := begin + int64(r.IntN(40)*10)
			few := cluster.AppendSparse(nil, nodes)
			s.reserve(begin, end, few)
			w.reserve(begin, end, few)
			if len(s.list) != len(w) {
				t.Fatalf("seed %d: %d slots, want %d", seed, len(s.list), len(w))
			}
			for k, x := range s.list {
				if x.begin != w[k].begin || x.end != w[k].end || !slices.Equal(s.avail(k), w[k].avail) {
					t.Fatalf("seed %d: slot %d is [%d, %d), want [%d, %d), or has other nodes", seed, k, x.begin, x.end, w[k].begin, w[k].end)
				}
			}
			look(t, seed, r, &s, w, &v)
		}
	}
}

// avail returns what is free in a slot.
func (s *slots) avail(k int) cluster.Bits {
	set := cluster.NewBits(len(s.lines) << 6)
	for i := range set {
		set[i] = s.free(cluster.Word{At: int32(i), Bits: 1<<64 - 1}, s.list[k].begin, s.list[k].end)
	}
	return set
}

// look compares what is free from a first slot on, and then from later ones.
func look(t *testing.T, seed uint64, r *rand.Rand, s *slots, w naive, v *view) {
	for i := range v.may {
		v.may[i] = r.Uint64() | r.Uint64()
		v.base[i] = v.may[i] & r.Uint64()
	}
	first, after := 0, 1+r.IntN(len(w))
	v.over(s, first, after)
	for {
		want := slices.Clone(v.base)
		for _, x := range w[first:after] {
			want.And(x.avail)
		}
		if !slices.Equal(v.set, want) || v.count != want.Count() {
			t.Fatalf("seed %d: %d nodes are free in the slots from %d to %d, want %d", seed, v.count, first, after, want.Count())
		}
		for k := first; k < after && k+1 < len(w); k++ {
			others := slices.Clone(w[k+1].avail)
			others.And(v.may)
			others.Without(w[k].avail)
			if others.Count() > 0 != s.list[k].gain.Meets(v.may) {
				t.Fatalf("seed %d: slot %d has %d other nodes than the one before", seed, k+1, others.Count())
			}
		}
		if first+1 == len(w) {
			return
		}
		first += 1 + r.IntN(len(w)-1-first)
		after = min(max(after, first+1)+r.IntN(3), len(w))
		v.slide(s, first, after)
	}
}

// Memory that no job asks for changes nothing, though nodes are not alike any more: what is counted by words where they are is then looked
// at node by node.
func TestMemoryThatNobodyAsksForChangesNothing(t *testing.T) {
	for _, version := range []string{"", "24.11", "25.11"} {
		var starts [2][]cluster.Placement
		for i := range starts {
			d := clusters.Leadership(64)
			d.Scheduling.BfIntervalS = ptr(600)
			if d.SlurmVersion = version; i > 0 {
				kind := d.Nodes[0]
				kind.Names = "n[1-40,61-64]"
				d.Nodes[0].Names = "n[41-60]"
				d.Nodes[0].MemoryMiB++
				d.Nodes = append(d.Nodes, kind)
			}
			s, err := cluster.New(d)
			if err != nil {
				t.Fatal(err)
			}
			starts[i] = run(t, cluster.Config{System: s, Jobs: clusters.Campaign(s, 120), Scheduler: New(s), Cut: true}).Placed
		}
		if !reflect.DeepEqual(starts[0], starts[1]) {
			t.Errorf("Slurm %q: jobs start at other seconds or on other nodes", version)
		}
	}
}
