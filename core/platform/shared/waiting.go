package shared

import (
	"slices"

	"github.com/backfill-lab/backfill/core/internal/heap"
)

// A waiter is a submitted job that is not done and holds no nodes. It is small because
// every mapping looks at all of them, maybe thousands.
type waiter struct {
	submit, virtual int64
	job             int32
	tasks, memory   int32
}

func (w *waiter) rank(now int64) rank { return newRank(now-w.submit, w.virtual, w.job) }

// wait adds a job to waiting, which has no order; unwait removes it.
func (e *Engine) wait(i int32) {
	j, l := &e.cfg.Jobs[i], &e.live[i]
	l.at = int32(len(e.waiting))
	e.waiting = append(e.waiting, waiter{submit: j.Submit, virtual: l.virtual, job: i, tasks: j.Tasks, memory: j.Memory})
}

func (e *Engine) unwait(i int32) {
	at, last := e.live[i].at, len(e.waiting)-1
	e.waiting[at] = e.waiting[last]
	e.live[e.waiting[at].job].at = at
	e.waiting = e.waiting[:last]
}

// holders returns the jobs that hold nodes at this point of an instant, in no order. The
// slice is valid until the next call.
func (e *Engine) holders() []int32 {
	h := e.held[:0]
	for _, i := range e.running {
		if e.live[i].state == Running {
			h = append(h, i)
		}
	}
	for _, i := range e.touched {
		if l := &e.live[i]; l.state == Running && l.was != Running {
			h = append(h, i)
		}
	}
	e.held = h
	return h
}

// mapWaiting tries to map every waiting job by Greedy, the highest priority first. What
// does not fit now will not fit after others have been mapped.
func (e *Engine) mapWaiting() {
	h, largest := e.ranks[:0], slices.Max(e.c.free)
	for k := range e.waiting {
		if w := &e.waiting[k]; w.memory <= largest && e.c.holds(w.tasks, w.memory) {
			h = append(h, w.rank(e.now))
		}
	}
	e.ranks = h
	heap.Make(h)
	for len(h) > 0 {
		if e.place(h[0].job) {
			h = heap.Pop(h)
			continue
		}
		h = slices.DeleteFunc(h, func(r rank) bool { return !e.c.fits(&e.cfg.Jobs[r.job]) })
		heap.Make(h)
	}
}

// foremost returns as many active jobs as may fit together, by falling priority, and what
// they need. The slice is valid until the next call.
func (e *Engine) foremost() (ranks []rank, need bulk) {
	h := e.ranks[:0]
	for k := range e.waiting {
		h = append(h, e.waiting[k].rank(e.now))
	}
	for _, i := range e.holders() {
		h = append(h, e.rank(i))
	}
	e.ranks, ranks = h, e.chosen[:0]
	heap.Make(h)
	for ; len(h) > 0; h = heap.Pop(h) {
		more, j := need, &e.cfg.Jobs[h[0].job]
		more.add(j.Tasks, j.CPU, j.Memory, 1)
		if !more.mayFit(e.cfg.Nodes) {
			break
		}
		need, ranks = more, append(ranks, h[0])
	}
	e.chosen = ranks
	return ranks, need
}
