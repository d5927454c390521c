package cluster

import (
	"strings"
	"testing"
)

// What is wrong with generic resources of a description is an error that names the nodes.
func TestGenericResourcesThatCannotBe(t *testing.T) {
	for want, g := range map[string][]Gres{
		"give a name other than gpu":                        {{Count: 1}},
		`resource "gpu"`:                                    {{Name: "gpu", Count: 1}},
		"nodes[0].gres[0].count is -1: give a whole number": {{Name: "fpga", Count: -1}},
		"1 numbers of its parts":                            {{Name: "shard", Type: "x", PerGPU: []int64{4}}},
		`0 GPUs of type "y"`:                                {{Name: "shard", Type: "y", PerGPU: []int64{4}}},
		"two kinds of parts of GPUs of type ": {{Name: "shard", Type: "x", PerGPU: []int64{4, 4}},
			{Name: "mps", Type: "x", PerGPU: []int64{1, 1}}},
	} {
		_, err := New(&Description{Format: Format, Nodes: []NodeType{{Names: "n", Cores: 1, GPUs: map[string]int{"x": 2}, Gres: g}},
			Partitions: []Partition{{Name: "p", Nodes: "n"}}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %s", g, err, want)
		}
	}
}

// What is taken and given back in any order is what it was.
func TestTakingAndGivingBackGenericResources(t *testing.T) {
	s, err := New(&Description{Format: Format, SlurmVersion: "24.11", Partitions: []Partition{{Name: "p", Nodes: "ALL"}}, Nodes: []NodeType{{
		Names: "n[1-2]", Cores: 9, GPUs: map[string]int{"x": 2},
		Gres: []Gres{{Name: "shard", Type: "x", PerGPU: []int64{2, 4}}, {Name: "fpga", Count: 2}}}}})
	if err != nil {
		t.Fatal(err)
	}
	shard, fpga := s.GresKind("SHARD", ""), s.GresKind("fpga", "")
	ask := func(gpus int32, needs ...GresNeed) Job {
		return Job{MinNodes: 1, MaxNodes: 1, Tasks: 1, CoresPerTask: 1, GPUs: gpus, GPUType: None, QOS: None, Partitions: []int32{0},
			Asks: &Asks{Gres: needs}}
	}
	st := NewState(s)
	jobs := []Job{ask(0, GresNeed{shard, 3}), ask(1), ask(0, GresNeed{shard, 1}, GresNeed{fpga, 2}), ask(2), ask(0, GresNeed{shard, 3})}
	want := []string{"n1 of GPU 1", "n1 of GPU 0", "n1 of GPU 1", "n2", "-"} // 1 shard is free of GPU 1, and GPU 0 is given whole
	var held []*Allocation
	for k := range jobs {
		a, ok := st.Place(&jobs[k], 0, s.Partitions[0].Bits)
		got := "-"
		if ok {
			st.Take(a)
			held = append(held, a)
			got = s.Nodes[a.Nodes[0]].Name
			if jobs[k].GPUs < 2 {
				got += " of GPU " + string(rune('0'+a.Gres[0].Slot))
			}
		}
		if got != want[k] {
			t.Errorf("job %d: %s, want %s", k, got, want[k])
		}
	}
	for _, k := range []int{2, 0, 3, 1} {
		st.Give(held[k])
	}
	empty := NewState(s)
	for i := range int32(2) {
		for k, n := range st.SlotsOf(i) {
			if n != empty.SlotsOf(i)[k] || !st.whole(i, k) || st.GPUs[i] != 2 {
				t.Errorf("node %d: %d of slot %d and %d GPUs are free", i, n, k, st.GPUs[i])
			}
		}
	}
}
