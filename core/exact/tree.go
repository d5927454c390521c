package exact

import (
	"cmp"
	"container/heap"
	"slices"
)

// A node is a part of all schedules: those whose jobs start in the domains.
type node struct {
	bound int64 // of their costs, in 1/one
	dom   []domain
	pi    []int64 // the prices that prove it
	job   int     // which to split
	at    int64   // into starts up to this second and later ones
	seq   int64   // of equals the newest comes first
}

type nodes []*node

func (h nodes) Len() int { return len(h) }
func (h nodes) Less(i, j int) bool {
	if c := cmp.Compare(h[i].bound, h[j].bound); c != 0 {
		return c < 0
	}
	return h[i].seq > h[j].seq
}
func (h nodes) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *nodes) Push(x any)   { *h = append(*h, x.(*node)) }
func (h *nodes) Pop() any {
	x := (*h)[len(*h)-1]
	(*h)[len(*h)-1] = nil
	*h = (*h)[:len(*h)-1]
	return x
}

// A tree splits the domain of one job after the other, the part with the least
// bound first.
type tree struct {
	p      *problem
	u      *dual
	ascent *ascent
	chrono *chrono
	prop   propagator
	best   *incumbent
	open   nodes
	seq    int64
	parts  int64 // nodes looked at here, beside those of chrono
	closed int64
	budget int64
	stop   func() bool
	least  int64 // no schedule that is cheaper than the incumbent costs less, in 1/one
}

// bound returns a node for the domains, which it changes, with prices that begin
// with pi, or nil if it has nothing better than the incumbent.
func (t *tree) node(dom []domain, pi []int64, steps int, theta float64) *node {
	t.parts++
	if !t.prop.run(dom) {
		return nil
	}
	n := &node{dom: dom, pi: slices.Clone(pi)}
	limit := (t.best.cost - 1) * t.u.one
	for range 3 {
		n.bound = t.ascent.run(n.pi, dom, steps, theta, t.best.cost, limit)
		if n.bound > limit {
			return nil
		}
		t.u.set(n.pi)
		t.u.bound(dom)
		before := size(dom)
		if !t.u.fix(dom, n.bound, limit) || !t.prop.run(dom) {
			return nil
		}
		if size(dom) > 0.8*before {
			break
		}
		steps = max(1, steps/2)
	}
	t.choose(n)
	t.seq++
	n.seq = t.seq
	return n
}

// size is the sum of the starts left.
func size(dom []domain) float64 {
	total := 0.0
	for _, d := range dom {
		for _, s := range d {
			total += float64(s.to - s.from + 1)
		}
	}
	return total
}

// choose decides what to split.
func (t *tree) choose(n *node) {
	most := -1.0
	n.job = -1
	for i, d := range n.dom {
		lo, hi := d.least(), d.most()
		if lo == hi {
			continue
		}
		score := float64(t.p.w[i]) * (t.ascent.dev[i] + 1e-3*float64(hi-lo))
		if score > most {
			most = score
			n.job = i
			n.at = max(lo, min(hi-1, int64(t.ascent.mean[i])))
		}
	}
}

// run searches until it is done or told to stop, and reports whether it is done.
func (t *tree) run() bool {
	for len(t.open) > 0 && !t.stop() {
		n := heap.Pop(&t.open).(*node)
		limit := (t.best.cost - 1) * t.u.one
		if n.bound > limit {
			t.open = t.open[:0]
			break
		}
		t.least = max(t.least, n.bound)
		if !t.expand(n, limit) {
			heap.Push(&t.open, n)
			return false
		}
	}
	if len(t.open) > 0 {
		return false
	}
	t.least = never
	return true
}

func (t *tree) expand(n *node, limit int64) bool {
	t.u.set(n.pi)
	t.u.bound(n.dom)
	if !t.u.fix(n.dom, n.bound, limit) || !t.prop.run(n.dom) {
		return true
	}
	budget := t.budget
	if n.job < 0 {
		budget = never
	}
	if t.chrono != nil {
		if t.chrono.run(n.dom, budget) {
			t.closed++
			return true
		}
		if t.chrono.stopped {
			return false
		}
	}
	lo, hi := n.dom[n.job].least(), n.dom[n.job].most()
	if lo == hi {
		t.choose(n)
		if n.job < 0 {
			return t.chrono.run(n.dom, never)
		}
		lo, hi = n.dom[n.job].least(), n.dom[n.job].most()
	}
	at := max(lo, min(hi-1, n.at))
	for side := range 2 {
		dom := clone(n.dom)
		if side == 0 {
			dom[n.job] = dom[n.job].without(at+1, forever)
		} else {
			dom[n.job] = dom[n.job].without(0, at)
		}
		if child := t.node(dom, n.pi, 30, 0.5); child != nil {
			child.bound = max(child.bound, n.bound)
			heap.Push(&t.open, child)
		}
	}
	return true
}

func clone(dom []domain) []domain {
	total := 0
	for _, d := range dom {
		total += len(d) + 2
	}
	flat := make(domain, 0, total)
	all := make([]domain, len(dom))
	for i, d := range dom {
		from := len(flat)
		flat = append(flat, d...)
		all[i] = flat[from:len(flat):len(flat)]
	}
	return all
}
