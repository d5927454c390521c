package cluster

import "fmt"

// sort finds the nodes that are alike but for features, and those of each leaf switch.
func (s *System) sort() {
	kinds, leafs := map[string]int32{}, make([][]int32, s.Leaves)
	for i := range s.Nodes {
		n := &s.Nodes[i]
		name := fmt.Sprint(n.Cores, n.MemoryMiB, n.GPUs, n.Slots, n.Weight)
		k, seen := kinds[name]
		if !seen {
			k = int32(len(s.kinds))
			kinds[name], s.kinds = k, append(s.kinds, NewBits(len(s.Nodes)))
		}
		s.kind = append(s.kind, k)
		s.kinds[k].Add(i)
		leafs[n.Leaf] = append(leafs[n.Leaf], int32(i))
	}
	for _, nodes := range leafs {
		s.leafs = append(s.leafs, AppendSparse(nil, nodes))
	}
}
