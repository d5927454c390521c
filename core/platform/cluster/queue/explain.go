package queue

import (
	"slices"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// A teller is a rule that knows its line, and for when it has planned a job of it, or never.
type teller interface {
	tell(i int32) (in *line, start int64)
}

func (s *single) tell(int32) (in *line, start int64) { return &s.line, never }

// tell knows the shadow time of a head.
func (y *easy) tell(i int32) (in *line, start int64) {
	for k := range y.heads {
		if h := &y.heads[k]; h.row.job == i {
			return &y.line, h.shadow
		}
	}
	return &y.line, never
}

func (p *cons) tell(i int32) (in *line, start int64)    { return &p.line, p.line.planned(i) }
func (p *planner) tell(i int32) (in *line, start int64) { return &p.line, p.line.planned(i) }
func (t *tuned) tell(i int32) (in *line, start int64)   { return t.plans[t.inForce].tell(i) }

// planned returns the second for which a job of the line is planned, or never.
func (l *line) planned(i int32) int64 {
	for k := range l.rows {
		if r := &l.rows[k]; r.job == i && r.held != nil {
			return r.at
		}
	}
	return never
}

// Explain implements cluster.Explainer. Resources is the code of a job that had no place when its turn
// came in the pass, Priority that of one that had.
func (q *queue) Explain(e *cluster.Engine, i int32, started []int32) cluster.Reason {
	j := &e.Jobs[i]
	r := cluster.Reason{Code: e.Unready(i), Partition: j.Partitions[0], First: cluster.None, Shadow: cluster.None, Start: cluster.None}
	if r.Code == cluster.UnmetDependency {
		r.After = e.After(i)
	}
	if r.Code != "" {
		return r
	}
	classes := q.classesOf(i)
	told, tells := q.rule.(teller)
	switch {
	case len(classes) == 0:
		r.Code = q.sys.Refuses(j, r.Partition)
		return r
	case !q.in[i] && j.ArrayLimit > 0 && e.Tasks(j.Array)+q.tasks[j.Array] >= j.ArrayLimit:
		r.Code = cluster.ArrayFull // those before it come first
		return r
	case !q.in[i] && !q.able(&row{job: i}):
		r.Code = cluster.NodesAway
		return r
	case !q.in[i] || !tells:
		r.Code = cluster.NotLooked
		return r
	}
	r.Decided = true
	in, start := told.tell(i)
	if start != never {
		r.Start = start
	}
	at := slices.IndexFunc(in.rows, func(r row) bool { return r.job == i }) // in an order that may have moved since the last pass
	r.Code = cluster.Resources
	if q.fits(in, &in.rows[at], started, &r); r.Fits {
		r.Code = cluster.Behind
	}
	q.ahead(in, at, told, &r)
	return r
}

// fits finds the place that a job had when its turn came: what was started behind it was free, unless the
// job came at this moment, maybe after those. Of several partitions it is about the first with a place, or
// else the one with the most room.
func (q *queue) fits(in *line, turn *row, started []int32, r *cluster.Reason) {
	st := cluster.NewState(q.sys)
	st.Copy(q.e.Free)
	if q.came[turn.job] == q.e.NowUs {
		started = nil
	}
	for _, k := range started {
		o := row{came: q.came[k], limit: max(q.e.Jobs[k].Limit, 1), job: k}
		if o.key = in.key(q, &o); turn.before(&o) {
			st.Give(&q.e.Placed[k].Held)
		}
	}
	best := *r
	for n, c := range turn.classes {
		set := q.now(turn.job, c)
		one := *r
		if one.Find(st, &q.e.Jobs[turn.job], c.part, set); n == 0 || !best.Fits && (one.Fits || one.Tasks > best.Tasks) {
			best = one
		}
	}
	*r = best
}

// ahead finds the jobs before one of the line that share nodes with its partitions.
func (q *queue) ahead(in *line, at int, told teller, r *cluster.Reason) {
	own, other := cluster.NewBits(len(q.sys.Nodes)), cluster.NewBits(len(q.sys.Nodes))
	q.ground(&in.rows[at], own)
	for k := range in.rows[:at] {
		o := &in.rows[k]
		clear(other)
		if q.ground(o, other); !other.Meets(own) {
			continue
		}
		if r.Ahead++; r.First == cluster.None {
			r.First = o.job
			if _, shadow := told.tell(o.job); shadow != never {
				r.Shadow = shadow
			}
		}
	}
}
