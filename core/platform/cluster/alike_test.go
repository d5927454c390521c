package cluster_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/drawn/clusters"
	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// Where all nodes are alike and jobs have them alone, counting nodes by words of their sets finds the places that looking at each node
// finds, whatever runs, whatever set is asked for and however many jobs have given back what they held.
func TestAlikeNodesAreFoundAsEachNodeIs(t *testing.T) {
	places := 0
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 31))
		d := clusters.Leadership(100 + r.IntN(500))
		d.Partitions[0].WholeNodes, d.Partitions[0].MaxNodes = false, r.IntN(2)*(1+r.IntN(200))
		s, err := cluster.New(d)
		if err != nil {
			t.Fatal(err)
		}
		st, n := cluster.NewState(s), len(s.Nodes)
		draw := func(most int) cluster.Bits {
			set := cluster.NewBits(n)
			for range r.IntN(most) {
				from := r.IntN(n)
				for i := from; i < min(from+r.IntN(90), n); i++ {
					set.Add(i)
				}
			}
			return set
		}
		var held []*cluster.Allocation
		for range r.IntN(60) { // some share their nodes
			j := cluster.Job{MinNodes: 1, Tasks: int32(1 + r.IntN(400)), CoresPerTask: int32(1 + r.IntN(20)), GPUType: cluster.None,
				WholeNodes: r.IntN(2) == 0}
			if a, ok := st.Place(&j, 0, draw(20)); ok {
				st.Take(a)
				held = append(held, a)
			}
		}
		nodes := draw(40)
		alike := cluster.NewAlike(st, 0, nodes)
		if alike == nil {
			continue
		}
		alike.Begin()
		for range 3 {
			j := cluster.Job{MinNodes: int32(1 + r.IntN(150)), CoresPerTask: int32(1 + r.IntN(30)), GPUType: cluster.None, WholeNodes: true,
				TasksPerNode: int32(r.IntN(3)), GPUs: int32(r.IntN(2) * 8)}
			j.Tasks = j.MinNodes * int32(1+r.IntN(3))
			if r.IntN(3) == 0 {
				j.MaxNodes = j.MinNodes + int32(r.IntN(3))
			}
			var each cluster.Releases
			each.Begin(st, &j, 0, nodes)
			alike.For(&j, 0)
			for _, a := range held {
				each.Give(a, nodes)
				if alike.Jobs() < len(held) {
					alike.Give(a, nodes)
				}
			}
			set := draw(30)
			set.And(nodes)
			each.Within(set)
			alike.Within(set)
			for k := 0; ; k++ {
				if each.Enough() != alike.Enough() || each.Enough() != alike.Ever(k, set) {
					t.Fatalf("seed %d, %d jobs gone: enough %t, by words %t, ever %t", seed, k, each.Enough(), alike.Enough(), alike.Ever(k, set))
				}
				if each.Enough() {
					places += same(t, seed, &each, alike, set)
				}
				if k == len(held) {
					break
				}
				each.Given(k, set)
				alike.Given(k, set)
			}
		}
	}
	if places < 1000 {
		t.Errorf("only %d places were compared", places)
	}
}

func same(t *testing.T, seed uint64, each *cluster.Releases, alike *cluster.Alike, set cluster.Bits) int {
	a, ok := each.Place(set)
	b, found := alike.Place(set)
	if ok != found {
		t.Fatalf("seed %d: a place %t, by words %t", seed, ok, found)
	}
	if !ok {
		return 0
	}
	if x, y := a.Allocation(), b.Allocation(); !reflect.DeepEqual(x, y) || !slices.Equal(b.Nodes(), cluster.AppendSparse(nil, x.Nodes)) {
		t.Fatalf("seed %d: place %v, by words %v", seed, x, y)
	}
	return 1
}
