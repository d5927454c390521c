package cluster

import "math/bits"

// A Room is how many tasks of a job the nodes of a set have room for, now and while other
// jobs give back what they have. It tells cheaply when it is worth while to ask for a place.
type Room struct {
	j       *Job
	part    int32
	mib     int64
	perCore bool
	whole   bool
	most    int32 // nodes; 0 for any number

	now, then []int32 // tasks of each node: at Begin, and after what was given
	changed   []int32 // nodes for which they may differ
	nodes     int32   // of the set that have room
	tasks     int32   // that they have room for
	alone     int32   // nodes of the set that have room for the whole job
}

// Begin works out the room of the nodes for a job in the partition.
func (r *Room) Begin(st *State, j *Job, part int32, nodes Bits) {
	if r.ask(st, j, part); r.now == nil {
		r.now, r.then = make([]int32, len(st.sys.Nodes)), make([]int32, len(st.sys.Nodes))
	}
	r.changed = r.changed[:0]
	for i := range nodes.All {
		tasks := r.room(st, int32(i))
		r.now[i], r.then[i] = tasks, tasks
	}
}

// ask sets what the job asks for in the partition.
func (r *Room) ask(st *State, j *Job, part int32) {
	p := &st.sys.Partitions[part]
	r.j, r.part, r.whole = j, part, st.sys.Whole(j, p)
	r.mib, r.perCore = p.Asks(j)
	r.most = p.Most(j)
}

// room returns the tasks of the job for which node i has room.
func (r *Room) room(st *State, i int32) int32 {
	tasks, _ := st.usable(r.j, int(i), r.part, r.mib, r.perCore, r.whole)
	return min(tasks, r.j.Tasks)
}

// Within is about a set of these nodes from now on, in the state at Begin.
func (r *Room) Within(set Bits) {
	for _, i := range r.changed {
		r.then[i] = r.now[i]
	}
	r.changed, r.nodes, r.tasks, r.alone = r.changed[:0], 0, 0, 0
	for k, w := range set {
		for ; w != 0; w &= w - 1 {
			r.count(r.now[k<<6+bits.TrailingZeros64(w)], 1)
		}
	}
}

// Given is called after a job has given back what it had of node i, of the set, or has taken more.
func (r *Room) Given(st *State, i int32) {
	tasks := r.room(st, i)
	r.count(r.then[i], -1)
	r.count(tasks, 1)
	r.then[i] = tasks
	r.changed = append(r.changed, i)
}

// count adds or removes a node with room for some tasks.
func (r *Room) count(tasks, sign int32) {
	if tasks == 0 {
		return
	}
	r.nodes += sign
	r.tasks += sign * tasks
	if tasks == r.j.Tasks {
		r.alone += sign
	}
}

// Enough tells whether there may be a place on the set.
func (r *Room) Enough() bool {
	return r.nodes >= r.j.MinNodes && r.tasks >= r.j.Tasks && (r.most != 1 || r.alone > 0)
}
