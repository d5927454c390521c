package system

import (
	"math/bits"
	"slices"
)

// A State is what is free on every node.
type State struct {
	sys    *System
	Cores  []int32
	Memory []int64 // MiB
	GPUs   []int32 // of node i and type t at i*len(GPUTypes)+t
	Jobs   []int32 // how many jobs each node has

	fits  []fit // scratch of Place
	rest  []fit
	leafs []leaf
}

// NewState returns the State of an empty system.
func NewState(s *System) *State {
	n, types := len(s.Nodes), len(s.GPUTypes)
	st := &State{sys: s, Cores: make([]int32, n), Memory: make([]int64, n), GPUs: make([]int32, n*types), Jobs: make([]int32, n)}
	for i := range s.Nodes {
		st.Cores[i], st.Memory[i] = s.Nodes[i].Cores, s.Nodes[i].MemoryMiB
		copy(st.GPUs[i*types:], s.Nodes[i].GPUs)
	}
	return st
}

// Copy makes st the same as from, of the same System.
func (st *State) Copy(from *State) {
	copy(st.Cores, from.Cores)
	copy(st.Memory, from.Memory)
	copy(st.GPUs, from.GPUs)
	copy(st.Jobs, from.Jobs)
}

// Take lets a job hold a.
func (st *State) Take(a *Allocation) { st.move(a, 1) }

// Give ends that.
func (st *State) Give(a *Allocation) { st.move(a, -1) }

func (st *State) move(a *Allocation, sign int32) {
	for k := range a.Nodes {
		st.moveOne(a, k, sign)
	}
}

// GiveOne gives back what the allocation has of its k-th node.
func (st *State) GiveOne(a *Allocation, k int) { st.moveOne(a, k, -1) }

func (st *State) moveOne(a *Allocation, k int, sign int32) {
	i := a.Nodes[k]
	st.Cores[i] -= sign * a.Cores[k]
	st.Memory[i] -= int64(sign) * a.Memory[k]
	st.Jobs[i] += sign
	if a.GPUs != nil {
		st.GPUs[int(i)*len(st.sys.GPUTypes)+int(a.Types[k])] -= sign * a.GPUs[k]
	}
}

// A Room is how many tasks of a job the nodes of a set have room for, now and while other
// jobs give back what they have. It tells cheaply when it is worth while to ask for a place.
type Room struct {
	j       *Job
	mib     int64
	perCore bool
	whole   bool

	now, then []int32 // tasks of each node: at Begin, and after what was given
	changed   []int32 // nodes for which they may differ
	nodes     int32   // of the set that have room
	tasks     int32   // that they have room for
	alone     int32   // nodes of the set that have room for the whole job
}

// Begin works out the room of the nodes for a job in the partition.
func (r *Room) Begin(st *State, j *Job, part int32, nodes Bits) {
	p := &st.sys.Partitions[part]
	if r.j, r.whole = j, st.sys.Whole(j, p); r.now == nil {
		r.now, r.then = make([]int32, len(st.sys.Nodes)), make([]int32, len(st.sys.Nodes))
	}
	r.mib, r.perCore = p.Asks(j)
	r.changed = r.changed[:0]
	for i := range nodes.All {
		tasks, _ := st.usable(j, i, r.mib, r.perCore, r.whole)
		r.now[i], r.then[i] = min(tasks, j.Tasks), min(tasks, j.Tasks)
	}
}

// Within is about a set of these nodes from now on, in the state at Begin.
func (r *Room) Within(set Bits) {
	for _, i := range r.changed {
		r.then[i] = r.now[i]
	}
	r.changed, r.nodes, r.tasks, r.alone = r.changed[:0], 0, 0, 0
	for k, w := range set {
		for ; w != 0; w &= w - 1 {
			if t := r.now[k<<6+bits.TrailingZeros64(w)]; t > 0 {
				r.nodes++
				r.tasks += t
				if t == r.j.Tasks {
					r.alone++
				}
			}
		}
	}
}

// Given is called after a job has given back what it had of node i, of the set.
func (r *Room) Given(st *State, i int32) {
	tasks, _ := st.usable(r.j, int(i), r.mib, r.perCore, r.whole)
	tasks = min(tasks, r.j.Tasks)
	if r.then[i] == 0 && tasks > 0 {
		r.nodes++
	}
	if tasks == r.j.Tasks && r.then[i] < tasks {
		r.alone++
	}
	r.tasks += tasks - r.then[i]
	r.then[i] = tasks
	r.changed = append(r.changed, i)
}

// Enough tells whether there may be a place on the set.
func (r *Room) Enough() bool {
	return r.nodes >= r.j.MinNodes && r.tasks >= r.j.Tasks && (r.j.MaxNodes != 1 || r.alone > 0)
}

// A fit is a node that a job could have.
type fit struct {
	node, tasks, kind int32 // kind is the type of its GPUs
	weight            int32
	leaf              int32
}

// A leaf is the nodes of one leaf switch that a job could have.
type leaf struct{ nodes, tasks, first int32 }

// Could returns the nodes of the partition that have room for a task of the job, and whether
// the job could run on them. An empty State tells whether it could ever.
func (st *State) Could(j *Job, part int32) (Bits, bool) {
	set := NewBits(len(st.sys.Nodes))
	_, ok := st.Place(j, part, st.sys.Partitions[part].Bits)
	for _, f := range st.fits {
		set.Add(int(f.node))
	}
	return set, ok
}

// usable returns the tasks that node i has room for, and the type of GPUs that it would give.
func (st *State) usable(j *Job, i int, mib int64, perCore, whole bool) (tasks, kind int32) {
	n := &st.sys.Nodes[i]
	if st.Cores[i] < j.CoresPerTask || j.Features != nil &&
		!slices.ContainsFunc(j.Features, func(f uint64) bool { return n.Features&f == f }) {
		return 0, 0
	}
	if whole && st.Jobs[i] > 0 {
		return 0, 0
	}
	tasks = st.Cores[i] / j.CoresPerTask
	if j.TasksPerNode > 0 {
		tasks = min(tasks, j.TasksPerNode)
	}
	if tasks < min(j.TasksPerNode, j.Tasks) { // as many as the user wants on a node, or none
		return 0, 0
	}
	switch {
	case mib == 0:
	case perCore && whole:
		if mib*int64(n.Cores) > st.Memory[i] {
			return 0, 0
		}
	case perCore:
		tasks = int32(min(int64(tasks), st.Memory[i]/(mib*int64(j.CoresPerTask))))
		if tasks < min(j.TasksPerNode, j.Tasks) {
			return 0, 0
		}
	case mib > st.Memory[i]:
		return 0, 0
	}
	if j.GPUs > 0 {
		if kind = st.gpus(j, i); kind == None {
			return 0, 0
		}
	}
	return tasks, kind
}

// gpus returns a type of which node i has enough free GPUs for the job, or None.
func (st *State) gpus(j *Job, i int) int32 {
	types := len(st.sys.GPUTypes)
	for t, free := range st.GPUs[i*types : (i+1)*types] {
		if free >= j.GPUs && (j.GPUType == None || int(j.GPUType) == t) {
			return int32(t)
		}
	}
	return None
}

// Place finds nodes of the set on which the job could start in the partition, as Slurm's
// consumable resources do. It takes nodes of more weight only if those of less do not suffice.
//
// With a topology, all come from the leaf switch that suffices with the fewest nodes. If none
// does, switches give all they have in turn: one that suffices for the rest with the fewest
// cores, else the one with the most. A switch gives the node with the least room that
// suffices for the rest, else the one with the most.
//
// Without one, rows of neighbours take the place of switches. A row gives one node, the one
// with the least room that suffices, or else its nodes in order.
//
// It costs O(nodes), and O(nodes) again for each node that the job gets.
func (st *State) Place(j *Job, part int32, set Bits) (*Allocation, bool) {
	p := &st.sys.Partitions[part]
	mib, perCore := p.Asks(j)
	whole := st.sys.Whole(j, p)
	st.fits = st.fits[:0]
	total := int32(0)
	for k, w := range set {
		for ; w != 0; w &= w - 1 {
			i := k<<6 + bits.TrailingZeros64(w)
			if tasks, kind := st.usable(j, i, mib, perCore, whole); tasks > 0 {
				n := &st.sys.Nodes[i]
				st.fits = append(st.fits, fit{int32(i), tasks, kind, n.Weight, n.Leaf})
				total += min(tasks, j.Tasks)
			}
		}
	}
	if int32(len(st.fits)) < j.MinNodes || total < j.Tasks {
		return nil, false
	}
	for _, w := range st.weights() {
		var chosen []fit
		if chosen = st.choose(j, w); chosen != nil {
			return st.allocate(j, chosen, mib, perCore, whole), true
		}
	}
	return nil, false
}

// weights returns the different weights of the fits, ascending.
func (st *State) weights() []int32 {
	var all []int32
	for i := range st.fits {
		if !slices.Contains(all, st.fits[i].weight) {
			all = append(all, st.fits[i].weight)
		}
	}
	slices.Sort(all)
	return all
}

// choose returns nodes of at most a weight that suffice, or nil.
func (st *State) choose(j *Job, weight int32) []fit {
	groups := st.groups(weight)
	nodes, tasks := j.MinNodes, j.Tasks
	tree := st.sys.Description.Scheduling.Topology
	if tree {
		groups = tightest(groups, nodes, tasks)
	}
	var chosen []fit
	for len(groups) > 0 {
		best := 0
		for g := range groups {
			if better(&groups[g], &groups[best], nodes, tasks) {
				best = g
			}
		}
		st.rest = st.rest[:0]
		for _, f := range st.fits {
			if f.weight <= weight && f.leaf == groups[best].first {
				st.rest = append(st.rest, f)
			}
		}
		single := nodes <= 1 && slices.ContainsFunc(st.rest, func(f fit) bool { return f.tasks >= tasks })
		for len(st.rest) > 0 {
			k := 0
			for i := range st.rest {
				if (tree || single) && nearer(st.rest[i].tasks, st.rest[k].tasks, tasks) {
					k = i
				}
			}
			f := st.rest[k]
			st.rest = slices.Delete(st.rest, k, k+1)
			chosen = append(chosen, f)
			nodes--
			tasks -= min(f.tasks, tasks-max(nodes, 0))
			if j.MaxNodes > 0 && int32(len(chosen)) > j.MaxNodes {
				return nil
			}
			if nodes <= 0 && tasks <= 0 {
				return chosen
			}
		}
		groups = slices.Delete(groups, best, best+1)
	}
	return nil
}

// tightest returns the leaf switch that suffices with the fewest nodes, or all if none does.
func tightest(groups []leaf, nodes, tasks int32) []leaf {
	best := -1
	for g := range groups {
		if l := &groups[g]; l.nodes >= nodes && l.tasks >= tasks && (best < 0 || l.nodes < groups[best].nodes) {
			best = g
		}
	}
	if best < 0 {
		return groups
	}
	return groups[best : best+1]
}

// better tells whether a is the better group for the rest of a job: one that suffices with
// fewer cores, else one with more.
func better(a, b *leaf, nodes, tasks int32) bool {
	ok := func(l *leaf) bool { return l.nodes >= nodes && l.tasks >= tasks }
	switch x, y := ok(a), ok(b); {
	case x != y:
		return x
	case x:
		return a.tasks < b.tasks
	}
	return a.tasks > b.tasks
}

// nearer tells whether room for a tasks is better than for b: the least that suffices, else
// the most.
func nearer(a, b, tasks int32) bool {
	switch x, y := a >= tasks, b >= tasks; {
	case x != y:
		return x
	case x:
		return a < b
	}
	return a > b
}

// groups returns the groups of the fits of at most a weight.
func (st *State) groups(weight int32) []leaf {
	st.leafs = st.leafs[:0]
	tree := st.sys.Description.Scheduling.Topology
	last := int32(-2)
	for k := range st.fits {
		f := &st.fits[k]
		if f.weight > weight {
			continue
		}
		g := -1
		if tree {
			g = slices.IndexFunc(st.leafs, func(l leaf) bool { return l.first == f.leaf })
		} else if f.node == last+1 {
			g = len(st.leafs) - 1
		}
		if last = f.node; g < 0 {
			if g = len(st.leafs); !tree {
				f.leaf = f.node
			}
			st.leafs = append(st.leafs, leaf{first: f.leaf})
		}
		l := &st.leafs[g]
		f.leaf = l.first
		l.nodes++
		l.tasks += f.tasks
	}
	slices.SortFunc(st.leafs, func(a, b leaf) int { return int(a.first - b.first) })
	return st.leafs
}

// allocate gives the job's tasks to the nodes in the order in which they were chosen, as many as
// fit to each, but one at least.
func (st *State) allocate(j *Job, chosen []fit, mib int64, perCore, whole bool) *Allocation {
	n := len(chosen)
	left := j.Tasks
	for k := range chosen {
		f := &chosen[k]
		f.tasks = max(min(f.tasks, left-int32(n-1-k)), 1)
		left -= f.tasks
	}
	slices.SortFunc(chosen, func(a, b fit) int { return int(a.node - b.node) })
	a := &Allocation{Nodes: make([]int32, n), Cores: make([]int32, n), Memory: make([]int64, n)}
	if j.GPUs > 0 {
		a.GPUs, a.Types = make([]int32, n), make([]int32, n)
	}
	for k, f := range chosen {
		cores := f.tasks * j.CoresPerTask
		if whole {
			cores = st.sys.Nodes[f.node].Cores
		}
		a.Nodes[k], a.Cores[k], a.Memory[k] = f.node, cores, mib
		if perCore {
			a.Memory[k] = mib * int64(cores)
		}
		if j.GPUs > 0 {
			a.GPUs[k], a.Types[k] = j.GPUs, f.kind
		}
	}
	return a
}
