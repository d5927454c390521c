package policy

import (
	"slices"

	"github.com/backfill-lab/backfill/core/policy/formula"
	"github.com/backfill-lab/backfill/core/sim"
)

// An entry is a waiting job with what the inner loops need.
type entry struct {
	key      float64
	estimate int64
	planned  int64 // start that conservative backfilling promised, else 0
	index    int32 // of the job; moving a pointer would cost a write barrier
	procs    int32
}

// before is the queue's order: by key, then by index, which is by submission and job number.
func (a *entry) before(b *entry) bool {
	return a.key < b.key || a.key == b.key && a.index < b.index
}

type queue struct {
	order   *Order
	entries []entry // the tail of store
	store   []entry // entries with the space before it
	started []entry // in this pass, for Explain and ExplainStart
	room    *formula.Room
}

func (q *queue) reset() { q.entries, q.started = q.store[:0], q.started[:0] }

// grow makes room for one more entry at the end: by moving entries to the front of store if at
// least half is free, else in a larger store. So a long queue does not move whenever its head starts.
func (q *queue) grow() {
	if len(q.entries) < cap(q.entries) {
		return
	}
	if free := cap(q.store) - cap(q.entries); free < len(q.entries) || free == 0 {
		q.store = make([]entry, 0, max(16, 2*cap(q.store)))
	}
	n := copy(q.store[:len(q.entries)], q.entries)
	q.entries = q.store[:n]
}

func (q *queue) drop(n int) { q.entries = q.entries[n:] }

// start starts e, which the caller removes from entries, and returns the processors then free.
func (q *queue) start(m *sim.Machine, e *entry) (free int) {
	m.Start(m.Job(e.index))
	q.started = append(q.started, *e)
	return m.Free()
}

// add inserts j and returns its place, in O(log n) comparisons and, unless that is the end, O(n)
// moves.
func (q *queue) add(now int64, j *sim.Job) int {
	e := entry{key: q.order.Key(now, j), estimate: j.Estimate, index: j.Index, procs: j.Procs}
	i := len(q.entries)
	q.grow()
	q.entries = append(q.entries, e)
	if i == 0 || q.entries[i-1].before(&e) {
		return i
	}
	lo, hi := 0, i
	for lo < hi {
		if mid := int(uint(lo+hi) >> 1); q.entries[mid].before(&e) {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	copy(q.entries[lo+1:], q.entries[lo:i])
	q.entries[lo] = e
	return lo
}

// A sieve removes entries from a queue on one walk along it, moving what stays in runs.
type sieve struct {
	q    *queue
	kept int // entries before it stay and are in their place
	next int // entries from here on have not been moved
}

func (q *queue) sieve(from int) sieve { return sieve{q, from, from} }

// take removes entry i, which lies behind all removed before.
func (s *sieve) take(i int) {
	s.move(i)
	s.next = i + 1
}

// end closes the gaps and returns how many entries stay.
func (s *sieve) end() int {
	s.move(len(s.q.entries))
	s.q.entries = s.q.entries[:s.kept]
	return s.kept
}

func (s *sieve) move(to int) {
	if s.kept != s.next {
		copy(s.q.entries[s.kept:], s.q.entries[s.next:to])
	}
	s.kept += to - s.next
}

// beginPass forgets what the last pass started and refreshes the order. It does not refresh it, and
// returns false, if no processor is free.
func (q *queue) beginPass(m *sim.Machine) bool {
	q.started = q.started[:0]
	if m.Free() == 0 {
		return false
	}
	q.refresh(m)
	return true
}

// refresh brings a moving order up to date.
func (q *queue) refresh(m *sim.Machine) {
	now := m.Now()
	if !q.order.moving || len(q.entries) < 2 {
		return
	}
	q.rekey(now, m)
	sortEntries(q.entries)
}

// rekey sets the keys of all entries.
func (q *queue) rekey(now int64, m *sim.Machine) {
	es, o := q.entries, q.order
	switch {
	case o.keys != nil:
		o.keys(now, m, es)
		return
	case o.key != nil:
		for i := range es {
			es[i].key = o.key(now, m.Job(es[i].index))
		}
		return
	}
	if q.room == nil {
		q.room = new(formula.Room)
	}
	var jobs [formula.Most]*sim.Job
	for len(es) > 0 {
		some := es[:min(len(es), formula.Most)]
		for i := range some {
			jobs[i] = m.Job(some[i].index)
		}
		for i, key := range o.formula.Keys(q.room, now, jobs[:len(some)]) {
			some[i].key = key
		}
		es = es[len(some):]
	}
}

// sortEntries sorts by before. From one pass to the next few entries change places, so each is moved to its own; only where
// that takes too many moves, all are sorted.
func sortEntries(es []entry) {
	left := 4 * len(es) // moves
	for i := 1; i < len(es); i++ {
		if es[i-1].before(&es[i]) {
			continue
		}
		e, to := es[i], i
		for ; to > 0 && e.before(&es[to-1]); to-- {
			es[to] = es[to-1]
		}
		es[to] = e
		if left -= i - to; left < 0 {
			slices.SortFunc(es, func(a, b entry) int {
				if a.before(&b) {
					return -1
				}
				return 1
			})
			return
		}
	}
}

// place returns where j is in the queue, or -1.
func (q *queue) place(j *sim.Job) int {
	return slices.IndexFunc(q.entries, func(e entry) bool { return e.index == j.Index })
}
