package bound

import (
	"cmp"
	"slices"
)

// A network is what a stretch leaves to decide. Where the widths of all open windows fit the
// cluster, each job gets its width. A job that this alone completes asks for nothing where it
// would have to share, which may leave room for others. The other jobs have work at contested
// times; the spans between the ends of their windows are one interval each.
type network struct {
	in *instance

	jobs  []int32 // of the instance
	first []int32 // per job, its first interval
	last  []int32 // per job, one past its last interval
	need  []int64 // per job, work without a place
	base  []int   // per job: what it gets in interval t is given[base+t]

	length []int64 // per interval, ticks
	room   []int64 // per interval, free units x ticks
	begin  []int   // per interval and one more, into active
	active []int32 // per interval, the open jobs, by deadline
	given  []int64

	flow

	points []point
	from   []int32 // per job of the instance, its first span
	to     []int32 // one past its last
	at     []int64 // per span, when it begins
	level  []int64 // per span, the widths of all jobs
	sum    []int64 // per span, the length of the uncontested spans before it
	open   []bool  // per job of the instance, whether it asks for contested time
	edge   []bool  // per span, whether a window begins or ends there
	number []int32 // per span, the intervals that begin before it
}

type point struct {
	at  int64
	job int32 // index, or its complement for a deadline
}

// build makes the network of a stretch, without a flow. An instance that is too large and a
// ctx that is done are errors.
func (n *network) build(in *instance, stretch float64) error {
	n.in = in
	n.spans(stretch)
	for n.settle() {
		if err := n.ctx.Err(); err != nil {
			return err
		}
	}
	return n.connect()
}

func (n *network) spans(stretch float64) {
	in := n.in
	n.points = n.points[:0]
	for i := range in.jobs {
		j := &in.jobs[i]
		n.points = append(n.points, point{j.release, int32(i)}, point{in.deadline(j, stretch), ^int32(i)})
	}
	slices.SortFunc(n.points, func(a, b point) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.job, b.job)) })
	n.from, n.to = resize(n.from, len(in.jobs)), resize(n.to, len(in.jobs))
	n.open = resize(n.open, len(in.jobs))
	n.at = n.at[:0]
	for _, p := range n.points {
		if len(n.at) == 0 || n.at[len(n.at)-1] != p.at {
			n.at = append(n.at, p.at)
		}
		if p.job >= 0 {
			n.from[p.job], n.open[p.job] = int32(len(n.at)-1), true
		} else {
			n.to[^p.job] = int32(len(n.at) - 1)
		}
	}
}

// settle finds the uncontested spans and closes the jobs that need no others, and reports
// whether there were any.
func (n *network) settle() bool {
	in := n.in
	spans := len(n.at)
	n.level, n.sum = resize(n.level, spans), resize(n.sum, spans)
	clear(n.level)
	for i := range in.jobs {
		if n.open[i] {
			n.level[n.from[i]] += in.jobs[i].width
			n.level[n.to[i]] -= in.jobs[i].width
		}
	}
	free := int64(0)
	for t := range spans {
		n.sum[t] = free
		if t > 0 {
			n.level[t] += n.level[t-1]
		}
		if t+1 < spans && n.level[t] <= in.capacity {
			free += n.at[t+1] - n.at[t]
		}
	}
	closed := false
	for i := range in.jobs {
		if n.open[i] && n.uncontested(i) == in.jobs[i].work {
			n.open[i], closed = false, true
		}
	}
	return closed
}

// uncontested returns the work that a job can do without sharing.
func (n *network) uncontested(i int) int64 {
	j := &n.in.jobs[i]
	return times(j.width, n.sum[n.to[i]]-n.sum[n.from[i]], j.work)
}

// connect numbers the intervals and lists who is open in each.
func (n *network) connect() error {
	in := n.in
	n.edge, n.number = resize(n.edge, len(n.at)), resize(n.number, len(n.at))
	clear(n.edge)
	for i := range in.jobs {
		if n.open[i] {
			n.edge[n.from[i]], n.edge[n.to[i]] = true, true
		}
	}
	n.length = n.length[:0]
	fresh := true
	for t := range n.at {
		n.number[t] = int32(len(n.length))
		fresh = fresh || n.edge[t]
		if t+1 == len(n.at) || n.level[t] <= in.capacity {
			continue
		}
		if fresh {
			n.length = append(n.length, 0)
		}
		fresh = false
		n.length[len(n.length)-1] += n.at[t+1] - n.at[t]
	}
	n.jobs, n.first, n.last = n.jobs[:0], n.first[:0], n.last[:0]
	n.need, n.base = n.need[:0], n.base[:0]
	cells := 0
	for i := range in.jobs {
		if !n.open[i] {
			continue
		}
		first, last := n.number[n.from[i]], n.number[n.to[i]]
		n.jobs, n.first, n.last = append(n.jobs, int32(i)), append(n.first, first), append(n.last, last)
		n.need = append(n.need, in.jobs[i].work-n.uncontested(i))
		n.base = append(n.base, cells-int(first))
		if cells += int(last - first); cells > maxCells {
			return errTooLarge
		}
	}
	n.given = resize(n.given, cells)
	clear(n.given)
	n.room = resize(n.room, len(n.length))
	for t, l := range n.length {
		n.room[t] = times(in.capacity, l, maxWork)
	}
	n.list(cells)
	return nil
}

// list fills active: by interval, and in each by deadline.
func (n *network) list(cells int) {
	n.begin = resize(n.begin, len(n.length)+1)
	clear(n.begin)
	n.order = n.order[:0]
	for k := range n.jobs {
		n.order = append(n.order, int32(k))
		if n.first[k] < n.last[k] {
			n.begin[n.first[k]]++
			n.begin[n.last[k]]--
		}
	}
	slices.SortFunc(n.order, func(a, b int32) int { return cmp.Or(cmp.Compare(n.last[a], n.last[b]), cmp.Compare(a, b)) })
	total, open := 0, 0
	for t := range n.begin {
		open, n.begin[t] = open+n.begin[t], total
		total += open
	}
	n.active = resize(n.active, cells)
	n.arc = append(n.arc[:0], n.begin...)
	for _, k := range n.order {
		for t := n.first[k]; t < n.last[k]; t++ {
			n.active[n.arc[t]] = k
			n.arc[t]++
		}
	}
}

// most returns the work that job k can get in interval t.
func (n *network) most(k, t int32) int64 {
	j := &n.in.jobs[n.jobs[k]]
	return times(j.width, n.length[t], j.work)
}

// resize returns a slice of length n, in the memory of s if it is enough, with undefined content.
func resize[E any](s []E, n int) []E { return slices.Grow(s[:0], n)[:n] }
