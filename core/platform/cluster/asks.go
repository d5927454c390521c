package cluster

import "slices"

// Asks are requests that few jobs have. A number is 0 if it is not given.
type Asks struct {
	Nodes      Bits       // of which the job must have all (--nodelist); nil for none
	Not        Bits       // of which it may have none (--exclude); nil for none
	Contiguous bool       // its nodes are neighbours in the order of the System (--contiguous)
	Alike      bool       // all its nodes have the same of Job.Features (--constraint=[a|b])
	Counted    []Counted  // nodes with certain features (--constraint=a*2&b*1)
	Share      bool       // it may share its cores where the partition lets jobs choose (--oversubscribe)
	GPUs       int32      // of the whole job (--gpus), at least one on each node
	TaskGPUs   int32      // with each task (--gpus-per-task)
	GPUMiB     int64      // of memory with each GPU (--mem-per-gpu)
	Sockets    int32      // at least, of each node (--sockets-per-node), with a free core in each
	Gres       []GresNeed // other generic resources of each node (--gres); nil for none
}

// Counted is a number of nodes that each have all of some features.
type Counted struct {
	Features uint64
	Nodes    int32
}

// wholeCores returns the cores of node i that a job gets which asks for some: whole ones, where they have threads.
func (s *System) wholeCores(i, asked int32) int32 {
	per := s.Nodes[i].Threads
	if per <= 1 {
		return asked
	}
	return (asked + per - 1) / per * per
}

// excludes tells whether the job may not have node i.
func (a *Asks) excludes(i int) bool { return a.Not != nil && a.Not.Has(i) }

// asked returns how many of the tasks that node i has room for find there what the job's Asks add, and the type of their GPUs.
func (st *State) asked(j *Job, i int, tasks, kind int64, whole bool) (int32, int32) {
	a, memory := j.Asks, st.Memory[i]
	n := &st.sys.Nodes[i]
	if a.excludes(i) || a.Sockets*max(n.Threads, 1) > st.Cores[i] || a.Gres != nil && !st.hasGres(j, i, whole) {
		return 0, 0
	}
	if each := max(a.TaskGPUs, min(a.GPUs, 1)); each > 0 {
		t := st.richest(j, i)
		if t == None {
			return 0, 0
		}
		kind = int64(t)
		free := st.GPUs[i*len(st.sys.GPUTypes)+int(t)]
		if a.GPUMiB > 0 {
			free = int32(min(int64(free), memory/a.GPUMiB))
		}
		if free < each {
			return 0, 0
		}
		if a.TaskGPUs > 0 {
			tasks = min(tasks, int64(free/a.TaskGPUs))
		}
	} else if a.GPUMiB*int64(j.GPUs) > memory {
		return 0, 0
	}
	return int32(tasks), int32(kind)
}

// richest returns the type of which node i has most free GPUs for the job, the first of equals; None if it has none.
func (st *State) richest(j *Job, i int) int32 {
	types, best := len(st.sys.GPUTypes), int32(None)
	for t, free := range st.GPUs[i*types : (i+1)*types] {
		if free > 0 && (j.GPUType == None || int(j.GPUType) == t) && (best == None || free > st.GPUs[i*types+int(best)]) {
			best = int32(t)
		}
	}
	return best
}

// fill makes set the nodes of the partition that have room for a task of the job.
func (st *State) fill(j *Job, part int32, set Bits) {
	clear(set)
	mib, perCore := st.sys.Partitions[part].Asks(j)
	whole := st.sys.Whole(j, &st.sys.Partitions[part])
	for i := range st.sys.Partitions[part].Bits.All {
		if tasks, _ := st.usable(j, i, part, mib, perCore, whole); tasks > 0 {
			set.Add(i)
		}
	}
}

// AllGPUs returns the GPUs that the job asks for in all, on its least number of nodes.
func (j *Job) AllGPUs() int64 {
	n := int64(j.GPUs) * int64(j.MinNodes)
	if a := j.Asks; a != nil {
		n += int64(a.GPUs) + int64(a.TaskGPUs)*int64(j.Tasks)
	}
	return n
}

// DefaultGPUMiB gives a job the memory of a partition's default with each GPU, where it has GPUs of the whole job or with tasks.
func (j *Job) DefaultGPUMiB(p *Part) {
	if j.Asks != nil && j.MemoryMiB == 0 && j.Asks.GPUMiB == 0 && j.Asks.GPUs+j.Asks.TaskGPUs > 0 && p.DefMemPerGPUMiB > 0 {
		asks := *j.Asks
		asks.GPUMiB = p.DefMemPerGPUMiB
		j.Asks = &asks
	}
}

// HasGPUs tells whether the job asks for GPUs in any way.
func (j *Job) HasGPUs() bool {
	return j.GPUs > 0 || j.Asks != nil && (j.Asks.GPUs > 0 || j.Asks.TaskGPUs > 0)
}

// WithoutGPUs returns the job as if it asked for no GPUs.
func (j *Job) WithoutGPUs() Job {
	without := *j
	if without.GPUs = 0; j.Asks != nil {
		asks := *j.Asks
		asks.GPUs, asks.TaskGPUs, asks.GPUMiB = 0, 0, 0
		without.Asks = &asks
	}
	return without
}

// share gives the nodes of an allocation the GPUs that come with tasks, or those of the whole job: one to each node, and the rest to the
// first that have them. Memory comes with GPUs where the job asks so.
func (st *State) share(j *Job, a *Allocation, chosen []fit) {
	if !j.HasGPUs() {
		return
	}
	left := j.Asks.GPUs - int32(len(a.Nodes))
	for k, i := range a.Nodes {
		switch {
		case j.Asks.TaskGPUs > 0:
			a.GPUs[k] = chosen[k].gets * j.Asks.TaskGPUs
		case j.Asks.GPUs > 0:
			more := min(max(left, 0), st.GPUs[int(i)*len(st.sys.GPUTypes)+int(a.Types[k])]-1)
			a.GPUs[k] = 1 + more
			left -= more
		}
		a.Memory[k] += j.Asks.GPUMiB * int64(a.GPUs[k])
	}
}

// placeAsked is Place for an Unusual job.
func (st *State) placeAsked(j *Job, part int32, set Bits) (*Allocation, bool) {
	for _, one := range j.Parts() {
		if a, ok := st.placePart(&one, part, set); ok {
			return a, true
		}
	}
	return nil, false
}

// Parts returns the jobs of which one is to be placed: one for each alternative of Job.Features if all nodes are to be alike.
func (j *Job) Parts() []Job {
	if j.Asks == nil || !j.Asks.Alike {
		return []Job{*j}
	}
	var all []Job
	for _, f := range j.Features {
		one := *j
		one.Features = []uint64{f}
		all = append(all, one)
	}
	return all
}

// placePart places a job whose nodes need not be alike.
func (st *State) placePart(j *Job, part int32, set Bits) (*Allocation, bool) {
	if st.layers != nil {
		return st.placeOver(j, part, set)
	}
	return st.placeHere(j, part, set)
}

// placeHere places a job on what is free: first its counted nodes, each kind of them as Place would, and with these the rest.
func (st *State) placeHere(j *Job, part int32, set Bits) (*Allocation, bool) {
	a := j.Asks
	if a == nil || len(a.Counted) == 0 {
		if st.sys.Partitions[part].Rows > 1 && st.layers == nil {
			return st.placeRow(j, part, set)
		}
		return st.placeOne(j, part, set)
	}
	whole, asks := *j, *a
	asks.Nodes, asks.Counted = NewBits(len(st.sys.Nodes)), nil
	if a.Nodes != nil {
		asks.Nodes.Or(a.Nodes)
	}
	whole.Asks = &asks
	left := slices.Clone(set)
	for _, c := range a.Counted {
		some := j.counted(c)
		got, ok := st.placeOne(&some, part, left)
		if !ok {
			return nil, false
		}
		for _, i := range got.Nodes {
			asks.Nodes.Add(int(i))
			left.Remove(int(i))
		}
	}
	return st.placeOne(&whole, part, set)
}

// Kinds returns the jobs that Slurm plans in the place of one with counted nodes, on different nodes each: one for each kind, and one for
// the nodes that are left. Each asks for all tasks, as if its nodes were all.
func (j *Job) Kinds() (all []Job) {
	rest := *j
	rest.Features, rest.Asks = nil, &Asks{Not: j.Asks.Not, Gres: j.Asks.Gres}
	for _, c := range j.Asks.Counted {
		some := j.counted(c)
		some.Tasks, some.MaxNodes = j.Tasks, j.MaxNodes
		all = append(all, some)
		rest.MinNodes -= c.Nodes
	}
	if rest.MinNodes > 0 {
		all = append(all, rest)
	}
	return all
}

// Named returns the nodes that the job names, if these are all that it needs; else nil.
func (j *Job) Named() Bits {
	if j.Asks == nil || j.Asks.Nodes == nil || j.Asks.Nodes.Count() < int(j.MinNodes) {
		return nil
	}
	return j.Asks.Nodes
}

// counted returns a job that asks for the nodes of c alone.
func (j *Job) counted(c Counted) Job {
	some := *j
	some.Features = []uint64{c.Features}
	some.MinNodes, some.MaxNodes, some.Tasks, some.Asks = c.Nodes, 0, c.Nodes, &Asks{Not: j.Asks.Not, Gres: j.Asks.Gres}
	return some
}

// placeOne places a job on nodes that may differ, on free cores or, where the partition lets jobs share them, in a row of shared ones.
func (st *State) placeOne(j *Job, part int32, set Bits) (*Allocation, bool) {
	st.fits = st.fits[:0]
	total, gpus := int32(0), int32(0)
	mib, perCore := st.sys.Partitions[part].Asks(j)
	whole := st.sys.Whole(j, &st.sys.Partitions[part])
	for i := range set.All {
		if s := st.spot(j, i, part, mib, perCore, whole); s.tasks > 0 {
			total += st.fit(j, int32(i), s)
			if j.Asks != nil && j.Asks.GPUs > 0 {
				gpus += st.GPUs[i*len(st.sys.GPUTypes)+int(s.kind)]
			}
		}
	}
	if j.Asks == nil || !j.Asks.picks() {
		return st.among(j, part, total)
	}
	if gpus < j.Asks.GPUs || int32(len(st.fits)) < j.MinNodes || total < j.Tasks {
		return nil, false
	}
	if chosen := st.fewest(j, part); chosen != nil {
		return st.allocate(j, part, chosen), true
	}
	return nil, false
}
