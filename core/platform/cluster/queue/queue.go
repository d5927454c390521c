package queue

import (
	"slices"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// A rule decides which jobs of the queue start.
type rule interface {
	begin(q *queue)      // before all other calls
	join(r row)          // a job is in the queue
	leave(i int32)       // a job is not in the queue any more, and has not started
	ended(i int32)       // a job has given back its nodes
	outlived(i int32)    // a running job is expected to end later than before
	altered(fewer bool)  // other nodes are up; fewer: not all of those before
	pass()               // starts jobs
	next() (start int64) // first planned start, or never
}

// A queue is a cluster.Scheduler of one run. It knows who waits in the queue, and what all rules ask;
// its rule decides.
type queue struct {
	rule rule
	sys  *cluster.System
	e    *cluster.Engine

	outside []int32 // jobs that wait, and may not start yet
	in      []bool  // of each job: it is in the queue
	came    []int64 // of each job: the microsecond at which it came into the queue, or None
	first   int64   // the first of these, or None
	tasks   []int32 // of each array: its tasks in the queue
	ends    moments // expected ends of running jobs
	until   []int64 // of each job, its expected end

	begun   []start // in this Pass
	pending bool    // something happened since the last pass
	altered bool    // somebody intervened since then
	fewer   bool    // and nodes went away

	gives int64 // how often something became free
	stamp int64 // how often what is free has changed
	ups   int64 // how often other nodes were up

	shapes  []int32
	classes map[kind]*class
	room    cluster.Room
	empty   *cluster.State
	set     cluster.Bits // scratch of may
}

func newQueue(s *cluster.System, r rule) *queue {
	return &queue{rule: r, sys: s, classes: map[kind]*class{}, empty: cluster.NewState(s), set: cluster.NewBits(len(s.Nodes))}
}

// begin sees the engine for the first time.
func (q *queue) begin(e *cluster.Engine) {
	if q.e != nil {
		return
	}
	n, arrays := len(e.Jobs), int32(0)
	q.e, q.shapes = e, cluster.Shapes(e.Jobs)
	q.first = cluster.None
	q.in, q.came, q.until = make([]bool, n), make([]int64, n), make([]int64, n)
	for i := range e.Jobs {
		arrays = max(arrays, e.Jobs[i].Array)
	}
	q.tasks = make([]int32, arrays+1)
	q.rule.begin(q)
}

// Came is for the Engine.
func (q *queue) Came(e *cluster.Engine, i int32) {
	q.begin(e)
	q.came[i] = cluster.None
	q.outside = append(q.outside, i)
}

// Ended is for the Engine.
func (q *queue) Ended(_ *cluster.Engine, i int32) {
	q.ends.remove(q.until[i], i)
	q.gives++
	q.stamp++
	q.pending = true
	q.rule.ended(i)
}

// Changed is for the Engine.
func (q *queue) Changed(e *cluster.Engine, c *cluster.Change) {
	q.begin(e)
	q.pending, q.altered = true, true
	switch c.Kind {
	case cluster.Down, cluster.Drain:
		q.fewer = true
		q.ups++
	case cluster.Resume:
		q.ups++
	}
	q.gives++
	q.stamp++
}

// Pass is for the Engine.
func (q *queue) Pass(e *cluster.Engine) (wake int64) {
	q.begin(e)
	q.begun = q.begun[:0]
	if q.altered {
		q.depart()
		q.rule.altered(q.fewer)
		q.altered, q.fewer = false, false
	}
	q.outlive()
	q.admit()
	for due := q.rule.next() <= e.Now; due || q.pending; due = false {
		q.pending = false
		q.rule.pass()
		q.admit() // jobs that waited for the start of another
	}
	if wake = q.wake(); wake == never {
		return cluster.None
	}
	return wake * cluster.Second
}

// wake returns the next second at which something may happen that is no event.
func (q *queue) wake() (at int64) {
	e := q.e
	at = q.rule.next()
	if !e.Cut {
		at = min(at, q.ends.first())
	}
	for _, i := range q.outside {
		if due := e.Due(i); due != cluster.None {
			at = min(at, due)
		}
	}
	return at
}

// admit lets the jobs into the queue that may start now as far as people want.
func (q *queue) admit() {
	all := q.outside
	q.outside = q.outside[:0]
	for _, i := range all {
		if q.e.Phase[i] != cluster.Waiting {
			continue
		}
		r := row{limit: max(q.e.Jobs[i].Limit, 1), job: i, at: never}
		if !q.ready(i) || !q.able(&r) {
			q.outside = append(q.outside, i)
			continue
		}
		if q.came[i] == cluster.None {
			q.came[i] = q.e.NowUs
			if q.first == cluster.None {
				q.first = q.e.NowUs
			}
		}
		r.came = q.came[i]
		q.in[i], q.pending = true, true
		q.tasks[q.e.Jobs[i].Array]++
		q.rule.join(r)
	}
}

// ready tells whether a job that is not in the queue may be. Of an array, no more tasks are there
// than may start.
func (q *queue) ready(i int32) bool {
	j := &q.e.Jobs[i]
	return q.e.Ready(i) && (j.ArrayLimit == 0 || q.e.Tasks(j.Array)+q.tasks[j.Array] < j.ArrayLimit)
}

// able gives a row its classes, and tells whether enough nodes of one of them are up.
func (q *queue) able(r *row) bool {
	r.classes = q.classesOf(r.job)
	return slices.ContainsFunc(r.classes, func(c *class) bool { return q.can(c, r.job) })
}

// depart takes the jobs out of the queue that may not start any longer. If only nodes are missing,
// they keep their place in its order.
func (q *queue) depart() {
	for i := range q.in {
		i := int32(i)
		if !q.in[i] {
			continue
		}
		wanted := q.e.Ready(i)
		if wanted && q.able(&row{job: i}) {
			continue
		}
		q.in[i] = false
		q.tasks[q.e.Jobs[i].Array]--
		if !wanted {
			q.came[i] = cluster.None
		}
		q.rule.leave(i)
		if q.e.Phase[i] == cluster.Waiting {
			q.outside = append(q.outside, i)
		}
	}
}

// outlive expects running jobs that have reached their expected ends to run twice as long.
func (q *queue) outlive() {
	now := q.e.Now
	for q.ends.first() <= now {
		i := q.ends[0].job
		q.ends.remove(q.until[i], i)
		q.until[i] = now + max(now-q.e.Placed[i].Start, 1)
		q.ends.add(q.until[i], i)
		q.pending = true
		q.stamp++
		q.rule.outlived(i)
	}
}

// start starts a job of the queue in the partition of a class.
func (q *queue) start(r *row, c *class, a *cluster.Allocation) {
	i := r.job
	b := start{row: *r}
	if tells, ok := q.rule.(beginner); ok {
		b.way, b.head, b.shadow = tells.way(r, a)
	}
	q.begun = append(q.begun, b)
	q.e.Start(i, c.part, a)
	q.in[i] = false
	q.tasks[q.e.Jobs[i].Array]--
	q.stamp++
	q.until[i] = q.over(r)
	q.ends.add(q.until[i], i)
}

// over returns the second at which a job has given back its nodes if it starts now.
func (q *queue) over(r *row) int64 {
	if q.e.Exact { // it begins and ends within seconds
		return q.e.Now + r.limit + 2
	}
	return q.e.Now + r.limit
}
