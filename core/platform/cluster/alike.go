package cluster

import (
	"math/bits"
	"slices"
)

// An Alike is what Releases is, for jobs that have their nodes alone and could have nodes of one kind only: each node that no job
// holds has the same room. So it is the same for all of these jobs, nodes are counted by words of their sets, and those of a
// leaf switch are taken in order. It is for systems with a topology.
type Alike struct {
	st    *State
	first int32 // one of the nodes
	gifts Sparse
	ends  []int32 // of each job that has given back, the end of its gifts
	held  []int32 // of nodes with several jobs, how many have not given back; 0 if not known
	known []int32 // nodes of which held is known
	parts Sparse  // scratch
	freed []Bits  // nodes that are free after every stride jobs
	freeN int     // how many of these are worked out

	j     *Job
	part  int32
	most  int32 // nodes that it may have; 0 for any number
	spot  spot  // of each node without a job
	free  Bits  // nodes of the set without a job
	nodes int32
	leafs []leaf
	picks Sparse
	fits  []fit
}

// NewAlike returns the Alike of the nodes that jobs alone on their nodes could have in a partition, or nil if there is none.
func NewAlike(st *State, part int32, nodes Bits) *Alike {
	s := st.sys
	first := nodes.First()
	if first < 0 || !s.Description.Scheduling.Topology || s.leastLoaded(part) || s.Description.Scheduling.PackSerial ||
		!nodes.Within(s.kinds[s.kind[first]]) {
		return nil
	}
	return &Alike{st: st, first: int32(first), held: make([]int32, len(s.Nodes)), free: NewBits(len(s.Nodes))}
}

// Begin forgets what was given.
func (r *Alike) Begin() {
	for _, i := range r.known {
		r.held[i] = 0
	}
	r.known, r.gifts, r.ends, r.freeN = r.known[:0], r.gifts[:0], r.ends[:0], 0
}

// For is about a job from now on.
func (r *Alike) For(j *Job, part int32) {
	p := &r.st.sys.Partitions[part]
	mib, perCore := p.Asks(j)
	r.j, r.part, r.most = j, part, p.Most(j)
	r.spot = r.st.sys.empty.spot(j, int(r.first), part, mib, perCore, true)
}

// Jobs returns how many jobs have given back what they held.
func (r *Alike) Jobs() int { return len(r.ends) }

// Give lets the next job give back what it holds of the nodes.
func (r *Alike) Give(a *Allocation, nodes Bits) {
	r.parts = AppendSparse(r.parts[:0], a.Nodes)
	for _, w := range r.parts {
		w.Bits &= nodes[w.At]
		several := w.Bits &^ r.st.single[w.At]
		w.Bits &^= several
		for ; several != 0; several &= several - 1 {
			bit := several & -several
			if i := w.At<<6 + int32(bits.TrailingZeros64(bit)); r.last(i) {
				w.Bits |= bit
			}
		}
		if w.Bits != 0 {
			r.gifts = append(r.gifts, w)
		}
	}
	r.ends = append(r.ends, int32(len(r.gifts)))
}

// last counts a job that gives back a node, and tells whether it is the last that holds it.
func (r *Alike) last(i int32) bool {
	if r.held[i] == 0 {
		r.held[i] = r.st.Jobs[i] + 1
		r.known = append(r.known, i)
	}
	r.held[i]--
	return r.held[i] == 1
}

// Within is about a set of these nodes from now on, before anything is given back.
func (r *Alike) Within(set Bits) {
	n, idle, free := 0, r.st.idle[:len(set)], r.free[:len(set)]
	for k, w := range set {
		w &= idle[k]
		free[k] = w
		n += bits.OnesCount64(w)
	}
	r.nodes = int32(n)
}

// Given gives the set what the k-th job gives back, after those before it.
func (r *Alike) Given(k int, set Bits) {
	for _, w := range r.given(k, k+1) {
		w.Bits &= set[w.At]
		r.free[w.At] |= w.Bits
		r.nodes += int32(bits.OnesCount64(w.Bits))
	}
}

// stride is the number of jobs between two sets of freed.
const stride = 8

// Ever tells whether the set may have a place after the first k jobs have given back what they held.
func (r *Alike) Ever(k int, set Bits) bool {
	for ; r.freeN <= k/stride; r.freeN++ {
		if r.freeN == len(r.freed) {
			r.freed = append(r.freed, NewBits(len(set)<<6))
		}
		last := r.freed[r.freeN]
		if r.freeN == 0 {
			copy(last, r.st.idle)
			continue
		}
		copy(last, r.freed[r.freeN-1])
		for _, w := range r.given((r.freeN-1)*stride, r.freeN*stride) {
			last[w.At] |= w.Bits
		}
	}
	n, freed := 0, r.freed[k/stride][:len(set)]
	for i, w := range set {
		n += bits.OnesCount64(w & freed[i])
	}
	n += r.given(k/stride*stride, k).Count(set)
	return r.enough(int32(n))
}

// given returns what the jobs from one to before another have given back.
func (r *Alike) given(from, to int) Sparse {
	end := func(k int) int32 {
		if k == 0 {
			return 0
		}
		return r.ends[k-1]
	}
	return r.gifts[end(from):end(to)]
}

// Enough tells whether there may be a place on the set.
func (r *Alike) Enough() bool { return r.enough(r.nodes) }

func (r *Alike) enough(nodes int32) bool {
	each := min(r.spot.tasks, r.j.Tasks)
	return each > 0 && nodes >= r.j.MinNodes && int64(nodes)*int64(each) >= int64(r.j.Tasks) && (r.most != 1 || each == r.j.Tasks)
}

// Place is State.Place with what the set has been given.
func (r *Alike) Place(Bits) (*Choice, bool) {
	if !r.Enough() {
		return nil, false
	}
	nodes, tasks := r.j.MinNodes, r.j.Tasks
	groups := tightest(r.groups(), nodes, tasks)
	r.picks = r.picks[:0]
	for n := int32(0); len(groups) > 0; {
		best := 0
		for g := range groups {
			if better(&groups[g], &groups[best], nodes, tasks) {
				best = g
			}
		}
		for _, w := range r.st.sys.leafs[groups[best].first] {
			has := w.Bits & r.free[w.At]
			for b := has; b != 0; b &= b - 1 {
				nodes--
				tasks -= min(r.spot.tasks, tasks-max(nodes, 0))
				if n++; r.most > 0 && n > r.most {
					return nil, false
				}
				if nodes <= 0 && tasks <= 0 {
					r.picks = append(r.picks, Word{w.At, has &^ (b & (b - 1))})
					return r.choice(n), true
				}
			}
			if has != 0 {
				r.picks = append(r.picks, Word{w.At, has})
			}
		}
		groups = append(groups[:best], groups[best+1:]...)
	}
	return nil, false
}

// choice returns what was picked, n nodes.
func (r *Alike) choice(n int32) *Choice {
	c := &Choice{st: r.st, j: r.j, part: r.part, spot: r.spot}
	if each := r.spot.tasks; n*each != r.j.Tasks && n != r.j.Tasks { // the order matters
		r.fits = alikeFits(r.fits[:0], r.picks, r.spot)
		c.a = r.st.allocate(r.j, r.part, r.fits)
		c.few = AppendSparse(nil, c.a.Nodes)
		return c
	}
	slices.SortFunc(r.picks, func(a, b Word) int { return int(a.At - b.At) })
	c.few = make(Sparse, 0, len(r.picks))
	for _, w := range r.picks {
		if last := len(c.few) - 1; last >= 0 && c.few[last].At == w.At {
			c.few[last].Bits |= w.Bits
		} else {
			c.few = append(c.few, w)
		}
	}
	return c
}

// groups returns the leaf switches with free nodes of the set.
func (r *Alike) groups() []leaf {
	r.leafs = r.leafs[:0]
	for k, words := range r.st.sys.leafs {
		if n := int32(words.Count(r.free)); n > 0 {
			r.leafs = append(r.leafs, leaf{first: int32(k), nodes: n, tasks: n * r.spot.tasks, room: n * r.spot.room})
		}
	}
	return r.leafs
}
