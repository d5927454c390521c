// Package cluster is the referee of schedules on nodes with cores, memory, GPUs and features.
// It shares reports with core/verify, and no code with core/platform/cluster. Check judges every
// schedule, whoever made it: each job has what it asked for, for as long as it runs, and no
// node gives more than it has.
package cluster

import (
	"cmp"
	"slices"

	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/verify"
)

// A Problem is a schedule and what it is judged by.
type Problem struct {
	Nodes    []Node
	Parts    []Part
	Jobs     []Job
	Stays    []Stay // the last run of each job, parallel to Jobs
	Earlier  []Stay // runs that ended with a return to the queue, in order of their ends
	Orders   []Order
	Away     []Away
	Reserved []Reserved
	Licenses []int64 // how many the cluster has of each

	SeveralGPUs bool // parts of a job may be of several GPUs of a node
	LooseGPUs   bool // a GPU may be given whole once any job has given back parts of it

	RequeueDelay int64 // seconds that a job waits at least after its return to the queue

	Gang   bool // jobs may have the same cores, of which some are suspended meanwhile: Stay.Pauses says when
	Counts bool // those run together that have no more cores of a node than it has; else no core in common
}

// A Node is what one node has.
type Node struct {
	Name      string
	Cores     int64
	MemoryMiB int64
	GPUs      []int64 // by type
	Gres      []Gres
	Features  uint64
	Unit      int64 // cores are given in multiples of this; 0: one by one
}

// A Part is a partition.
type Part struct {
	Nodes     []bool // by node: whether it is of the partition
	Whole     bool   // its jobs share no nodes
	MemoryMiB int64  // of jobs that do not ask: per node, or per core if PerCore
	PerCore   bool
	Uncounted bool  // memory is not counted
	Own       bool  // a node has jobs of one user
	Rows      int64 // jobs that may share a core; 0 is 1
	Most      int64 // cores that its jobs hold together of a node; 0: all
	Tier      int64 // with Gang, jobs of higher tiers go first
}

// A Job is what was asked for.
type Job struct {
	ID           int64
	Earliest     int64 // seconds
	Run          int64 // seconds that it computes
	Limit        int64 // seconds for which it asks
	Kill         int64 // seconds after which it is ended, if Cut
	Cut          bool
	MinNodes     int64
	MaxNodes     int64 // 0: any number
	Tasks        int64
	TasksPerNode int64 // as many on each node, the last may have fewer; 0: any number
	CoresPerTask int64
	MemoryMiB    int64 // per node, or per core if PerCore; 0: the partition's
	PerCore      bool
	GPUs         int64 // per node
	GPUType      int64 // or job.None for any
	Gres         []Need
	Features     []uint64
	Whole        bool  // shares no node
	Own          bool  // shares its nodes with jobs of its user only
	Label        int32 // shares its nodes with jobs of this label only
	User         int32
	Asks         *Asks   // nil: nothing besides
	Wish         *Wish   // nil: nothing it would rather have
	Together     int32   // the heterogeneous job that it is a component of, from 1, or 0
	Parts        []int32 // partitions in which it may run
	Licenses     []int64 // that it holds, of each of Problem.Licenses; nil: none

	After       []After
	AnyOf       bool  // one of After suffices
	Array       int32 // the array that it is a task of, from 1, or 0
	ArrayLimit  int32 // tasks that may run at the same time; 0: any number
	Reservation int32 // whose nodes it has, from 1; 0: none
	Held        bool  // until a release
	Fails       bool  // ends with an error
	Yields      bool  // there are jobs that may take its nodes
}

// An After is a job that another waits for, by index, and what must have become of it: after (it
// has started, Wait seconds ago, or has ended), afterany, afterok, afternotok.
type After struct {
	Job  int32
	Kind string
	Wait int64
}

// An Order is what somebody did at a second: cancel, requeue, hold or release a job.
type Order struct {
	At  int64
	Job int32
	Do  string
}

// An Away is seconds in which a node takes no jobs, and what runs is lost if it is Down.
type Away struct {
	Node       int32
	Begin, End int64
	Down       bool
}

// A Reserved is nodes that are kept for some jobs.
type Reserved struct {
	Name       string
	Begin, End int64
	Period     int64 // seconds after which it is there again; 0: never
	Nodes      []bool
}

// A Stay is what a job got.
type Stay struct {
	Part       int32  // the partition that it ran in
	Job        int32  // by index, of Earlier ones
	Start, End int64  // Start is negative if it was cancelled while it waited
	How        string // it ended, in Slurm's words: COMPLETED, FAILED, TIMEOUT, CANCELLED, REQUEUED, NODE_FAIL, PREEMPTED, DEADLINE
	Nodes      []int32
	Cores      []int32 // of each node
	Memory     []int64 // MiB of each node
	GPUs       []int32 // of each node; nil if none
	Types      []int32
	Gres       []Held
	Limit      int64      // seconds that it was given, of a job with a Wish
	On         [][]uint64 // of each node, its cores, with Gang
	Pauses     []Pause    // with Gang
}

// The rules that Check applies besides those of package verify.
const (
	RuleHeld     = "held"     // an allocation names each of its nodes once, in order, with what it takes there
	RuleNodes    = "nodes"    // as many nodes as asked for, of the partition, with the features
	RuleAsked    = "asked"    // room for all tasks, with the memory and GPUs of each node
	RuleSharing  = "sharing"  // nobody else is on the nodes of a job that shares none
	RuleAway     = "away"     // nothing starts on nodes that take no jobs, or runs on those that are down
	RuleReserved = "reserved" // nothing starts that would be on reserved nodes, except the jobs of the reservation
	RuleAfter    = "after"    // what a job depends on has happened before it starts
	RuleArray    = "array"    // no more tasks of an array run than may
	RuleTogether = "together" // components of a heterogeneous job start together, on different nodes
	RuleGres     = "gres"     // no more of a generic resource is held than a node has, and each GPU is given whole or in parts
	RuleLicenses = "licences" // no more licences are held than there are
	RuleWish     = "wish"     // a limit is shortened as far as the job allows, and its end by a deadline
	RuleOrder    = "order"    // no job runs that is held, and what somebody ordered is what happened
)

// Check returns what is illegal in a schedule: the violations of each job in the order of
// jobs, then those of the nodes by time. It costs O(n log n) for n nodes held for some time, and
// O(m) for each job, for m orders, outages and reservations.
func Check(p Problem) []verify.Violation {
	var found verify.Report
	if !found.Entries(len(p.Jobs), len(p.Stays), func(i int) int64 { return p.Jobs[i].ID }) {
		return found
	}
	earlier := make([][]*Stay, len(p.Jobs))
	for k := range p.Earlier {
		s := &p.Earlier[k]
		earlier[s.Job] = append(earlier[s.Job], s)
	}
	var all []change
	var sound []run
	arrays := map[int32][]change{}
	for i := range p.Jobs {
		after := int64(-1)
		for k, s := range append(earlier[i], &p.Stays[i]) {
			t := judge{p: &p, nodes: p.Nodes, i: int32(i), j: given(&p, &p.Jobs[i], s), s: s, last: k == len(earlier[i]), found: &found}
			if t.times(after) && t.held() && t.asked() {
				t.allowed()
				sound = append(sound, run{s, i})
				all = t.changes(all, i)
				arrays[t.j.Array] = append(arrays[t.j.Array], change{at: s.Start, sign: 1, job: i}, change{at: s.End, sign: -1, job: i})
			}
			after = s.End + p.RequeueDelay
		}
	}
	together(&found, &p, all)
	owners(&found, &p, all)
	components(&found, &p)
	abreast(&found, p.Jobs, arrays)
	licensed(&found, &p)
	generic(&found, &p, sound)
	gangs(&found, &p)
	return found
}

// A judge looks at one run of a job.
type judge struct {
	p     *Problem
	nodes []Node
	i     int32
	j     *Job
	s     *Stay
	last  bool // run of the job
	found *verify.Report
}

func (t *judge) report(rule, format string, args ...any) {
	t.found.Add(rule, t.j.ID, t.s.Start, format, args...)
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
	for _, h := range s.Gres {
		if !t.sound(h) {
			t.report(RuleHeld, "has %+v of a generic resource, which no node of it has", h)
			return false
		}
	}
	return true
}

// asked checks that the job got what it asked for, and returns whether it was in a partition of its own.
func (t *judge) asked() bool {
	j, s := t.j, t.s
	if n := int64(len(s.Nodes)); n < max(j.MinNodes, 1) || j.MaxNodes > 0 && n > j.MaxNodes {
		t.report(RuleNodes, "has %d nodes, expected at least %d and at most %d (0: any number)", n, j.MinNodes, j.MaxNodes)
	}
	if !slices.Contains(j.Parts, s.Part) {
		t.report(RuleNodes, "runs in partition %d, expected one of %v", s.Part, j.Parts)
		return false
	}
	part := &t.p.Parts[s.Part]
	memory, perCore := j.MemoryMiB, j.PerCore
	if memory == 0 {
		memory, perCore = part.MemoryMiB, part.PerCore
	}
	if part.Uncounted {
		memory = 0
	}
	tasks := int64(0)
	for k, i := range s.Nodes {
		n, cores, need := &t.nodes[i], int64(s.Cores[k]), memory
		if perCore {
			need *= cores
		}
		here := cores / j.CoresPerTask
		if j.TasksPerNode > 0 {
			here = min(here, j.TasksPerNode)
		}
		tasks += here
		switch {
		case !part.Nodes[i]:
			t.report(RuleNodes, "has node %s, which is not in its partition", n.Name)
		case j.Features != nil && !slices.ContainsFunc(j.Features, func(f uint64) bool { return n.Features&f == f }):
			t.report(RuleNodes, "has node %s, which lacks features", n.Name)
		case here == 0:
			t.report(RuleAsked, "has %d cores of node %s, expected %d for a task", cores, n.Name, j.CoresPerTask)
		case s.Memory[k] < need:
			t.report(RuleAsked, "has %d MiB of node %s, expected %d", s.Memory[k], n.Name, need)
		case (j.Whole || part.Whole) && cores != n.Cores:
			t.report(RuleAsked, "has %d cores of node %s, expected all %d", cores, n.Name, n.Cores)
		case j.GPUs > 0 && (s.GPUs == nil || int64(s.GPUs[k]) < j.GPUs || j.GPUType != job.None && int64(s.Types[k]) != j.GPUType):
			t.report(RuleAsked, "has too few GPUs of node %s, expected %d of type %d", n.Name, j.GPUs, j.GPUType)
		}
	}
	if tasks < j.Tasks {
		t.report(RuleAsked, "has room for %d tasks, expected %d", tasks, j.Tasks)
	}
	t.asks(tasks)
	t.gres()
	return true
}

// changes adds what the job takes and gives back.
func (t *judge) changes(all []change, i int) []change {
	s := t.s
	if s.Start == s.End {
		return all
	}
	part := &t.p.Parts[s.Part]
	whole := t.j.Whole || part.Whole
	for k, node := range s.Nodes {
		c := change{at: s.Start, node: node, sign: 1, job: i, part: s.Part, whole: whole, own: t.j.Own || part.Own, label: t.j.Label,
			cores: int64(s.Cores[k]), memory: s.Memory[k]}
		if t.p.Gang || t.paused() > 0 { // others may have had its cores meanwhile, and share them after that
			c.cores = 0
		}
		if t.p.Gang {
			c.whole = false
		}
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
	part          int32
	whole, own    bool
	label         int32
	cores, memory int64
	gpus          int64
	kind          int32
}

// A use is what is held of a node.
type use struct {
	cores, memory, jobs, whole int64
	gpus                       []int64
	shared, held               map[int32]int64 // cores by partition: where jobs share them, and where there is a most
}

// over notes that jobs of a partition take cores, and tells whether they hold more than a most of them, in whole units.
func (u *use) over(part int32, cores, most, unit int64) bool {
	if most == 0 {
		return false
	}
	if u.held == nil {
		u.held = map[int32]int64{}
	}
	u.held[part] += cores
	unit = max(unit, 1)
	return u.held[part] > (most+unit-1)/unit*unit
}

// together checks that no node ever gives more than it has, and that whole nodes are not shared.
func together(found *verify.Report, p *Problem, all []change) {
	nodes, jobs := p.Nodes, p.Jobs
	slices.SortFunc(all, func(a, b change) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.sign, b.sign)) })
	used := make([]use, len(nodes))
	for i := range used {
		used[i].gpus = make([]int64, len(nodes[i].GPUs))
	}
	for _, c := range all {
		u, n, id, cores := &used[c.node], &nodes[c.node], jobs[c.job].ID, c.sign*c.cores
		if rows := p.Parts[c.part].Rows; rows > 1 { // as many as the fullest row has, at least
			if u.shared == nil {
				u.shared = map[int32]int64{}
			}
			before := u.shared[c.part]
			u.shared[c.part] += cores
			cores = (u.shared[c.part]+rows-1)/rows - (before+rows-1)/rows
		}
		u.cores += cores
		if u.over(c.part, cores, p.Parts[c.part].Most, n.Unit) {
			found.Add(verify.RuleCapacity, id, c.at, "node %s: jobs of partition %d hold %d cores, expected at most %d",
				n.Name, c.part, u.held[c.part], p.Parts[c.part].Most)
		}
		u.memory += c.sign * c.memory
		u.jobs += c.sign
		if c.whole {
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
