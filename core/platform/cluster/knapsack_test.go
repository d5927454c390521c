package cluster

import "testing"

// Six nodes of which 1, 2, 0, 0, 0 and 2 cores are free. A row of two neighbours comes first, and is too small for four tasks on two
// nodes: without n1 they fit, as in a run of Slurm 24.11 (licences, job 48).
func TestSmallNodesAreLeftOutByHand(t *testing.T) {
	s, err := New(&Description{Format: Format, Nodes: []NodeType{{Names: "n[1-6]", Cores: 4, MemoryMiB: 1}},
		Partitions: []Partition{{Name: "p", Nodes: "ALL"}}})
	if err != nil {
		t.Fatal(err)
	}
	st := NewState(s)
	st.Take(&Allocation{Nodes: []int32{0, 1, 2, 3, 4, 5}, Cores: []int32{3, 2, 4, 4, 4, 2}, Memory: make([]int64, 6)})
	for _, c := range []struct {
		min, max, tasks int32
		want            string
	}{{2, 2, 4, "n2:2 n6:2"}, {2, 2, 3, "n1:1 n2:2"}, {2, 2, 5, ""}, {3, 3, 5, "n1:1 n2:2 n6:2"}, {1, 1, 2, "n2:2"},
		{1, 0, 4, "n1:1 n2:2 n6:1"}} {
		j := Job{MinNodes: c.min, MaxNodes: c.max, Tasks: c.tasks, CoresPerTask: 1, GPUType: None}
		got := ""
		if a, ok := st.Place(&j, 0, s.Partitions[0].Bits); ok {
			got = text(s, a)
		}
		if got != c.want {
			t.Errorf("%d tasks on %d to %d nodes: %q, want %q", c.tasks, c.min, c.max, got, c.want)
		}
		if set, _ := st.Could(&j, 0); set.Count() < 1 || c.max != 1 && set.Count() != 3 {
			t.Errorf("%d tasks on %d to %d nodes: %d nodes could have some", c.tasks, c.min, c.max, set.Count())
		}
	}
}
