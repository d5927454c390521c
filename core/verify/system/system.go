// Package system is the referee of schedules on nodes with cores, memory, GPUs and features.
// It shares reports with core/verify, and no code with core/system. Check judges every
// schedule, whoever made it: each job has what it asked for, for as long as it runs, and no
// node gives more than it has.
package system

import (
	"cmp"
	"slices"

	"github.com/backfill-lab/backfill/core/job"
	"github.com/backfill-lab/backfill/core/verify"
)

// A Node is what one node has.
type Node struct {
	Name      string
	Cores     int64
	MemoryMiB int64
	GPUs      []int64 // by type
	Features  uint64
}

// A Job is what was asked for, with the rules of its partition resolved.
type Job struct {
	ID           int64
	Earliest     int64 // seconds
	Run          int64 // seconds that it computes
	Limit        int64 // seconds after which it is ended, if Cut
	Cut          bool
	MinNodes     int64
	MaxNodes     int64 // 0: any number
	Tasks        int64
	TasksPerNode int64 // as many on each node, the last may have fewer; 0: any number
	CoresPerTask int64
	MemoryMiB    int64 // per node, or per core if PerCore
	PerCore      bool
	GPUs         int64 // per node
	GPUType      int64 // or job.None for any
	Features     []uint64
	Whole        bool   // shares no node
	May          []bool // by node: which it may have
}

// A Stay is what a job got.
type Stay struct {
	Start, End int64
	Killed     bool
	Nodes      []int32
	Cores      []int32 // of each node
	Memory     []int64 // MiB of each node
	GPUs       []int32 // of each node; nil if none
	Types      []int32
}

// The rules that Check applies besides those of package verify.
const (
	RuleHeld    = "held"    // an allocation names each of its nodes once, in order, with what it takes there
	RuleNodes   = "nodes"   // as many nodes as asked for, of the partition, with the features
	RuleAsked   = "asked"   // room for all tasks, with the memory and GPUs of each node
	RuleSharing = "sharing" // nobody else is on the nodes of a job that shares none
)

// Check returns what is illegal in a schedule: the violations of each job in the order of
// jobs, then those of the nodes by time. It costs O(n log n) for n nodes held for some time.
func Check(nodes []Node, jobs []Job, stays []Stay) []verify.Violation {
	var found verify.Report
	if !found.Entries(len(jobs), len(stays), func(i int) int64 { return jobs[i].ID }) {
		return found
	}
	var all []change
	for i := range jobs {
		t := judge{nodes: nodes, j: &jobs[i], s: &stays[i], found: &found}
		if t.times() && t.held() {
			t.asked()
			all = t.changes(all, i)
		}
	}
	together(&found, nodes, jobs, all)
	return found
}

// A judge looks at one job.
type judge struct {
	nodes []Node
	j     *Job
	s     *Stay
	found *verify.Report
}

func (t *judge) report(rule, format string, args ...any) {
	t.found.Add(rule, t.j.ID, t.s.Start, format, args...)
}

// times checks when the job ran, and returns whether it did.
func (t *judge) times() bool {
	j, s := t.j, t.s
	if s.Start < 0 || s.End < s.Start {
		t.report(verify.RulePlaced, "ran from %d to %d", s.Start, s.End)
		return false
	}
	if s.Start < j.Earliest {
		t.report(verify.RuleSubmit, "starts at %d, expected no start before %d", s.Start, j.Earliest)
	}
	length, killed := j.Run, j.Cut && j.Run > j.Limit
	if killed {
		length = j.Limit
	}
	if s.End-s.Start != length {
		t.report(verify.RuleEnd, "held its nodes for %d s, expected %d", s.End-s.Start, length)
	}
	if s.Killed != killed {
		t.report(verify.RuleKilled, "killed is %t, expected %t: run time %d, limit %d", s.Killed, killed, j.Run, j.Limit)
	}
	return true
}

// held checks the form of the allocation.
func (t *judge) held() bool {
	s, n := t.s, len(t.s.Nodes)
	if len(s.Cores) != n || len(s.Memory) != n || len(s.GPUs) != len(s.Types) || s.GPUs != nil && len(s.GPUs) != n {
		t.report(RuleHeld, "%d nodes with %d numbers of cores, %d of memory, %d of GPUs and %d types",
			n, len(s.Cores), len(s.Memory), len(s.GPUs), len(s.Types))
		return false
	}
	for k, i := range s.Nodes {
		switch {
		case i < 0 || int(i) >= len(t.nodes) || k > 0 && s.Nodes[k-1] >= i:
			t.report(RuleHeld, "nodes %v, expected them in increasing order, of %d", s.Nodes, len(t.nodes))
			return false
		case s.Cores[k] < 0 || s.Memory[k] < 0 || s.GPUs != nil && (s.GPUs[k] < 0 || int(s.Types[k]) >= len(t.nodes[i].GPUs)):
			t.report(RuleHeld, "takes %d cores and %d MiB of node %s", s.Cores[k], s.Memory[k], t.nodes[i].Name)
			return false
		}
	}
	return true
}

// asked checks that the job got what it asked for.
func (t *judge) asked() {
	j, s := t.j, t.s
	if n := int64(len(s.Nodes)); n < max(j.MinNodes, 1) || j.MaxNodes > 0 && n > j.MaxNodes {
		t.report(RuleNodes, "has %d nodes, expected at least %d and at most %d (0: any number)", n, j.MinNodes, j.MaxNodes)
	}
	tasks := int64(0)
	for k, i := range s.Nodes {
		n, cores, need := &t.nodes[i], int64(s.Cores[k]), j.MemoryMiB
		if j.PerCore {
			need *= cores
		}
		here := cores / j.CoresPerTask
		if j.TasksPerNode > 0 {
			here = min(here, j.TasksPerNode)
		}
		tasks += here
		switch {
		case !j.May[i]:
			t.report(RuleNodes, "has node %s, which is not in its partition", n.Name)
		case j.Features != nil && !slices.ContainsFunc(j.Features, func(f uint64) bool { return n.Features&f == f }):
			t.report(RuleNodes, "has node %s, which lacks features", n.Name)
		case here == 0:
			t.report(RuleAsked, "has %d cores of node %s, expected %d for a task", cores, n.Name, j.CoresPerTask)
		case s.Memory[k] < need:
			t.report(RuleAsked, "has %d MiB of node %s, expected %d", s.Memory[k], n.Name, need)
		case j.Whole && cores != n.Cores:
			t.report(RuleAsked, "has %d cores of node %s, expected all %d", cores, n.Name, n.Cores)
		case j.GPUs > 0 && (s.GPUs == nil || int64(s.GPUs[k]) < j.GPUs || j.GPUType != job.None && int64(s.Types[k]) != j.GPUType):
			t.report(RuleAsked, "has too few GPUs of node %s, expected %d of type %d", n.Name, j.GPUs, j.GPUType)
		}
	}
	if tasks < j.Tasks {
		t.report(RuleAsked, "has room for %d tasks, expected %d", tasks, j.Tasks)
	}
}

// changes adds what the job takes and gives back.
func (t *judge) changes(all []change, i int) []change {
	s := t.s
	if s.Start == s.End {
		return all
	}
	for k, node := range s.Nodes {
		c := change{at: s.Start, node: node, sign: 1, job: i, cores: int64(s.Cores[k]), memory: s.Memory[k]}
		if s.GPUs != nil {
			c.gpus, c.kind = int64(s.GPUs[k]), s.Types[k]
		}
		all = append(all, c)
		c.at, c.sign = s.End, -1
		all = append(all, c)
	}
	return all
}

// A change is what a node gives or gets back.
type change struct {
	at            int64
	node          int32
	sign          int64 // -1 gives back, and does so before others take
	job           int
	cores, memory int64
	gpus          int64
	kind          int32
}

// together checks that no node ever gives more than it has, and that whole nodes are not shared.
func together(found *verify.Report, nodes []Node, jobs []Job, all []change) {
	slices.SortFunc(all, func(a, b change) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.sign, b.sign)) })
	type use struct {
		cores, memory, jobs, whole int64
		gpus                       []int64
	}
	used := make([]use, len(nodes))
	for i := range used {
		used[i].gpus = make([]int64, len(nodes[i].GPUs))
	}
	for _, c := range all {
		u, n, id := &used[c.node], &nodes[c.node], jobs[c.job].ID
		u.cores += c.sign * c.cores
		u.memory += c.sign * c.memory
		u.jobs += c.sign
		if jobs[c.job].Whole {
			u.whole += c.sign
		}
		if c.gpus > 0 {
			u.gpus[c.kind] += c.sign * c.gpus
		}
		switch {
		case u.cores > n.Cores:
			found.Add(verify.RuleCapacity, id, c.at, "node %s: %d cores are held, expected at most %d", n.Name, u.cores, n.Cores)
		case u.memory > n.MemoryMiB:
			found.Add(verify.RuleCapacity, id, c.at, "node %s: %d MiB are held, expected at most %d", n.Name, u.memory, n.MemoryMiB)
		case c.gpus > 0 && u.gpus[c.kind] > n.GPUs[c.kind]:
			found.Add(verify.RuleCapacity, id, c.at, "node %s: %d GPUs are held, expected at most %d", n.Name, u.gpus[c.kind], n.GPUs[c.kind])
		case u.whole > 0 && u.jobs > 1:
			found.Add(RuleSharing, id, c.at, "node %s has %d jobs, one of which shares no node", n.Name, u.jobs)
		}
	}
}
