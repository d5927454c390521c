package cluster

import (
	"cmp"
	"slices"

	"github.com/backfill-lab/backfill/core/verify"
)

// Asks are what few jobs ask for besides.
type Asks struct {
	Nodes, Not []int32 // by index: all of these, and none of those
	Neighbours bool    // its nodes follow each other in the order of the system
	Alike      bool    // one of Job.Features holds for all its nodes
	Counted    []Counted
	GPUs       int64 // of the whole job
	TaskGPUs   int64 // with each task
	GPUMiB     int64 // of memory with each GPU
}

// Counted is how many nodes have all of some features, at least.
type Counted struct {
	Features uint64
	Nodes    int
}

// with returns how many of some nodes have all of some features.
func with(nodes []Node, some []int32, features uint64) (n int) {
	for _, i := range some {
		if nodes[i].Features&features == features {
			n++
		}
	}
	return n
}

// asks checks what few jobs ask for, of a job that has a number of tasks.
func (t *judge) asks(tasks int64) {
	a, s := t.j.Asks, t.s
	if a == nil {
		return
	}
	has := func(f uint64) int { return with(t.nodes, s.Nodes, f) }
	for _, i := range a.Nodes {
		if !slices.Contains(s.Nodes, i) {
			t.report(RuleNodes, "lacks node %s, which it names", t.nodes[i].Name)
		}
	}
	for _, i := range a.Not {
		if slices.Contains(s.Nodes, i) {
			t.report(RuleNodes, "has node %s, which it excludes", t.nodes[i].Name)
		}
	}
	if n := len(s.Nodes); a.Neighbours && int(s.Nodes[n-1]-s.Nodes[0]) != n-1 {
		t.report(RuleNodes, "has nodes %v, expected neighbours", s.Nodes)
	}
	if a.Alike && !slices.ContainsFunc(t.j.Features, func(f uint64) bool { return has(f) == len(s.Nodes) }) {
		t.report(RuleNodes, "has nodes with different features, expected the same of all")
	}
	for _, c := range a.Counted {
		if n := has(c.Features); n < c.Nodes {
			t.report(RuleNodes, "has %d nodes with features %b, expected %d", n, c.Features, c.Nodes)
		}
	}
	gpus := int64(0)
	for k, n := range s.GPUs {
		gpus += int64(n)
		if a.GPUs > 0 && n == 0 {
			t.report(RuleAsked, "has no GPU of node %s", t.nodes[s.Nodes[k]].Name)
		}
		if need := a.GPUMiB * int64(n); s.Memory[k] < need {
			t.report(RuleAsked, "has %d MiB of node %s, expected %d with its GPUs", s.Memory[k], t.nodes[s.Nodes[k]].Name, need)
		}
	}
	if need := a.GPUs + a.TaskGPUs*min(t.j.Tasks, tasks); gpus < need {
		t.report(RuleAsked, "has %d GPUs, expected %d", gpus, need)
	}
}

// paused returns for how many seconds of its run the job was suspended.
func (t *judge) paused() (sum int64) {
	since := int64(-1)
	for _, o := range t.p.Orders {
		switch {
		case o.Job != t.i || o.At <= t.s.Start || o.At > t.s.End: // before a start of the same second
		case o.Do == "suspend" && since < 0:
			since = o.At
		case o.Do == "resume" && since >= 0:
			sum += o.At - since
			since = -1
		}
	}
	return sum
}

// components checks that all components of a heterogeneous job start at the same time, on different nodes.
func components(found *verify.Report, p *Problem) {
	first := map[int32]int{}
	for i := range p.Jobs {
		together := p.Jobs[i].Together
		k, seen := first[together]
		if s := &p.Stays[i]; together == 0 || s.Start < 0 {
			continue
		} else if !seen {
			first[together] = i
		} else if other := &p.Stays[k]; s.Start != other.Start {
			found.Add(RuleTogether, p.Jobs[i].ID, s.Start, "starts at %d, and job %d, another component, at %d", s.Start, p.Jobs[k].ID, other.Start)
		} else if slices.ContainsFunc(s.Nodes, func(n int32) bool { return slices.Contains(other.Nodes, n) }) {
			found.Add(RuleTogether, p.Jobs[i].ID, s.Start, "shares a node with job %d, another component", p.Jobs[k].ID)
		}
	}
}

// owners checks that no node has jobs of several users while it has one that shares with its user's only, or jobs of several labels.
func owners(found *verify.Report, p *Problem, all []change) {
	if !slices.ContainsFunc(all, func(c change) bool { return c.own || c.label != 0 }) {
		return
	}
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b change) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.sign, b.sign)) })
	on := make([][]change, len(p.Nodes)) // what takes from each
	for _, c := range all {
		list := &on[c.node]
		if c.sign < 0 {
			*list = slices.DeleteFunc(*list, func(o change) bool { return o.job == c.job })
			continue
		}
		for _, o := range *list {
			if (o.own || c.own) && p.Jobs[o.job].User != p.Jobs[c.job].User {
				found.Add(RuleSharing, p.Jobs[c.job].ID, c.at, "node %s has job %d of another user, and one of both shares with its user's only",
					p.Nodes[c.node].Name, p.Jobs[o.job].ID)
			}
			if o.label != c.label {
				found.Add(RuleSharing, p.Jobs[c.job].ID, c.at, "node %s has job %d of another label", p.Nodes[c.node].Name, p.Jobs[o.job].ID)
			}
		}
		*list = append(*list, c)
	}
}
