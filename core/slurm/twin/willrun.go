package twin

import (
	"cmp"
	"slices"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// A leaver is a running job, when it must have ended, and when its record was made.
type leaver struct {
	at, made int64
	job      int32
	has      cluster.Sparse
}

func byEnd(a, b leaver) int {
	return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.made, b.made), cmp.Compare(a.job, b.job))
}

// leaves returns when a running job must have ended.
func (c *cycle) leaves(i int32) leaver {
	p := &c.e.Placed[i]
	return leaver{p.Start + c.e.Jobs[i].Limit + c.e.Paused(i), c.records.made[i], i, c.held[i]}
}

// A memo is what was found out in a cycle since a job started or was stopped: jobs that ask for the
// same on the same nodes get the same answer, and users submit many such jobs.
type memo struct {
	first   map[uint64]int32 // of a hash: one more than the index of its newest answer
	answers []answer
	sets    []uint64 // of all answers, one after the other

	rooms map[asking]*cluster.Releases
	spare []*cluster.Releases // of jobs and nodes before
	alike map[lookedAt]*alike
	times int // that it has forgotten
}

// lookedAt is nodes of a partition, by the first word of their set, which jobs share.
type lookedAt struct {
	nodes *uint64
	part  int32
}

// An alike is a cluster.Alike, or nil if there is none, and when it was begun, in times.
type alike struct {
	*cluster.Alike
	begun int
}

// A room is how much room there is for jobs as running jobs give back what they have.
type room interface {
	Within(set cluster.Bits)
	Enough() bool
	Place(set cluster.Bits) (*cluster.Choice, bool)
	Jobs() int
	Give(a *cluster.Allocation, nodes cluster.Bits)
	Given(k int, set cluster.Bits)
}

// asking is what decides how much room there is: what jobs of a shape ask for in a partition.
type asking struct{ shape, part int32 }

// An answer is what willRun said.
type answer struct {
	asking
	qos             int32
	priority        int64 // where it decides who yields; else 0
	set             cluster.Bits
	keeps, preempts bool
	span            span // that the plan may be for
	start           int64
	nodes           *cluster.Choice
	older           int32 // one more than the index of the answer before with the same hash
}

func (m *memo) forget() {
	clear(m.first)
	m.answers, m.sets = m.answers[:0], m.sets[:0]
	for _, r := range m.rooms {
		m.spare = append(m.spare, r)
	}
	clear(m.rooms)
	m.times++
}

// A span is the seconds of a slot, from Slurm 24.11 on: a plan is for its begin, or for the end of running jobs that
// leave by its end; 0 for no such end.
type span struct{ begin, end int64 }

// asked is willRun for a waiting job, with the room of alikeFor, or what that said before.
func (c *cycle) asked(n *entry, j *cluster.Job, x *alike, keeps bool, in span) (start int64, nodes *cluster.Choice) {
	if x != nil { // which is as quick as to look what it was
		if c.preemptable(c.e, n) == nil && !c.opt.perGroup {
			return c.soon(n, x, keeps, in)
		}
		return c.willRun(n, j, x, keeps, in)
	}
	if c.rules[kept] && c.e.Keepers(j, n.part) != nil { // which depends on its user
		return c.willRunParts(n, j, c.roomFor(n, j, asking{c.shape(n), n.part}), keeps, in)
	}
	m, what, qos := c.known, asking{c.shape(n), n.part}, j.QOS
	hash := uint64(what.shape)*31 + uint64(n.part)
	for _, w := range c.set {
		hash = (hash ^ w) * 0x9e3779b97f4a7c15
		hash ^= hash >> 29
	}
	priority := int64(0)
	if c.prey.ranked {
		priority = n.priority
	}
	older := m.first[hash]
	for k := older; k > 0; k = m.answers[k-1].older {
		a := &m.answers[k-1]
		if a.asking == what && a.qos == qos && a.priority == priority && a.keeps == keeps && a.span == in && slices.Equal(a.set, c.set) {
			c.preempts = a.preempts
			return a.start, a.nodes
		}
	}
	from := len(m.sets)
	m.sets = append(m.sets, c.set...)
	if j.Asks != nil {
		start, nodes = c.willRunParts(n, j, c.roomFor(n, j, what), keeps, in)
	} else {
		start, nodes = c.willRun(n, j, c.roomFor(n, j, what), keeps, in)
	}
	m.answers = append(m.answers, answer{what, qos, priority, m.sets[from:], keeps, c.preempts, in, start, nodes, older})
	m.first[hash] = int32(len(m.answers))
	return start, nodes
}

// roomFor returns the room for jobs that ask for the same.
func (c *cycle) roomFor(n *entry, j *cluster.Job, what asking) room {
	m := c.known
	r := m.rooms[what]
	if r != nil {
		return r
	}
	if last := len(m.spare) - 1; last >= 0 {
		r, m.spare = m.spare[last], m.spare[:last]
	} else {
		r = new(cluster.Releases)
	}
	r.Begin(c.e.Free, j, n.part, n.looked)
	m.rooms[what] = r
	return r
}

// alikeFor is roomFor if all nodes have the same room, else nil.
func (c *cycle) alikeFor(n *entry, j *cluster.Job) *alike {
	m, key := c.known, lookedAt{&n.looked[0], n.part}
	if c.opt.BfBusyNodes || !c.sys.Whole(j, &c.sys.Partitions[n.part]) || c.sys.Unusual(j, n.part) {
		return nil
	}
	x := m.alike[key]
	if x == nil {
		x = &alike{Alike: cluster.NewAlike(c.e.Free, n.part, n.looked)}
		m.alike[key] = x
	}
	if x.Alike == nil {
		return nil
	}
	if x.begun != m.times {
		x.begun = m.times
		x.Begin()
	}
	x.For(j, n.part)
	return x
}

// willRun returns when the nodes of set would be free for a job if running jobs ended at
// their limits: now, or at the end of a group of them.
func (c *cycle) willRun(n *entry, j *cluster.Job, room room, keeps bool, in span) (int64, *cluster.Choice) {
	part := n.part
	now := c.e.Now
	c.without, c.preempts = nil, false
	if c.keepers = nil; c.rules[kept] {
		c.keepers = c.e.Keepers(j, part)
	}
	odd := c.sys.Unusual(j, part) || c.keepers != nil
	room.Within(c.set)
	switch {
	case in.begin > now:
	case odd:
		if a, ok := c.e.Free.Place(j, part, c.unkept()); ok {
			return now, cluster.Chosen(a)
		}
	case room.Enough():
		if a, ok := room.Place(c.set); ok {
			return now, a
		}
	}
	w := window{length: 30, room: room, nodes: n.looked, until: in.end}
	if c.without = c.preemptable(c.e, n); c.without == nil && (c.opt.BfBusyNodes || odd) {
		c.without = []int32{} // the room does not know all that the job asks for: free does
	}
	if c.without != nil {
		c.free.Copy(c.e.Free)
		for _, r := range c.without {
			c.leave(r)
			c.give(r, c.suspends(c.e, r))
		}
		c.free.UseExtraRow(slices.ContainsFunc(c.without, func(r int32) bool { return c.suspends(c.e, r) }))
	}
	late := false
	for w.next < len(c.running) && c.running[w.next].at < in.begin {
		_, taken := c.take(&w)
		late = late || taken
	}
	if c.without != nil || late || in.begin > now {
		if a := c.place(&w, j, part); a != nil {
			if c.preempts = len(c.without) > 0; !c.preempts {
				return now + 1, a // when those have left that should have by now
			}
			return now, a
		}
	}
	if !keeps {
		return now, nil
	}
	if c.opt.BfBusyNodes && (j.Asks == nil || !j.Asks.Contiguous) {
		c.free.PreferBusy(c.e.Free)
		defer c.free.PreferBusy(nil)
	}
	group := c.byWindow
	if c.opt.perGroup {
		group = c.fromFirst
	}
	for first := w.next; w.more(c.running); {
		last := group(&w)
		if last < 0 {
			break
		}
		if a := c.place(&w, j, part); a != nil {
			if c.rules[ownEnds] {
				last = c.ends(c.running[first:w.next], a, last)
			}
			return max(last, now+1), a
		}
	}
	return 0, nil
}

// place returns nodes of the set for the job at hand with what has been taken away, or nil.
func (c *cycle) place(w *window, j *cluster.Job, part int32) *cluster.Choice {
	if c.without != nil {
		if a, ok := c.free.Place(j, part, c.unkept()); ok {
			return cluster.Chosen(a)
		}
		return nil
	}
	if w.room.Enough() {
		if a, ok := w.room.Place(c.set); ok {
			return a
		}
	}
	return nil
}

// ends returns the end of the last of the jobs that have a node of a plan, or else the second given.
func (c *cycle) ends(jobs []leaver, a *cluster.Choice, otherwise int64) int64 {
	clear(c.nodes)
	for _, n := range a.Nodes() {
		c.nodes[n.At] = n.Bits
	}
	for k := len(jobs) - 1; k >= 0; k-- {
		if jobs[k].has.Meets(c.nodes) {
			return jobs[k].at
		}
	}
	return otherwise
}

// A window is how far running jobs have been taken away.
type window struct {
	next   int   // in running
	from   int64 // second that the length counts from; 0 before the first group
	length int64
	until  int64 // no job that ends later is taken away; 0 for any

	room  room         // for the job at hand
	nodes cluster.Bits // that it is looked for on
}

// more tells whether another job may be taken away.
func (w *window) more(running []leaver) bool {
	return w.next < len(running) && (w.until == 0 || running[w.next].at <= w.until)
}

// byWindow takes the next group of running jobs away and returns the end of the last, or -1 if
// there is none. Groups are the ends up to 30, 60, 120, ... seconds (or that much more each time:
// bf_window_linear) after the first end, rounded up to half a minute of the clock.
func (c *cycle) byWindow(w *window) (last int64) {
	last = -1
	for w.more(c.running) {
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
	if last >= 0 {
		c.lengthen(w)
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
	k := w.next
	l := &c.running[k]
	w.next++
	c.leave(l.job)
	held := &c.e.Placed[l.job].Held
	if k == w.room.Jobs() {
		w.room.Give(held, w.nodes)
	}
	switch taken = l.has.Meets(c.set); {
	case !taken:
	case c.without == nil:
		w.room.Given(k, c.set)
	default:
		if taken = !slices.Contains(c.without, l.job); taken {
			c.give(l.job, false)
		}
	}
	return l.at, taken
}

// give gives back in free what a running job has of the nodes that the job at hand may have; if it is only suspended, its cores.
func (c *cycle) give(job int32, suspends bool) {
	held := &c.e.Placed[job].Held
	switch {
	case suspends:
		c.free.GiveCores(held)
		return
	case c.gang != nil:
		c.free.Give(held)
		return
	}
	for k, node := range held.Nodes {
		if c.set.Has(int(node)) {
			c.free.GiveOne(held, k)
		}
	}
}
