package cluster

import "testing"

// Of which nodes jobs get cores where a partition may have few of each, worked out by hand. Nodes have 4, 4 and 8 cores, partition few
// may have 3 of each, and of n1 its jobs hold 2 and others 1.
func TestCoresOfAPartitionByHand(t *testing.T) {
	s, err := New(&Description{Format: Format, Nodes: []NodeType{{Names: "n[1-2]", Cores: 4}, {Names: "n3", Cores: 8, ThreadsPerCore: 2}},
		Partitions: []Partition{{Name: "all", Nodes: "ALL"}, {Name: "few", Nodes: "ALL", MaxCPUsPerNode: 3},
			{Name: "four", Nodes: "ALL", MaxCPUsPerNode: 4}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name  string
		tasks int32
		ask   func(*Job)
		part  int32
		want  string // "" for no place
	}{
		{"one core fits on the node of which 1 is left", 1, nil, 1, "n1:1"},
		{"two do not, nor need they all that n2 has", 2, nil, 1, "n2:2"},
		{"four go to two nodes", 4, nil, 1, "n1:1 n2:3"},
		{"seven are all that is left, in whole cores", 7, nil, 1, "n1:1 n2:3 n3:4"},
		{"eight are too many", 8, nil, 1, ""},
		{"which others may have", 8, nil, 0, "n3:8"},
		{"a task of two cores: one on a node", 2, func(j *Job) { j.CoresPerTask = 2 }, 1, "n2:2 n3:2"},
		{"none is alone on a node with more", 1, func(j *Job) { j.WholeNodes = true }, 1, ""},
		{"but on one with as many", 1, func(j *Job) { j.WholeNodes = true }, 2, "n2:4"},
		{"nor for its user, which n1 has no more cores for", 1, func(j *Job) { j.OwnNodes = true }, 1, "n1:1"},
	} {
		st := NewState(s)
		for part := range int32(2) {
			st.Take(&Allocation{Nodes: []int32{0}, Cores: []int32{1 + part}, Memory: []int64{0}, Part: part})
		}
		j := Job{MinNodes: 1, Tasks: c.tasks, CoresPerTask: 1, GPUType: None}
		if c.ask != nil {
			c.ask(&j)
		}
		got := ""
		if a, ok := st.Place(&j, c.part, s.Partitions[c.part].Bits); ok {
			got = text(s, a)
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
