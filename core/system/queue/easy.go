package queue

import (
	"cmp"
	"slices"

	"github.com/backfill-lab/backfill/core/system"
)

// A head is the first job that waits for some nodes. It has a reservation.
type head struct {
	job, part int32
	domain    system.Bits // of its partitions
	at        int64       // the shadow time: when it will start at the latest
	set       system.Bits // nodes that it may have then
	held      system.Bits // and would have
	free      *system.State
}

// An ending is what will be free at the end of a running job, or of a reservation.
type ending struct {
	at  int64
	job int32 // or None
}

// easy is EASY backfilling: the first job that does not fit gets a reservation at the shadow time, the
// first second by which running jobs that end at their limits leave it a place. Others start now if
// they end by then, or if it still has a place then with them on their nodes. Of jobs that share
// no node with a job that has a reservation, the first gets one, too.
func (q *Queue) easy(e *system.Engine) {
	q.heads, q.ends = q.heads[:0], q.ends[:0]
	for i := range q.ready(e) {
		accept := func(a *system.Allocation) bool { return q.harmless(e, i, a) }
		if q.start(e, i, nil, accept) || len(q.heads) > 0 && q.start(e, i, q.held(), accept) {
			continue
		}
		domain := system.NewBits(len(q.sys.Nodes))
		for _, p := range e.Jobs[i].Partitions {
			domain.Or(q.sys.Partitions[p].Bits)
		}
		if !slices.ContainsFunc(q.heads, func(h head) bool { return h.domain.Meets(domain) }) {
			q.reserve(e, i, domain)
		}
	}
}

// held returns the nodes of all reservations.
func (q *Queue) held() system.Bits {
	all := system.NewBits(len(q.sys.Nodes))
	for k := range q.heads {
		all.Or(q.heads[k].held)
	}
	return all
}

// harmless tells whether a job can start now with all heads starting at their shadow times, and takes
// what it gets from what is free then.
func (q *Queue) harmless(e *system.Engine, i int32, a *system.Allocation) bool {
	ends := e.Now + e.Jobs[i].Limit
	for k := range q.heads {
		h := &q.heads[k]
		if ends <= h.at {
			continue
		}
		h.free.Take(a)
		if _, ok := h.free.Place(&e.Jobs[h.job], h.part, h.set); ok {
			continue
		}
		for ; k >= 0; k-- {
			if ends > q.heads[k].at {
				q.heads[k].free.Give(a)
			}
		}
		return false
	}
	return true
}

// reserve finds the shadow time of a job. A job that no end of a running job or a reservation gives a
// place, because nodes are away, gets no reservation.
func (q *Queue) reserve(e *system.Engine, i int32, domain system.Bits) {
	q.ends = q.ends[:0]
	for _, r := range e.Running {
		q.ends = append(q.ends, ending{max(e.Placed[r].Start+e.Jobs[r].Limit, e.Now+1), r})
	}
	for k := range e.Reserved {
		if at := e.Reserved[k].Over(e.Now); at > e.Now {
			q.ends = append(q.ends, ending{at, system.None})
		}
	}
	slices.SortFunc(q.ends, func(a, b ending) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.job, b.job)) })
	free := system.NewState(q.sys)
	free.Copy(e.Free)
	for k := 0; k < len(q.ends); {
		at := q.ends[k].at
		for ; k < len(q.ends) && q.ends[k].at == at; k++ {
			if r := q.ends[k].job; r != system.None {
				free.Give(&e.Placed[r].Held)
			}
		}
		for _, p := range e.Jobs[i].Partitions {
			q.nodes(e, i, p, at)
			if a, ok := free.Place(&e.Jobs[i], p, q.set); ok {
				h := head{i, p, domain, at, slices.Clone(q.set), system.NewBits(len(q.sys.Nodes)), free}
				for _, n := range a.Nodes {
					h.held.Add(int(n))
				}
				q.heads = append(q.heads, h)
				return
			}
		}
	}
}
