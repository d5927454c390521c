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

// Whether a job could run on nodes of a set is the same by words as node by node, where some nodes are of another kind, too.
func TestCouldsOnASet(t *testing.T) {
	yes, no := 0, 0
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 37))
		d := clusters.Leadership(50 + r.IntN(300))
		if r.IntN(3) == 0 {
			other := d.Nodes[0]
			d.Nodes[0].Names, other.Names, other.Cores = "n[1-40]", "n[41-50]", 32
			d.Nodes, d.Switches = append(d.Nodes, other), d.Switches[:1]
			d.Switches[0].Nodes, d.Partitions[1].Nodes = "n[1-50]", "n[30-50]"
		}
		d.Partitions[1].MaxNodes = r.IntN(2) * 20
		s, err := cluster.New(d)
		if err != nil {
			t.Fatal(err)
		}
		coulds, empty := cluster.NewCoulds(s), cluster.NewState(s)
		for range 40 {
			set, part := cluster.NewBits(len(s.Nodes)), int32(r.IntN(2))
			for i := r.IntN(len(s.Nodes)); i < len(s.Nodes); i += 1 + r.IntN(3) {
				set.Add(i)
			}
			set.And(s.Partitions[part].Bits)
			j := cluster.Job{MinNodes: int32(1 + r.IntN(60)), CoresPerTask: int32(1 + r.IntN(40)), GPUType: cluster.None, GPUs: int32(r.IntN(2) * 8)}
			j.Tasks = j.MinNodes * int32(1+r.IntN(2))
			_, want := empty.Place(&j, part, set)
			if got := coulds.On(&j, part, set); got != want {
				t.Fatalf("seed %d: a job of %d nodes could run: %t, node by node %t", seed, j.MinNodes, got, want)
			}
			if want {
				yes++
			} else {
				no++
			}
		}
	}
	if yes < 500 || no < 500 {
		t.Errorf("only %d could and %d could not", yes, no)
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
