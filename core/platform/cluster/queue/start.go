package queue

import (
	"slices"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/sim"
)

// A start is one of the last call of Pass, as its rule decided it.
type start struct {
	row    row
	way    sim.Way
	head   int32 // the job whose reservation was to be kept, or None
	shadow int64
}

// A beginner is a rule that says by which way it has started a row, before what the start changes is changed.
type beginner interface {
	way(r *row, a *cluster.Allocation) (way sim.Way, head int32, shadow int64)
}

func (f *fcfs) way(*row, *cluster.Allocation) (sim.Way, int32, int64) {
	return sim.First, cluster.None, cluster.None
}

func (l *list) way(*row, *cluster.Allocation) (sim.Way, int32, int64) {
	return sim.Fits, cluster.None, cluster.None
}

func (p *cons) way(*row, *cluster.Allocation) (sim.Way, int32, int64) {
	return sim.Due, cluster.None, cluster.None
}

func (p *planner) way(*row, *cluster.Allocation) (sim.Way, int32, int64) {
	return sim.Due, cluster.None, cluster.None
}

func (t *tuned) way(*row, *cluster.Allocation) (sim.Way, int32, int64) {
	return sim.Due, cluster.None, cluster.None
}

// way is about the first head that shares nodes with the job and has its reservation before the job's end, else about
// the first that shares nodes.
func (y *easy) way(r *row, a *cluster.Allocation) (way sim.Way, head int32, shadow int64) {
	way, head, shadow = sim.First, cluster.None, cluster.None
	for k := range y.heads {
		h := &y.heads[k]
		switch {
		case !touches(a, h.ground):
		case h.shadow < y.q.over(r):
			return sim.LeftOver, h.row.job, h.shadow
		case way == sim.First:
			way, head, shadow = sim.EndsBefore, h.row.job, h.shadow
		}
	}
	return way, head, shadow
}

// ExplainStart implements cluster.StartExplainer.
func (q *queue) ExplainStart(_ *cluster.Engine, i int32) cluster.Start {
	k := slices.IndexFunc(q.begun, func(b start) bool { return b.row.job == i })
	if k < 0 {
		panic("queue: the last pass has not started this job")
	}
	b := &q.begun[k]
	s := cluster.Start{Way: string(b.way), Head: b.head, Shadow: b.shadow}
	if b.way == sim.First {
		s.Way = cluster.FirstForNodes
	}
	told, ok := q.rule.(teller)
	if !ok {
		return s
	}
	in, _ := told.tell(i)
	s.Order = in.order.Words()
	turn := b.row
	turn.key = in.key(q, &turn)
	own, other := cluster.NewBits(len(q.sys.Nodes)), cluster.NewBits(len(q.sys.Nodes))
	q.ground(&turn, own)
	for n := range in.rows {
		o := &in.rows[n]
		if !o.before(&turn) {
			continue
		}
		clear(other)
		if q.ground(o, other); other.Meets(own) {
			s.Ahead++
		}
	}
	return s
}
