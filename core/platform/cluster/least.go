package cluster

import (
	"cmp"
	"slices"
)

// leastLoaded tells whether jobs in the partition go to the least loaded nodes.
func (s *System) leastLoaded(part int32) bool {
	return s.Description.Scheduling.LeastLoaded || s.Partitions[part].LeastLoaded
}

// leastLoaded returns fits that suffice, or nil: those of least weight first, among these the node with the
// largest share of its cores free, among these the first. Slurm's CR_LLN asks for that before any topology.
func (st *State) leastLoaded(j *Job, _ int32) []fit {
	st.rest = append(st.rest[:0], st.fits...)
	free := func(f fit) int64 { return int64(st.Cores[f.node]) }
	all := func(f fit) int64 { return int64(st.sys.Nodes[f.node].Cores) }
	slices.SortStableFunc(st.rest, func(a, b fit) int {
		return cmp.Or(cmp.Compare(a.weight, b.weight), cmp.Compare(free(b)*all(a), free(a)*all(b)))
	})
	nodes, tasks := j.MinNodes, j.Tasks
	for k, f := range st.rest {
		if st.most > 0 && int32(k) == st.most {
			return nil
		}
		nodes--
		if tasks -= min(f.tasks, tasks-max(nodes, 0)); nodes <= 0 && tasks <= 0 {
			return st.rest[:k+1]
		}
	}
	return nil
}
