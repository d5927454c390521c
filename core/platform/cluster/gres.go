package cluster

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"
)

// A GresKind is a generic resource other than GPUs, of a type or, with "", of any.
type GresKind struct{ Name, Type string }

// String returns the kind as Slurm's --gres has it.
func (k GresKind) String() string { return strings.TrimSuffix(k.Name+":"+k.Type, ":") }

// A Slot is what a node has of a generic resource in one place: all of it, or the parts of one GPU.
type Slot struct {
	Kind, Any         int32 // of System.Gres: of its type, and of any
	Count             int64
	GPU               int32 // the type of the GPU of which it is the parts, or None
	OneGPU, NoConsume bool
}

// share returns which part of the slot some of it is.
func (s *Slot) share(n int64) float64 { return float64(n) / float64(max(s.Count, 1)) }

// of tells whether a job that asks for a kind may have it from the slot.
func (s *Slot) of(kind int32) bool { return kind == s.Kind || kind == s.Any }

// A GresNeed is how much of a generic resource a job asks for on each node.
type GresNeed struct {
	Kind  int32 // of System.Gres
	Count int64
}

// A GresHold is how much an allocation has of a slot: one more than all of it if it has the GPU whole.
type GresHold struct {
	Node  int32 // of Allocation.Nodes
	Slot  int32 // of Node.Slots
	Count int64
}

// GresKind returns the kind of a name and a type, or None.
func (s *System) GresKind(name, typ string) int32 {
	return int32(slices.IndexFunc(s.Gres, func(k GresKind) bool { return strings.EqualFold(k.Name, name) && strings.EqualFold(k.Type, typ) }))
}

// AnyType returns the kind of a kind's name, of any type.
func (s *System) AnyType(kind int32) int32 {
	for s.Gres[kind].Type != "" { // they are sorted
		kind--
	}
	return kind
}

// gresKinds collects the kinds of generic resources, and makes the slots of a type of nodes.
func (s *System) gresKinds() {
	for _, t := range s.Description.Nodes {
		for _, g := range t.Gres {
			s.Gres = append(s.Gres, GresKind{g.Name, ""}, GresKind{g.Name, g.Type})
		}
	}
	slices.SortFunc(s.Gres, func(a, b GresKind) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.Type, b.Type))
	})
	s.Gres = slices.Compact(s.Gres)
}

// slots returns the slots of a type of nodes.
func (s *System) slots(t *NodeType) (all []Slot, err error) {
	shared := map[string]bool{}
	for _, g := range t.Gres {
		slot := Slot{Kind: s.GresKind(g.Name, g.Type), Any: s.GresKind(g.Name, ""), Count: g.Count, GPU: None, OneGPU: g.OneGPU,
			NoConsume: g.NoConsume}
		switch {
		case g.Name == "" || strings.EqualFold(g.Name, "gpu"):
			return nil, fmt.Errorf("nodes %s have the generic resource %q: give a name other than gpu", t.Names, g.Name)
		case g.PerGPU == nil:
			all = append(all, slot)
			continue
		case len(g.PerGPU) != t.GPUs[g.Type]:
			return nil, fmt.Errorf("nodes %s have %d GPUs of type %q, but %s has %d numbers of its parts",
				t.Names, t.GPUs[g.Type], g.Type, g.Name, len(g.PerGPU))
		case shared[g.Type]:
			return nil, fmt.Errorf("nodes %s have two kinds of parts of GPUs of type %q: one can be simulated", t.Names, g.Type)
		}
		shared[g.Type] = true
		slot.GPU = int32(slices.Index(s.GPUTypes, g.Type))
		for _, slot.Count = range g.PerGPU {
			all = append(all, slot)
		}
	}
	return all, nil
}

// maxSlots bounds the slots of all nodes.
const maxSlots = 1 << 22

// numberSlots gives each slot of each node its place in State.Gres.
func (s *System) numberSlots() error {
	n := 0
	for i := 0; len(s.Gres) > 0 && i < len(s.Nodes); i++ {
		s.slotAt = append(s.slotAt, int32(n))
		if n += len(s.Nodes[i].Slots); n > maxSlots {
			return fmt.Errorf("all nodes together have more than %d GPUs with parts and other generic resources", maxSlots)
		}
	}
	if s.slotAt != nil {
		s.slotAt = append(s.slotAt, int32(n))
	}
	return nil
}

// SlotsOf returns what is free of each slot of node i in the state: less than nothing of a GPU that a job has whole.
func (st *State) SlotsOf(i int32) []int64 {
	if st.sys.slotAt == nil {
		return nil
	}
	return st.Gres[st.sys.slotAt[i]:st.sys.slotAt[i+1]]
}

// Loosen lets a GPU be given whole as soon as any job has given back parts of it, as Slurm before 23.11 does.
func (st *State) Loosen() { st.loose = true }

// whole tells whether a slot of node i is a GPU that can be given whole.
func (st *State) whole(i int32, slot int) bool {
	return st.SlotsOf(i)[slot] >= 0 && !st.parts[int(st.sys.slotAt[i])+slot]
}

// CountGPUs works out which GPUs of node i can be given whole from what is free of its slots.
func (st *State) CountGPUs(i int32) {
	gpus := st.GPUs[int(i)*len(st.sys.GPUTypes):]
	slots, free := st.sys.Nodes[i].Slots, st.SlotsOf(i)
	for k := range slots {
		if t := slots[k].GPU; t != None {
			gpus[t] = 0
		}
	}
	for k := range slots {
		if t := slots[k].GPU; t != None {
			st.parts[int(st.sys.slotAt[i])+k] = free[k] < slots[k].Count
			if st.whole(i, k) {
				gpus[t]++
			}
		}
	}
}

// HoldsOf returns what an allocation has of the slots of its k-th node.
func (a *Allocation) HoldsOf(k int) []GresHold {
	if a.Gres == nil {
		return nil
	}
	from := sort.Search(len(a.Gres), func(h int) bool { return int(a.Gres[h].Node) >= k })
	to := from
	for to < len(a.Gres) && int(a.Gres[to].Node) == k {
		to++
	}
	return a.Gres[from:to]
}

// moveGres gives or takes what an allocation has of the slots of its k-th node.
func (st *State) moveGres(a *Allocation, k int, sign int32) {
	i := a.Nodes[k]
	free := st.SlotsOf(i)
	for _, h := range a.HoldsOf(k) {
		s := &st.sys.Nodes[i].Slots[h.Slot]
		before := st.whole(i, int(h.Slot))
		if free[h.Slot] -= int64(sign) * h.Count; s.GPU == None || h.Count > s.Count {
			continue // all GPUs that are given whole are counted already
		}
		st.parts[st.sys.slotAt[i]+h.Slot] = sign > 0 || !st.loose && free[h.Slot] < s.Count
		if after := st.whole(i, int(h.Slot)); before != after {
			st.GPUs[int(i)*len(st.sys.GPUTypes)+int(s.GPU)] -= sign
		}
	}
}

// hasGres tells whether node i has the generic resources free that the job asks for.
func (st *State) hasGres(j *Job, i int, whole bool) bool {
	var few [4]GresHold
	holds, ok := few[:0], true
	for _, need := range j.Asks.Gres {
		if holds, ok = st.claim(holds, 0, int32(i), need, whole); !ok {
			return false
		}
	}
	return true
}

// claim adds what node i, the k-th of an allocation, gives of a generic resource: all from the first slot that has enough. Of a job
// alone on its nodes that is all that they have, and parts of GPUs must all be of one, too. Scheduling may say otherwise.
func (st *State) claim(holds []GresHold, k, i int32, need GresNeed, whole bool) ([]GresHold, bool) {
	slots, free := st.sys.Nodes[i].Slots, st.SlotsOf(i)
	rules := &st.sys.Description.Scheduling
	const several = None - 1
	left, best, used, parts := need.Count, None, None, false
	for s := range slots {
		if slot := &slots[s]; slot.of(need.Kind) && slot.GPU != None {
			if parts = true; free[s] >= 0 && free[s] < slot.Count {
				if used == None {
					used = s
				} else {
					used = several
				}
			}
		}
	}
	if whole && parts {
		left = 0
		for s := range slots {
			if slots[s].of(need.Kind) {
				left += slots[s].Count
			}
		}
		left = max(left, need.Count)
	}
	may := func(s int) bool {
		return slots[s].of(need.Kind) && (!slots[s].OneGPU || used == None || used == s)
	}
	for s := range slots {
		if may(s) && free[s]-held(holds, k, int32(s)) >= left &&
			(best == None || parts && rules.LeastLoadedGPU && slots[s].share(free[s]) > slots[best].share(free[best])) {
			best = s
		}
	}
	switch {
	case best != None && slots[best].NoConsume, left == 0:
		return holds, true
	case best != None:
		return append(holds, GresHold{k, int32(best), left}), true
	case !parts || !rules.SeveralGPUs:
		return holds, false
	}
	for s := range slots {
		if n := min(left, free[s]); n > 0 && may(s) && slots[s].GPU != None {
			holds = append(holds, GresHold{k, int32(s), n})
			if left -= n; used == None {
				used = s
			}
		}
	}
	return holds, left == 0
}

// held returns what holds have of a slot of the k-th node.
func held(holds []GresHold, k, slot int32) (n int64) {
	for _, h := range holds {
		if h.Node == k && h.Slot == slot {
			n += h.Count
		}
	}
	return n
}

// claimAll sets what an allocation has of slots: the generic resources that the job asks for, and its GPUs where they have parts.
func (st *State) claimAll(j *Job, a *Allocation) {
	a.Gres = nil
	if st.sys.slotAt == nil || a.GPUs == nil && (j.Asks == nil || j.Asks.Gres == nil) {
		return
	}
	whole := st.sys.Whole(j, &st.sys.Partitions[a.Part])
	for k, i := range a.Nodes {
		slots := st.sys.Nodes[i].Slots
		for s, n := 0, int32(0); a.GPUs != nil && s < len(slots) && n < a.GPUs[k]; s++ {
			if slots[s].GPU == a.Types[k] && (whole || st.whole(i, s)) {
				a.Gres = append(a.Gres, GresHold{int32(k), int32(s), slots[s].Count + 1})
				n++
			}
		}
		if j.Asks != nil {
			for _, need := range j.Asks.Gres {
				a.Gres, _ = st.claim(a.Gres, int32(k), i, need, whole)
			}
		}
	}
}

// settle makes sure that what an allocation has of slots is free: it may have been worked out for another moment.
func (st *State) settle(j *Job, a *Allocation) {
	for _, h := range a.Gres {
		i := a.Nodes[h.Node]
		if n := st.sys.Nodes[i].Slots[h.Slot].Count; h.Count > n && !st.whole(i, int(h.Slot)) || h.Count <= n && st.SlotsOf(i)[h.Slot] < h.Count {
			st.claimAll(j, a)
			return
		}
	}
}
