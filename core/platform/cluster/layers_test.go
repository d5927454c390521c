package cluster

import (
	"fmt"
	"testing"
)

// layered is two nodes of four cores with a partition of two rows, one of a higher tier and one of a lower.
func layered(t *testing.T, preempt string) *State {
	s, err := New(&Description{
		Format: Format, Nodes: []NodeType{{Names: "n[1-2]", Cores: 4}}, Preemption: Preemption{Type: preempt, Gang: true},
		Partitions: []Partition{{Name: "rows", Nodes: "ALL", PriorityTier: 2, OverSubscribe: 2, OverForce: true},
			{Name: "high", Nodes: "ALL", PriorityTier: 3, OverSubscribe: 1, OverForce: true},
			{Name: "low", Nodes: "ALL", PriorityTier: 1, OverSubscribe: 1, OverForce: true}, {Name: "alone", Nodes: "ALL", PriorityTier: 9}},
	})
	if err != nil {
		t.Fatal(err)
	}
	st := NewState(s)
	st.ShareCores()
	return st
}

// A step places a job of a partition, or takes away the one that an earlier step has placed.
type layerStep struct {
	part  int32
	cores int32
	away  int    // 1 for that of the first step
	want  string // nodes and their cores as numbers of bits; - for none
}

// Where jobs go that may have cores of others, by hand. Cores 0 to 3 are 1, 2, 4 and 8.
func TestCoresOfOthersByHand(t *testing.T) {
	const rows, high, low, alone = 0, 1, 2, 3
	for _, c := range []struct {
		name    string
		preempt string
		steps   []layerStep
	}{
		{"free cores first, then the second row, and no third", "partition_prio", []layerStep{{rows, 6, 0, "n1:15 n2:3"}, {rows, 2, 0, "n2:12"},
			{rows, 4, 0, "n1:15"}, {rows, 4, 0, "n2:15"}, {rows, 1, 0, "-"}}},
		{"over lower tiers, not over higher ones", "partition_prio", []layerStep{{low, 8, 0, "n1:15 n2:15"}, {high, 3, 0, "n1:7"},
			{rows, 5, 0, "n1:8 n2:15"}, {rows, 4, 0, "n2:15"}, {low, 1, 0, "-"}}},
		{"lower tiers are spared where that is possible", "partition_prio", []layerStep{{rows, 4, 0, "n1:15"}, {low, 2, 0, "n2:3"},
			{high, 6, 0, "n1:15 n2:3"}, {high, 2, 0, "n2:12"}}},
		{"rows are packed: the second and the third are one row when the first has gone", "partition_prio", []layerStep{
			{rows, 8, 0, "n1:15 n2:15"}, {rows, 4, 0, "n1:15"}, {rows, 4, 0, "n2:15"}, {away: 1}, {rows, 8, 0, "n1:15 n2:15"}, {rows, 1, 0, "-"}}},
		{"a partition whose jobs share with nobody and one that shares have no node together", "partition_prio", []layerStep{
			{rows, 1, 0, "n1:1"}, {alone, 4, 0, "n2:15"}, {alone, 1, 0, "-"}, {high, 4, 0, "n1:15"}, {high, 1, 0, "-"}}},
		{"without preemption over all other tiers", "", []layerStep{{high, 8, 0, "n1:15 n2:15"}, {low, 8, 0, "n1:15 n2:15"}, {low, 1, 0, "-"}}},
	} {
		st := layered(t, c.preempt)
		var placed []*Allocation
		for k, step := range c.steps {
			if step.away > 0 {
				st.Give(placed[step.away-1])
				placed[step.away-1] = nil
				placed = append(placed, nil)
				continue
			}
			j := Job{MinNodes: 1, Tasks: step.cores, CoresPerTask: 1, GPUType: None, QOS: None, Partitions: []int32{step.part}}
			a, ok := st.Place(&j, step.part, st.sys.Partitions[step.part].Bits)
			got := "-"
			if ok {
				st.Take(a)
				got = ""
				for i, n := range a.Nodes {
					got += fmt.Sprintf(" %s:%d", st.sys.Nodes[n].Name, a.On[i][0])
				}
				got = got[1:]
			}
			placed = append(placed, a)
			if got != step.want {
				t.Errorf("%s: step %d has %s, want %s", c.name, k+1, got, step.want)
			}
		}
		for _, a := range placed {
			if a != nil {
				st.Give(a)
			}
		}
		if st.Cores[0]+st.Cores[1] != 8 {
			t.Errorf("%s: of 8 cores %v are free in the end", c.name, st.Cores)
		}
	}
}

// The extra row is for those who preempt by their QOS.
func TestTheExtraRow(t *testing.T) {
	st := layered(t, "qos")
	j := Job{MinNodes: 1, Tasks: 8, CoresPerTask: 1, GPUType: None, QOS: None, Partitions: []int32{1}}
	for _, c := range []struct{ extra, ok bool }{{false, true}, {false, false}, {true, true}, {true, false}} {
		st.UseExtraRow(c.extra)
		a, ok := st.Place(&j, 1, st.sys.Partitions[1].Bits)
		if ok {
			st.Take(a)
		}
		if ok != c.ok {
			t.Errorf("extra row %t: placed %t", c.extra, ok)
		}
	}
}
