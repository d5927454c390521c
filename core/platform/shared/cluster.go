package shared

import (
	"slices"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/internal/heap"
)

// A Place is tasks of one job on one node.
type Place struct {
	Node, Count int32
}

// NodeList names nodes, and after a star how many tasks are on each if that is not one: 0-2,5*2.
func NodeList(places []Place) string {
	var b strings.Builder
	for i := 0; i < len(places); {
		p, last := places[i], places[i].Node
		for i++; i < len(places) && places[i].Node == last+1 && places[i].Count == p.Count; i++ {
			last++
		}
		if b.Len() > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Itoa(int(p.Node)))
		if last > p.Node {
			b.WriteString("-" + strconv.Itoa(int(last)))
		}
		if p.Count > 1 {
			b.WriteString("*" + strconv.Itoa(int(p.Count)))
		}
	}
	return b.String()
}

// cluster is what the nodes hold, also for jobs in their penalty.
type cluster struct {
	free []int32 // memory of each node that no task holds, never negative
	load []int64 // CPU needs of the tasks on each node, which may exceed Whole
	left int64   // sum of free

	version int64 // of free and load
	rooms   [64]rooms
	heap    []candidate // scratch of greedy
	count   []int32     // scratch of greedy, by node, zero between calls
}

func newCluster(nodes int) cluster {
	return cluster{
		free:  slices.Repeat([]int32{Whole}, nodes),
		load:  make([]int64, nodes),
		left:  int64(nodes) * Whole,
		heap:  make([]candidate, 0, nodes),
		count: make([]int32, nodes),
	}
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
	c.version++
}

// room returns how many of j's tasks fit that much memory, at most all.
func (j *Job) room(free int32) int32 { return room(j.Tasks, j.Memory, free) }

func room(tasks, memory, free int32) int32 {
	if int64(memory)*int64(tasks) <= int64(free) {
		return tasks
	}
	return free / memory
}

// rooms remembers that the nodes have memory for fewer than that many tasks.
type rooms struct {
	version       int64
	memory, tasks int32
}

func (c *cluster) fits(j *Job) bool { return c.holds(j.Tasks, j.Memory) }

// holds reports whether the cluster has room for that many tasks of that memory.
func (c *cluster) holds(tasks, memory int32) bool {
	if int64(memory)*int64(tasks) > c.left {
		return false
	}
	known := &c.rooms[uint32(memory)*2654435769>>26]
	if known.memory == memory && known.version == c.version && known.tasks > 0 {
		return tasks < known.tasks
	}
	need := tasks
	for _, free := range c.free {
		if free < memory {
			continue
		}
		if need -= room(tasks, memory, free); need <= 0 {
			return true
		}
	}
	*known = rooms{c.version, memory, tasks - need + 1}
	return false
}

// greedy appends to places where Greedy (section 4.2) puts j's tasks, in order of nodes:
// each on the node with the least CPU load among those with memory for it, the first of
// equals. If not all tasks fit, ok is false and greedy appends nothing. The cluster stays
// as it is. O(nodes + tasks log nodes).
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
	heap.Make(h)
	for range j.Tasks {
		top := &h[0]
		c.count[top.node]++
		top.load += int64(j.CPU)
		if top.room--; top.room == 0 {
			h = heap.Pop(h)
		} else {
			heap.Sift(h, 0)
		}
	}
	for node, n := range c.count {
		if n > 0 {
			places = append(places, Place{Node: int32(node), Count: n})
			c.count[node] = 0
		}
	}
	return places, true
}

// A candidate is a node of greedy's heap; the top one gets the next task.
type candidate struct {
	load int64
	node int32
	room int32 // how many more tasks it has memory for
}

func (a *candidate) Before(b *candidate) bool {
	return a.load < b.load || a.load == b.load && a.node < b.node
}
