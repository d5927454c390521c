package cluster

// MaxCPUsPerNode bounds how many cores of a node the jobs of a partition hold together, so that others find some free.

// noneHeld returns no cores of each node for each partition with such a limit.
func (s *System) noneHeld() [][]int32 {
	held := make([][]int32, len(s.Partitions))
	for p := range held {
		if s.Partitions[p].MaxCPUsPerNode > 0 {
			held[p] = make([]int32, len(s.Nodes))
		}
	}
	return held
}

// cores returns how many of the free cores of node i a job may have in a partition. One that has its nodes alone, or for its user, gets
// nothing of a node whose free cores are too many.
func (st *State) cores(j *Job, i int, part int32, whole bool) int32 {
	free, held := st.Cores[i], st.held[part]
	if held == nil {
		return free
	}
	most := int32(st.sys.Partitions[part].MaxCPUsPerNode) - held[i]
	if free > most && (whole || j.OwnNodes) {
		return 0
	}
	return max(min(free, most), 0)
}

// lend takes n cores of node i from the jobs of a partition.
func (st *State) lend(part, i, n int32) {
	st.Cores[i] += n
	if held := st.held[part]; held != nil {
		held[i] -= n
	}
}
