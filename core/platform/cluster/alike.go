package cluster

import (
	"math"
	"math/bits"
	"slices"
)

// An Alike is what Releases is, for jobs that have their nodes alone and could have nodes of one kind only: each node that no job
// holds has the same room. So it is the same for all of these jobs, nodes are counted by words of their sets, and those of a
// leaf switch are taken in order. It is for systems with a topology.
type Alike struct {
	st    *State
	first int32   // one of the nodes
	nodes Bits    // all of them
	gifts Sparse  // nodes that no job holds, then those that each job gives back
	ends  []int32 // the end of the first of these, and of the gifts of each job that has given back
	held  []int32 // of nodes with several jobs, how many have not given back; 0 if not known
	known []int32 // nodes of which held is known
	parts Sparse  // scratch
	freed []Bits  // by the number of jobs that have given back: the nodes that are free then
	sums  []int64 // and how many these are, as far as that is worked out

	j     *Job
	part  int32
	most  int32 // nodes that it may have; 0 for any number
	spot  spot  // of each node without a job
	least int64 // nodes that may suffice
	free  Bits  // nodes of the set without a job
	count int32 // of these
	leafs []leaf
	picks Sparse
	fits  []fit

	words   Sparse   // room for sets of choices
	choices []Choice // and for choices
}

// NewAlike returns the Alike of the nodes that jobs alone on their nodes could have in a partition, or nil if there is none.
func NewAlike(st *State, part int32, nodes Bits) *Alike {
	s := st.sys
	first := nodes.First()
	if first < 0 || !s.Description.Scheduling.Topology || s.leastLoaded(part) || s.Description.Scheduling.PackSerial ||
		!nodes.Within(s.kinds[s.kind[first]]) {
		return nil
	}
	return &Alike{st: st, nodes: nodes, first: int32(first), held: make([]int32, len(s.Nodes)), free: NewBits(len(s.Nodes))}
}

// Begin forgets what was given.
func (r *Alike) Begin() {
	for _, i := range r.known {
		r.held[i] = 0
	}
	r.known, r.gifts, r.ends, r.sums = r.known[:0], r.gifts[:0], r.ends[:0], r.sums[:0]
	for k, w := range r.nodes {
		if w &= r.st.idle[k]; w != 0 {
			r.gifts = append(r.gifts, Word{int32(k), w})
		}
	}
	r.ends = append(r.ends, int32(len(r.gifts)))
}

// For is about a job from now on.
func (r *Alike) For(j *Job, part int32) {
	p := &r.st.sys.Partitions[part]
	mib, perCore := p.Asks(j)
	r.j, r.part, r.most = j, part, p.Most(j)
	r.spot = r.st.sys.empty.spot(j, int(r.first), part, mib, perCore, true)
	r.least = math.MaxInt64
	if each := min(r.spot.tasks, j.Tasks); each > 0 && (r.most != 1 || each == j.Tasks) {
		r.least = max(int64(j.MinNodes), (int64(j.Tasks)+int64(each)-1)/int64(each))
	}
}

// Jobs returns how many jobs have given back what they held.
func (r *Alike) Jobs() int { return len(r.ends) - 1 }

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
	r.count = int32(n)
}

// Given gives the set what the k-th job gives back, after those before it.
func (r *Alike) Given(k int, set Bits) {
	for _, w := range r.gifts[r.ends[k]:r.ends[k+1]] {
		w.Bits &= set[w.At]
		r.free[w.At] |= w.Bits
		r.count += int32(bits.OnesCount64(w.Bits))
	}
}

// Ever tells whether the set may have a place after the first k jobs have given back what they held.
func (r *Alike) Ever(k int, set Bits) bool {
	for n := len(r.sums); n <= k; n++ {
		r.gather(n, len(set))
	}
	n, freed := int64(0), r.freed[k][:len(set)]
	switch few := r.gifts[:r.ends[k]]; {
	case r.sums[k] < r.least:
	case len(few) < len(set)/2:
		n = int64(few.Count(set))
	default:
		for i, w := range set {
			if n += int64(bits.OnesCount64(w & freed[i])); n >= r.least {
				break
			}
		}
	}
	return n >= r.least
}

// gather works out what is free after the first k jobs.
func (r *Alike) gather(k, words int) {
	if k == len(r.freed) {
		r.freed = append(r.freed, make(Bits, words))
	}
	sum, first, freed := int64(0), int32(0), r.freed[k]
	if k == 0 {
		clear(freed)
	} else {
		sum, first = r.sums[k-1], r.ends[k-1]
		copy(freed, r.freed[k-1])
	}
	for _, w := range r.gifts[first:r.ends[k]] {
		sum += int64(bits.OnesCount64(w.Bits))
		freed[w.At] |= w.Bits
	}
	r.sums = append(r.sums, sum)
}

// Until is Ever, and what follows is about what the set has then.
func (r *Alike) Until(k int, set Bits) bool {
	if !r.Ever(k, set) {
		return false
	}
	free, freed := r.free[:len(set)], r.freed[k][:len(set)]
	for i, w := range set {
		free[i] = w & freed[i]
	}
	return true
}

// Enough tells whether there may be a place on the set.
func (r *Alike) Enough() bool { return int64(r.count) >= r.least }

// Place is State.Place with what the set has been given, where there may be a place.
func (r *Alike) Place(Bits) (*Choice, bool) {
	nodes, tasks := r.j.MinNodes, r.j.Tasks
	groups := r.groups(nodes, tasks)
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
			b, all := has, int32(bits.OnesCount64(has))
			if rest := tasks - all*r.spot.tasks; rest > 0 && rest >= nodes-all { // each gets all that it has room for, and more are needed
				b, nodes, tasks, n = 0, nodes-all, rest, n+all
				if r.most > 0 && n > r.most {
					return nil, false
				}
			}
			for ; b != 0; b &= b - 1 {
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
	if len(r.choices) == 0 {
		r.choices = make([]Choice, 32)
	}
	c := &r.choices[0]
	*c, r.choices = Choice{st: r.st, j: r.j, part: r.part, spot: r.spot}, r.choices[1:]
	if each := r.spot.tasks; n*each != r.j.Tasks && n != r.j.Tasks { // the order matters
		r.fits = alikeFits(r.fits[:0], r.picks, r.spot)
		c.a = r.st.allocate(r.j, r.part, r.fits)
		c.few = AppendSparse(nil, c.a.Nodes)
		return c
	}
	for k := range len(r.picks) - 1 { // mostly they are in order
		if r.picks[k].At > r.picks[k+1].At {
			slices.SortFunc(r.picks, func(a, b Word) int { return int(a.At - b.At) })
			break
		}
	}
	if cap(r.words) < len(r.picks) {
		r.words = make(Sparse, 0, 256+len(r.picks))
	}
	c.few = r.words[:0:len(r.picks)]
	r.words = r.words[len(r.picks):cap(r.words)][:0]
	for _, w := range r.picks {
		if last := len(c.few) - 1; last >= 0 && c.few[last].At == w.At {
			c.few[last].Bits |= w.Bits
		} else {
			c.few = append(c.few, w)
		}
	}
	return c
}

// groups returns the leaf switches with free nodes of the set, or the one that suffices with the fewest, as tightest does.
func (r *Alike) groups(nodes, tasks int32) []leaf {
	best, least := -1, int32(math.MaxInt32)
	for k, words := range r.st.sys.leafs {
		n := int32(0)
		for _, w := range words {
			n += int32(bits.OnesCount64(r.free[w.At] & w.Bits))
		}
		if n < least && n > 0 && n >= nodes && n*r.spot.tasks >= tasks {
			best, least = k, n
		}
	}
	if r.leafs = r.leafs[:0]; best >= 0 {
		return append(r.leafs, leaf{first: int32(best)})
	}
	for k, words := range r.st.sys.leafs {
		if n := int32(words.Count(r.free)); n > 0 {
			r.leafs = append(r.leafs, leaf{first: int32(k), nodes: n, tasks: n * r.spot.tasks, room: n * r.spot.room})
		}
	}
	return r.leafs
}
