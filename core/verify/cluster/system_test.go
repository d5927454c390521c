package cluster

import (
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/verify"
)

// sound is a legal schedule of two jobs on two nodes.
func sound() Problem {
	nodes := []Node{
		{Name: "a", Cores: 4, MemoryMiB: 8000, GPUs: []int64{0, 2}, Features: 1},
		{Name: "b", Cores: 4, MemoryMiB: 8000, GPUs: []int64{0, 0}, Features: 3},
	}
	jobs := []Job{
		{ID: 1, Earliest: 5, Run: 10, Limit: 20, Kill: 20, Cut: true, MinNodes: 1, Tasks: 2, CoresPerTask: 1, MemoryMiB: 2000, PerCore: true,
			GPUs: 1, GPUType: job.None, Features: []uint64{1}, Parts: []int32{0}},
		{ID: 2, Earliest: 0, Run: 30, Limit: 20, Kill: 20, Cut: true,
			MinNodes: 2, MaxNodes: 2, Tasks: 3, TasksPerNode: 2, CoresPerTask: 1, MemoryMiB: 1000,
			Parts: []int32{0}},
	}
	stays := []Stay{
		{Start: 5, End: 15, How: "COMPLETED", Nodes: []int32{0}, Cores: []int32{2}, Memory: []int64{4000}, GPUs: []int32{1}, Types: []int32{1}},
		{Start: 10, End: 30, How: "TIMEOUT", Nodes: []int32{0, 1}, Cores: []int32{2, 1}, Memory: []int64{1000, 1000}},
	}
	return Problem{Nodes: nodes, Parts: []Part{{Nodes: []bool{true, true}}, {Nodes: []bool{false, true}}}, Jobs: jobs, Stays: stays}
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
		{"killed is wrong", verify.RuleKilled, "TIMEOUT", func(n []Node, j []Job, s []Stay) { s[0].How = "TIMEOUT" }},
		{"lists differ", RuleHeld, "0 numbers of cores", func(n []Node, j []Job, s []Stay) { s[0].Cores = nil }},
		{"a node twice", RuleHeld, "increasing", func(n []Node, j []Job, s []Stay) { s[1].Nodes = []int32{1, 1} }},
		{"no such node", RuleHeld, "of 2", func(n []Node, j []Job, s []Stay) { s[0].Nodes = []int32{2} }},
		{"too few nodes", RuleNodes, "has 2 nodes, expected at least 3",
			func(n []Node, j []Job, s []Stay) { j[1].MinNodes, j[1].MaxNodes = 3, 3 }},
		{"too many nodes", RuleNodes, "at most 1", func(n []Node, j []Job, s []Stay) { j[1].MinNodes, j[1].MaxNodes = 1, 1 }},
		{"another partition", RuleNodes, "not in its partition", func(n []Node, j []Job, s []Stay) { j[0].Parts[0], s[0].Part = 1, 1 }},
		{"a partition of others", RuleNodes, "expected one of", func(n []Node, j []Job, s []Stay) { s[0].Part = 1 }},
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
		p := sound()
		c.change(p.Nodes, p.Jobs, p.Stays)
		found := false
		for _, v := range Check(p) {
			found = found || v.Rule == c.rule && strings.Contains(v.Text, c.text)
		}
		if !found {
			t.Errorf("%s: found %v, want %s: %q", c.name, Check(p), c.rule, c.text)
		}
	}
	p := sound()
	p.Stays = p.Stays[:1]
	if v := Check(p); len(v) != 1 || v[0].Rule != verify.RuleLength {
		t.Errorf("a schedule without an entry: %v", v)
	}
}

// busy is a legal schedule with all that people and nodes can do.
func busy() Problem {
	nodes := []Node{{Name: "a", Cores: 4}, {Name: "b", Cores: 4}}
	job := func(id int64, change func(j *Job)) Job {
		j := Job{ID: id, Run: 10, Limit: 20, MinNodes: 1, Tasks: 1, CoresPerTask: 1, GPUType: -1, Parts: []int32{0}}
		change(&j)
		return j
	}
	stay := func(start, end int64, how string, node int32) Stay {
		return Stay{Start: start, End: end, How: how, Nodes: []int32{node}, Cores: []int32{1}, Memory: []int64{0}}
	}
	p := Problem{Nodes: nodes, Parts: []Part{{Nodes: []bool{true, true}}}, RequeueDelay: 3}
	add := func(s Stay, change func(j *Job)) {
		p.Jobs, p.Stays = append(p.Jobs, job(int64(len(p.Jobs)+1), change)), append(p.Stays, s)
	}
	add(stay(0, 10, "COMPLETED", 0), func(*Job) {})
	add(stay(10, 20, "FAILED", 0), func(j *Job) { j.After, j.Fails = []After{{0, "afterok", 0}}, true })
	add(stay(20, 30, "COMPLETED", 0), func(j *Job) { j.After = []After{{1, "afternotok", 0}, {0, "after", 15}} })
	add(stay(3, 7, "CANCELLED", 0), func(*Job) {})
	add(Stay{Start: -1, End: 9, How: "CANCELLED"}, func(*Job) {})
	add(stay(11, 21, "COMPLETED", 0), func(j *Job) { j.Held = true }) // 6: released, and requeued before
	p.Earlier = append(p.Earlier, stay(5, 8, "REQUEUED", 0))
	p.Earlier[0].Job = 5
	add(stay(33, 43, "COMPLETED", 0), func(j *Job) { j.Yields = true }) // 7: lost its node, and was preempted
	p.Earlier = append(p.Earlier, stay(0, 6, "NODE_FAIL", 1), stay(20, 25, "PREEMPTED", 0))
	p.Earlier[1].Job, p.Earlier[2].Job = 6, 6
	add(stay(40, 50, "COMPLETED", 1), func(j *Job) { j.Reservation = 1 })
	add(stay(60, 70, "COMPLETED", 0), func(j *Job) { j.Array, j.ArrayLimit = 1, 1 })
	add(stay(70, 80, "COMPLETED", 0), func(j *Job) { j.Array, j.ArrayLimit = 1, 1 })
	p.Orders = []Order{{7, 3, "cancel"}, {9, 4, "cancel"}, {5, 5, "release"}, {8, 5, "requeue"}}
	p.Away = []Away{{1, 6, 15, true}}
	p.Reserved = []Reserved{{Name: "r", Begin: 35, End: 45, Nodes: []bool{false, true}}}
	return p
}

func TestTheRefereeKnowsWhatPeopleDo(t *testing.T) {
	if err := verify.Err(Check(busy())); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, rule, text string
		change           func(p *Problem)
	}{
		{"dependency has not ended", RuleAfter, "0 of 1", func(p *Problem) { p.Stays[1].Start, p.Stays[1].End = 9, 19 }},
		{"dependency failed", RuleAfter, "0 of 1", func(p *Problem) { p.Jobs[1].After[0].Kind = "afternotok" }},
		{"has not started", RuleAfter, "1 of 2", func(p *Problem) { p.Jobs[2].After[1].Job = 7 }},
		{"started too short ago", RuleAfter, "1 of 2", func(p *Problem) { p.Jobs[2].After[1] = After{8, "after", -39} }},
		{"nobody cancelled it", RuleOrder, "nobody ordered", func(p *Problem) { p.Orders[0].At = 6 }},
		{"nobody cancelled it in the queue", RuleOrder, "nobody ordered", func(p *Problem) { p.Orders[1].At = 8 }},
		{"is held", RuleOrder, "held", func(p *Problem) { p.Orders[2].Do = "hold" }},
		{"nobody requeued it", RuleOrder, "nobody ordered", func(p *Problem) { p.Orders[3].Do = "cancel" }},
		{"too soon after its return", verify.RuleSubmit, "before 12", func(p *Problem) { p.RequeueDelay = 4 }},
		{"no node went down", RuleOrder, "none of them", func(p *Problem) { p.Away = nil }},
		{"a node went down under it", RuleAway, "down from 6", func(p *Problem) { p.Earlier[1].End = 7 }},
		{"started on a node that is away", RuleAway, "takes no jobs", func(p *Problem) { p.Earlier[2].Nodes[0], p.Away[0].End = 1, 22 }},
		{"may not be preempted", RuleOrder, "no job may", func(p *Problem) { p.Jobs[6].Yields = false }},
		{"not in its reservation", RuleReserved, "expected some", func(p *Problem) { p.Stays[7].Nodes[0] = 0 }},
		{"after its reservation", RuleReserved, "expected some", func(p *Problem) { p.Stays[7].Start, p.Stays[7].End = 45, 55 }},
		{"on reserved nodes", RuleReserved, "which are reserved", func(p *Problem) { p.Jobs[7].Reservation = 0 }},
		{"into a reservation", RuleReserved, "which are reserved", func(p *Problem) { p.Stays[2].Nodes[0] = 1 }},
		{"a daily reservation", RuleReserved, "which are reserved", func(p *Problem) { p.Reserved[0].Period, p.Stays[8].Nodes[0] = 30, 1 }},
		{"tasks of an array", RuleArray, "2 tasks", func(p *Problem) { p.Stays[9].Start, p.Stays[9].End = 69, 79 }},
		{"failed without an error", verify.RuleEnd, "error is false", func(p *Problem) { p.Jobs[1].Fails = false }},
		{"ended somehow", verify.RuleEnd, "\"?\"", func(p *Problem) { p.Stays[0].How = "?" }},
		{"preempted too late", verify.RuleEnd, "at most 10", func(p *Problem) { p.Earlier[2].End = 31 }},
		{"back in the queue, and completed", verify.RuleEnd, "true", func(p *Problem) { p.Earlier[2].How, p.Earlier[2].End = "COMPLETED", 30 }},
	} {
		p := busy()
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

// Both jobs of the sound schedule have two cores of node a together for five seconds: one more than their partition may have.
func TestTheRefereeCountsThePartitionsOfANode(t *testing.T) {
	p := sound()
	if p.Parts[0].Most = 4; verify.Err(Check(p)) != nil {
		t.Fatal(Check(p))
	}
	p.Parts[0].Most = 3
	if v := Check(p); len(v) != 1 || v[0].Rule != verify.RuleCapacity || !strings.Contains(v[0].Text, "hold 4 cores, expected at most 3") {
		t.Error(v)
	}
	p.Nodes[0].Unit = 2 // of which jobs get all of a core
	if err := verify.Err(Check(p)); err != nil {
		t.Error(err)
	}
	p.Nodes[0].Unit, p.Parts[0].Rows, p.Nodes[0].Cores = 0, 2, 2 // they may share each core
	if v := Check(p); len(v) != 0 {
		t.Error(v)
	}
}

func TestTheRefereeCountsLicences(t *testing.T) {
	p := busy()
	p.Licenses = []int64{2, 1}
	p.Jobs[8].Licenses, p.Jobs[9].Licenses = []int64{2, 0}, []int64{1, 1} // one after the other
	if err := verify.Err(Check(p)); err != nil {
		t.Fatal(err)
	}
	p.Jobs[9].Array, p.Stays[9].Start, p.Stays[9].End = 0, 65, 75
	if v := Check(p); len(v) != 1 || v[0].Rule != RuleLicenses || v[0].Job != p.Jobs[9].ID {
		t.Error(v)
	}
}
