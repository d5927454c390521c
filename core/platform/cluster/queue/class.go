package queue

import "github.com/backfill-lab/backfill/core/platform/cluster"

// A kind is what tells classes apart.
type kind struct{ shape, part, reservation int32 }

// A class is jobs that ask for the same of the nodes of a partition, where they differ in their
// limits only.
type class struct {
	number int
	kind
	cores int64        // that they ask for
	nodes cluster.Bits // that could have such a job

	// sure: with room on enough nodes there always is a place, so that less room never helps.
	// Place does not look for the best nodes, and may miss a bound on their number.
	sure bool

	able    bool  // enough nodes are up
	checked int64 // queue.ups when that was found out
	full    int64 // queue.gives when there was no room
	roomy   int64 // queue.stamp when there was some

	late   int64 // easy.epoch when jobs of this limit or more were in the way of a head
	refuse int64
}

// classesOf returns the classes of a job, one for each partition that may start it.
func (q *queue) classesOf(i int32) (all []*class) {
	j := &q.e.Jobs[i]
	for _, part := range j.Partitions {
		if !q.sys.Partitions[part].Takes(j) || !q.sys.Admits(j, part) {
			continue
		}
		k := kind{q.shapes[i], part, j.Reservation}
		c := q.classes[k]
		if c == nil {
			tree := q.sys.Description.Scheduling.Topology
			c = &class{number: len(q.classes), kind: k, cores: j.Cores(), sure: j.MaxNodes == 0 || j.MaxNodes == 1 && !tree,
				checked: -1, full: -1, roomy: -1, late: -1}
			c.nodes, _ = q.empty.Could(j, part)
			if j.Reservation > 0 {
				c.nodes.And(q.e.Reserved[j.Reservation-1].Nodes)
			}
			q.classes[k] = c
		}
		all = append(all, c)
	}
	return all
}

// can tells whether enough nodes are up for a job of the class if nothing runs on them.
func (q *queue) can(c *class, i int32) bool {
	if c.checked != q.ups {
		copy(q.set, c.nodes)
		q.set.And(q.e.Up)
		_, c.able = q.empty.Place(&q.e.Jobs[i], c.part, q.set)
		c.checked = q.ups
	}
	return c.able
}

// may returns the nodes that a job may have in a partition if it starts at a second: those that are
// up and that no reservation keeps from it. It also returns the first end of such a reservation, 0
// without one. The set is valid until the next call.
func (q *queue) may(i int32, c *class, start int64) (set cluster.Bits, over int64) {
	copy(q.set, c.nodes)
	q.set.And(q.e.Up)
	if len(q.e.Reserved) == 0 {
		return q.set, 0
	}
	return q.set, q.e.Allow(&q.e.Jobs[i], start, q.set)
}

// now is may for a start now, without the nodes that jobs keep for their users or labels. Nobody plans around these: they may be free
// by then.
func (q *queue) now(i int32, c *class) (set cluster.Bits) {
	set, _ = q.may(i, c, q.e.Now)
	q.e.Share(&q.e.Jobs[i], c.part, set)
	return set
}

// roomFor tells whether the nodes of a class have room now. Nobody can start without.
func (q *queue) roomFor(c *class, i int32) bool {
	switch {
	case c.full == q.gives:
		return false
	case c.roomy == q.stamp:
		return true
	}
	copy(q.set, c.nodes)
	q.set.And(q.e.Up)
	q.room.Begin(q.e.Free, &q.e.Jobs[i], c.part, c.nodes)
	q.room.Within(q.set)
	if !q.room.Enough() {
		c.full = q.gives
		return false
	}
	c.roomy = q.stamp
	return true
}

// place returns the nodes that a job would get now, without some others unless that is nil.
func (q *queue) place(i int32, c *class, without cluster.Bits) *cluster.Allocation {
	if !q.roomFor(c, i) {
		return nil
	}
	set := q.now(i, c)
	if without != nil {
		set.Without(without)
	}
	if a, ok := q.e.Free.Place(&q.e.Jobs[i], c.part, set); ok {
		return a
	}
	return nil
}

// ground adds the nodes of the job's partitions to a set, those of its reservation if it has one.
func (q *queue) ground(r *row, to cluster.Bits) {
	for _, c := range r.classes {
		bits := q.sys.Partitions[c.part].Bits
		if c.reservation > 0 {
			copy(q.set, bits)
			q.set.And(q.e.Reserved[c.reservation-1].Nodes)
			bits = q.set
		}
		for k, w := range bits {
			to[k] |= w
		}
	}
}
