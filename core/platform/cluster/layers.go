package cluster

import "slices"

// With gang scheduling, Slurm gives jobs cores that others have: in the rows of their partition, and those of lower tiers. Only jobs that
// have different cores run at a time. So here it matters which cores a job has.

// A layer is what a job has of a node's cores.
type layer struct {
	job   *int32 // the first of its list of nodes, which tells jobs apart
	part  int32
	with  sharing
	cores Bits
}

// A sharing is with whom a job may share the cores of a node.
type sharing uint8

const (
	withRows  sharing = iota // with others of its partition
	withTiers                // with other tiers only, and partitions of one row
	withNone
)

// open is what is free of nodes for a job that may share some cores.
type open struct {
	cores []int32
	jobs  []int32
	on    []Bits
}

// ShareCores lets jobs have cores that others have, from the begin on: the scheduler takes care that they do not run at the same time.
func (st *State) ShareCores() {
	n := len(st.sys.Nodes)
	st.layers = make([][]layer, n)
	st.packs = st.sys.emptyRows()
	st.open = open{make([]int32, n), make([]int32, n), make([]Bits, n)}
	for i := range st.open.on {
		st.open.on[i] = NewBits(int(st.sys.Nodes[i].Cores))
	}
}

// UseExtraRow says whether jobs may have the row that each partition has for those that preempt others by their QOS.
func (st *State) UseExtraRow(yes bool) { st.extra = yes && st.sys.Description.Preemption.Type == "qos" }

func (st *State) copyLayers(from *State) {
	if st.layers == nil {
		st.ShareCores()
	}
	for i, l := range from.layers {
		st.layers[i] = append(st.layers[i][:0], l...)
	}
	for p, rows := range from.packs {
		for r, row := range rows {
			to := st.packs[p][r]
			to.jobs, to.count = append(to.jobs[:0], row.jobs...), row.count
			copy(to.cores, row.cores)
		}
	}
}

// moveLayer gives or takes what an allocation has of its k-th node.
func (st *State) moveLayer(a *Allocation, k int, sign int32) {
	i, job := a.Nodes[k], &a.Nodes[0]
	if sign > 0 {
		st.layers[i] = append(st.layers[i], layer{job, a.Part, a.with, a.On[k]})
	} else {
		st.layers[i] = slices.DeleteFunc(st.layers[i], func(l layer) bool { return l.job == job })
	}
	if held := st.held[a.Part]; held != nil {
		held[i] += sign * a.Cores[k]
	}
	st.Cores[i] = st.openOn(i, nil, func(*layer) bool { return true })
}

// GiveCores gives back the cores of an allocation, and nothing else of it.
func (st *State) GiveCores(a *Allocation) {
	for k := range a.Nodes {
		st.moveLayer(a, k, -1)
	}
	st.pack(a, -1)
}

// openOn works out which cores of a node are free of some layers and of a row, and returns how many.
func (st *State) openOn(i int32, row *coreRow, of func(*layer) bool) (n int32) {
	on := st.open.on[i]
	for w := range on {
		on[w] = ^uint64(0)
	}
	if rest := st.sys.Nodes[i].Cores & 63; rest > 0 {
		on[len(on)-1] = 1<<rest - 1
	}
	for k := range st.layers[i] {
		if l := &st.layers[i][k]; len(l.cores) > 0 && of(l) {
			on.Without(l.cores)
		}
	}
	if row != nil {
		on.Without(row.of(i))
	}
	return int32(on.Count())
}

// sharing returns with whom a job shares its cores in a partition.
func (s *System) sharing(j *Job, part int32) sharing {
	switch p := &s.Partitions[part]; {
	case p.WholeNodes || s.Description.Scheduling.WholeNodes:
		return withNone
	case p.Forced, p.Rows > 1 && j.Asks != nil && j.Asks.Share:
		return withRows
	}
	return withTiers
}

// tier returns the tier of a partition.
func (s *System) tier(part int32) int { return max(s.Partitions[part].PriorityTier, 1) }

// placeOver is placeHere for a job that may have cores which others have: where cores are free; else over jobs of lower tiers, as few
// partitions of them as possible; else in a row of its partition. The tests and their order are those of Slurm's select plugins.
func (st *State) placeOver(j *Job, part int32, set Bits) (*Allocation, bool) {
	set = st.meeting(j, part, set)
	if a, ok := st.placeBeside(j, part, set, nil, func(*layer) bool { return true }); ok {
		return a, true
	}
	s := st.sys
	mine, byTier := s.tier(part), s.Description.Preemption.Type == "partition_prio"
	kept := func(l *layer) bool {
		return byTier && (s.tier(l.part) > mine || s.Partitions[l.part].PreemptMode == "off")
	}
	same := func(l *layer) bool { return kept(l) || s.tier(l.part) == mine }
	if a, ok := st.placeBeside(j, part, set, nil, same); ok {
		return st.sparing(j, part, set, same, a), true
	}
	rows := st.packs[part]
	switch {
	case rows == nil:
		return st.placeBeside(j, part, set, nil, func(l *layer) bool { return kept(l) || l.part == part })
	case s.Description.Preemption.Type != "qos":
		sortRows(rows)
	case s.sharing(j, part) != withRows:
		rows = rows[:1]
	case !st.extra:
		rows = rows[:len(rows)-1]
	}
	for _, row := range rows {
		if a, ok := st.placeBeside(j, part, set, row, kept); ok {
			return a, true
		}
		if len(row.jobs) == 0 {
			break
		}
	}
	return nil, false
}

// meeting returns the nodes of a set whose jobs let a job share their cores in any way.
func (st *State) meeting(j *Job, part int32, set Bits) Bits {
	set, with := slices.Clone(set), st.sys.sharing(j, part)
	for i := range set.All {
		for k := range st.layers[i] {
			l := &st.layers[i][k]
			switch {
			case l.with == withNone,
				l.with == withTiers && with != withTiers,
				with == withNone,
				with == withTiers && l.part != part && (st.sys.Partitions[l.part].Rows > 1 || st.extra):
				set.Remove(i)
			}
		}
	}
	return set
}

// sparing returns a place for a job that has one, on as few cores of lower tiers as possible: Slurm tries to leave out one
// partition after the other, the highest first.
func (st *State) sparing(j *Job, part int32, set Bits, of func(*layer) bool, a *Allocation) *Allocation {
	s := st.sys
	var lower []int32
	for p := range s.Partitions {
		if s.tier(int32(p)) < s.tier(part) {
			lower = append(lower, int32(p))
		}
	}
	slices.SortStableFunc(lower, func(p, q int32) int { return s.tier(q) - s.tier(p) })
	for _, p := range lower {
		before := of
		of = func(l *layer) bool { return before(l) || l.part == p }
		b, ok := st.placeBeside(j, part, set, nil, of)
		if !ok {
			break
		}
		a = b
	}
	return a
}

// placeBeside is placeHere on the cores that are free of some layers, and of a row.
func (st *State) placeBeside(j *Job, part int32, set Bits, row *coreRow, of func(*layer) bool) (*Allocation, bool) {
	cores, jobs := st.Cores, st.Jobs
	for i := range set.All {
		st.open.cores[i] = st.openOn(int32(i), row, of)
		st.open.jobs[i] = min(st.sys.Nodes[i].Cores-st.open.cores[i], 1)
	}
	st.Cores, st.Jobs = st.open.cores, st.open.jobs
	a, ok := st.placeHere(j, part, set)
	if st.Cores, st.Jobs = cores, jobs; !ok {
		return nil, false
	}
	a.with = st.sys.sharing(j, part)
	for k, i := range a.Nodes {
		a.On = append(a.On, st.open.on[i].lowest(a.Cores[k]))
	}
	return a, true
}

// lowest returns the first n of a set.
func (b Bits) lowest(n int32) Bits {
	few := make(Bits, len(b))
	for k, w := range b {
		for ; w != 0 && n > 0; n-- {
			few[k] |= w & -w
			w &= w - 1
		}
	}
	return few
}
