package queue

import (
	"slices"
	"sort"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/sim"
)

// A row is a waiting job.
type row struct {
	key     float64
	came    int64 // microsecond
	limit   int64 // seconds, at least 1
	job     int32
	classes []*class // one for each of its partitions, in its order

	// Where it is planned: from second at on, never if nowhere.
	at   int64
	in   *class
	held *cluster.Allocation
}

func (r *row) before(o *row) bool {
	switch {
	case r.key != o.key:
		return r.key < o.key
	case r.came != o.came:
		return r.came < o.came
	}
	return r.job < o.job
}

// sure tells whether all classes of the job are.
func (r *row) sure() bool {
	return !slices.ContainsFunc(r.classes, func(c *class) bool { return !c.sure })
}

// A line is the jobs of a queue in its order.
type line struct {
	order *policy.Order
	rows  []row
	known sim.Job // scratch of key
}

// key returns the key of a row at a second.
func (l *line) key(q *queue, r *row) float64 {
	j := &q.e.Jobs[r.job]
	came, first := r.came/cluster.Second, q.first/cluster.Second
	l.known = sim.Job{ID: j.ID, Submit: came, Since: came - first, Estimate: r.limit, Procs: int32(j.Cores()), Index: r.job}
	return l.order.Key(q.e.Now, &l.known)
}

// add puts a job into its place and returns that.
func (l *line) add(q *queue, r row) int {
	r.key = l.key(q, &r)
	i := len(l.rows)
	if i > 0 && !l.rows[i-1].before(&r) {
		i = sort.Search(i, func(k int) bool { return r.before(&l.rows[k]) })
	}
	l.rows = slices.Insert(l.rows, i, r)
	return i
}

// reorder brings a moving order up to date and tells whether it changed.
func (l *line) reorder(q *queue) (changed bool) {
	if !l.order.Moving() {
		return false
	}
	for i := range l.rows {
		r := &l.rows[i]
		r.key = l.key(q, r)
		changed = changed || i > 0 && r.before(&l.rows[i-1])
	}
	if changed {
		slices.SortFunc(l.rows, func(a, b row) int {
			if a.before(&b) {
				return -1
			}
			return 1
		})
	}
	return changed
}

// sweep drops the rows of jobs that are not in the queue any more.
func (l *line) sweep(q *queue) {
	l.rows = slices.DeleteFunc(l.rows, func(r row) bool { return !q.in[r.job] })
}
