package twin

import (
	"cmp"
	"slices"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// A cycle is one pass of the backfill scheduler.
type cycle struct {
	*Twin
	e         *cluster.Engine
	windowEnd int64
	running   []leaver // by end
	known     *memo
	view                      // nodes that the job at hand may have
	tasks     map[int32]int64 // of arrays: tasks with reservations

	counts
	starts, tested int64
	reserves       map[int32]int64 // of partitions: jobs for which nodes are reserved
	planned        map[int32]bool  // of jobs: whether there are nodes reserved for it
	placed         tasks           // of which the last entry was one that has a place
	rejected       tasks           // of which it was one that has none
	hets           []het

	promises []promise // with bf_licenses

	opens [2]struct { // the last answers of open, and how many jobs the cycle had started
		starts int64
		nodes  cluster.Sparse
	}
	hopes    bool         // the cycle ends with the last job that may start
	nodes    cluster.Bits // scratch of ends
	without  []int32      // running jobs that the job at hand may preempt
	preempts bool         // and its plan does
	keepers  []int32      // running jobs that keep their nodes from the job at hand, and are not taken away
	bare     cluster.Bits // scratch of unkept
}

// backfill plans the waiting jobs in order, each as early as nodes are free for it, starts
// those that can start now, and reserves whole nodes for the others, until a limit of depth,
// window or number.
func (t *Twin) backfill(e *cluster.Engine) (depth int64) {
	t.build(e)
	t.decided = e.NowUs
	t.cycling, t.Plans = true, t.Plans[:0]
	defer func() { t.cycling = false }()
	c := t.newCycle(e)
	if t.opt.BfRunningReserve {
		for _, l := range slices.Clone(c.running) {
			c.keep(l.job)
		}
	}
	most := t.opt.maxTime * cluster.Second
	last := len(t.entries) - 1
	for k := range t.entries {
		if last = c.lastHopeful(k, last); k > last {
			break
		}
		n := &t.entries[k]
		j := &e.Jobs[n.job]
		if !t.ready(e, n.job) || j.Array > 0 && c.enough(j) {
			continue
		}
		if c.tested >= t.opt.maxTest || full(c.starts, t.opt.maxStart) || t.opt.BfJobUs > 0 && depth*t.opt.BfJobUs >= most || e.Interrupted() {
			break
		}
		of := t.tasksOf(n, j)
		next := c.placed.are(of) // its limits are tested with those of the first, and before it starts
		if !next && t.limits.before(j, n.part) {
			continue
		}
		if depth++; c.rejected.are(of) {
			continue
		}
		c.placed, c.rejected = tasks{}, of // until it has a place
		if c.counts.exceed(&t.opt, t.limits.persons[j.User], j.User, n.part) {
			continue
		}
		c.consider(n)
	}
	c.startHets()
	t.drop(e)
	return depth
}

// newCycle returns a cycle in which nothing is reserved yet.
func (t *Twin) newCycle(e *cluster.Engine) *cycle {
	t.memo.forget()
	c := &cycle{Twin: t, e: e, known: &t.memo, windowEnd: t.floor(e, e.Now+t.opt.window),
		view: newView(len(t.sys.Nodes)), nodes: cluster.NewBits(len(t.sys.Nodes)), tasks: map[int32]int64{},
		counts:   counts{map[int32]int64{}, map[int32]int64{}, map[int32]int64{}, map[[2]int32]int64{}},
		reserves: map[int32]int64{}, planned: map[int32]bool{}}
	c.hopes = c.mayEnd()
	t.slots.begin(t.floor(e, e.Now), c.windowEnd, len(t.sys.Nodes))
	for _, i := range e.Running {
		c.running = append(c.running, c.leaves(i))
		c.has(i)
	}
	slices.SortFunc(c.running, byEnd)
	c.gather()
	return c
}

// consider starts a job, or reserves nodes for it.
func (c *cycle) consider(n *entry) {
	t, e, j := c.Twin, c.e, c.bfJob(n)
	if !t.opt.BfLicenses && !e.Licensed(j) {
		return
	}
	lasting := j.QOS == cluster.None || !t.sys.QOS[j.QOS].NoReserve
	keeps := t.reserves(e, n) && lasting && !full(c.reserves[n.part], t.opt.partReserved) && n.prefers == 0 &&
		!(t.opt.BfOneRsvPerJob && c.planned[n.job])
	start, choice, tried := c.plan(n, j, keeps)
	if tried {
		c.tested++
	}
	if choice == nil {
		return
	}
	if j.Together > 0 {
		c.noteHet(n, start)
	}
	now := c.preempts && t.takesRow(e, n) // with cores that others have
	if now {
		if a, ok := t.place(e, n, j, c.set); ok {
			choice = cluster.Chosen(a)
		} else {
			now = false
		}
	}
	switch {
	case len(t.limits.what) > 0 && t.limits.after(n.part, t.bills.gets(j, n.part, choice.Allocation())) ||
		start <= e.Now && t.limits.before(j, n.part):
		return
	case start <= e.Now && !e.Licensed(j):
		return
	case start <= e.Now && j.Together == 0 && c.preempts && !now:
		t.preempt(e, n, bitsOf(len(t.sys.Nodes), choice.Allocation()))
		c.known.forget()
		begin, until := c.reserved(e.Now, j, n.part)
		t.Plans = append(t.Plans, Plan{n.job, n.part, e.Now, until, choice.Nodes()})
		c.slots.reserve(begin, until, choice.Nodes())
		c.reserves[n.part]++
	case start <= e.Now && j.Together == 0:
		nodes := choice.Allocation()
		t.limit(e, n.job, c.most(n, nodes))
		t.start(e, n, nodes)
		l := c.leaves(n.job)
		at, _ := slices.BinarySearchFunc(c.running, l, byEnd)
		c.running = slices.Insert(c.running, at, l)
		c.known.forget()
		c.starts++
		c.keep(n.job)
		c.has(n.job)
	case keeps && start <= e.Now+t.opt.window:
		begin, until := c.reserved(start, j, n.part)
		c.promise(n.job, begin, until)
		t.Plans = append(t.Plans, Plan{n.job, n.part, start, until, choice.Nodes()})
		c.slots.reserve(begin, until, choice.Nodes())
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
	if o.maxUserPart|o.maxPart|o.maxAssoc|perPerson == 0 {
		return false
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
	c.slots.reserve(c.floor(c.e, c.e.Now), c.floor(c.e, p.Start+c.e.Jobs[i].Limit), c.held[i])
}

// full tells whether there may be no more, and over whether there are too many; a most of 0 is none.
func full(count, most int64) bool { return most > 0 && count >= most }

func over(count, most int64) bool { return most > 0 && count > most }

// reserved returns the seconds for which nodes are reserved for a job, in whole resolutions.
func (c *cycle) reserved(start int64, j *cluster.Job, part int32) (begin, end int64) {
	begin, end = c.floor(c.e, start), start+c.length(j, part)
	if c.rules[endsUp] {
		end += c.opt.resolution - 1
	}
	if end = c.floor(c.e, end); c.rules[oneSlot] {
		end = max(end, begin+c.opt.resolution)
	}
	return begin, end
}

// length returns the seconds for which a job is planned: not more than its partition allows, even if its QOS does.
func (c *cycle) length(j *cluster.Job, part int32) int64 {
	return min(j.Limit, cmp.Or(c.sys.Partitions[part].MaxTimeS, never))
}

// floor returns the last second not after t at which the clock shows whole resolutions.
func (t *Twin) floor(e *cluster.Engine, at int64) int64 {
	return (at+e.UnixStart)/t.opt.resolution*t.opt.resolution - e.UnixStart
}

// plan returns the earliest start of a job and its nodes; none if it has none in the window.
// A job that reserves nothing is tried now only. It also returns whether it was tried, which
// it is if ever enough nodes are not reserved.
func (c *cycle) plan(n *entry, j *cluster.Job, keeps bool) (start int64, choice *cluster.Choice, tried bool) {
	now, room := c.e.Now, c.alikeFor(n, j)
	var first int64
	c.basis = nil
	stale := true                                // other nodes than those that the answer is about
	checked, taken := int64(cluster.None), false // whether nodes of the answer are reserved if it starts at a second
	for from, again := max(now, c.notBefore(j, n.job)), false; ; again = true {
		later := c.usable(n, j, from, again)
		if over := c.unlicensed(j, from, max(from, now)+j.Limit); over > 0 {
			later = over
		} else if c.enoughNodes(j, &stale) {
			in := span{}
			if c.rules[bySlot] {
				in = span{from, later}
			}
			if stale || c.rules[bySlot] {
				first, choice = c.asked(n, j, room, keeps, in)
				stale, checked = false, cluster.None
			}
			if tried = true; choice != nil {
				start = max(first, from)
				if start <= now && choice.Nodes().Meets(c.e.Completing) { // Slurm takes them to be free then
					start, later = now+1, 0
				}
				if start > now && start != checked {
					begin, end := c.reserved(start, j, n.part)
					checked, taken = start, c.slots.overlap(begin, end, choice.Nodes()) || c.unlicensed(j, begin, end-1) > 0
				}
				switch {
				case start > now && taken:
					if later = start; start == from {
						later += c.opt.resolution
					}
				case start <= now || !keeps || later == 0 || start <= later:
					return start, choice, true
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
// set, and returns the next second at which other nodes may be so; 0 if there is none. again is for later seconds of the same plan.
func (c *cycle) usable(n *entry, j *cluster.Job, from int64, again bool) (later int64) {
	at := max(from, c.e.Now)
	first, after, until := c.from, c.until, at+c.length(j, n.part)
	if !again {
		first, after = c.slots.after(from), c.slots.since(until+1)
	}
	known := after
	for all := c.slots.list; first < len(all) && all[first].end <= from; first++ { // mostly the next
	}
	for all := c.slots.list; after < len(all) && all[after].begin <= until; after++ {
	}
	if !again || len(c.e.Reserved) > 0 {
		copy(c.may, c.sys.Partitions[n.part].Bits)
		over := c.e.Allow(j, at, c.may)
		if !c.rules[kept] {
			c.e.Share(j, n.part, c.may)
		}
		for i, w := range c.e.Up {
			w = (w | c.e.Completing[i]) & c.may[i]
			c.may[i], c.base[i] = w, w&n.looked[i]
		}
		c.based = false
		if over > 0 && over+1 < c.windowEnd {
			later = over + 1
		}
	}
	if c.from, c.until = first, after; !again {
		c.short, known = -1, first
	}
	c.shorten(&c.slots, known, j.MinNodes)
	if others := c.others(first, after); others > 0 && (later == 0 || others < later) {
		later = others
	}
	return later
}

// enoughNodes tells whether as many nodes as a job needs are in the set of the slots that are asked for. An answer about others is stale.
func (c *cycle) enoughNodes(j *cluster.Job, stale *bool) bool {
	if c.short >= c.from {
		return false
	}
	c.update(&c.slots)
	*stale = *stale || c.moved
	return c.count >= int(j.MinNodes)
}

// others returns the end of the first slot after which there are other nodes, from the first slot to the one after those looked at; 0 if
// there is none.
func (c *cycle) others(first, after int) int64 {
	all := c.slots.list
	for k := first; k <= after && k+1 < len(all); k++ {
		if all[k].gain.Meets(c.may) {
			return all[k].end
		}
	}
	if c.rules[nextSlot] && first < len(all) && after+2 < len(all) {
		return all[after+1].end
	}
	return 0
}
