package cluster

import (
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/verify"
)

// turns is a legal schedule of three jobs on a node of four cores: two of a partition take turns on two of its cores, and one of a higher
// tier has all of them from second 20 to 30, for which the others are suspended.
func turns() Problem {
	job := Job{Run: 20, Limit: 30, MinNodes: 1, Tasks: 2, CoresPerTask: 1, GPUType: -1, MemoryMiB: 100, Parts: []int32{0}}
	one, two, three := job, job, job
	one.ID, two.ID, three.ID = 1, 2, 3
	three.Run, three.Tasks, three.Parts = 10, 4, []int32{1}
	stay := func(start, end int64, part, cores int32, on uint64, pauses ...Pause) Stay {
		return Stay{Part: part, Start: start, End: end, How: "COMPLETED", Nodes: []int32{0}, Cores: []int32{cores}, Memory: []int64{100},
			On: [][]uint64{{on}}, Pauses: pauses}
	}
	const s = second
	return Problem{Gang: true, Nodes: []Node{{Name: "a", Cores: 4, MemoryMiB: 300}},
		Parts: []Part{{Nodes: []bool{true}, Rows: 2, Tier: 1}, {Nodes: []bool{true}, Rows: 1, Tier: 2}},
		Jobs:  []Job{one, two, three}, Stays: []Stay{
			stay(0, 40, 0, 2, 3, Pause{10 * s, 30 * s}),
			stay(0, 50, 0, 2, 3, Pause{0, 10 * s}, Pause{20 * s, 40 * s}),
			stay(20, 30, 1, 4, 15)}}
}

// Each change of the schedule breaks one rule, which the referee names.
func TestTheRefereeSeesWhoRunsAtATime(t *testing.T) {
	for _, c := range []struct {
		name, rule, text string
		change           func(p *Problem)
	}{
		{"as it is", "", "", func(*Problem) {}},
		{"both have room", "", "", func(p *Problem) {
			p.Stays[1].On[0][0], p.Stays[1].Pauses, p.Stays[1].End = 12, p.Stays[1].Pauses[1:], 40
		}},
		{"the same core", verify.RuleCapacity, "have 5 cores", func(p *Problem) {
			p.Stays[1].On[0][0], p.Stays[1].Pauses, p.Stays[1].End = 6, p.Stays[1].Pauses[1:], 40
		}},
		{"cores are counted", "", "", func(p *Problem) {
			p.Counts, p.Stays[1].On[0][0], p.Stays[1].Pauses, p.Stays[1].End = true, 6, p.Stays[1].Pauses[1:], 40
		}},
		{"beside a job of a higher tier", verify.RuleCapacity, "have 5 cores", func(p *Problem) {
			p.Stays[0].Pauses[0].Until, p.Stays[0].End = 25*second, 35
		}},
		{"which has turns itself", "", "", func(p *Problem) { p.Parts[1].Rows, p.Stays[0].Pauses[0].Until, p.Stays[0].End = 2, 25*second, 35 }},
		{"of the same tier", "", "", func(p *Problem) { p.Parts[1].Tier, p.Stays[0].Pauses[0].Until, p.Stays[0].End = 1, 25*second, 35 }},
		{"too many cores", verify.RuleCapacity, "have 6 cores", func(p *Problem) {
			p.Counts, p.Stays[0].Pauses[0].Until, p.Stays[0].End = true, 25*second, 35
		}},
		{"memory is held", verify.RuleCapacity, "300 MiB", func(p *Problem) { p.Nodes[0].MemoryMiB = 299 }},
		{"suspended too long", verify.RuleEnd, "expected 20", func(p *Problem) { p.Stays[1].End-- }},
		{"within a second", "", "", func(p *Problem) { p.Stays[1].Pauses[1].Until += 1; p.Stays[1].End++ }},
	} {
		p := turns()
		c.change(&p)
		if found := Check(p); c.rule == "" && len(found) > 0 ||
			c.rule != "" && (len(found) != 1 || found[0].Rule != c.rule || !strings.Contains(found[0].Text, c.text)) {
			t.Errorf("%s: found %v, want %s: %q", c.name, found, c.rule, c.text)
		}
	}
}
