package cluster

import "slices"

// Asks are requests that few jobs have. A number is 0 if it is not given.
type Asks struct {
	Nodes      Bits      // of which the job must have all (--nodelist); nil for none
	Not        Bits      // of which it may have none (--exclude); nil for none
	Contiguous bool      // its nodes are neighbours in the order of the System (--contiguous)
	Alike      bool      // all its nodes have the same of Job.Features (--constraint=[a|b])
	Counted    []Counted // nodes with certain features (--constraint=a*2&b*1)
	Share      bool      // it may share its cores where the partition lets jobs choose (--oversubscribe)
	GPUs       int32     // of the whole job (--gpus), at least one on each node
	TaskGPUs   int32     // with each task (--gpus-per-task)
	GPUMiB     int64     // of memory with each GPU (--mem-per-gpu)
	Sockets    int32     // at least, of each node (--sockets-per-node), with a free core in each
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
func (st *State) asked(j *Job, i int, tasks, kind, memory int64) (int32, int32) {
	a := j.Asks
	n := &st.sys.Nodes[i]
	if a.excludes(i) || a.Sockets*max(n.Threads, 1) > st.Cores[i] {
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
		if tasks, _ := st.usable(j, i, mib, perCore, whole); tasks > 0 {
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

// placePart places a job whose nodes need not be alike: first its counted nodes, each kind of them as Place would, and with these the
// rest.
func (st *State) placePart(j *Job, part int32, set Bits) (*Allocation, bool) {
	a := j.Asks
	if a == nil || len(a.Counted) == 0 {
		if st.sys.Partitions[part].Rows > 1 {
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
	rest.Features, rest.Asks = nil, &Asks{Not: j.Asks.Not}
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
	some.MinNodes, some.MaxNodes, some.Tasks, some.Asks = c.Nodes, 0, c.Nodes, &Asks{Not: j.Asks.Not}
	return some
}

// placeOne places a job on nodes that may differ, on free cores or, where the partition lets jobs share them, in a row of shared ones.
func (st *State) placeOne(j *Job, part int32, set Bits) (*Allocation, bool) {
	st.fits = st.fits[:0]
	total, gpus := int32(0), int32(0)
	mib, perCore := st.sys.Partitions[part].Asks(j)
	whole := st.sys.Whole(j, &st.sys.Partitions[part])
	for i := range set.All {
		if s := st.spot(j, i, mib, perCore, whole); s.tasks > 0 {
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

// fewest is pick, but on as few nodes as possible for a job whose GPUs may be of several.
func (st *State) fewest(j *Job, part int32) []fit {
	most := int32(len(st.fits))
	if n := st.sys.Partitions[part].Most(j); n > 0 {
		most = min(most, n)
	}
	if j.Asks.GPUs == 0 && j.Asks.TaskGPUs == 0 {
		return st.pick(j, most)
	}
	for n := j.MinNodes; n <= most; n++ {
		if chosen := st.pick(j, n); chosen != nil {
			return chosen
		}
	}
	return nil
}

// picks tells whether nodes are chosen in another way than for other jobs.
func (a *Asks) picks() bool { return a.Nodes != nil || a.Contiguous || a.GPUs > 0 || a.TaskGPUs > 0 }

// A need is what is left of what a job asks for.
type need struct{ nodes, tasks, gpus, most int32 }

func (n *need) met() bool { return n.nodes <= 0 && n.tasks <= 0 && n.gpus <= 0 }

// take adds a node to those chosen.
func (n *need) take(f fit, gpus int32) {
	n.nodes--
	n.most--
	n.tasks -= min(f.tasks, n.tasks-max(n.nodes, 0))
	n.gpus -= gpus
}

// pick returns fits that suffice, at most so many, or nil: all that the job names, and then rows of neighbours, as choose does without a topology. A row
// with a node that the job names goes first, and gives its nodes from there on upwards, then downwards.
func (st *State) pick(j *Job, most int32) []fit {
	n := need{j.MinNodes, j.Tasks, j.Asks.GPUs, most}
	chosen, named := st.picks[:0], 0
	for k := range st.fits {
		if f := &st.fits[k]; j.Asks.Nodes != nil && j.Asks.Nodes.Has(int(f.node)) {
			chosen = append(chosen, *f)
			n.take(*f, st.gives(j, *f))
			named++
		}
	}
	defer func() { st.picks = chosen[:0] }()
	if j.Asks.Nodes != nil && named < j.Asks.Nodes.Count() || n.most < 0 {
		return nil
	}
	rows := st.neighbours(j)
	for !n.met() && len(rows) > 0 && n.most > 0 {
		best := 0
		for r := range rows {
			if rows[r].beats(&rows[best], n, j.Asks.Contiguous) {
				best = r
			}
		}
		if j.Asks.Contiguous && !rows[best].suffices(n) {
			return nil
		}
		for _, f := range rows[best].order(st, j, n) {
			if n.met() || n.most == 0 {
				break
			}
			if n.most == 1 && (f.tasks < n.tasks || st.gives(j, f) < n.gpus) {
				continue
			}
			chosen = append(chosen, f)
			n.take(f, st.gives(j, f))
		}
		rows = slices.Delete(rows, best, best+1)
	}
	if !n.met() {
		return nil
	}
	return chosen
}

// gives returns the GPUs that a fit would give to a job that asks for GPUs in all.
func (st *State) gives(j *Job, f fit) int32 {
	if j.Asks.GPUs == 0 {
		return 0
	}
	return st.GPUs[int(f.node)*len(st.sys.GPUTypes)+int(f.kind)]
}

// A row is fits that are neighbours, of one weight unless the job's nodes are to be contiguous, and the first node among them that the
// job names, or None.
type row struct {
	fits                       []fit
	weight, tasks, gpus, named int32
}

// neighbours returns the rows of the fits that the job does not name.
func (st *State) neighbours(j *Job) (all []row) {
	last := int32(-2)
	for k := range st.fits {
		f := st.fits[k]
		named := j.Asks.Nodes != nil && j.Asks.Nodes.Has(int(f.node))
		r := len(all) - 1
		switch gap := f.node != last+1; {
		case r >= 0 && len(all[r].fits) == 0: // named nodes alone begin no row
			if gap {
				all[r].named = None
			}
			all[r].weight = f.weight
		case r < 0 || gap || f.weight != all[r].weight && !j.Asks.Contiguous:
			all = append(all, row{weight: f.weight, named: None})
			r++
		}
		last = f.node
		if named {
			if all[r].named == None {
				all[r].named = f.node
			}
			continue
		}
		all[r].fits = append(all[r].fits, f)
		all[r].tasks += f.tasks
		all[r].gpus += st.gives(j, f)
	}
	return slices.DeleteFunc(all, func(r row) bool { return len(r.fits) == 0 })
}

func (r *row) suffices(n need) bool {
	return int32(len(r.fits)) >= n.nodes && r.tasks >= n.tasks && r.gpus >= n.gpus
}

// beats tells whether a row later in the order is better than the best so far.
func (r *row) beats(best *row, n need, contiguous bool) bool {
	x, y := r.suffices(n), best.suffices(n)
	switch {
	case best.named == None && r.named != None, r.weight < best.weight:
		return true
	case r.weight == best.weight:
		return x && (!y || r.tasks < best.tasks) || !x && !y && r.tasks > best.tasks
	}
	return contiguous && x && !y
}

// order returns the fits of a row in the order in which the job takes them: one that suffices alone, the tightest, or all.
func (r *row) order(st *State, j *Job, n need) []fit {
	if r.named != None {
		up, _ := slices.BinarySearchFunc(r.fits, r.named, func(f fit, node int32) int { return int(f.node - node) })
		down := slices.Clone(r.fits[:up])
		slices.Reverse(down)
		return append(slices.Clone(r.fits[up:]), down...)
	}
	best := -1
	for k, f := range r.fits {
		if n.nodes <= 1 && f.tasks >= n.tasks && st.gives(j, f) >= n.gpus && (best < 0 || f.free < r.fits[best].free) {
			best = k
		}
	}
	if best >= 0 {
		return r.fits[best : best+1]
	}
	return r.fits
}
