package system

import (
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/job"
	"github.com/backfill-lab/backfill/core/verify"
)

// sound is a legal schedule of two jobs on two nodes.
func sound() ([]Node, []Job, []Stay) {
	nodes := []Node{
		{Name: "a", Cores: 4, MemoryMiB: 8000, GPUs: []int64{0, 2}, Features: 1},
		{Name: "b", Cores: 4, MemoryMiB: 8000, GPUs: []int64{0, 0}, Features: 3},
	}
	jobs := []Job{
		{ID: 1, Earliest: 5, Run: 10, Limit: 20, Cut: true, MinNodes: 1, Tasks: 2, CoresPerTask: 1, MemoryMiB: 2000, PerCore: true,
			GPUs: 1, GPUType: job.None, Features: []uint64{1}, May: []bool{true, true}},
		{ID: 2, Earliest: 0, Run: 30, Limit: 20, Cut: true, MinNodes: 2, MaxNodes: 2, Tasks: 3, TasksPerNode: 2, CoresPerTask: 1, MemoryMiB: 1000,
			May: []bool{true, true}},
	}
	stays := []Stay{
		{Start: 5, End: 15, Nodes: []int32{0}, Cores: []int32{2}, Memory: []int64{4000}, GPUs: []int32{1}, Types: []int32{1}},
		{Start: 10, End: 30, Killed: true, Nodes: []int32{0, 1}, Cores: []int32{2, 1}, Memory: []int64{1000, 1000}},
	}
	return nodes, jobs, stays
}

func TestTheRefereeAcceptsASoundSchedule(t *testing.T) {
	if err := verify.Err(Check(sound())); err != nil {
		t.Fatal(err)
	}
}

// Each change of the sound schedule breaks one rule, which the referee names.
func TestTheRefereeSeesWhatIsWrong(t *testing.T) {
	for _, c := range []struct {
		name, rule, text string
		change           func(n []Node, j []Job, s []Stay)
	}{
		{"never started", verify.RulePlaced, "from -1", func(n []Node, j []Job, s []Stay) { s[0].Start = -1 }},
		{"too early", verify.RuleSubmit, "before 5", func(n []Node, j []Job, s []Stay) { s[0].Start, s[0].End = 4, 14 }},
		{"too short", verify.RuleEnd, "9 s, expected 10", func(n []Node, j []Job, s []Stay) { s[0].End-- }},
		{"not cut at its limit", verify.RuleEnd, "30 s, expected 20", func(n []Node, j []Job, s []Stay) { s[1].End += 10 }},
		{"killed is wrong", verify.RuleKilled, "expected false", func(n []Node, j []Job, s []Stay) { s[0].Killed = true }},
		{"lists differ", RuleHeld, "0 numbers of cores", func(n []Node, j []Job, s []Stay) { s[0].Cores = nil }},
		{"a node twice", RuleHeld, "increasing", func(n []Node, j []Job, s []Stay) { s[1].Nodes = []int32{1, 1} }},
		{"no such node", RuleHeld, "of 2", func(n []Node, j []Job, s []Stay) { s[0].Nodes = []int32{2} }},
		{"too few nodes", RuleNodes, "has 2 nodes, expected at least 3",
			func(n []Node, j []Job, s []Stay) { j[1].MinNodes, j[1].MaxNodes = 3, 3 }},
		{"too many nodes", RuleNodes, "at most 1", func(n []Node, j []Job, s []Stay) { j[1].MinNodes, j[1].MaxNodes = 1, 1 }},
		{"another partition", RuleNodes, "not in its partition", func(n []Node, j []Job, s []Stay) { j[0].May = []bool{false, true} }},
		{"lacks a feature", RuleNodes, "lacks features", func(n []Node, j []Job, s []Stay) { j[0].Features = []uint64{2, 4} }},
		{"less than a task", RuleAsked, "expected 3 for a task", func(n []Node, j []Job, s []Stay) { j[0].CoresPerTask = 3 }},
		{"too few tasks", RuleAsked, "room for 3 tasks, expected 4", func(n []Node, j []Job, s []Stay) { j[1].Tasks = 4 }},
		{"tasks per node", RuleAsked, "room for 2 tasks, expected 3", func(n []Node, j []Job, s []Stay) { j[1].TasksPerNode = 1 }},
		{"too little memory", RuleAsked, "3999 MiB", func(n []Node, j []Job, s []Stay) { s[0].Memory[0] = 3999 }},
		{"whole nodes", RuleAsked, "expected all 4", func(n []Node, j []Job, s []Stay) { j[0].Whole = true }},
		{"no GPU", RuleAsked, "GPUs", func(n []Node, j []Job, s []Stay) { s[0].GPUs, s[0].Types = nil, nil }},
		{"another type of GPU", RuleAsked, "of type 0", func(n []Node, j []Job, s []Stay) { j[0].GPUType = 0 }},
		{"too many cores", verify.RuleCapacity, "5 cores", func(n []Node, j []Job, s []Stay) { s[1].Cores[0] = 3 }},
		{"too much memory", verify.RuleCapacity, "8001 MiB", func(n []Node, j []Job, s []Stay) { s[1].Memory[0] = 4001 }},
		{"too many GPUs", verify.RuleCapacity, "3 GPUs", func(n []Node, j []Job, s []Stay) { s[0].GPUs[0] = 3 }},
		{"shared", RuleSharing, "2 jobs", func(n []Node, j []Job, s []Stay) {
			j[0].Whole, s[0].Cores[0], s[0].Memory[0], n[0].Cores, n[0].MemoryMiB = true, 4, 8000, 4, 9000
			s[1].Cores, s[1].Memory = []int32{0, 3}, []int64{1000, 1000}
		}},
		{"one entry missing", verify.RuleTwice, "more than once", func(n []Node, j []Job, s []Stay) { j[0].ID = 2 }},
	} {
		n, j, s := sound()
		c.change(n, j, s)
		found := false
		for _, v := range Check(n, j, s) {
			found = found || v.Rule == c.rule && strings.Contains(v.Text, c.text)
		}
		if !found {
			t.Errorf("%s: found %v, want %s: %q", c.name, Check(n, j, s), c.rule, c.text)
		}
	}
	n, j, s := sound()
	if v := Check(n, j, s[:1]); len(v) != 1 || v[0].Rule != verify.RuleLength {
		t.Errorf("a schedule without an entry: %v", v)
	}
}
