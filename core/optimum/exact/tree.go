package exact

import (
	"cmp"
	"math/rand/v2"
	"slices"
)

// A node is a part of the schedules: those whose jobs start in the domains.
type node struct {
	bound int64 // of their costs, in 1/one
	dom   []domain
	pi    []int64   // the prices that prove the bound
	mean  []float64 // ascent.mean
	dev   []float64 // ascent.dev
	seq   int64     // the newest of equals comes first
}

// A tree splits the domain of one job after the other, the part with the least bound
// first. Before it splits a part, it searches it with a few nodes, sometimes with many:
// each power of two gets the same share of all nodes, because nobody knows how many a part
// needs (Luby, Sinclair and Zuckerman, 1993, share restarts in this way).
type tree struct {
	p      *problem
	u      *dual
	ascent *ascent
	chrono *chrono
	prop   propagator
	best   *incumbent
	open   []*node // the next one last
	most   int     // bound of len(open) and len(leaves) together
	seq    int64   // of the last part
	pops   int64   // parts taken from open
	parts  int64   // bounded so far
	least  int64   // in 1/one: no schedule cheaper than the incumbent costs less
	stop   func() bool
	told   func() // called when least rises
	draw   *rand.Rand
	search int64 // least nodes of a search
	check  *checker

	ground *ground           // of a bound by a kernel that is still to come, or nil
	aimAt  int64             // ticks at which to set a goal; 0 for never
	leaves []*node           // the open parts when the goal was set
	whole  func(bound int64) // raises the bound of the tree that this one belongs to; nil if none

	due   int64 // ticks at which improve anneals next
	tries int   // its lists

	root []domain // the domains for which cuts are valid
	next int64    // the pop at which to look for cuts next
	wait int64    // pops between looks
}

// The effort for a part.
const (
	searchNodes  = 1000 // least nodes of a search, unless tests ask for fewer
	trySteps     = 3    // of the ascents that compare splits
	finalists    = 8    // jobs to try more seconds for
	moves        = 5    // seconds to try for each
	childSteps   = 60   // of the ascents of the kept parts
	improveEvery = 8    // parts for each that gives an order to anneal
	improveTries = 400  // lists of that annealing
	improveWait  = 16   // work between annealings of the incumbent, in times the last
	recutSteps   = 150  // of each of two ascents, before and after new cuts
	recutGain    = 0.02 // of the missing bound, to keep new cuts
	longestWait  = 8    // pops between looks for cuts
)

// limit is the most that a schedule looked for may cost, in 1/one.
func (t *tree) limit() int64 { return (t.best.below() - 1) * t.u.one }

// node makes a part of the domains, which it narrows, with prices that start from pi.
// It returns nil if the part has nothing below the limit.
func (t *tree) node(dom []domain, pi []int64, steps int, theta float64) *node {
	t.parts++
	if !t.propagate(dom) {
		return nil
	}
	n := &node{dom: dom, pi: t.u.padded(pi)}
	limit := t.limit()
	for range 3 {
		n.bound = t.climb(n.pi, dom, steps, theta, limit)
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

// narrow sets the prices of n and removes from its domains the starts that they and the
// incumbent exclude. It returns false if nothing is left.
func (t *tree) narrow(n *node, limit int64) bool {
	t.u.set(n.pi)
	t.u.bound(n.dom)
	before := t.check.copy(n.dom)
	some := t.u.fix(n.dom, limit)
	t.check.fixed(t, n.pi, before, n.dom, limit)
	return some && t.propagate(n.dom)
}

// propagate removes from the domains the starts that no schedule uses. It returns false
// if some domain becomes empty.
func (t *tree) propagate(dom []domain) bool {
	before := t.check.copy(dom)
	some := t.prop.run(dom)
	t.check.propagated(t.p, before, dom, some)
	return some
}

// climb is ascent.climb towards the incumbent.
func (t *tree) climb(prices []int64, dom []domain, steps int, theta float64, limit int64) int64 {
	bound := t.ascent.climb(prices, dom, steps, theta, t.best.cost, limit)
	t.check.bounded(t, prices, dom, bound)
	return bound
}

// settle is ascent.settle towards the incumbent.
func (t *tree) settle(prices []int64, dom []domain, steps int, limit int64) int64 {
	bound := t.ascent.settle(prices, dom, steps, t.best.cost, limit)
	t.check.bounded(t, prices, dom, bound)
	return bound
}

// cuts adds cuts to the dual, as dual.cuts does, that hold for the domains.
func (t *tree) cuts(prices []int64, dom []domain) ([]int64, bool) {
	old := len(t.u.cut)
	prices, found := t.u.cuts(prices, dom, t.stop)
	t.check.cuts(t.u, old, dom)
	return prices, found
}

// size returns the number of starts left.
func size(dom []domain) float64 {
	total := 0.0
	for _, d := range dom {
		for _, s := range d {
			total += float64(s.to - s.from + 1)
		}
	}
	return total
}

// inOrder compares open parts: the next one is the greatest.
func inOrder(a, b *node) int {
	return cmp.Or(cmp.Compare(b.bound, a.bound), cmp.Compare(a.seq, b.seq))
}

func (t *tree) push(n *node) {
	at, _ := slices.BinarySearchFunc(t.open, n, inOrder)
	t.open = slices.Insert(t.open, at, n)
}

func (t *tree) run() {
	for {
		t.aim()
		t.check.open(t)
		last := len(t.open) - 1
		if last < 0 || max(t.open[last].bound, t.least) > t.limit() {
			if t.reach() {
				continue
			}
			break
		}
		n := t.open[last]
		if n.bound > t.least {
			t.least = n.bound
			t.check.least(t)
			t.told()
		}
		if t.stop() {
			return
		}
		t.improve()
		if t.joint(); t.least > t.limit() {
			break
		}
		t.open = slices.Delete(t.open, last, last+1)
		if !t.expand(n) {
			t.push(n)
			return
		}
	}
	t.least = never
}

// improve anneals the incumbent if that is due, each time with twice as many lists.
func (t *tree) improve() {
	p := t.p
	if p.ticks < t.due {
		return
	}
	begun := p.ticks
	order := p.byStart(func(i int) float64 { return float64(t.best.starts[i]) })
	p.search([][]int{order}, t.tries, t.draw, t.stop, func(order []int) { t.best.take(p.list(order)) })
	t.tries *= 2
	t.due = p.ticks + improveWait*(p.ticks-begun)
}

// expand searches n or splits it. It returns false if stop came first.
func (t *tree) expand(n *node) bool {
	if !t.narrow(n, t.limit()) {
		return true
	}
	t.pops++
	if t.pops%improveEvery == 0 {
		order := t.p.byStart(func(i int) float64 { return n.mean[i] })
		t.p.anneal(order, improveTries, warm, t.draw, t.stop)
		t.best.take(t.p.list(order))
	}
	if t.pops >= t.next && len(t.u.cut) < mostCuts && !t.recut(n) {
		return true
	}
	jobs := t.splits(n)
	budget := t.search * (t.pops & -t.pops)
	if len(jobs) == 0 || len(t.open)+len(t.leaves) >= t.most {
		budget = never // there is nothing to split, or no room for parts
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
	for _, part := range parts {
		if part == nil {
			continue
		}
		if child := t.node(part.dom, part.pi, childSteps, 0.5); child != nil {
			t.check.child(child, n)
			child.bound = max(child.bound, n.bound)
			t.push(child)
		}
	}
	return true
}

// recut adds cuts that n violates and returns false if nothing is left of n. If they do
// not help, it removes them and waits longer before it tries again.
func (t *tree) recut(n *node) bool {
	limit, old := t.limit(), len(t.u.cut)
	t.ascent.shares = true
	defer func() { t.ascent.shares = false }()
	prices := t.u.padded(n.pi)
	bound := t.settle(prices, n.dom, recutSteps, limit)
	if bound <= limit {
		var found bool
		if prices, found = t.cuts(prices, t.root); found {
			bound = max(bound, t.settle(prices, n.dom, recutSteps, limit))
		}
	}
	if bound > limit {
		return false
	}
	if float64(bound-n.bound) < recutGain*float64(limit-n.bound) {
		t.check.recut(old, len(t.u.cut), false)
		t.u.keep(old)
		t.wait = min(2*t.wait, longestWait)
		t.next = t.pops + t.wait
		return true
	}
	t.check.recut(old, len(t.u.cut), true)
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

// attempt searches n with at most that many nodes and reports whether that is enough.
func (t *tree) attempt(n *node, nodes int64) bool {
	t.u.set(n.pi)
	whole := t.chrono.run(n.dom, nodes)
	t.check.searched(t, n.dom, whole)
	return whole
}

// splits returns the jobs to split, roughly by width times movement: those whose
// cheapest start moved in the ascent, or all that can be split if none did.
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

// A fork splits the domain of a job in two at a second, which goes to the first part.
type fork struct {
	job   int
	at    int64
	part  [2]*node // nil if empty
	rise  [2]int64 // of the bound
	score float64  // product of the rises
}

// split tries the jobs and returns the two parts with the greatest product of their
// bounds' rises; if one rise is 0, the split only peels off the other part. For the
// finalists it looks for a second that raises both bounds.
func (t *tree) split(n *node, jobs []int) [2]*node {
	var best []*fork
	for _, i := range jobs {
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

// fork splits the domain of job i at a second near at and bounds the parts. If stop comes
// first, there are none.
func (t *tree) fork(n *node, i int, at int64) *fork {
	if t.stop() {
		return new(fork)
	}
	d, limit := n.dom[i], t.limit()
	f := &fork{job: i, at: max(d.least(), min(d.most()-1, at)), score: 1}
	doms := [2][]domain{clone(n.dom), clone(n.dom)}
	doms[0][i] = doms[0][i].without(f.at+1, forever)
	doms[1][i] = doms[1][i].without(0, f.at)
	t.check.halves(n.dom, doms)
	for side, dom := range doms {
		t.parts++
		f.rise[side] = limit - n.bound
		if t.propagate(dom) {
			c := &node{dom: dom, pi: t.u.padded(n.pi)}
			if c.bound = t.climb(c.pi, dom, trySteps, 0.5, limit); c.bound <= limit {
				f.part[side], f.rise[side] = c, max(0, c.bound-n.bound)
			}
		}
		f.score *= float64(f.rise[side]) / float64(t.u.one)
	}
	return f
}

func clone(dom []domain) []domain {
	flat := slices.Concat(dom...)
	all := make([]domain, len(dom))
	for i, d := range dom {
		all[i], flat = flat[:len(d):len(d)], flat[len(d):]
	}
	return all
}
