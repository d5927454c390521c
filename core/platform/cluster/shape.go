package cluster

import (
	"fmt"
	"slices"
)

// A shape is what a job asks of nodes: those of one shape find room in the same places of a partition, whatever their limits.
type shape struct {
	minNodes, maxNodes, tasks, perNode, perTask int32
	memory                                      int64
	perCore, whole                              bool
	gpus, kind                                  int32
	features, asks                              string
}

func shapeOf(j *Job) shape {
	s := shape{j.MinNodes, j.MaxNodes, j.Tasks, j.TasksPerNode, j.CoresPerTask, j.MemoryMiB, j.MemoryPerCore, j.WholeNodes,
		j.GPUs, j.GPUType, "", ""}
	if j.Asks != nil {
		s.asks = fmt.Sprintf("%+v", *j.Asks)
	}
	if j.Features != nil {
		s.features = fmt.Sprint(j.Features)
	}
	return s
}

// Shapes numbers jobs by their shapes.
func Shapes(jobs []Job) []int32 {
	of, numbers := make([]int32, len(jobs)), map[shape]int32{}
	for i := range jobs {
		s := shapeOf(&jobs[i])
		if _, seen := numbers[s]; !seen {
			numbers[s] = int32(len(numbers))
		}
		of[i] = numbers[s]
	}
	return of
}

// Coulds is State.Could on an empty system, worked out once for all jobs of a shape.
type Coulds struct {
	empty *State
	known map[partShape]could
	sets  []Bits // the different ones, up to a number
	alike map[aliked]*Alike
	set   Bits // scratch
}

// An aliked is nodes of a partition, by the first word of their set.
type aliked struct {
	nodes *uint64
	part  int32
}

type partShape struct {
	shape
	part int32
}

type could struct {
	nodes Bits
	ok    bool
}

// NewCoulds returns the Coulds of a system.
func NewCoulds(s *System) *Coulds {
	return &Coulds{empty: NewState(s), known: map[partShape]could{}, alike: map[aliked]*Alike{}, set: NewBits(len(s.Nodes))}
}

// Of returns the nodes of the partition that could have a task of the job, and whether the job could ever run on them. Jobs share the
// set, which is not to be changed.
func (c *Coulds) Of(j *Job, part int32) (Bits, bool) {
	key := partShape{shapeOf(j), part}
	x, known := c.known[key]
	if !known {
		set, ok := c.empty.Could(j, part)
		x = could{c.same(set), ok}
		c.known[key] = x
	}
	return x.nodes, x.ok
}

// On tells whether the job could run on nodes of a set if no job ran.
func (c *Coulds) On(j *Job, part int32, set Bits) bool {
	nodes, ok := c.Of(j, part)
	s := c.empty.sys
	switch usual := !s.Unusual(j, part); {
	case usual && nodes.Within(set):
		return ok
	case usual && s.Whole(j, &s.Partitions[part]):
		key := aliked{&nodes[0], part}
		x, known := c.alike[key]
		if !known {
			x = NewAlike(c.empty, part, nodes)
			c.alike[key] = x
		}
		if x == nil {
			break
		}
		copy(c.set, set)
		c.set.And(nodes)
		x.For(j, part)
		if x.Within(c.set); x.Enough() {
			_, ok = x.Place(c.set)
			return ok
		}
		return false
	}
	_, ok = c.empty.Place(j, part, set)
	return ok
}

// manySets bounds the sets among which same looks.
const manySets = 64

// same returns an equal set that is known, or else the set.
func (c *Coulds) same(set Bits) Bits {
	for _, s := range c.sets {
		if slices.Equal(s, set) {
			return s
		}
	}
	if len(c.sets) < manySets {
		c.sets = append(c.sets, set)
	}
	return set
}
