package cluster

// Jobs of a partition with OverSubscribe=FORCE:n or YES:n may share their cores with others of it. Slurm has n rows of all cores for
// them. In each row a core has one job; a core that has a job in any row is free for nobody else.

// shares tells whether a job may share its cores in a partition.
func (s *System) shares(j *Job, part int32) bool {
	p := &s.Partitions[part]
	return p.Rows > 1 && (p.Forced || j.Asks != nil && j.Asks.Share)
}

// Unusual tells whether a job asks for what Releases and Room do not know in a partition.
func (s *System) Unusual(j *Job, part int32) bool {
	return j.Asks != nil || s.Partitions[part].Rows > 1 || s.Description.Preemption.Gang
}

// moveRow gives or takes what an allocation has of its k-th node in its row. Cores are free that have no job in any row, as if jobs lay
// on the same cores in each. It returns how many cores fewer are free.
func (st *State) moveRow(a *Allocation, k int, sign int32) int32 {
	n := int32(len(st.sys.Nodes))
	rows, i := st.rows[a.Part], a.Nodes[k]
	if more := int(a.Row*n) - len(rows); more > 0 {
		rows = append(rows, make([]int32, more)...)
		st.rows[a.Part] = rows
	}
	before := st.highest(a.Part, i)
	rows[(a.Row-1)*n+i] += sign * a.Cores[k]
	return st.highest(a.Part, i) - before
}

// given returns how many cores of node i a row of the partition has given away, rows from 0.
func (st *State) given(part, row, i int32) int32 {
	if at := int(row)*len(st.sys.Nodes) + int(i); at < len(st.rows[part]) {
		return st.rows[part][at]
	}
	return 0 // no job was in it yet
}

// highest returns how many cores of node i the fullest row of the partition has given away.
func (st *State) highest(part, i int32) (most int32) {
	n := int32(len(st.sys.Nodes))
	for r := i; int(r) < len(st.rows[part]); r += n {
		most = max(most, st.rows[part][r])
	}
	return most
}

// placeRow is placeOne for a job that may share its cores: where cores are free, or else in the first row with room. All that shares is
// in a row: the first that has room.
func (st *State) placeRow(j *Job, part int32, set Bits) (*Allocation, bool) {
	if st.sys.Whole(j, &st.sys.Partitions[part]) {
		return st.placeOne(j, part, set)
	}
	if a, ok := st.placeOne(j, part, set); ok {
		for r := range int32(st.sys.Partitions[part].Rows) {
			a.Part, a.Row = part, r+1
			if st.holds(a) {
				break
			}
		}
		return a, true
	}
	if !st.sys.shares(j, part) || st.rows[part] == nil {
		return nil, false
	}
	used := len(st.rows[part]) / len(st.sys.Nodes)
	for r := range int32(min(st.sys.Partitions[part].Rows, used+1)) { // the row after those in use is empty
		for i := range set.All {
			st.lend(part, int32(i), st.highest(part, int32(i))-st.given(part, r, int32(i)))
		}
		a, ok := st.placeOne(j, part, set)
		for i := range set.All {
			st.lend(part, int32(i), st.given(part, r, int32(i))-st.highest(part, int32(i)))
		}
		if ok {
			a.Part, a.Row = part, r+1
			return a, true
		}
	}
	return nil, false
}

// holds tells whether the row of an allocation has room for it.
func (st *State) holds(a *Allocation) bool {
	for k, i := range a.Nodes {
		if st.rows[a.Part] != nil && st.given(a.Part, a.Row-1, i)+a.Cores[k] > st.Cores[i]+st.highest(a.Part, i) {
			return false
		}
	}
	return true
}
