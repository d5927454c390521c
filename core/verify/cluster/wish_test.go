package cluster

import (
	"testing"

	"github.com/backfill-lab/backfill/core/verify"
)

// wishing is a legal schedule of jobs with wishes: one was shortened, one has what it prefers, one left by its deadline, two share a label.
func wishing() Problem {
	nodes := []Node{{Name: "a", Cores: 4, MemoryMiB: 10, Features: 1}, {Name: "b", Cores: 4, MemoryMiB: 10, Features: 2}}
	job := Job{Run: 90, Limit: 300, Kill: 300, MinNodes: 1, Tasks: 1, CoresPerTask: 1, GPUType: -1, Parts: []int32{0}}
	short, spent, prefers, late, first, second := job, job, job, job, job, job
	short.Wish = &Wish{Least: 60, Deadline: 70}
	spent.Wish = &Wish{Least: 60, Spent: 60}
	prefers.Features, prefers.Wish = []uint64{1}, &Wish{Instead: &Instead{Features: []uint64{2}}}
	late.Wish = &Wish{Least: 60, Deadline: 100}
	first.Label, second.Label = 1, 1
	jobs := []Job{short, spent, prefers, late, first, second}
	for i := range jobs {
		jobs[i].ID = int64(i + 1)
	}
	stay := func(start, end, limit int64, how string, node int32) Stay {
		return Stay{Start: start, End: end, How: how, Limit: limit, Nodes: []int32{node}, Cores: []int32{1}, Memory: []int64{0}}
	}
	return Problem{Nodes: nodes, Parts: []Part{{Nodes: []bool{true, true}}}, Jobs: jobs, Stays: []Stay{
		stay(0, 60, 60, "TIMEOUT", 0), stay(0, 150, 120, "TIMEOUT", 1), stay(0, 90, 300, "COMPLETED", 1),
		{Start: -1, End: 41, How: "DEADLINE"}, stay(200, 290, 0, "COMPLETED", 0), stay(210, 300, 0, "COMPLETED", 0)}}
}

// Each change of the schedule breaks one rule, which the referee names.
func TestTheRefereeSeesWishes(t *testing.T) {
	if err := verify.Err(Check(wishing())); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, rule string
		change     func(p *Problem)
	}{
		{"shorter than it allows", RuleWish, func(p *Problem) { p.Stays[1].Limit, p.Stays[1].End = 50, 80 }},
		{"longer than it asks for", RuleWish, func(p *Problem) { p.Stays[1].Limit, p.Stays[1].End = 310, 340 }},
		{"beyond its deadline", RuleWish, func(p *Problem) { p.Jobs[0].Wish.Deadline = 59 }},
		{"ended at another limit", verify.RuleEnd, func(p *Problem) { p.Stays[0].End = 61 }},
		{"with its run of another limit", verify.RuleEnd, func(p *Problem) { p.Stays[1].End = 149 }},
		{"not what it prefers, nor what it asks for", RuleNodes, func(p *Problem) { p.Jobs[2].Wish.Instead.Features = []uint64{4} }},
		{"not as many as it prefers", RuleNodes, func(p *Problem) {
			p.Jobs[2].Wish.Instead = &Instead{Counted: []Counted{{Features: 2, Nodes: 2}}}
		}},
		{"not alike", RuleNodes, func(p *Problem) { p.Jobs[2].Wish.Instead = &Instead{Features: []uint64{8}, Alike: true} }},
		{"left too early", RuleWish, func(p *Problem) { p.Stays[3].End = 40 }},
		{"left without a deadline", RuleWish, func(p *Problem) { p.Jobs[3].Wish = nil }},
		{"with another label", RuleSharing, func(p *Problem) { p.Jobs[5].Label = 2 }},
		{"with no label", RuleSharing, func(p *Problem) { p.Jobs[4].Label = 0 }},
	} {
		p := wishing()
		c.change(&p)
		found := Check(p)
		if len(found) != 1 || found[0].Rule != c.rule {
			t.Errorf("%s: %v, want one of %s", c.name, found, c.rule)
		}
	}
}
