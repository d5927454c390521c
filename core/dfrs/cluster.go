package dfrs

// A Place is tasks of one job on one node.
type Place struct {
	Node, Count int32
}

// cluster is what the nodes hold. A job in its penalty holds what it holds while
// it computes.
type cluster struct {
	free []int32 // memory of each node that no task holds, never negative
	load []int64 // CPU needs of the tasks on each node, which may exceed Whole
	left int64   // sum of free

	heap  []candidate // scratch of greedy
	count []int32     // scratch of greedy, by node, zero between calls
}

func newCluster(nodes int) cluster {
	c := cluster{
		free:  make([]int32, nodes),
		load:  make([]int64, nodes),
		left:  int64(nodes) * Whole,
		heap:  make([]candidate, 0, nodes),
		count: make([]int32, nodes),
	}
	for i := range c.free {
		c.free[i] = Whole
	}
	return c
}

func (c *cluster) put(j *Job, places []Place) { c.add(j, places, 1) }

func (c *cluster) take(j *Job, places []Place) { c.add(j, places, -1) }

func (c *cluster) add(j *Job, places []Place, sign int32) {
	memory, cpu := sign*j.Memory, int64(sign*j.CPU)
	for _, p := range places {
		c.free[p.Node] -= memory * p.Count
		c.load[p.Node] += cpu * int64(p.Count)
	}
	c.left -= int64(memory) * int64(j.Tasks)
}

// room returns how many of j's tasks that much memory holds, at most all.
func (j *Job) room(memory int32) int32 {
	if int64(j.Memory)*int64(j.Tasks) <= int64(memory) {
		return j.Tasks
	}
	return memory / j.Memory
}

// fits reports whether the cluster has memory for all of j's tasks.
func (c *cluster) fits(j *Job) bool {
	if int64(j.Memory)*int64(j.Tasks) > c.left {
		return false
	}
	need := j.Tasks
	for _, free := range c.free {
		if need -= j.room(free); need <= 0 {
			return true
		}
	}
	return false
}

// greedy appends to places where Greedy (section 4.2) puts j's tasks: one after
// the other on the node with the least CPU load among those with memory for it,
// the first of equals. The places are in order of nodes; ok is false, and
// nothing is appended, if not all tasks fit. The cluster stays as it is. It costs
// O(nodes + tasks log nodes).
func (c *cluster) greedy(j *Job, places []Place) (_ []Place, ok bool) {
	if !c.fits(j) {
		return places, false
	}
	h := c.heap[:0]
	for node, free := range c.free {
		if room := j.room(free); room > 0 {
			h = append(h, candidate{load: c.load[node], node: int32(node), room: room})
		}
	}
	for i := len(h)/2 - 1; i >= 0; i-- {
		sift(h, i)
	}
	for range j.Tasks {
		top := &h[0]
		c.count[top.node]++
		top.load += int64(j.CPU)
		if top.room--; top.room == 0 {
			h[0] = h[len(h)-1]
			h = h[:len(h)-1]
		}
		sift(h, 0)
	}
	for node, n := range c.count {
		if n > 0 {
			places = append(places, Place{Node: int32(node), Count: n})
			c.count[node] = 0
		}
	}
	return places, true
}

// A candidate is a node of greedy's heap: the one that gets the next task is on top.
type candidate struct {
	load int64
	node int32
	room int32 // how many more tasks it has memory for
}

func (a *candidate) before(b *candidate) bool {
	return a.load < b.load || a.load == b.load && a.node < b.node
}

// sift moves h[i] down to where no child is before it. It accepts an empty heap.
func sift(h []candidate, i int) {
	for child := 2*i + 1; child < len(h); child = 2*i + 1 {
		if child+1 < len(h) && h[child+1].before(&h[child]) {
			child++
		}
		if !h[child].before(&h[i]) {
			return
		}
		h[i], h[child] = h[child], h[i]
		i = child
	}
}
