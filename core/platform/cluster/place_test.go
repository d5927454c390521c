package cluster

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// lab is ten nodes of 8 cores: a1 to a4 and b1 to b4 on two switches, g1 with GPUs and h1 with
// much memory, which weighs more, on a third.
func lab(t *testing.T, o Scheduling) *System {
	t.Helper()
	s, err := New(&Description{
		Format: Format,
		Nodes: []NodeType{
			{Names: "a[1-4]", Cores: 8, MemoryMiB: 1000},
			{Names: "b[1-4]", Cores: 8, MemoryMiB: 1000, Features: []string{"fast"}},
			{Names: "g1", Cores: 8, MemoryMiB: 1000, GPUs: map[string]int{"v": 2, "w": 1}},
			{Names: "h1", Cores: 8, MemoryMiB: 9000, Features: []string{"fast", "big"}, Weight: 5},
		},
		Switches:   []Switch{{Name: "sa", Nodes: "a[1-4]"}, {Name: "sb", Nodes: "b[1-4]"}, {Name: "sg", Nodes: "g1,h1"}},
		Partitions: []Partition{{Name: "all", Nodes: "ALL"}, {Name: "part", Nodes: "a[3-4],b1", DefMemPerCoreMiB: 200}},
		Scheduling: o,
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// goes returns where a job goes in a partition, as text; "" if it has no place.
func goes(st *State, j *Job, part int32) string {
	if a, ok := st.Place(j, part, st.sys.Partitions[part].Bits); ok {
		return text(st.sys, a)
	}
	return ""
}

// text shows an allocation: each node with its cores.
func text(s *System, a *Allocation) string {
	var all []string
	for k, i := range a.Nodes {
		all = append(all, fmt.Sprintf("%s:%d", s.Nodes[i].Name, a.Cores[k]))
	}
	return strings.Join(all, " ")
}

// Where jobs go, on a cluster where a1 has 2 and b1 has 5 cores in use, worked out by hand.
func TestPlacesByHand(t *testing.T) {
	one := Job{MinNodes: 1, Tasks: 1, CoresPerTask: 1, GPUType: None}
	with := func(change func(*Job)) Job {
		j := one
		change(&j)
		return j
	}
	for _, c := range []struct {
		name       string
		job        Job
		part       int32
		tree, rows string // want with a topology, and without; "" for no place
	}{
		{"one core: the switch with fewest free nodes, in it the first", one, 0, "g1:1", "b1:1"},
		{"three cores fit exactly on b1, but g1's switch is smaller", with(func(j *Job) { j.Tasks = 3 }), 0, "g1:3", "b1:3"},
		{"eight cores: an empty node", with(func(j *Job) { j.Tasks = 8 }), 0, "g1:8", "a2:8"},
		{"two nodes: the switch that has two, whatever their room",
			with(func(j *Job) { j.MinNodes, j.Tasks = 2, 2 }), 0, "a1:1 a2:1", "a1:1 a2:1"},
		{"24 tasks by 8 on a node", with(func(j *Job) { j.Tasks, j.TasksPerNode = 24, 8 }), 0, "a2:8 a3:8 a4:8", "a2:8 a3:8 a4:8"},
		{"a feature", with(func(j *Job) { j.Features = []uint64{0b10}; j.Tasks = 4 }), 0, "b2:4", "b2:4"},
		{"one of two sets of features", with(func(j *Job) { j.Features = []uint64{0b11, 0b100} }), 0, "h1:1", "h1:1"},
		{"memory that only the heavy node has", with(func(j *Job) { j.MemoryMiB = 2000 }), 0, "h1:1", "h1:1"},
		{"memory per core: 400 on 2 of 3 cores of b1, 8 elsewhere",
			with(func(j *Job) { j.MemoryMiB, j.MemoryPerCore, j.Tasks = 400, true, 2 }), 0, "g1:2", "a1:2"},
		{"two GPUs of one type", with(func(j *Job) { j.GPUs = 2 }), 0, "g1:1", "g1:1"},
		{"two GPUs of a type of which there is one", with(func(j *Job) { j.GPUs, j.GPUType = 2, 1 }), 0, "", ""},
		{"alone on a node", with(func(j *Job) { j.WholeNodes = true }), 0, "g1:8", "a2:8"},
		{"a partition", with(func(j *Job) { j.Tasks = 4 }), 1, "a3:4", "a3:4"},
		{"a partition's memory: 5 cores at 200 MiB fill a node", with(func(j *Job) { j.Tasks = 6 }), 1, "a3:5 a4:1", "a3:5 a4:1"},
		{"more than there is", with(func(j *Job) { j.Tasks = 81 }), 0, "", ""},
		{"all that is free", with(func(j *Job) { j.Tasks = 73 }), 0, "a1:6 a2:8 a3:8 a4:8 b1:3 b2:8 b3:8 b4:8 g1:8 h1:8",
			"a1:6 a2:8 a3:8 a4:8 b1:3 b2:8 b3:8 b4:8 g1:8 h1:8"},
		{"too many nodes needed", with(func(j *Job) { j.Tasks, j.MaxNodes = 9, 1 }), 0, "", ""},
	} {
		for _, tree := range []bool{true, false} {
			s := lab(t, Scheduling{Topology: tree})
			st := NewState(s)
			st.Take(&Allocation{Nodes: []int32{0, 4}, Cores: []int32{2, 5}, Memory: []int64{100, 100}})
			want := c.rows
			if tree {
				want = c.tree
			}
			if got := goes(st, &c.job, c.part); got != want {
				t.Errorf("%s, topology %t: %q, want %q", c.name, tree, got, want)
			}
		}
	}
}

// CR_LLN, for the cluster or a partition, on the same cluster: the least loaded node of the least weight, whatever
// the topology; a job that needs several gets the least loaded ones. h1 is empty and weighs more.
func TestTheLeastLoadedNodesByHand(t *testing.T) {
	for _, c := range []struct {
		name string
		job  Job
		part int32
		want string
	}{
		{"one core: the first empty node", Job{Tasks: 1}, 0, "a2:1"},
		{"three on one node", Job{Tasks: 3, MaxNodes: 1}, 0, "a2:3"},
		{"20 cores: the empty nodes in order", Job{Tasks: 20}, 0, "a2:8 a3:8 a4:4"},
		{"64 cores: all but h1, of which b1 is the last", Job{Tasks: 64}, 0, "a1:6 a2:8 a3:8 a4:8 b1:2 b2:8 b3:8 b4:8 g1:8"},
		{"two nodes", Job{Tasks: 2, MinNodes: 2}, 0, "a2:1 a3:1"},
		{"nine on one node", Job{Tasks: 9, MaxNodes: 1}, 0, ""},
		{"more than two nodes have", Job{Tasks: 17, MaxNodes: 2}, 0, ""},
		{"a partition of its own", Job{Tasks: 9}, 1, "a3:8 a4:1"},
	} {
		for _, own := range []bool{false, true} {
			s := lab(t, Scheduling{LeastLoaded: !own, Topology: own})
			s.Partitions[c.part].LeastLoaded = own
			s.Partitions[c.part].DefMemPerCoreMiB = 0
			st := NewState(s)
			st.Take(&Allocation{Nodes: []int32{0, 4}, Cores: []int32{2, 5}, Memory: []int64{100, 100}})
			j := c.job
			j.MinNodes, j.CoresPerTask, j.GPUType = max(j.MinNodes, 1), 1, None
			if got := goes(st, &j, c.part); got != c.want {
				t.Errorf("%s, of the partition %t: %q, want %q", c.name, own, got, c.want)
			}
		}
	}
}

// What is taken and given back leaves the cluster as it was, and nothing is ever negative.
func TestTakeAndGive(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	s := lab(t, Scheduling{})
	st, before := NewState(s), NewState(s)
	var held []*Allocation
	for range 5000 {
		if len(held) > 0 && r.IntN(2) == 0 {
			k := r.IntN(len(held))
			st.Give(held[k])
			held = slices.Delete(held, k, k+1)
			continue
		}
		j := Job{MinNodes: 1, Tasks: int32(1 + r.IntN(20)), CoresPerTask: int32(1 + r.IntN(3)), MemoryMiB: int64(r.IntN(600)),
			MemoryPerCore: r.IntN(2) == 0, GPUs: int32(r.IntN(6) / 4), GPUType: int32(r.IntN(3) - 1)}
		if a, ok := st.Place(&j, 0, s.Partitions[0].Bits); ok {
			st.Take(a)
			held = append(held, a)
		}
		for i := range s.Nodes {
			if st.Cores[i] < 0 || st.Memory[i] < 0 {
				t.Fatalf("node %s has %d cores and %d MiB left", s.Nodes[i].Name, st.Cores[i], st.Memory[i])
			}
		}
		for _, g := range st.GPUs {
			if g < 0 {
				t.Fatal("fewer than no GPUs are left")
			}
		}
	}
	for _, a := range held {
		st.Give(a)
	}
	if !slices.Equal(st.Cores, before.Cores) || !slices.Equal(st.Memory, before.Memory) || !slices.Equal(st.GPUs, before.GPUs) ||
		!slices.Equal(st.Jobs, before.Jobs) {
		t.Error("all was given back, and the cluster is not empty")
	}
}

// What a description gets wrong is said in one line that names it.
func TestMistakesOfADescription(t *testing.T) {
	good := func() *Description {
		return &Description{Format: Format, Nodes: []NodeType{{Names: "n[1-2]", Cores: 4}}, Partitions: []Partition{{Name: "p", Nodes: "ALL"}}}
	}
	if _, err := New(good()); err != nil {
		t.Fatal(err)
	}
	for want, change := range map[string]func(d *Description){
		"format 1":              func(d *Description) { d.Format = 2 },
		"has no nodes":          func(d *Description) { d.Nodes = nil },
		"has no partitions":     func(d *Description) { d.Partitions = nil },
		"n2 is described twice": func(d *Description) { d.Nodes = append(d.Nodes, NodeType{Names: "n2", Cores: 1}) },
		"nodes[0].cores is 0: give a whole number from 1 to 1000000": func(d *Description) { d.Nodes[0].Cores = 0 },
		"unknown node m1":            func(d *Description) { d.Partitions[0].Nodes = "n1,m1" },
		"account a is described":     func(d *Description) { d.Accounts = []Account{{Name: "a"}, {Name: "a"}} },
		"below c, which":             func(d *Description) { d.Accounts = []Account{{Name: "b", Parent: "c"}} },
		"at most 64":                 func(d *Description) { d.Nodes[0].Features = many(65) },
		"nodes n[1-":                 func(d *Description) { d.Nodes[0].Names = "n[1-" },
		"partition p has no nodes":   func(d *Description) { d.Partitions[0].Nodes = "" },
		"partition p is described t": func(d *Description) { d.Partitions = append(d.Partitions, d.Partitions[0]) },
	} {
		d := good()
		change(d)
		if _, err := New(d); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("want %q, got %v", want, err)
		}
	}
}

func many(n int) (all []string) {
	for i := range n {
		all = append(all, fmt.Sprint("f", i))
	}
	return all
}

func TestAJobWithoutAnAccountHasItsUsersDefault(t *testing.T) {
	s, err := New(&Description{Format: Format, Nodes: []NodeType{{Names: "n", Cores: 1}}, Partitions: []Partition{{Name: "p", Nodes: "ALL"}},
		Accounts: []Account{{Name: "a", Users: []User{{Name: "u"}, {Name: "v"}}}, {Name: "b", Users: []User{{Name: "u", Default: true}}}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ user, account, want string }{
		{"u", "", "b"}, {"u", "a", "a"}, {"v", "", "a"}, {"w", "", "root"}, {"w", "new", "new"}, {"v", "b", "b"},
	} {
		if got := s.Accounts[s.Users[s.User(c.user, c.account, "")].Parent].Name; got != c.want {
			t.Errorf("a job of %s in %q is of account %s, want %s", c.user, c.account, got, c.want)
		}
	}
}

// Slurm has an association a partition, as LBNL's users have: one that holds there goes before one that holds in all.
func TestAnAssociationMayHoldInAPartitionOnly(t *testing.T) {
	s, err := New(&Description{Format: Format, Nodes: []NodeType{{Names: "n", Cores: 1}}, Partitions: []Partition{{Name: "p", Nodes: "ALL"}},
		Accounts: []Account{{Name: "a", Users: []User{
			{Name: "u", Partition: "p"}, {Name: "u", Partition: "q"}, {Name: "v"}, {Name: "v", Partition: "p"}}}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		user, partition, want string
		made                  bool
	}{{"u", "p", "p", false}, {"u", "q", "q", false}, {"u", "r", "", true}, {"v", "p", "p", false}, {"v", "r", "", false}} {
		before := len(s.Users)
		if got := s.Users[s.User(c.user, "a", c.partition)]; got.Name != c.user || got.Partition != c.want || len(s.Users) > before != c.made {
			t.Errorf("%s in %s has %+v", c.user, c.partition, got)
		}
	}
}
