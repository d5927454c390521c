package exact

import (
	"runtime"
	"slices"
	"sync"

	"github.com/backfill-lab/backfill/core/internal/det"
)

// A team runs a tree on several cores. Each worker takes the open part with the least
// bound and expands it in a tree of its own, with its own prices, tables and remembered
// states. What they share is behind a lock: open parts, incumbent, least bound, cuts, counts.
//
// The least bound is that of the open parts and of those being expanded, so it holds
// whatever the workers do. A worker may expand a part with a limit that another's schedule
// has just lowered: what costs more than the old limit costs more than the new one.
//
// Prices are parallel to a list of cuts, and every part's prices must mean the same list.
// So the list of the team only grows. A worker copies it when it takes a part, adds new
// cuts at the end of its copy, and puts those that are left at the end of the team's list
// when it gives back the children, whose prices it moves accordingly.
type team struct {
	mu      sync.Mutex // of all below, and of whole
	changed *sync.Cond // there are new parts, or the team is over
	whole   *tree      // what the workers share
	cut     []cut
	workers []*worker
	idle    int  // workers that wait for a part
	over    bool // proven, or stopped
}

// A worker expands parts of the whole in a tree of its own.
type worker struct {
	team   *team
	tree   *tree    // its open parts are the children of the part in hand
	part   *node    // the part in hand, as it was taken; nil without one
	known  int      // cuts of the team when it was taken
	counts [4]int64 // as last reported
}

// patience is how many nodes a search may visit while another worker has no part, in times
// the least search: about as much work as a split, which makes parts.
const patience = 16

// runOn is run by several workers. WebAssembly has one thread, so one worker is fastest there.
func (t *tree) runOn(workers int) {
	if workers < 2 || runtime.GOARCH == "wasm" {
		t.run()
		return
	}
	newTeam(t, workers).run()
}

func newTeam(t *tree, workers int) *team {
	m := &team{whole: t, cut: t.u.cut}
	m.changed = sync.NewCond(&m.mu)
	for k := range workers {
		m.workers = append(m.workers, m.hire(k, workers))
	}
	t.chrono.memo = nil // its memory is now the workers'
	return m
}

// hire returns worker k of so many.
func (m *team) hire(k, workers int) *worker {
	t, own := m.whole, *m.whole
	p := *t.p // no list in it changes
	p.ticks = 0
	own.p, own.prop = &p, propagator{p: &p}
	own.u = newDual(&p, t.u.g*int64(t.u.k), t.u.k) // the same buckets
	own.ascent = newAscent(own.u)
	own.best = &incumbent{}
	own.best.take(t.best.starts, t.best.cost)
	memo := newMemo(0, &p.ticks)
	memo.full = t.chrono.memo.full / workers
	own.chrono = newChrono(&p, own.u, own.best, memo)
	own.check = t.check.mate()
	own.open, own.pops, own.parts = nil, 0, 0
	if k == 0 {
		own.due -= t.p.ticks
		if t.ground != nil {
			g := *t.ground
			g.due -= t.p.ticks
			own.ground = &g
		}
	} else { // one worker anneals while the others go on
		own.due, own.draw = never, det.Stream(uint64(k)+1, "exact")
		own.ground = nil
	}
	w := &worker{team: m, tree: &own}
	own.whole = w.raise
	own.best.found = w.found
	own.stop, own.ascent.stop, own.chrono.stop = w.stop, w.stop, w.stop
	return w
}

// run returns when the incumbent is proven or whole.stop says so, and no worker is left.
func (m *team) run() {
	var all sync.WaitGroup
	for _, w := range m.workers {
		all.Go(w.run)
	}
	all.Wait()
	for _, w := range m.workers {
		m.whole.check.add(w.tree.check)
	}
}

func (w *worker) run() {
	for {
		w.tree.improve()
		w.tree.joint()
		n := w.take()
		if n == nil {
			return
		}
		w.give(n, w.tree.expand(n))
	}
}

// take waits for an open part and takes it. It returns nil if the team is over.
func (w *worker) take() *node {
	m, t := w.team, w.team.whole
	m.mu.Lock()
	defer m.mu.Unlock()
	for !w.report() {
		t.check.open(t, m.parts()...)
		if w.tree.ground == nil && w == m.workers[0] {
			t.ground = nil
		}
		t.aim()
		least := max(m.least(), t.least)
		if least > t.limit() {
			if t.reach() {
				m.changed.Broadcast()
				continue
			}
			t.least = never
			m.end()
			return nil
		}
		if least > t.least {
			t.least = least
			t.check.least(t)
			t.told()
		}
		if last := len(t.open) - 1; last >= 0 && t.open[last].bound <= t.limit() {
			n := t.open[last]
			t.open = slices.Delete(t.open, last, last+1)
			w.part = &node{bound: n.bound, dom: t.check.copy(n.dom)}
			w.tree.most = t.most - len(t.open) - len(t.leaves)
			w.tree.best.goal = t.best.goal
			w.known = len(m.cut)
			w.tree.u.cut = slices.Clone(m.cut)
			w.tree.u.keep(w.known)
			return n
		}
		m.idle++
		m.changed.Wait()
		m.idle--
	}
	return nil
}

// give returns to the team what became of n: its children, or n itself if it is not done.
// It makes the worker's new cuts the team's.
func (w *worker) give(n *node, done bool) {
	m, t, u := w.team, w.team.whole, w.tree.u
	m.mu.Lock()
	defer m.mu.Unlock()
	w.report()
	w.part = nil
	if !done {
		w.tree.push(n)
	}
	others := make([]int64, len(m.cut)-w.known) // prices of the cuts that others have added
	added := u.cut[w.known:min(len(u.cut), w.known+mostCuts-len(m.cut))]
	m.cut = slices.Concat(m.cut, added)
	for _, child := range w.tree.open {
		if k := u.k + w.known; len(child.pi) > k && len(others) > 0 {
			child.pi = slices.Concat(child.pi[:k], others, child.pi[k:k+len(added)])
		}
		t.seq++
		child.seq = t.seq
		t.push(child)
	}
	if w.tree.best.goal == 0 && t.best.goal > 0 { // the part was taken before
		t.leaves = append(t.leaves, w.tree.copies()...)
	}
	w.tree.open = nil
	m.changed.Broadcast()
}

// stop is the stop of the worker's tree.
func (w *worker) stop() bool {
	m, c := w.team, w.tree.chrono
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.idle > 0 && len(m.whole.open) == 0 && c.limit < never {
		c.limit = min(c.limit, c.begun+patience*w.tree.search)
	}
	return w.report()
}

// report adds the worker's counts to those of the whole, learns of a better incumbent, and
// returns whether the team is over. The lock must be held.
func (w *worker) report() bool {
	m, t, own := w.team, w.team.whole, w.tree
	now := [4]int64{own.p.ticks, own.chrono.nodes, own.parts, own.pops}
	for k, total := range [4]*int64{&t.p.ticks, &t.chrono.nodes, &t.parts, &t.pops} {
		*total += now[k] - w.counts[k]
	}
	w.counts = now
	if b := own.best; t.best.cost < b.cost {
		b.starts, b.cost = append(b.starts[:0], t.best.starts...), t.best.cost
	}
	if !m.over && t.stop() {
		m.end()
	}
	return m.over
}

// found is called for each schedule that betters the worker's incumbent.
func (w *worker) found() {
	w.team.mu.Lock()
	defer w.team.mu.Unlock()
	w.team.whole.best.take(w.tree.best.starts, w.tree.best.cost)
}

// raise raises the least bound of the team's tree.
func (w *worker) raise(bound int64) {
	w.team.mu.Lock()
	defer w.team.mu.Unlock()
	w.team.whole.raise(bound)
}

// end ends the team. The lock must be held.
func (m *team) end() {
	m.over = true
	m.changed.Broadcast()
}

// parts returns the parts in hand.
func (m *team) parts() (all []*node) {
	for _, w := range m.workers {
		if w.part != nil {
			all = append(all, w.part)
		}
	}
	return all
}

// least returns the least bound of all parts, or never if there is none.
func (m *team) least() int64 {
	least := int64(never)
	if open := m.whole.open; len(open) > 0 {
		least = open[len(open)-1].bound
	}
	for _, n := range m.parts() {
		least = min(least, n.bound)
	}
	return least
}
