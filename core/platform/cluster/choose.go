package cluster

import "slices"

// weights returns the different weights of the fits, ascending.
func (st *State) weights() []int32 {
	st.weighs = st.weighs[:0]
	for i := range st.fits {
		if w := st.fits[i].weight; len(st.weighs) == 0 || !slices.Contains(st.weighs, w) {
			st.weighs = append(st.weighs, w)
		}
	}
	slices.Sort(st.weighs)
	return st.weighs
}

// choose returns nodes of at most a weight that suffice, or nil.
func (st *State) choose(j *Job, weight int32) []fit {
	if st.order != nil {
		return st.inTurn(j, weight)
	}
	groups := st.groups(weight)
	nodes, tasks := j.MinNodes, j.Tasks
	tree := st.sys.Description.Scheduling.Topology
	if tree {
		groups = tightest(groups, nodes, tasks)
	}
	chosen := st.picks[:0]
	defer func() { st.picks = chosen[:0] }()
	for len(groups) > 0 {
		best := 0
		for g := range groups {
			if better(&groups[g], &groups[best], nodes, tasks) {
				best = g
			}
		}
		members := st.members(&groups[best], weight)
		nearest := tree || nodes <= 1 && slices.ContainsFunc(members, func(f fit) bool { return f.tasks >= tasks })
		for len(members) > 0 {
			k := 0
			for i := 1; nearest && i < len(members); i++ {
				if nearer(&members[i].spot, &members[k].spot, tasks) {
					k = i
				}
			}
			f := members[k]
			copy(members[1:k+1], members[:k]) // the others in their order
			if members = members[1:]; !tree && int32(len(chosen))+1 == st.most && f.tasks < tasks {
				continue // it would be the last
			}
			chosen = append(chosen, f)
			nodes--
			tasks -= min(f.tasks, tasks-max(nodes, 0))
			if st.most > 0 && int32(len(chosen)) > st.most {
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

// members returns the fits of a group of at most a weight. The caller may change them until the next call.
func (st *State) members(g *leaf, weight int32) []fit {
	st.rest = st.rest[:0]
	if !st.sys.Description.Scheduling.Topology {
		st.rest = append(st.rest, st.fits[g.begin:g.begin+g.nodes]...)
		return st.rest
	}
	for _, f := range st.fits {
		if f.weight <= weight && f.leaf == g.first {
			st.rest = append(st.rest, f)
		}
	}
	return st.rest
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
	case a.weight != b.weight:
		return a.weight < b.weight
	case x != y:
		return x
	case x:
		return a.room < b.room
	}
	return a.room > b.room
}

// nearer tells whether a is a better node for tasks than b: the one with the least that is free of those that suffice, else
// the one with the most room.
func nearer(a, b *spot, tasks int32) bool {
	switch x, y := a.tasks >= tasks, b.tasks >= tasks; {
	case x != y:
		return x
	case x:
		return a.free < b.free
	}
	return a.room > b.room
}

// groups returns the groups of the fits of at most a weight.
func (st *State) groups(weight int32) []leaf {
	st.leafs = st.leafs[:0]
	clear(st.leafAt)
	tree := st.sys.Description.Scheduling.Topology
	last, lastWeight := int32(-2), int32(0)
	for k := range st.fits {
		f := &st.fits[k]
		if f.weight > weight {
			continue
		}
		g := -1
		if tree {
			g = int(st.leafAt[f.leaf]) - 1
		} else if f.node == last+1 && f.weight == lastWeight {
			g = len(st.leafs) - 1
		}
		if last, lastWeight = f.node, f.weight; g < 0 {
			g = len(st.leafs)
			l := leaf{first: f.leaf}
			if !tree {
				f.leaf = f.node
				l = leaf{first: f.node, weight: f.weight, begin: int32(k)}
			}
			if st.leafs = append(st.leafs, l); tree {
				st.leafAt[f.leaf] = int32(len(st.leafs))
			}
		}
		l := &st.leafs[g]
		f.leaf = l.first
		l.nodes++
		l.tasks += f.tasks
		l.room += f.room
	}
	slices.SortFunc(st.leafs, func(a, b leaf) int { return int(a.first - b.first) })
	return st.leafs
}
