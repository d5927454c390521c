package queue

import (
	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/policy"
)

// A single is what rules share that plan nothing: one line, which they go along in every pass.
type single struct {
	q *queue
	line
}

func of(o *policy.Order) single { return single{line: line{order: o}} }

func (s *single) begin(q *queue) { s.q = q }
func (s *single) join(r row)     { s.add(s.q, r) }
func (s *single) leave(int32)    {}
func (s *single) ended(int32)    {}
func (s *single) outlived(int32) {}
func (s *single) altered(bool)   {}
func (s *single) next() int64    { return never }

// try starts a job in the first of its partitions that has nodes for it, of which some are left out.
func (s *single) try(r *row, without cluster.Bits) bool {
	for _, c := range r.classes {
		if a := s.q.place(r.job, c, without); a != nil {
			s.q.start(r, c, a)
			return true
		}
	}
	return false
}

// fcfs starts jobs strictly in queue order.
type fcfs struct {
	single
	kept cluster.Bits // nodes of the partitions of jobs that wait
}

func (f *fcfs) begin(q *queue) {
	f.single.begin(q)
	f.kept = cluster.NewBits(len(q.sys.Nodes))
}

// pass looks at jobs until all nodes are kept. It finds no place at most once for each set of
// partitions that jobs name.
func (f *fcfs) pass() {
	f.sweep(f.q)
	f.reorder(f.q)
	clear(f.kept)
	left := len(f.q.sys.Nodes)
	for i := range f.rows {
		if left == 0 {
			break
		}
		if r := &f.rows[i]; !f.try(r, f.kept) {
			f.q.ground(r, f.kept)
			left = len(f.q.sys.Nodes) - f.kept.Count()
		}
	}
	f.sweep(f.q)
}

// list starts whatever has nodes, in queue order.
type list struct{ single }

func (l *list) pass() {
	l.sweep(l.q)
	l.reorder(l.q)
	for i := range l.rows {
		l.try(&l.rows[i], nil)
	}
	l.sweep(l.q)
}
