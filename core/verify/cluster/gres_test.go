package cluster

import (
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/verify"
)

// shared is a legal schedule of four jobs on a node whose two GPUs have 4 shards each: two with shards of GPU 0, one with GPU 1, and
// later one with both GPUs and 2 FPGAs.
func shared() Problem {
	one := func(id, run int64, need ...Need) Job {
		return Job{ID: id, Run: run, Limit: run, Kill: run, MinNodes: 1, Tasks: 1, CoresPerTask: 1, GPUType: job.None, Parts: []int32{0},
			Gres: need}
	}
	stay := func(j int32, start, end int64, gpus int32, held ...Held) Stay {
		s := Stay{Job: j, Start: start, End: end, How: "COMPLETED", Nodes: []int32{0}, Cores: []int32{1}, Memory: []int64{0}, Gres: held}
		if gpus > 0 {
			s.GPUs, s.Types = []int32{gpus}, []int32{0}
		}
		return s
	}
	p := Problem{
		Nodes: []Node{{Name: "a", Cores: 8, GPUs: []int64{2}, Gres: []Gres{{Name: "shard", Type: "x", PerGPU: []int64{4, 4}},
			{Name: "fpga", Type: "u", Count: 2}, {Name: "net", Count: 4, NoConsume: true}}}},
		Parts: []Part{{Nodes: []bool{true}}},
		Jobs: []Job{one(1, 10, Need{"shard", "", 1}, Need{"net", "", 4}), one(2, 20, Need{"shard", "x", 3}), one(3, 20),
			one(4, 10, Need{"fpga", "u", 2})},
		Stays: []Stay{stay(0, 0, 10, 0, Held{Count: 1}), stay(1, 0, 20, 0, Held{Count: 3}), stay(2, 0, 20, 1, Held{GPU: 1, Whole: true}),
			stay(3, 20, 30, 2, Held{Whole: true}, Held{GPU: 1, Whole: true}, Held{Gres: 1, Count: 2})},
	}
	p.Jobs[2].GPUs, p.Jobs[3].GPUs = 1, 2
	return p
}

func TestTheRefereeOfGenericResources(t *testing.T) {
	if err := verify.Err(Check(shared())); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, rule, text string
		change           func(p *Problem)
	}{
		{"too few shards", RuleAsked, "has 2 shard of node a, expected 3", func(p *Problem) { p.Stays[1].Gres[0].Count = 2 }},
		{"another type", RuleAsked, "has 0 shard", func(p *Problem) { p.Jobs[1].Gres[0].Type = "y" }},
		{"more than a node has of what is not consumed", RuleAsked, "has 0 net", func(p *Problem) { p.Jobs[0].Gres[1].Count = 5 }},
		{"shards of two GPUs", RuleAsked, "of 2 GPUs", func(p *Problem) { p.Stays[1].Gres = []Held{{Count: 1}, {GPU: 1, Count: 2}} }},
		{"more than a GPU has", RuleGres, "5 of shard are held, expected at most 4", func(p *Problem) { p.Stays[1].Gres[0].Count = 4 }},
		{"more than a node has", RuleGres, "4 of fpga", func(p *Problem) {
			p.Stays[2].Gres = append(p.Stays[2].Gres, Held{Gres: 1, Count: 2})
			p.Stays[2].End, p.Jobs[2].Run, p.Stays[3].Gres = 25, 25, []Held{{Whole: true}, {GPU: 1, Whole: true}, {Gres: 1, Count: 2}}
		}},
		{"a GPU whole and in shards", RuleGres, "given whole, and 4 parts", func(p *Problem) { p.Stays[2].Gres[0].GPU = 0 }},
		{"also when some of them are given back", RuleGres, "given whole, and 3 parts", func(p *Problem) {
			p.Stays[3].Start, p.Stays[3].End = 12, 22
		}},
		{"a GPU twice", RuleGres, "given whole", func(p *Problem) { p.Stays[3].Start, p.Stays[3].End = 19, 29 }},
		{"a GPU that is not named", RuleHeld, "has 1 GPUs of node a, and names 0", func(p *Problem) { p.Stays[2].Gres = nil }},
		{"no such GPU", RuleHeld, "no node of it has", func(p *Problem) { p.Stays[2].Gres[0].GPU = 2 }},
		{"no such resource", RuleHeld, "no node of it has", func(p *Problem) { p.Stays[2].Gres[0].Gres = 3 }},
		{"MPS of two GPUs", RuleGres, "of several GPUs are given", func(p *Problem) {
			p.Nodes[0].Gres[0].OneGPU = true
			p.Stays[2].Gres, p.Stays[2].GPUs, p.Stays[2].Types, p.Jobs[2].GPUs = []Held{{GPU: 1, Count: 1}}, nil, nil, 0
		}},
	} {
		p := shared()
		c.change(&p)
		found := Check(p)
		if !slices.ContainsFunc(found, func(v verify.Violation) bool { return v.Rule == c.rule && strings.Contains(v.Text, c.text) }) {
			t.Errorf("%s: %v, want %s: %s", c.name, found, c.rule, c.text)
		}
	}
	p := shared()
	p.LooseGPUs = true // as Slurm before 23.11: at 12, job 1 has given back its shard of GPU 0
	p.Stays[2].Start, p.Stays[2].End, p.Stays[2].Gres[0].GPU = 12, 32, 0
	p.Stays[3].Start, p.Stays[3].End = 32, 42
	if err := verify.Err(Check(p)); err != nil {
		t.Error(err)
	}
}
