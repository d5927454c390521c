// Package queue runs the classic schedulers, which know a queue and no priorities, on nodes with
// resources and partitions: first come first served, first fit and EASY backfilling, in any of the
// queue orders of core/policy. They see limits as estimates, and obey reservations, outages,
// dependencies, holds and arrays, but no limits of QOS, accounts or partitions, and preempt nobody.
//
// There is one queue for all partitions. A job that has to wait holds what stands behind it back from
// the nodes of its partitions only, so that partitions without common nodes are served as if each had
// a queue of its own.
package queue

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/system"
)

// A Queue is a system.Scheduler of one run.
type Queue struct {
	sys     *system.System
	pass    func(*Queue, *system.Engine)
	order   *policy.Order
	waiting []waiting // in the order of the queue
	sorted  bool

	ends  []ending // of running jobs, and of reservations
	heads []head
	set   system.Bits
}

// A waiting is a waiting job and its key in the order.
type waiting struct {
	key float64
	job int32
}

// kinds are the schedulers, by the names of core/policy.
var kinds = map[string]func(*Queue, *system.Engine){"fcfs": (*Queue).fcfs, "list": (*Queue).list, "easy": (*Queue).easy}

// New returns the scheduler of a name, such as easy or sjf-easy, for one run on a System.
func New(s *system.System, name string) (*Queue, error) {
	order, kind, ordered := strings.Cut(policy.Fold(name), "-")
	if !ordered {
		order, kind = "", order
	}
	q := &Queue{sys: s, pass: kinds[kind], order: policy.OrderNamed(order), set: system.NewBits(len(s.Nodes))}
	if q.pass == nil || q.order == nil {
		return nil, fmt.Errorf("there is no scheduler %s for systems: fcfs, list and easy are there, with the name of a queue order before, "+
			"as in sjf-easy", name)
	}
	return q, nil
}

// Came is for the Engine.
func (q *Queue) Came(e *system.Engine, i int32) {
	q.waiting = append(q.waiting, waiting{q.key(e, i), i})
	q.sorted = false
}

// Ended is for the Engine.
func (q *Queue) Ended(*system.Engine, int32) {}

// Changed is for the Engine.
func (q *Queue) Changed(*system.Engine, *system.Change) {}

func (q *Queue) key(e *system.Engine, i int32) float64 {
	j := &e.Jobs[i]
	return q.order.Key(e.Now, &sim.Job{ID: j.ID, Submit: j.Submit, Estimate: max(j.Limit, 1), Procs: int32(j.Cores()), Index: i})
}

// Pass is for the Engine. It costs O(waiting jobs x nodes), and for each job with a reservation O(running
// jobs x nodes) more.
func (q *Queue) Pass(e *system.Engine) (wake int64) {
	q.waiting = slices.DeleteFunc(q.waiting, func(w waiting) bool { return e.Phase[w.job] != system.Waiting })
	if q.order.Moving() {
		for k := range q.waiting {
			q.waiting[k].key = q.key(e, q.waiting[k].job)
		}
		q.sorted = false
	}
	if !q.sorted {
		slices.SortFunc(q.waiting, func(a, b waiting) int { return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.job, b.job)) })
		q.sorted = true
	}
	q.pass(q, e)
	return q.wake(e)
}

// wake returns the microsecond at which the next waiting job becomes ready without anything else happening.
func (q *Queue) wake(e *system.Engine) int64 {
	next := int64(system.None)
	for _, w := range q.waiting {
		if due := e.Due(w.job); due != system.None && (next == system.None || due*system.Second < next) {
			next = due * system.Second
		}
	}
	return next
}

// ready yields the waiting jobs that may start, in order.
func (q *Queue) ready(e *system.Engine) func(func(int32) bool) {
	return func(yield func(int32) bool) {
		for _, w := range q.waiting {
			if e.Ready(w.job) && !yield(w.job) {
				return
			}
		}
	}
}

// nodes puts the nodes that a job may have in a partition from a second on into set.
func (q *Queue) nodes(e *system.Engine, i, part int32, at int64) {
	copy(q.set, q.sys.Partitions[part].Bits)
	q.set.And(e.Up)
	e.Allow(&e.Jobs[i], at, q.set)
}

// list starts whatever fits.
func (q *Queue) list(e *system.Engine) {
	for i := range q.ready(e) {
		q.start(e, i, nil, func(*system.Allocation) bool { return true })
	}
}

// fcfs starts jobs until one does not fit, which keeps the nodes of its partitions from all behind it.
func (q *Queue) fcfs(e *system.Engine) {
	blocked := system.NewBits(len(q.sys.Nodes))
	for i := range q.ready(e) {
		if q.start(e, i, blocked, func(*system.Allocation) bool { return true }) {
			continue
		}
		for _, p := range e.Jobs[i].Partitions {
			blocked.Or(q.sys.Partitions[p].Bits)
		}
	}
}

// start starts a job in the first of its partitions where it fits on nodes without those of a set, if
// that is accepted.
func (q *Queue) start(e *system.Engine, i int32, without system.Bits, accept func(*system.Allocation) bool) bool {
	for _, p := range e.Jobs[i].Partitions {
		if q.nodes(e, i, p, e.Now); without != nil {
			q.set.Without(without)
		}
		if a, ok := e.Free.Place(&e.Jobs[i], p, q.set); ok && accept(a) {
			e.Start(i, p, a)
			return true
		}
	}
	return false
}
