package grid

import (
	"slices"

	"github.com/backfill-lab/backfill/core/policy"
)

// A queue holds waiting jobs in an order. Its memory is bounded by the most jobs that
// ever wait.
type queue struct {
	order   *policy.Order
	entries []entry // from head on
	head    int
	fresh   int     // entries from here on have not been looked at in a pass
	widths  []width // waiting jobs of each width, by width
}

// An entry is a waiting job, without pointers: moving it costs no write barrier.
type entry struct {
	key   float64
	index int32
	procs int32
}

type width struct{ procs, jobs int32 }

func (a *entry) before(b *entry) bool {
	return a.key < b.key || a.key == b.key && a.index < b.index
}

func compareEntries(a, b entry) int {
	if a.before(&b) {
		return -1
	}
	return 1
}

func (q *queue) len() int { return len(q.entries) - q.head }

func (q *queue) add(now int64, j *Job) {
	e := entry{key: q.order.Key(now, &j.Job), index: j.Index, procs: j.Procs}
	i := len(q.entries)
	if i > q.head && e.before(&q.entries[i-1]) {
		i, _ = slices.BinarySearchFunc(q.entries[q.head:], e, compareEntries)
		i += q.head
	}
	q.entries = slices.Insert(q.entries, i, e)
	q.fresh = min(q.fresh, i)
	k, ok := q.width(j.Procs)
	if !ok {
		q.widths = slices.Insert(q.widths, k, width{procs: j.Procs})
	}
	q.widths[k].jobs++
}

func (q *queue) width(procs int32) (i int, ok bool) {
	return slices.BinarySearchFunc(q.widths, procs, func(w width, procs int32) int { return int(w.procs) - int(procs) })
}

// upTo returns how many waiting jobs need at most procs processors.
func (q *queue) upTo(procs int32) (n int) {
	for _, w := range q.widths {
		if w.procs > procs {
			break
		}
		n += int(w.jobs)
	}
	return n
}

// narrowest returns the least that a waiting job needs.
func (q *queue) narrowest() int32 {
	for _, w := range q.widths {
		if w.jobs > 0 {
			return w.procs
		}
	}
	return 0
}

func (q *queue) left(e entry) {
	k, _ := q.width(e.procs)
	q.widths[k].jobs--
}

func (q *queue) refresh(m *Machine) {
	if !q.order.Moving() {
		return
	}
	q.fresh = q.head
	waiting := q.entries[q.head:]
	for i := range waiting {
		waiting[i].key = q.order.Key(m.Now(), &m.Job(waiting[i].index).Job)
	}
	slices.SortFunc(waiting, compareEntries)
}

// trim removes the entries before head when they are the larger part.
func (q *queue) trim() {
	if q.head > 64 && q.head > len(q.entries)/2 || q.head == len(q.entries) {
		q.entries, q.head = q.entries[:copy(q.entries, q.entries[q.head:])], 0
	}
}
