package exact

import (
	"cmp"
	"container/heap"
	"math/rand/v2"
	"slices"
)

// A node is a part of all schedules: those whose jobs start in the domains.
type node struct {
	bound int64 // of their costs, in 1/one
	dom   []domain
	pi    []int64   // the prices that prove it
	mean  []float64 // of each job, its cheapest start in the last steps of the ascent
	dev   []float64 // and its mean deviation
	seq   int64     // of equals the newest comes first
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
// bound first. Before a part is split it is searched with a few nodes, now and
// then with many: each power of two gets the same share of all (as Luby, Sinclair
// and Zuckerman, 1993, share restarts), since how much a part needs is not known.
type tree struct {
	p      *problem
	u      *dual
	ascent *ascent
	chrono *chrono
	prop   propagator
	best   *incumbent
	open   nodes
	most   int   // open parts
	seq    int64 // of the last part
	pops   int64
	parts  int64 // looked at, beside the nodes of chrono
	least  int64 // no schedule that is cheaper than the incumbent costs less, in 1/one
	stop   func() bool
	told   func()
	draw   *rand.Rand

	due   int64 // ticks of work at which the incumbent is annealed
	tries int   // and with how many lists

	root []domain // cuts are valid in them
	next int64    // the pop from which on cuts are looked for
	wait int64    // parts between looks
}

// What is spent on a part.
const (
	searchNodes  = 1000 // of a search, at the least
	trySteps     = 3    // of the ascents that compare splits
	finalists    = 8    // jobs for which
	moves        = 5    // more seconds are tried
	childSteps   = 60   // of the ascents of the parts that are kept
	improveEvery = 8    // parts, of which one gives an order to anneal
	improveTries = 400
	improveWait  = 16   // times as much work between two annealings of the incumbent
	recutSteps   = 150  // of each of two ascents, before and after new cuts
	recutGain    = 0.02 // of what is missing, for which they are kept
	longestWait  = 8    // parts between attempts
)

// node returns a part for the domains, which it changes, with prices that begin
// with pi, or nil if it has nothing better than the incumbent.
func (t *tree) node(dom []domain, pi []int64, steps int, theta float64) *node {
	t.parts++
	if !t.prop.run(dom) {
		return nil
	}
	n := &node{dom: dom, pi: t.u.padded(pi)}
	limit := (t.best.cost - 1) * t.u.one
	for range 3 {
		n.bound = t.ascent.climb(n.pi, dom, steps, theta, t.best.cost, limit)
		if n.bound > limit {
			return nil
		}
		before := size(dom)
		if !t.narrow(n, limit) {
			return nil
		}
		if size(dom) > 0.8*before {
			break
		}
		steps = max(1, steps/2)
	}
	n.mean, n.dev = slices.Clone(t.ascent.mean), slices.Clone(t.ascent.dev)
	t.seq++
	n.seq = t.seq
	return n
}

// narrow puts the prices of n in force and takes out of its domains what they and
// the incumbent exclude. It reports false if nothing is left.
func (t *tree) narrow(n *node, limit int64) bool {
	t.u.set(n.pi)
	t.u.bound(n.dom)
	return t.u.fix(n.dom, n.bound, limit) && t.prop.run(n.dom)
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

func (t *tree) push(n *node) { heap.Push(&t.open, n) }

// run goes on until nothing is open or it is told to stop.
func (t *tree) run() {
	for len(t.open) > 0 && t.open[0].bound <= (t.best.cost-1)*t.u.one {
		if top := t.open[0].bound; top > t.least {
			t.least = top
			t.told()
		}
		if t.stop() {
			return
		}
		t.improve()
		n := heap.Pop(&t.open).(*node)
		if !t.expand(n) {
			t.push(n)
			return
		}
	}
	t.least = never
}

// improve anneals the incumbent every now and then, each time twice as long, with a
// share of the work.
func (t *tree) improve() {
	p := t.p
	if p.ticks < t.due {
		return
	}
	begun := p.ticks
	p.search([][]int{p.byStart(func(i int) float64 { return float64(t.best.starts[i]) })}, t.tries, t.draw, t.stop, func(order []int) {
		t.best.take(p.list(order))
	})
	t.tries *= 2
	t.due = p.ticks + improveWait*(p.ticks-begun)
}

// expand searches n or splits it, and reports false if it was told to stop first.
func (t *tree) expand(n *node) bool {
	if !t.narrow(n, (t.best.cost-1)*t.u.one) {
		return true
	}
	t.pops++
	if t.pops%improveEvery == 0 {
		order := t.p.byStart(func(i int) float64 { return n.mean[i] })
		t.p.anneal(order, improveTries, warm, t.draw, t.stop)
		t.best.take(t.p.list(order))
	}
	if t.pops >= t.next && len(t.u.cut) < mostCuts && !t.recut(n) { // proved, or nothing left
		return true
	}
	jobs := t.splits(n)
	budget := searchNodes * (t.pops & -t.pops)
	if len(jobs) == 0 || len(t.open) >= t.most {
		budget = never // nothing to split, or no room
	}
	if t.attempt(n, budget) {
		return true
	}
	if t.chrono.stopped || budget == never {
		return false
	}
	parts := t.split(n, jobs)
	if t.stop() {
		return false
	}
	for _, child := range parts {
		if child != nil {
			child = t.node(child.dom, child.pi, childSteps, 0.5)
		}
		if child != nil {
			child.bound = max(child.bound, n.bound)
			t.push(child)
		}
	}
	return true
}

// recut adds cuts that n breaks and reports false if nothing is left of it. If they
// do not help, it takes them back and waits longer for the next time.
func (t *tree) recut(n *node) bool {
	limit, old := (t.best.cost-1)*t.u.one, len(t.u.cut)
	t.ascent.shares = true
	defer func() { t.ascent.shares = false }()
	prices := t.u.padded(n.pi)
	bound := t.ascent.settle(prices, n.dom, recutSteps, t.best.cost, limit)
	if bound <= limit {
		var found bool
		if prices, found = t.u.cuts(prices, t.root, t.stop); found {
			bound = max(bound, t.ascent.settle(prices, n.dom, recutSteps, t.best.cost, limit))
		}
	}
	if bound > limit {
		return false
	}
	if float64(bound-n.bound) < recutGain*float64(limit-n.bound) {
		t.u.keep(old)
		t.wait = min(2*t.wait, longestWait)
		t.next = t.pops + t.wait
		return true
	}
	t.wait = max(1, t.wait/2)
	t.next = t.pops + t.wait
	better := t.node(n.dom, prices, childSteps, 0.3)
	if better == nil {
		return false
	}
	better.bound = max(better.bound, n.bound)
	*n = *better
	return true
}

// attempt searches n with at most so many nodes.
func (t *tree) attempt(n *node, nodes int64) bool {
	t.u.set(n.pi)
	return t.chrono.run(n.dom, nodes)
}

// splits returns the jobs worth splitting, wide ones first: those whose cheapest
// start moved about in the ascent, or all that can be split if none did.
func (t *tree) splits(n *node) []int {
	var jobs, moved []int
	score := make([]float64, t.p.n)
	for i, d := range n.dom {
		if lo, hi := d.least(), d.most(); lo < hi {
			score[i] = float64(t.p.w[i]) * (n.dev[i] + float64(1e-3*float64(hi-lo)))
			jobs = append(jobs, i)
			if n.dev[i] >= float64(t.u.g)/4 {
				moved = append(moved, i)
			}
		}
	}
	if len(moved) > 0 {
		jobs = moved
	}
	slices.SortFunc(jobs, func(a, b int) int { return cmp.Or(cmp.Compare(score[b], score[a]), a-b) })
	return jobs
}

// A fork is the domain of a job split in two, at a second that goes to the first
// part.
type fork struct {
	job   int
	at    int64
	part  [2]*node // one with nothing in it is nil
	rise  [2]int64 // of the bound
	score float64
}

// split tries the jobs and returns the two parts that raise the bound most, by the
// product of the two rises: one that is 0 means that the other part is only peeled
// off. For the better jobs it looks for a second that raises both. Told to stop, it
// returns nothing.
func (t *tree) split(n *node, jobs []int) [2]*node {
	var best []*fork
	for _, i := range jobs {
		if t.stop() {
			return [2]*node{}
		}
		f := t.fork(n, i, int64(n.mean[i]))
		if f.part[0] == nil || f.part[1] == nil {
			return f.part
		}
		best = append(best, f)
	}
	byScore := func(a, b *fork) int { return cmp.Compare(b.score, a.score) }
	slices.SortStableFunc(best, byScore)
	best = best[:min(len(best), finalists)]
	for k, f := range best {
		lo, hi := n.dom[f.job].least(), n.dom[f.job].most()
		for range moves {
			if t.stop() {
				return [2]*node{}
			}
			if f.rise[0] > f.rise[1] {
				lo = f.at
			} else {
				hi = f.at
			}
			f = t.fork(n, f.job, lo+(hi-lo)/2)
			if f.part[0] == nil || f.part[1] == nil {
				return f.part
			}
			if f.score > best[k].score {
				best[k] = f
			}
		}
	}
	slices.SortStableFunc(best, byScore)
	return best[0].part
}

// fork splits the domain of job i at a second near at and bounds the parts.
func (t *tree) fork(n *node, i int, at int64) *fork {
	d, limit := n.dom[i], (t.best.cost-1)*t.u.one
	f := &fork{job: i, at: max(d.least(), min(d.most()-1, at)), score: 1}
	for side := range f.part {
		dom := clone(n.dom)
		if side == 0 {
			dom[i] = dom[i].without(f.at+1, forever)
		} else {
			dom[i] = dom[i].without(0, f.at)
		}
		t.parts++
		f.rise[side] = limit - n.bound
		if t.prop.run(dom) {
			c := &node{dom: dom, pi: t.u.padded(n.pi)}
			if c.bound = t.ascent.climb(c.pi, dom, trySteps, 0.5, t.best.cost, limit); c.bound <= limit {
				f.part[side], f.rise[side] = c, max(0, c.bound-n.bound)
			}
		}
		f.score *= float64(f.rise[side]) / float64(t.u.one)
	}
	return f
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
