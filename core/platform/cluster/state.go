package cluster

import (
	"math"
	"math/bits"
	"slices"
)

// A State is what is free on every node.
type State struct {
	sys    *System
	Cores  []int32
	Memory []int64 // MiB
	GPUs   []int32 // of node i and type t at i*len(GPUTypes)+t
	Gres   []int64 // of the slots of all nodes: see SlotsOf
	parts  []bool  // of these, which count as GPUs of which parts are given
	loose  bool    // see Loosen
	Jobs   []int32 // how many jobs each node has
	idle   Bits    // nodes without a job
	spare  Bits    // nodes with free cores
	single Bits    // nodes with one

	rows [][]int32 // by partition: the cores that jobs have of each node in each row; nil before any has
	held [][]int32 // by partition: the cores that its jobs have of each node; nil if no limit is on them

	layers [][]layer    // by node: who has its cores; nil if no core has several jobs
	packs  [][]*coreRow // by partition: the same jobs
	extra  bool         // jobs may have the last row of each, which is for preemption by QOS
	open   open         // scratch of placeOver

	fits  []fit // scratch of Place
	rest  []fit
	leafs []leaf
	picks []fit

	leafAt []int32 // of each leaf switch, one more than its place in leafs; 0 for none
	weighs []int32
	most   int32              // nodes that the job at hand may have; 0 for any number
	order  func(a, b fit) int // in which it takes nodes one by one, if it does
	now    *State             // nodes with jobs in it are taken before others; nil for no matter
}

// NewState returns the State of an empty system.
func NewState(s *System) *State {
	n, types := len(s.Nodes), len(s.GPUTypes)
	st := &State{sys: s, Cores: make([]int32, n), Memory: make([]int64, n), GPUs: make([]int32, n*types), Jobs: make([]int32, n),
		idle: NewBits(n), spare: NewBits(n), single: NewBits(n), leafAt: make([]int32, s.Leaves),
		rows: make([][]int32, len(s.Partitions)), held: s.noneHeld()}
	for i := range s.Nodes {
		st.idle.Add(i)
		st.spare.Add(i)
		st.Cores[i], st.Memory[i] = s.Nodes[i].Cores, s.Nodes[i].MemoryMiB
		copy(st.GPUs[i*types:], s.Nodes[i].GPUs)
		for _, slot := range s.Nodes[i].Slots {
			st.Gres = append(st.Gres, slot.Count)
		}
	}
	st.parts = make([]bool, len(st.Gres))
	return st
}

// Copy makes st the same as from, of the same System.
func (st *State) Copy(from *State) {
	copy(st.Cores, from.Cores)
	copy(st.Memory, from.Memory)
	copy(st.GPUs, from.GPUs)
	copy(st.Gres, from.Gres)
	copy(st.parts, from.parts)
	st.loose = from.loose
	copy(st.Jobs, from.Jobs)
	copy(st.idle, from.idle)
	copy(st.spare, from.spare)
	copy(st.single, from.single)
	for p, rows := range from.rows {
		if rows == nil {
			clear(st.rows[p])
		} else {
			st.rows[p] = append(st.rows[p][:0], rows...)
		}
		copy(st.held[p], from.held[p])
	}
	if from.layers != nil {
		st.copyLayers(from)
	}
}

// Open returns the nodes without a job, or all with a free core. It is to be read only.
func (st *State) Open(whole bool) Bits {
	if whole {
		return st.idle
	}
	return st.spare
}

// Set says what is free of node i, and how many jobs it has.
func (st *State) Set(i, cores int32, mib int64, jobs int32) {
	st.Cores[i], st.Memory[i], st.Jobs[i] = cores, mib, jobs
	st.mark(int(i))
}

// mark keeps the sets of nodes in step with node i.
func (st *State) mark(i int) {
	st.idle.Put(i, st.Jobs[i] == 0)
	st.single.Put(i, st.Jobs[i] == 1)
	st.spare.Put(i, st.Cores[i] > 0)
}

// Take lets a job hold a.
func (st *State) Take(a *Allocation) { st.move(a, 1) }

// Give ends that.
func (st *State) Give(a *Allocation) { st.move(a, -1) }

func (st *State) move(a *Allocation, sign int32) {
	for k := range a.Nodes {
		st.moveOne(a, k, sign)
	}
	if st.layers != nil {
		st.pack(a, sign)
	}
}

// GiveOne gives back what the allocation has of its k-th node.
func (st *State) GiveOne(a *Allocation, k int) { st.moveOne(a, k, -1) }

func (st *State) moveOne(a *Allocation, k int, sign int32) {
	i := a.Nodes[k]
	switch {
	case st.layers != nil:
		st.moveLayer(a, k, sign)
	case a.Row > 0:
		st.lend(a.Part, i, -st.moveRow(a, k, sign))
	default:
		st.lend(a.Part, i, -sign*a.Cores[k])
	}
	st.Memory[i] -= int64(sign) * a.Memory[k]
	st.Jobs[i] += sign
	st.mark(int(i))
	if a.GPUs != nil {
		st.GPUs[int(i)*len(st.sys.GPUTypes)+int(a.Types[k])] -= sign * a.GPUs[k]
	}
	if a.Gres != nil {
		st.moveGres(a, k, sign)
	}
}

// A fit is a node that a job could have.
type fit struct {
	node int32
	spot
	weight int32
	leaf   int32
	gets   int32 // tasks, once it is chosen
}

// A leaf is the nodes of one leaf switch, or of one row, that a job could have.
type leaf struct {
	nodes, tasks, room, first, weight int32
	begin                             int32 // of a row, its first fit
}

// Could returns the nodes of the partition that have room for a task of the job, and whether
// the job could run on them. An empty State tells whether it could ever.
func (st *State) Could(j *Job, part int32) (Bits, bool) {
	set := NewBits(len(st.sys.Nodes))
	_, ok := st.Place(j, part, st.sys.Partitions[part].Bits)
	for _, f := range st.fits {
		set.Add(int(f.node))
	}
	if j.Asks != nil { // Place has looked at a part of the job, or at several
		st.fill(j, part, set)
	}
	return set, ok
}

// usable returns the tasks that node i has room for in the partition, and the type of GPUs that it would give.
func (st *State) usable(j *Job, i int, part int32, mib int64, perCore, whole bool) (tasks, kind int32) {
	n, free := &st.sys.Nodes[i], st.cores(j, i, part, whole)
	if free < j.CoresPerTask || j.Features != nil &&
		!slices.ContainsFunc(j.Features, func(f uint64) bool { return n.Features&f == f }) {
		return 0, 0
	}
	if whole && st.Jobs[i] > 0 {
		return 0, 0
	}
	tasks = free / j.CoresPerTask
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
		cores := st.Memory[i] / mib
		if n.Threads > 1 {
			cores -= cores % int64(n.Threads)
		}
		tasks = int32(min(int64(tasks), cores/int64(j.CoresPerTask)))
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
	if j.Asks != nil {
		return st.asked(j, i, int64(tasks), int64(kind), whole)
	}
	return tasks, kind
}

// spot returns what node i has room for in the partition.
func (st *State) spot(j *Job, i int, part int32, mib int64, perCore, whole bool) (s spot) {
	s.tasks, s.kind = st.usable(j, i, part, mib, perCore, whole)
	if s.room = s.tasks; j.TasksPerNode > 0 && s.tasks > 0 {
		if s.room = st.cores(j, i, part, whole) / j.CoresPerTask; mib > 0 && perCore && !whole {
			s.room = int32(min(int64(s.room), st.Memory[i]/(mib*int64(j.CoresPerTask))))
		}
	}
	if s.free = s.room; j.HasGPUs() && s.tasks > 0 {
		s.free = st.cores(j, i, part, whole) + st.freeGPUs(j, i)
	}
	return s
}

// freeGPUs returns how many GPUs of node i are free that the job could have.
func (st *State) freeGPUs(j *Job, i int) (n int32) {
	types := len(st.sys.GPUTypes)
	for t, free := range st.GPUs[i*types : (i+1)*types] {
		if j.GPUType == None || int(j.GPUType) == t {
			n += free
		}
	}
	return n
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
// Without one, rows of neighbours of the same weight take the place of switches, those of
// less weight first, even if they have room for a part of the job only. A row gives one node, the
// one with the least room that suffices, or else its nodes in order.
//
// If that fails and the job may have few nodes only, those with the least room are left out: see withoutSmall.
//
// Where nodes are wanted in some order, all of this gives way to that: see inOrder.
//
// It costs O(nodes), and O(nodes) again for each node that the job gets.
func (st *State) Place(j *Job, part int32, set Bits) (*Allocation, bool) {
	if st.sys.Unusual(j, part) {
		return st.placeAsked(j, part, set)
	}
	p := &st.sys.Partitions[part]
	mib, perCore := p.Asks(j)
	whole := st.sys.Whole(j, p)
	st.fits = st.fits[:0]
	total := int32(0)
	for k, w := range set {
		if whole && st.layers == nil {
			w &= st.idle[k]
		}
		for ; w != 0; w &= w - 1 {
			i := k<<6 + bits.TrailingZeros64(w)
			if s := st.spot(j, i, part, mib, perCore, whole); s.tasks > 0 {
				total += st.fit(j, int32(i), s)
			}
		}
	}
	return st.among(j, part, total)
}

// fit adds a node to those that a job could have, and returns how many of its tasks find room there.
func (st *State) fit(j *Job, i int32, s spot) (tasks int32) {
	where := &st.sys.where[i]
	st.fits = append(st.fits, fit{node: i, spot: s, weight: where.weight, leaf: where.leaf})
	return min(s.tasks, j.Tasks)
}

// among is Place among the fits, with room for total tasks.
func (st *State) among(j *Job, part, total int32) (*Allocation, bool) {
	if int32(len(st.fits)) < j.MinNodes || total < j.Tasks {
		return nil, false
	}
	st.most = st.sys.Partitions[part].Most(j)
	st.order = st.inOrder(j, part)
	if st.order != nil || !st.sys.Description.Scheduling.Topology {
		if st.most == 1 {
			st.fits = slices.DeleteFunc(st.fits, func(f fit) bool { return f.tasks < j.Tasks })
		}
		if chosen := st.choose(j, math.MaxInt32); chosen != nil {
			return st.allocate(j, part, chosen), true
		}
		if st.most == 0 {
			return nil, false
		}
	}
	for _, w := range st.weights() { // as few weights as possible
		if chosen := st.choose(j, w); chosen != nil {
			return st.allocate(j, part, chosen), true
		}
	}
	return st.withoutSmall(j, part)
}

// allocate gives the job's tasks to the nodes in the order in which they were chosen, as many as
// fit to each, but one at least.
func (st *State) allocate(j *Job, part int32, chosen []fit) *Allocation {
	p := &st.sys.Partitions[part]
	mib, perCore := p.Asks(j)
	whole := st.sys.Whole(j, p)
	n := len(chosen)
	left := j.Tasks
	for k := range chosen {
		f := &chosen[k]
		f.gets = max(min(f.tasks, left-int32(n-1-k)), 1)
		left -= f.gets
	}
	if byNode := func(a, b fit) int { return int(a.node - b.node) }; !slices.IsSortedFunc(chosen, byNode) {
		slices.SortFunc(chosen, byNode)
	}
	list := make([]int32, 4*n)
	a := &Allocation{Nodes: list[:n:n], Cores: list[n : 2*n : 2*n], Memory: make([]int64, n), Part: part}
	gpus := j.HasGPUs()
	if gpus {
		a.GPUs, a.Types = list[2*n:3*n:3*n], list[3*n:]
	}
	for k := range chosen {
		f := &chosen[k]
		cores := st.sys.wholeCores(f.node, f.gets*j.CoresPerTask)
		if whole {
			cores = st.sys.Nodes[f.node].Cores
		}
		a.Nodes[k], a.Cores[k], a.Memory[k] = f.node, cores, mib
		if perCore {
			a.Memory[k] = mib * int64(cores)
		}
		if gpus {
			a.GPUs[k], a.Types[k] = j.GPUs, f.kind
		}
	}
	if j.Asks != nil {
		st.share(j, a, chosen)
	}
	st.claimAll(j, a)
	return a
}
