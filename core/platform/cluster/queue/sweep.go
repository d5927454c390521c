package queue

import "github.com/backfill-lab/backfill/core/platform/cluster"

// first returns the first second before another at which a job could start, with its class and
// nodes; never if there is none. Of several partitions with the same second it takes the first. least,
// unless nil, bounds the second from below. It costs O(nodes) for each partition, and O(1) for each
// node of the holds that end before that second or begin before the job would end then.
func (l *timeline) first(r *row, before int64, least func(c *class, limit int64) int64) (at int64, c *class, a *cluster.Allocation) {
	at = never
	for _, k := range r.classes {
		from := l.now
		if least != nil {
			from = max(from, least(k, r.limit))
		}
		if t, held := l.search(r, k, from, min(at, before)); held != nil {
			at, c, a = t, k, held
		}
	}
	return at, c, a
}

// search is first in one partition.
func (l *timeline) search(r *row, c *class, from, before int64) (int64, *cluster.Allocation) {
	q, j := l.q, &l.q.e.Jobs[r.job]
	at, ok := l.cores[c.part].Fit(from, r.limit, int(c.cores))
	if !ok || at >= before || !q.can(c, r.job) {
		return never, nil
	}
	copy(l.set, c.nodes)
	l.set.And(q.e.Up)
	l.free.Copy(q.e.Free)
	w := sweep{timeline: l, length: r.limit}
	w.move(at)
	l.room.Begin(l.free, j, c.part, c.nodes)
	l.room.Within(l.set)
	for w.counts = true; ; w.move(at) {
		next := w.next()
		if l.room.Enough() {
			set, over := q.may(r.job, c, at)
			if a, ok := l.free.Place(j, c.part, set); ok {
				return at, a
			}
			if over > 0 && (next < never || over <= q.horizon(at)) {
				next = min(next, over)
			}
		}
		if at = next; at >= before {
			return never, nil
		}
	}
}

// A sweep moves the begin of a job's time from the end of one hold to that of another.
type sweep struct {
	*timeline
	length      int64
	ends, enter int  // holds that have ended by the begin, or begin before the end
	counts      bool // room is told
}

// next returns the next second at which a hold ends, or never.
func (w *sweep) next() int64 {
	if w.ends == len(w.timeline.ends) {
		return never
	}
	return w.timeline.ends[w.ends].at
}

// move sets free to what the nodes of set have throughout [at, at+length).
func (w *sweep) move(at int64) {
	for ; w.next() <= at; w.ends++ {
		w.look(w.timeline.ends[w.ends].job, at)
	}
	for ; w.enter < len(w.begins) && w.begins[w.enter].at < at+w.length; w.enter++ {
		w.look(w.begins[w.enter].job, at)
	}
}

// look looks at the nodes of a job again.
func (w *sweep) look(job int32, at int64) {
	for _, i := range w.holds[job].a.Nodes {
		if !w.set.Has(int(i)) {
			continue
		}
		if w.window(i, at, at+w.length); w.counts {
			w.room.Given(w.free, i)
		}
	}
}

// horizon returns the second from which on reservations only repeat what they were before, if nothing
// else is in the way from a second on.
func (q *queue) horizon(from int64) (at int64) {
	period := int64(0)
	for k := range q.e.Reserved {
		from, period = max(from, q.e.Reserved[k].End), max(period, q.e.Reserved[k].Period)
	}
	return from + period
}
