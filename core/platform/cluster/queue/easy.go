package queue

import (
	"slices"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// easy starts jobs in queue order and gives those that cannot start, and share no node with an
// earlier one of them, a reservation.
type easy struct {
	single
	profile timeline         // of running jobs
	heads   []head           // of this pass
	old     []head           // of the last pass
	grounds cluster.Bits     // of the heads together
	own     cluster.Bits     // scratch
	then    *cluster.State   // scratch
	spare   []*cluster.State // that no head has
	epoch   int64            // changes with each start and in each pass
}

// A head is a job with a reservation.
type head struct {
	row    row
	shadow int64               // second
	ground cluster.Bits        // nodes of its partitions
	then   *cluster.State      // what is free at the shadow time, without the head
	stamp  int64               // queue.stamp for which all of this holds
	held   *cluster.Allocation // what the head would get then, nil if not known
}

func (y *easy) begin(q *queue) {
	y.single.begin(q)
	y.profile.begin(q)
	y.grounds, y.own, y.then = cluster.NewBits(len(q.sys.Nodes)), cluster.NewBits(len(q.sys.Nodes)), cluster.NewState(q.sys)
}

func (y *easy) ended(i int32)    { y.profile.release(i) }
func (y *easy) outlived(i int32) { y.profile.extend(i) }

func (y *easy) pass() {
	y.sweep(y.q)
	y.reorder(y.q)
	y.profile.advance()
	y.old, y.heads = y.heads, y.old[:0]
	y.epoch++
	clear(y.grounds)
	for i := range y.rows {
		if r := &y.rows[i]; !y.try(r) {
			y.lead(r)
		}
	}
	for k := range y.old {
		if y.old[k].then != nil {
			y.spare = append(y.spare, y.old[k].then)
		}
	}
	y.sweep(y.q)
}

// try starts a job if that delays no head.
func (y *easy) try(r *row) bool {
	q := y.q
	for _, c := range r.classes {
		if c.late == y.epoch && r.limit >= c.refuse {
			continue
		}
		a := q.place(r.job, c, nil)
		if a == nil {
			continue
		}
		if !y.spares(r, a) {
			if a = q.place(r.job, c, y.others(r)); a == nil || !y.spares(r, a) {
				y.remember(r, c)
				continue
			}
		}
		q.start(r, c, a)
		y.started(r, a)
		return true
	}
	return false
}

// started brings the heads up to date.
func (y *easy) started(r *row, a *cluster.Allocation) {
	y.epoch++
	y.profile.start(r.job)
	for k := range y.heads {
		h := &y.heads[k]
		if h.shadow < y.q.until[r.job] {
			h.then.Take(a)
			h.held = nil
		}
		if h.row.sure() { // no earlier shadow time is possible now
			h.stamp = y.q.stamp
		}
	}
}

// remember notes that a job is in the way of a head, and so are others of the class that do not end
// before it, until what is free changes.
func (y *easy) remember(r *row, c *class) {
	if c.sure && !slices.ContainsFunc(y.heads, func(h head) bool { return !h.row.sure() }) {
		c.late, c.refuse = y.epoch, r.limit
	}
}

// others returns the nodes that heads would get at shadow times before the limit of a job.
func (y *easy) others(r *row) cluster.Bits {
	clear(y.own)
	for k := range y.heads {
		if h := &y.heads[k]; h.shadow < y.q.over(r) {
			for _, i := range y.place(h).Nodes {
				y.own.Add(int(i))
			}
		}
	}
	return y.own
}

// place returns what the head gets at the shadow time.
func (y *easy) place(h *head) *cluster.Allocation {
	if h.held == nil {
		h.held = y.fit(h, h.then)
	}
	return h.held
}

// fit returns the nodes that a head gets at the shadow time from what is free then, or nil.
func (y *easy) fit(h *head, then *cluster.State) *cluster.Allocation {
	for _, c := range h.row.classes {
		set, _ := y.q.may(h.row.job, c, h.shadow)
		if a, ok := then.Place(&y.q.e.Jobs[h.row.job], c.part, set); ok {
			return a
		}
	}
	return nil
}

// spares tells whether no head is delayed if a job starts now on these nodes.
func (y *easy) spares(r *row, a *cluster.Allocation) bool {
	for k := range y.heads {
		h := &y.heads[k]
		if h.shadow >= y.q.over(r) || !touches(a, h.ground) {
			continue
		}
		y.then.Copy(h.then)
		if y.then.Take(a); y.fit(h, y.then) == nil {
			return false
		}
	}
	return true
}

func touches(a *cluster.Allocation, set cluster.Bits) bool {
	return slices.ContainsFunc(a.Nodes, func(i int32) bool { return set.Has(int(i)) })
}

// lead makes a job that cannot start a head if it shares no node with earlier ones.
func (y *easy) lead(r *row) {
	q := y.q
	clear(y.own)
	q.ground(r, y.own)
	if y.own.Meets(y.grounds) {
		return
	}
	if k := slices.IndexFunc(y.old, func(h head) bool { return h.row.job == r.job && h.stamp == q.stamp }); k >= 0 {
		y.heads = append(y.heads, y.old[k])
		y.old[k].then = nil
	} else {
		shadow, _, _ := y.profile.first(r, never, nil)
		if shadow == never { // reservations of the description leave no time that is long enough
			return
		}
		h := head{row: *r, shadow: shadow, ground: slices.Clone(y.own), then: y.state(), stamp: q.stamp}
		h.then.Copy(q.e.Free)
		for _, m := range q.ends {
			if m.at > shadow {
				break
			}
			h.then.Give(&q.e.Placed[m.job].Held)
		}
		y.heads = append(y.heads, h)
	}
	for k, w := range y.own {
		y.grounds[k] |= w
	}
}

// state returns a State for a head.
func (y *easy) state() *cluster.State {
	n := len(y.spare)
	if n == 0 {
		return cluster.NewState(y.q.sys)
	}
	st := y.spare[n-1]
	y.spare = y.spare[:n-1]
	return st
}
