package cluster

import (
	"cmp"
	"slices"
)

// leastLoaded tells whether jobs in the partition go to the least loaded nodes.
func (s *System) leastLoaded(part int32) bool {
	return s.Description.Scheduling.LeastLoaded || s.Partitions[part].LeastLoaded
}

// inOrder returns the order in which a job takes nodes one by one, where Slurm asks for one before any topology; else nil. Those of least
// weight come first, among these in plans with bf_busy_nodes those that have jobs now, or where the least loaded are wanted (CR_LLN)
// those with the largest share of their cores free, among these the first; or with pack_serial_at_end, for a job of one core, the last.
func (st *State) inOrder(j *Job, part int32) func(a, b fit) int {
	var next func(a, b fit) int
	switch serial := st.sys.Description.Scheduling.PackSerial && j.Cores() == 1; {
	case st.now != nil:
		next = func(a, b fit) int { return cmp.Compare(min(st.now.Jobs[b.node], 1), min(st.now.Jobs[a.node], 1)) }
	case st.sys.leastLoaded(part):
		free := func(f fit) int64 { return int64(st.Cores[f.node]) }
		all := func(f fit) int64 { return int64(st.sys.Nodes[f.node].Cores) }
		next = func(a, b fit) int { return cmp.Compare(free(b)*all(a), free(a)*all(b)) }
	case serial:
		next = func(a, b fit) int { return cmp.Compare(b.node, a.node) }
	default:
		return nil
	}
	return func(a, b fit) int { return cmp.Or(cmp.Compare(a.weight, b.weight), next(a, b)) }
}

// PreferBusy makes Place prefer nodes that have jobs in another state; nil for no such nodes.
func (st *State) PreferBusy(now *State) { st.now = now }

// inTurn returns fits of at most a weight that suffice, in the order of the job at hand, or nil.
func (st *State) inTurn(j *Job, weight int32) []fit {
	st.rest = append(st.rest[:0], st.fits...)
	slices.SortStableFunc(st.rest, st.order)
	nodes, tasks := j.MinNodes, j.Tasks
	if st.now != nil {
		return st.busyFirst(nodes, tasks)
	}
	for k, f := range st.rest {
		if st.most > 0 && int32(k) == st.most || f.weight > weight {
			return nil
		}
		nodes--
		if tasks -= min(f.tasks, tasks-max(nodes, 0)); nodes <= 0 && tasks <= 0 {
			return st.rest[:k+1]
		}
	}
	return nil
}

// busyFirst is inTurn for plans that prefer nodes with jobs, of st.rest. Once these suffice, or are as many as the job may have, Slurm
// still goes on to the idle ones of the same weight, and so adds one of them, or as many as are missing.
func (st *State) busyFirst(nodes, tasks int32) []fit {
	taken, stop := st.rest[:0], false
	for _, f := range st.rest {
		idle := st.now.Jobs[f.node] == 0
		if stop && (!idle || f.weight != taken[len(taken)-1].weight) {
			continue
		}
		taken = append(taken, f)
		nodes--
		tasks -= min(f.tasks, max(tasks-max(nodes, 0), 0))
		full := int32(len(taken)) == st.most
		if stop = stop || full || nodes <= 0 && tasks <= 0; idle && (full || nodes <= 0 && tasks <= 0) {
			break
		}
	}
	if nodes > 0 || tasks > 0 {
		return nil
	}
	return taken
}
