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
	st     *State
	first  int32        // one of the nodes
	nodes  Bits         // all of them
	gifts  Sparse       // nodes that no job holds, then those that each job gives back
	ends   []int32      // the end of the first of these, and of the gifts of each job that has given back
	byWord [][]wordGift // of each word of nodes: what each job gives back
	held   []int32      // of nodes with several jobs, how many have not given back; 0 if not known
	known  []int32      // nodes of which held is known
	parts  Sparse       // scratch
	freed  []Bits       // by the number of jobs that have given back: the nodes that are free then
	sums   []int64      // and how many these are, as far as that is worked out

	j     *Job
	part  int32
	most  int32   // nodes that it may have; 0 for any number
	spot  spot    // of each node without a job
	least int64   // nodes that may suffice
	free  Bits    // nodes of the set without a job
	count int32   // of these
	leafs []int32 // of each leaf switch: free nodes of the set
	upTo  int     // jobs that have given back what count counts; -1 if it is not known
	picks Sparse
	fits  []fit

	words   Sparse   // room for sets of choices
	choices []Choice // and for choices
}

// A wordGift is what a job gives back of a word of nodes.
type wordGift struct {
	job  int
	bits uint64
}

// NewAlike returns the Alike of the nodes that jobs alone on their nodes could have in a partition, or nil if there is none.
func NewAlike(st *State, part int32, nodes Bits) *Alike {
	s := st.sys
	first := nodes.First()
	if first < 0 || !s.Description.Scheduling.Topology || s.leastLoaded(part) || s.Description.Scheduling.PackSerial ||
		!nodes.Within(s.kinds[s.kind[first]]) {
		return nil
	}
	return &Alike{st: st, nodes: nodes, first: int32(first), held: make([]int32, len(s.Nodes)), free: NewBits(len(s.Nodes)),
		byWord: make([][]wordGift, (len(s.Nodes)+63)/64)}
}

// Begin forgets what was given.
func (r *Alike) Begin() {
	for _, i := range r.known {
		r.held[i] = 0
	}
	r.known, r.gifts, r.ends, r.sums = r.known[:0], r.gifts[:0], r.ends[:0], r.sums[:0]
	for k, w := range r.nodes {
		r.byWord[k] = r.byWord[k][:0]
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
			r.byWord[w.At] = append(r.byWord[w.At], wordGift{r.Jobs(), w.Bits})
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
	r.reach(k, len(set))
	r.upTo = -1
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

// Held returns the nodes that the first k jobs hold, and those without a job, after Ever of as many; nil if some have several jobs.
func (r *Alike) Held(k int) Bits {
	if len(r.known) > 0 {
		return nil
	}
	return r.freed[k]
}

// Next returns the first job, from one to before another, that gives the set a node, or the other, after Ever of as many and if no node
// has several jobs.
func (r *Alike) Next(from, to int, set Bits) int {
	before, all := r.freed[from][:len(set)], r.freed[to][:len(set)]
	for i, w := range set {
		if w &= all[i] &^ before[i]; w == 0 {
			continue
		}
		k := 0
		for r.byWord[i][k].bits&w == 0 {
			k++
		}
		to = r.byWord[i][k].job
		all = r.freed[to][:len(set)]
	}
	return to
}

// reach works out what is free after up to k jobs.
func (r *Alike) reach(k, words int) {
	for n := len(r.sums); n <= k; n++ {
		r.gather(n, words)
	}
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

// Until is Ever, and what follows is about what the set has then. The set is that of the last Ever.
func (r *Alike) Until(k int, set Bits) bool {
	r.reach(k, len(set))
	if r.sums[k] < r.least {
		return false
	}
	free, freed := r.free[:len(set)], r.freed[k][:len(set)]
	if r.upTo >= 0 && k >= r.upTo && int(r.ends[k]-r.ends[r.upTo]) < len(set)/2 {
		r.count += int32(r.gifts[r.ends[r.upTo]:r.ends[k]].Count(set))
	} else {
		r.count = 0
		for i, w := range set {
			r.count += int32(bits.OnesCount64(w & freed[i]))
		}
	}
	if r.upTo = k; !r.Enough() {
		return false
	}
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
	r.countLeafs()
	r.picks = r.picks[:0]
	for n, g := int32(0), r.nextLeaf(nodes, tasks); g >= 0; g = r.nextLeaf(nodes, tasks) {
		r.leafs[g] = 0
		for _, w := range r.st.sys.leafs[g] {
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
	}
	return nil, false
}

// countLeafs counts the free nodes of the set in each leaf switch.
func (r *Alike) countLeafs() {
	r.leafs = r.leafs[:0]
	for _, words := range r.st.sys.leafs {
		n := int32(0)
		for _, w := range words {
			n += int32(bits.OnesCount64(r.free[w.At] & w.Bits))
		}
		r.leafs = append(r.leafs, n)
	}
}

// nextLeaf returns the leaf switch that is better than the others, or -1 if none has free nodes: the one with the fewest that suffice, else
// the one with the most.
func (r *Alike) nextLeaf(nodes, tasks int32) int {
	best, least, most := -1, max(nodes, (tasks+r.spot.tasks-1)/r.spot.tasks, 1), int32(0)
	fewest := int32(math.MaxInt32)
	for g, n := range r.leafs {
		switch {
		case n >= least && n < fewest:
			best, fewest = g, n
		case n > most && fewest == math.MaxInt32:
			best, most = g, n
		}
	}
	return best
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
