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
		if got := goes(st, &j, c.part); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// The order in which jobs take nodes, worked out by hand: n1 to n3 of 4 cores, of which n1 has one left, and n4 that weighs more; or with
// bf_busy_nodes all free, but n2 and n3 busy now.
func TestNodesInOrderByHand(t *testing.T) {
	for _, c := range []struct {
		name  string
		busy  bool
		tasks int32
		most  int32
		want  string
	}{
		{"one core at the end of the lightest", false, 1, 0, "n3:1"},
		{"two do not go there", false, 2, 0, "n2:2"},
		{"busy nodes, and one idle of their weight more, as Slurm has it", true, 6, 0, "n1:1 n2:4 n3:1"},
		{"all that are needed", true, 12, 0, "n1:4 n2:4 n3:4"},
		{"the heavy one last", true, 14, 0, "n1:4 n2:4 n3:4 n4:2"},
		{"one more than it may have", true, 2, 1, "n1:1 n2:1"},
		{"more than there are", true, 17, 0, ""},
	} {
		s, err := New(&Description{Format: Format, Nodes: []NodeType{{Names: "n[1-3]", Cores: 4}, {Names: "n4", Cores: 4, Weight: 5}},
			Partitions: []Partition{{Name: "all", Nodes: "ALL"}}, Scheduling: Scheduling{PackSerial: !c.busy}})
		if err != nil {
			t.Fatal(err)
		}
		st, now := NewState(s), NewState(s)
		if c.busy {
			now.Take(&Allocation{Nodes: []int32{1, 2}, Cores: []int32{1, 1}, Memory: []int64{0, 0}})
			st.PreferBusy(now)
		} else {
			st.Take(&Allocation{Nodes: []int32{0}, Cores: []int32{3}, Memory: []int64{0}})
		}
		if got := goes(st, &Job{MinNodes: 1, MaxNodes: c.most, Tasks: c.tasks, CoresPerTask: 1, GPUType: None}, 0); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
