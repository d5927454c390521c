package twin

import (
	"cmp"
	"slices"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// A slot is a time in which the same nodes are not reserved for waiting jobs.
type slot struct {
	begin, end int64
	avail      cluster.Bits
	upTo       cluster.Bits // those that are not reserved in any slot from the first to this
}

// A cycle is one pass of the backfill scheduler.
type cycle struct {
	*Twin
	e         *cluster.Engine
	windowEnd int64
	running   []leaver // by end
	known     *memo
	set       cluster.Bits    // nodes that the job at hand may have
	may       cluster.Bits    // and those that other waiting jobs do not keep from it
	tasks     map[int32]int64 // of arrays: tasks with reservations

	counts
	starts, tested int64
	reserves       map[int32]int64 // of partitions: jobs for which nodes are reserved
	planned        map[int32]bool  // of jobs: whether there are nodes reserved for it
	placed         tasks           // of which the last entry was one that has a place
	rejected       tasks           // of which it was one that has none

	promises []promise // with bf_licenses

	without  []int32 // running jobs that the job at hand may preempt
	preempts bool    // and its plan does
}

// backfill plans the waiting jobs in order, each as early as nodes are free for it, starts
// those that can start now, and reserves whole nodes for the others, until a limit of depth,
// window or number.
func (t *Twin) backfill(e *cluster.Engine) (depth int64) {
	t.build(e)
	t.decided = e.NowUs
	t.cycling, t.Plans = true, t.Plans[:0]
	defer func() { t.cycling = false }()
	t.memo.forget()
	c := &cycle{Twin: t, e: e, known: &t.memo, windowEnd: t.floor(e, e.Now+t.opt.window),
		set: cluster.NewBits(len(t.sys.Nodes)), may: cluster.NewBits(len(t.sys.Nodes)), tasks: map[int32]int64{},
		counts:   counts{map[int32]int64{}, map[int32]int64{}, map[int32]int64{}, map[[2]int32]int64{}},
		reserves: map[int32]int64{}, planned: map[int32]bool{}}
	all := cluster.NewBits(len(t.sys.Nodes))
	for i := range t.sys.Nodes {
		all.Add(i)
	}
	t.slots = append(t.slots[:0], slot{t.floor(e, e.Now), c.windowEnd, all, slices.Clone(all)})
	for _, i := range e.Running {
		c.running = append(c.running, c.leaves(i))
		c.has(i)
	}
	slices.SortFunc(c.running, byEnd)

	if t.opt.BfRunningReserve {
		for _, l := range slices.Clone(c.running) {
			c.keep(l.job)
		}
	}
	most := t.opt.maxTime * cluster.Second
	for k := range t.entries {
		n := &t.entries[k]
		j := &e.Jobs[n.job]
		if !t.ready(e, n.job) || j.Array > 0 && c.enough(j) {
			continue
		}
		if c.tested >= t.opt.maxTest || full(c.starts, t.opt.maxStart) || t.opt.BfJobUs > 0 && depth*t.opt.BfJobUs >= most {
			break
		}
		next := c.placed.has(j, n.part) // its limits are tested with those of the first, and before it starts
		if !next && t.limits.before(j, n.part) {
			continue
		}
		if depth++; c.rejected.has(j, n.part) {
			continue
		}
		c.placed, c.rejected = tasks{}, tasks{j.Array, n.part, j.Reservation} // until it has a place
		if c.counts.exceed(&t.opt, t.person[j.User], j.User, n.part) {
			continue
		}
		c.consider(n)
	}
	t.drop(e)
	return depth
}

// consider starts a job, or reserves nodes for it.
func (c *cycle) consider(n *entry) {
	t, e, j := c.Twin, c.e, &c.e.Jobs[n.job]
	if !t.opt.BfLicenses && !e.Licensed(j) {
		return
	}
	lasting := j.QOS == cluster.None || !t.sys.QOS[j.QOS].NoReserve
	keeps := t.reserves(e, n) && lasting && !full(c.reserves[n.part], t.opt.partReserved) && !(t.opt.BfOneRsvPerJob && c.planned[n.job])
	start, nodes, tried := c.plan(n, keeps)
	if tried {
		c.tested++
	}
	switch {
	case nodes == nil || t.limits.after(n.part, t.bills.gets(j, n.part, nodes)) || start <= e.Now && t.limits.before(j, n.part):
		return
	case start <= e.Now && !e.Licensed(j):
		return
	case start <= e.Now && c.preempts:
		t.preempt(e, n.job, n.part, bitsOf(len(t.sys.Nodes), nodes))
		c.known.forget()
		begin, until := c.reserved(e.Now, j)
		c.reserve(begin, until, nodes)
		c.reserves[n.part]++
	case start <= e.Now:
		t.start(e, n, nodes)
		l := c.leaves(n.job)
		at, _ := slices.BinarySearchFunc(c.running, l, byEnd)
		c.running = slices.Insert(c.running, at, l)
		c.known.forget()
		c.starts++
		c.keep(n.job)
		c.has(n.job)
	case keeps && start <= e.Now+t.opt.window:
		begin, until := c.reserved(start, j)
		c.promise(n.job, begin, until)
		t.Plans = append(t.Plans, Plan{n.job, n.part, start, until, nodes.Nodes})
		c.reserve(begin, until, nodes)
		c.reserves[n.part]++
		c.tasks[j.Array]++
		c.planned[n.job] = true
	default:
		return
	}
	c.placed, c.rejected = c.rejected, tasks{}
}

// counts are how many jobs a cycle has looked at, of persons, associations, partitions, and persons in partitions.
type counts struct {
	persons, users, parts map[int32]int64
	personParts           map[[2]int32]int64
}

// exceed tells whether one of the counts is full, and else adds a job to all.
func (c *counts) exceed(o *options, person, user, part int32) bool {
	both := [2]int32{person, part}
	perPerson := o.maxUser
	if o.maxAssoc > 0 {
		perPerson = 0 // gives way
	}
	if full(c.personParts[both], o.maxUserPart) || full(c.parts[part], o.maxPart) || full(c.users[user], o.maxAssoc) ||
		full(c.persons[person], perPerson) {
		return true
	}
	c.persons[person]++
	c.users[user]++
	c.parts[part]++
	c.personParts[both]++
	return false
}

// keep takes the nodes of a running job that has them alone, and that nobody may preempt, out of the slots until its limit.
func (c *cycle) keep(i int32) {
	p := &c.e.Placed[i]
	if !c.e.Jobs[i].WholeNodes && !c.sys.Partitions[p.Partition].WholeNodes {
		return
	}
	if kind := c.prey.kind(c.e, i, p.Partition); kind != cluster.None {
		if mode, _ := c.prey.mode(c.sys, kind); mode != "off" {
			return
		}
	}
	c.reserve(c.floor(c.e, c.e.Now), c.floor(c.e, p.Start+c.e.Jobs[i].Limit), &p.Held)
}

// full tells whether there may be no more, and over whether there are too many; a most of 0 is none.
func full(count, most int64) bool { return most > 0 && count >= most }

func over(count, most int64) bool { return most > 0 && count > most }

// reserved returns the seconds for which nodes are reserved for a job, in whole resolutions.
func (c *cycle) reserved(start int64, j *cluster.Job) (begin, end int64) {
	begin, end = c.floor(c.e, start), start+j.Limit
	if c.rules[endsUp] {
		end += c.opt.resolution - 1
	}
	if end = c.floor(c.e, end); c.rules[oneSlot] {
		end = max(end, begin+c.opt.resolution)
	}
	return begin, end
}

// floor returns the last second not after t at which the clock shows whole resolutions.
func (t *Twin) floor(e *cluster.Engine, at int64) int64 {
	return (at+e.UnixStart)/t.opt.resolution*t.opt.resolution - e.UnixStart
}

// plan returns the earliest start of a job and its nodes; none if it has none in the window.
// A job that reserves nothing is tried now only. It also returns whether it was tried, which
// it is if ever enough nodes are not reserved.
func (c *cycle) plan(n *entry, keeps bool) (start int64, nodes *cluster.Allocation, tried bool) {
	now, j := c.e.Now, &c.e.Jobs[n.job]
	for from := now; ; {
		later := c.usable(n, from)
		if over := c.unlicensed(j, from, max(from, now)+j.Limit); over > 0 {
			later = over
		} else if c.set.Count() >= int(j.MinNodes) {
			tried = true
			in := span{}
			if c.rules[bySlot] {
				in = span{from, later}
			}
			if start, nodes = c.asked(n, keeps, in); nodes != nil {
				start = max(start, from)
				begin, end := c.reserved(start, j)
				switch {
				case start > now && (c.overlaps(begin, end, nodes) || c.unlicensed(j, begin, end-1) > 0):
					if later = start; start == from {
						later += c.opt.resolution
					}
				case start <= now || !keeps || later == 0 || start <= later:
					return start, nodes, true
				}
			}
		}
		if later == 0 || !keeps || later > c.windowEnd {
			return 0, nil, tried
		}
		from = later
	}
}

// usable puts the nodes that no reservation takes from a job that starts at a second into
// set, and returns the next second at which other nodes may be so; 0 if there is none.
func (c *cycle) usable(n *entry, from int64) (later int64) {
	copy(c.set, c.sys.Partitions[n.part].Bits)
	over := c.e.Allow(&c.e.Jobs[n.job], max(from, c.e.Now), c.set)
	c.set.And(c.e.Up)
	copy(c.may, c.set)
	end := max(from, c.e.Now) + c.e.Jobs[n.job].Limit
	first, _ := slices.BinarySearchFunc(c.slots, from, func(s slot, at int64) int { return cmp.Compare(s.end, at+1) })
	if first == 0 {
		later = c.atOnce(end)
	} else {
		later = c.between(first, end)
	}
	c.set.And(n.looked)
	if over > 0 && over+1 < c.windowEnd && (later == 0 || over+1 < later) {
		later = over + 1
	}
	return later
}

// between leaves in set the nodes that are not reserved in the slots from the first until a second,
// and returns the end of the slot after which there are others; 0 if there is none.
func (c *cycle) between(first int, end int64) (later int64) {
	for k := first; k < len(c.slots); k++ {
		s := &c.slots[k]
		more := k+1 < len(c.slots)
		if more && later == 0 && !within(c.may, c.slots[k+1].avail, c.set, s.avail) { // other nodes than those of this slot
			later = s.end
		}
		if s.begin > end {
			if c.rules[nextSlot] && later == 0 && more && k+2 < len(c.slots) {
				later = c.slots[k+1].end
			}
			break
		}
		c.set.And(s.avail)
	}
	return later
}

// atOnce is between for the first of all slots.
func (c *cycle) atOnce(end int64) (later int64) {
	after, _ := slices.BinarySearchFunc(c.slots, end, func(s slot, at int64) int { return cmp.Compare(s.begin, at+1) })
	for k := 0; k <= after && k+1 < len(c.slots); k++ {
		if upTo := c.slots[k].upTo; !within(c.may, c.slots[k+1].avail, upTo, upTo) {
			later = c.slots[k].end
			break
		}
	}
	if c.rules[nextSlot] && later == 0 && after+2 < len(c.slots) {
		later = c.slots[after+1].end
	}
	if after > 0 {
		c.set.And(c.slots[after-1].upTo)
	}
	return later
}

// within tells whether the nodes in both a and b are in both x and y, too.
func within(a, b, x, y cluster.Bits) bool {
	for k := range a {
		if a[k]&b[k]&^(x[k]&y[k]) != 0 {
			return false
		}
	}
	return true
}

// overlaps tells whether a node is reserved within the seconds.
func (c *cycle) overlaps(begin, end int64, a *cluster.Allocation) bool {
	for k := range c.slots {
		if s := &c.slots[k]; s.end > begin && s.begin < end {
			for _, i := range a.Nodes {
				if !s.avail.Has(int(i)) {
					return true
				}
			}
		}
	}
	return false
}

// reserve takes the nodes out of the slots of these seconds.
func (c *cycle) reserve(begin, end int64, a *cluster.Allocation) {
	if begin >= end {
		return
	}
	taken := cluster.NewBits(len(c.sys.Nodes))
	for _, i := range a.Nodes {
		taken.Add(int(i))
	}
	c.split(begin)
	c.split(end)
	first, _ := slices.BinarySearchFunc(c.slots, begin, func(s slot, at int64) int { return cmp.Compare(s.begin, at) })
	for k := first; k < len(c.slots) && c.slots[k].end <= end; k++ {
		c.slots[k].avail.Without(taken)
	}
	for k := first; k < len(c.slots) && c.slots[k].upTo.Meets(taken); k++ { // nor do later ones meet it
		c.slots[k].upTo.Without(taken)
	}
	c.merge()
}

// merge makes one slot of the first two neighbours with the same nodes, if there are any.
func (c *cycle) merge() {
	for k := range len(c.slots) - 1 {
		if slices.Equal(c.slots[k].avail, c.slots[k+1].avail) {
			c.slots[k].end = c.slots[k+1].end
			c.slots = slices.Delete(c.slots, k+1, k+2)
			return
		}
	}
}

// split makes two slots of the one that goes over a second.
func (c *cycle) split(at int64) {
	k, _ := slices.BinarySearchFunc(c.slots, at, func(s slot, at int64) int { return cmp.Compare(s.end, at) })
	if k == len(c.slots) || c.slots[k].begin >= at || c.slots[k].end == at {
		return
	}
	s := c.slots[k]
	c.slots[k].end = at
	c.slots = slices.Insert(c.slots, k+1, slot{at, s.end, slices.Clone(s.avail), slices.Clone(s.upTo)})
}
