package cluster

import "math/bits"

// Releases is a Room, and what comes to it as running jobs give back what they have, one after the
// other. Whatever set of nodes a job may have, a node has the same room at the same time: so what is
// given back is worked out once, and then counted for each set.
type Releases struct {
	Room
	left  *State // after all gifts
	gifts []gift
	ends  []int32 // of each job that has given back, the end of its gifts

	first, last []spot  // of each node: at Begin, and after what the set has been given
	moved       []int32 // nodes for which they may differ
}

// A spot is the tasks that a node has room for, the type of GPUs that it would give, and what is free on it: in tasks, or for a job
// with GPUs in cores and GPUs together.
type spot struct{ tasks, kind, room, free int32 }

// A gift is what a node has room for before and after a job has given back what it held there.
type gift struct {
	node          int32
	before, after spot
}

// Begin works out the room of the nodes for a job in the partition.
func (r *Releases) Begin(st *State, j *Job, part int32, nodes Bits) {
	if r.left == nil {
		r.left = NewState(st.sys)
		r.first, r.last = make([]spot, len(st.sys.Nodes)), make([]spot, len(st.sys.Nodes))
	}
	r.left.Copy(st)
	r.gifts, r.ends, r.moved = r.gifts[:0], r.ends[:0], r.moved[:0]
	r.ask(st, j, part)
	for i := range nodes.All {
		s := r.spot(int32(i))
		r.first[i], r.last[i] = s, s
	}
}

// spot returns what node i has room for after all gifts.
func (r *Releases) spot(i int32) spot {
	return r.left.spot(r.j, int(i), r.part, r.mib, r.perCore, r.whole)
}

// Jobs returns how many jobs have given back what they held.
func (r *Releases) Jobs() int { return len(r.ends) }

// Give lets the next job give back what it holds of the nodes, which are those of Begin.
func (r *Releases) Give(a *Allocation, nodes Bits) {
	for k, node := range a.Nodes {
		if !nodes.Has(int(node)) {
			continue
		}
		before := r.spot(node)
		r.left.GiveOne(a, k)
		if after := r.spot(node); after != before {
			r.gifts = append(r.gifts, gift{node, before, after})
		}
	}
	r.ends = append(r.ends, int32(len(r.gifts)))
}

// Within is about a set of these nodes from now on, before anything is given back.
func (r *Releases) Within(set Bits) {
	for _, i := range r.moved {
		r.last[i] = r.first[i]
	}
	r.moved, r.nodes, r.tasks, r.alone = r.moved[:0], 0, 0, 0
	for k, w := range set {
		for ; w != 0; w &= w - 1 {
			r.count(min(r.first[k<<6+bits.TrailingZeros64(w)].tasks, r.j.Tasks), 1)
		}
	}
}

// Given gives the set what the k-th job gives back, after those before it.
func (r *Releases) Given(k int, set Bits) {
	from := int32(0)
	if k > 0 {
		from = r.ends[k-1]
	}
	for i := from; i < r.ends[k]; i++ {
		g := &r.gifts[i]
		if set.Has(int(g.node)) {
			r.count(min(g.before.tasks, r.j.Tasks), -1)
			r.count(min(g.after.tasks, r.j.Tasks), 1)
			r.last[g.node] = g.after
			r.moved = append(r.moved, g.node)
		}
	}
}

// Place is State.Place with what the set has been given.
func (r *Releases) Place(set Bits) (*Choice, bool) {
	st, total := r.left, int32(0)
	st.fits = st.fits[:0]
	for k, w := range set {
		for ; w != 0; w &= w - 1 {
			i := k<<6 + bits.TrailingZeros64(w)
			if s := r.last[i]; s.tasks > 0 {
				total += st.fit(r.j, int32(i), s)
			}
		}
	}
	a, ok := st.among(r.j, r.part, total)
	return Chosen(a), ok
}
