package slurm

import (
	"cmp"
	"slices"

	"github.com/backfill-lab/backfill/core/system"
)

// A leaver is a running job and when it must have ended.
type leaver struct {
	at   int64
	job  int32
	node int32 // its first
	more bool  // it has others, too
}

func byEnd(a, b leaver) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.job, b.job)) }

// leaves returns when a running job must have ended.
func (c *cycle) leaves(i int32) leaver {
	p := &c.e.Placed[i]
	return leaver{p.Start + c.e.Jobs[i].Limit, i, p.Held.Nodes[0], len(p.Held.Nodes) > 1}
}

// A memo is what was found out in a cycle since a job started or was stopped: jobs that ask for the
// same on the same nodes get the same answer, and users submit many such jobs.
type memo struct {
	answers map[uint64][]answer
	sets    []uint64 // of all answers, one after the other

	room        bool // what room there is has been worked out for a shape and a partition
	shape, part int32
}

// An answer is what willRun said.
type answer struct {
	shape, part, qos int32
	set              system.Bits
	keeps, preempts  bool
	start            int64
	nodes            *system.Allocation
}

func (m *memo) forget() {
	clear(m.answers)
	m.sets, m.room = m.sets[:0:0], false
}

// asked is willRun for a waiting job, or what that said before.
func (c *cycle) asked(n *entry, keeps bool) (start int64, nodes *system.Allocation) {
	shape, qos := c.shapes[n.job], c.e.Jobs[n.job].QOS
	hash := uint64(shape)*31 + uint64(n.part)
	for _, w := range c.set {
		hash = (hash ^ w) * 0x9e3779b97f4a7c15
		hash ^= hash >> 29
	}
	for _, a := range c.known.answers[hash] {
		if a.shape == shape && a.part == n.part && a.qos == qos && a.keeps == keeps && slices.Equal(a.set, c.set) {
			c.preempts = a.preempts
			return a.start, a.nodes
		}
	}
	if !c.known.room || c.known.shape != shape || c.known.part != n.part {
		c.room.Begin(c.e.Free, &c.e.Jobs[n.job], n.part, n.nodes)
		c.known.room, c.known.shape, c.known.part = true, shape, n.part
	}
	start, nodes = c.willRun(n.job, n.part, keeps)
	from := len(c.known.sets)
	c.known.sets = append(c.known.sets, c.set...)
	if c.known.answers == nil {
		c.known.answers = map[uint64][]answer{}
	}
	c.known.answers[hash] = append(c.known.answers[hash],
		answer{shape, n.part, qos, c.known.sets[from:], keeps, c.preempts, start, nodes})
	return start, nodes
}

// willRun returns when the nodes of set would be free for a job if running jobs ended at
// their limits: now, or at the end of a group of them.
func (c *cycle) willRun(i, part int32, keeps bool) (int64, *system.Allocation) {
	now, j := c.e.Now, &c.e.Jobs[i]
	c.without, c.preempts = nil, false
	c.room.Within(c.set)
	if c.room.Enough() {
		if a, ok := c.e.Free.Place(j, part, c.set); ok {
			return now, a
		}
	}
	if c.without = c.preemptable(c.e, i, part); c.without != nil || keeps {
		c.free.Copy(c.e.Free)
	}
	if c.without != nil {
		for _, r := range c.without {
			c.give(r)
		}
		if a, ok := c.free.Place(j, part, c.set); ok {
			c.preempts = true
			return now, a
		}
	}
	if !keeps {
		return now, nil
	}
	group := c.byWindow
	if c.opt.WindowPerGroup {
		group = c.fromFirst
	}
	w := window{length: 30}
	for w.next < len(c.running) {
		last := group(&w)
		if last < 0 {
			break
		}
		if !c.room.Enough() {
			continue
		}
		if a, ok := c.free.Place(j, part, c.set); ok {
			return max(last, now+1), a
		}
	}
	return 0, nil
}

// A window is how far running jobs have been taken away.
type window struct {
	next   int   // in running
	from   int64 // second that the length counts from; 0 before the first group
	length int64
}

// byWindow takes the next group of running jobs away and returns the end of the last, or -1 if
// there is none. Groups are the ends up to 30, 60, 120, ... seconds (or that much more each time:
// bf_window_linear) after the first end, rounded up to half a minute of the clock.
func (c *cycle) byWindow(w *window) (last int64) {
	last = -1
	for w.next < len(c.running) {
		at, taken := c.take(w)
		if !taken {
			continue // and what comes after a job on other nodes is taken in any case
		}
		if last = at; w.from == 0 {
			w.from = at + 30 - (at+c.e.UnixStart)%30
		}
		if w.next < len(c.running) && c.running[w.next].at > w.from+w.length {
			break
		}
	}
	for last >= 0 {
		if w.length = c.longer(w.length); w.next == len(c.running) || c.running[w.next].at <= w.from+w.length {
			break
		}
	}
	return last
}

// fromFirst is byWindow as it was before: each group's length counts from its first end.
func (c *cycle) fromFirst(w *window) (last int64) {
	last = -1
	for w.next < len(c.running) && (last < 0 || c.running[w.next].at <= w.from+w.length) {
		if at, taken := c.take(w); taken {
			if last < 0 {
				w.from = at
			}
			last = at
		}
	}
	w.length = c.longer(w.length)
	return last
}

func (c *cycle) longer(length int64) int64 {
	if linear := or(c.opt.BfWindowLinearS, 0); linear > 0 {
		return length + linear
	}
	return 2 * length
}

// take takes the next running job away, and returns its end and whether it has nodes of the set.
func (c *cycle) take(w *window) (at int64, taken bool) {
	l := &c.running[w.next]
	w.next++
	if !l.more && !c.set.Has(int(l.node)) || len(c.without) > 0 && slices.Contains(c.without, l.job) {
		return l.at, false
	}
	return l.at, c.give(l.job)
}

// give gives back what a running job has of the nodes that the job at hand may have, and returns
// whether it has any.
func (c *cycle) give(job int32) (any bool) {
	held := &c.e.Placed[job].Held
	for k, node := range held.Nodes {
		if c.set.Has(int(node)) {
			any = true
			c.free.GiveOne(held, k)
			c.room.Given(c.free, node)
		}
	}
	return any
}
