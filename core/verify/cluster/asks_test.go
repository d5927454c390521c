package cluster

import (
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/verify"
)

// asking is a legal schedule of jobs that ask for what few do.
func asking() Problem {
	nodes := []Node{{Name: "a", Cores: 4, MemoryMiB: 4000, GPUs: []int64{2}, Features: 1},
		{Name: "b", Cores: 4, MemoryMiB: 4000, GPUs: []int64{2}, Features: 2},
		{Name: "c", Cores: 4, MemoryMiB: 4000, GPUs: []int64{2}, Features: 2}}
	job := Job{Run: 10, Limit: 20, MinNodes: 1, Tasks: 1, CoresPerTask: 1, GPUType: -1, Parts: []int32{0}}
	one, two, three, four := job, job, job, job
	one.ID, one.Together, one.Asks = 1, 1, &Asks{Nodes: []int32{0}, Not: []int32{2}}
	two.ID, two.Together, two.MinNodes, two.Tasks = 2, 1, 2, 2
	two.Features, two.Asks = []uint64{1, 2}, &Asks{Alike: true, Neighbours: true, GPUs: 3, GPUMiB: 100, Counted: []Counted{{2, 2}}}
	three.ID, three.Own, three.User = 3, true, 7
	four.ID, four.User, four.Parts = 4, 8, []int32{1}
	stay := func(start, end int64, part int32, cores int32, nodes ...int32) Stay {
		s := Stay{Part: part, Start: start, End: end, How: "COMPLETED", Nodes: nodes}
		for range nodes {
			s.Cores, s.Memory = append(s.Cores, cores), append(s.Memory, 200)
		}
		return s
	}
	stays := []Stay{stay(0, 10, 0, 1, 0), stay(0, 10, 0, 1, 1, 2), stay(20, 35, 0, 4, 0), stay(20, 30, 1, 4, 1)}
	stays[1].GPUs, stays[1].Types = []int32{2, 1}, []int32{0, 0}
	all := []bool{true, true, true}
	return Problem{Nodes: nodes, Parts: []Part{{Nodes: all}, {Nodes: all, Rows: 2}}, Jobs: []Job{one, two, three, four}, Stays: stays,
		Orders: []Order{{At: 22, Job: 2, Do: "suspend"}, {At: 27, Job: 2, Do: "resume"}}}
}

// Each change of the schedule breaks one rule, which the referee names.
func TestTheRefereeSeesWhatFewJobsAskFor(t *testing.T) {
	if err := verify.Err(Check(asking())); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, rule, text string
		change           func(p *Problem)
	}{
		{"a node that it names", RuleNodes, "lacks node b", func(p *Problem) { p.Jobs[0].Asks.Nodes = []int32{1} }},
		{"a node that it excludes", RuleNodes, "has node a", func(p *Problem) { p.Jobs[0].Asks.Not = []int32{0} }},
		{"not alike", RuleNodes, "different features", func(p *Problem) { p.Nodes[1].Features = 1 }},
		{"not neighbours", RuleNodes, "expected neighbours", func(p *Problem) { p.Stays[1].Nodes = []int32{0, 2} }},
		{"too few of a kind", RuleNodes, "expected 3", func(p *Problem) { p.Jobs[1].Asks.Counted[0].Nodes = 3 }},
		{"too few GPUs", RuleAsked, "has 2 GPUs, expected 3", func(p *Problem) { p.Stays[1].GPUs[0] = 1 }},
		{"a node without one", RuleAsked, "no GPU of node b", func(p *Problem) { p.Stays[1].GPUs[0] = 0 }},
		{"with each task", RuleAsked, "expected 5", func(p *Problem) { p.Jobs[1].Asks.TaskGPUs = 1 }},
		{"memory of GPUs", RuleAsked, "expected 400 with", func(p *Problem) { p.Jobs[1].Asks.GPUMiB = 200 }},
		{"components apart", RuleTogether, "starts at 1", func(p *Problem) { p.Stays[1].Start, p.Stays[1].End = 1, 11 }},
		{"components on a node", RuleTogether, "shares a node", func(p *Problem) { p.Stays[1].Nodes = []int32{0, 1} }},
		{"another user's node", RuleSharing, "of another user", func(p *Problem) { p.Stays[3].Nodes = []int32{0} }},
		{"a partition of own nodes", RuleSharing, "of another user", func(p *Problem) {
			p.Jobs[2].Own, p.Parts[1].Own, p.Stays[3].Nodes = false, true, []int32{0}
		}},
		{"more than the rows", verify.RuleCapacity, "6 cores are held", func(p *Problem) { p.Parts[1].Rows, p.Stays[3].Cores = 2, []int32{12} }},
		{"suspended too long", verify.RuleEnd, "9 s, expected 10", func(p *Problem) { p.Orders[1].At++ }},
	} {
		p := asking()
		c.change(&p)
		found := false
		for _, v := range Check(p) {
			found = found || v.Rule == c.rule && strings.Contains(v.Text, c.text)
		}
		if !found {
			t.Errorf("%s: found %v, want %s: %q", c.name, Check(p), c.rule, c.text)
		}
	}
}
