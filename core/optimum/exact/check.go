package exact

import (
	"fmt"
	"slices"
)

// A checker looks at every part of a tree, and panics where the solver claims what it has
// not proved. It shares the data of the solver and none of its computations. Its methods
// do nothing on nil, which is what solutions have outside tests and programs built with
// the tag exactcheck.
type checker struct {
	in *Instance
	p  *problem

	// A schedule that someone knows, or nil: no bound may exceed its cost. Equal jobs are
	// in the order of their numbers.
	known []int64
	cost  int64 // of known
	best  bool  // no schedule is cheaper, so some open part holds it until it is found

	// What was seen, so that a test can tell what it has tested.
	fixings, splits, kept, undone, inherited, cutsChecked, goals, reached int
}

// watch returns the checker of a solution, or nil.
var watch = func(*Instance, *problem) *checker { return nil }

func newChecker(in *Instance, p *problem) *checker { return &checker{in: in, p: p} }

// knows makes the checker hold bounds against a legal schedule of the jobs, parallel to
// in.Jobs.
func (c *checker) knows(starts []int64, best bool) *checker {
	p := c.p
	c.known, c.cost, c.best = make([]int64, p.n), c.in.Cost(starts)-p.fixed, best
	for i, j := range p.job {
		c.known[i] = starts[j] - c.in.Now
	}
	for a := 0; a < p.n; {
		b := a + 1
		for b < p.n && p.same(a, b) {
			b++
		}
		slices.Sort(c.known[a:b])
		a = b
	}
	return c
}

// mate returns a checker for a worker, which knows what c knows and has seen nothing.
func (c *checker) mate() *checker {
	if c == nil {
		return nil
	}
	return &checker{in: c.in, p: c.p, known: c.known, cost: c.cost, best: c.best}
}

// add adds what o has seen.
func (c *checker) add(o *checker) {
	if c == nil {
		return
	}
	c.fixings += o.fixings
	c.splits += o.splits
	c.kept += o.kept
	c.undone += o.undone
	c.inherited += o.inherited
	c.cutsChecked += o.cutsChecked
	c.goals += o.goals
	c.reached += o.reached
}

func (c *checker) fail(format string, args ...any) {
	panic("exact: unsound: " + fmt.Sprintf(format, args...) + fmt.Sprintf(" in %+v", *c.in))
}

func (c *checker) copy(dom []domain) []domain {
	if c == nil {
		return nil
	}
	return clone(dom)
}

// holds reports whether the domains hold the known schedule.
func (c *checker) holds(dom []domain) bool {
	for i, d := range dom {
		if c.known == nil || !d.has(c.known[i]) {
			return false
		}
	}
	return true
}

// bounded checks a bound that prices are said to prove.
func (c *checker) bounded(t *tree, prices []int64, dom []domain, claimed int64) {
	if c == nil {
		return
	}
	if anew, _ := newTariff(c.p, t.u, prices).bound(dom); claimed > anew {
		c.fail("the prices prove %d, not %d", anew, claimed)
	}
	if c.holds(dom) && claimed > c.cost*t.u.one {
		c.fail("a bound of %d/%d for a part with a schedule that costs %d", claimed, t.u.one, c.cost)
	}
}

// fixed checks that the prices exclude each start that is in before and not in after.
func (c *checker) fixed(t *tree, prices []int64, before, after []domain, limit int64) {
	if c == nil {
		return
	}
	if most := times(t.best.below()-1, t.u.one); limit < most {
		c.fail("a limit of %d, where the incumbent allows %d", limit, most)
	}
	f := newTariff(c.p, t.u, prices)
	bound, least := f.bound(before)
	for i := range before {
		for _, s := range gone(before[i], after[i]) {
			c.fixings++
			if with := plus(bound-least[i], f.least(i, s.from, s.to)); with <= limit {
				c.fail("job %d may not start in %v, where the bound is %d, not above %d", i, s, with, limit)
			}
		}
	}
}

// fixedAround checks that fixing with a kernel keeps the known schedule if it is cheaper than
// the incumbent.
func (c *checker) fixedAround(t *tree, before, after []domain, some bool) {
	if c != nil && c.holds(before) && c.cost < t.best.below() && !(some && c.holds(after)) {
		c.fail("a kernel's prices lose the known schedule from %v", before)
	}
}

// gone returns the spans of a that are not in b, and panics if b has more than a.
func gone(a, b domain) (out domain) {
	for _, s := range b {
		if !slices.ContainsFunc(a, func(o span) bool { return o.from <= s.from && s.to <= o.to }) {
			panic(fmt.Sprintf("exact: unsound: %v grew to %v", a, b))
		}
	}
	for _, s := range a {
		from := s.from
		for _, o := range b {
			if o.from > s.to || o.to < from {
				continue
			}
			if o.from > from {
				out = append(out, span{from, o.from - 1})
			}
			from = o.to + 1
		}
		if from <= s.to {
			out = append(out, span{from, s.to})
		}
	}
	return out
}

// propagated checks that propagation removed no more than the greatest fixed point of its
// rules lacks; some is false if it found nothing left.
func (c *checker) propagated(p *problem, before, after []domain, some bool) {
	if c == nil {
		return
	}
	if c.holds(before) && !(some && c.holds(after)) {
		c.fail("propagation from %v loses the known schedule", before)
	}
	least, feasible := fixedPoint(p, before)
	if !feasible {
		return
	}
	if !some {
		c.fail("propagation finds nothing in %v", before)
	}
	for i := range least {
		for _, s := range gone(before[i], after[i]) {
			if least[i].within(s.from, s.to) {
				c.fail("propagation takes the starts %v from job %d in %v", s, i, before)
			}
		}
	}
}

// fixedPoint applies the rules of propagation until they change nothing: equal jobs start
// in their order, and no job starts where the jobs that run in any case leave too few
// processors.
func fixedPoint(p *problem, dom []domain) (_ []domain, feasible bool) {
	dom = clone(dom)
	for {
		old := clone(dom)
		// the seconds at which the processors left by the jobs that run in any case change
		borders := slices.Clone(p.base.at)
		for i, d := range old {
			if d.most() < d.least()+p.d[i] {
				borders = append(borders, d.most(), d.least()+p.d[i])
			}
		}
		slices.Sort(borders)
		borders = slices.Compact(borders)
		for i := range dom {
			for b, from := range borders {
				free, to := p.base.free[len(p.base.free)-1], int64(never)
				for s := len(p.base.at) - 1; p.base.at[s] > from; s-- {
					free = p.base.free[s-1]
				}
				for j, d := range old {
					if j != i && d.most() <= from && from < d.least()+p.d[j] {
						free -= p.w[j]
					}
				}
				if b+1 < len(borders) {
					to = borders[b+1]
				}
				if free < p.w[i] {
					dom[i] = dom[i].without(from-p.d[i]+1, to-1)
				}
			}
			if i > 0 && p.same(i-1, i) {
				dom[i] = dom[i].without(0, old[i-1].least()-1)
				dom[i-1] = dom[i-1].without(old[i].most()+1, forever)
			}
		}
		for i := range dom {
			if len(dom[i]) == 0 {
				return dom, false
			}
		}
		if slices.EqualFunc(dom, old, slices.Equal) {
			return dom, true
		}
	}
}

// halves checks that two parts are a whole.
func (c *checker) halves(whole []domain, parts [2][]domain) {
	if c == nil {
		return
	}
	c.splits++
	differ := 0
	for i, d := range whole {
		a, b := parts[0][i], parts[1][i]
		if slices.Equal(a, d) && slices.Equal(b, d) {
			continue
		}
		differ++
		for _, s := range gone(d, a) {
			if left := gone(domain{s}, b.clip(s)); len(left) > 0 {
				c.fail("no part has the starts %v of job %d", left, i)
			}
		}
	}
	if differ > 1 {
		c.fail("%d jobs are split at once", differ)
	}
}

// clip returns the starts of a that are in s.
func (a domain) clip(s span) (out domain) {
	for _, o := range a {
		if o.to >= s.from && o.from <= s.to {
			out = append(out, span{max(o.from, s.from), min(o.to, s.to)})
		}
	}
	return out
}

// child notes whether a part's own prices prove less than its parent's.
func (c *checker) child(child, parent *node) {
	if c != nil && child.bound < parent.bound {
		c.inherited++
	}
}

// recut notes whether new cuts stay.
func (c *checker) recut(old, now int, stay bool) {
	switch {
	case c == nil || old == now:
	case stay:
		c.kept++
	default:
		c.undone++
	}
}

// cuts checks the cuts from number old on: in no second do jobs that can run in the bucket
// and fit have more parts than its room allows.
func (c *checker) cuts(u *dual, old int, dom []domain) {
	if c == nil {
		return
	}
	for _, cut := range u.cut[old:] {
		from, to := int64(cut.bucket)*u.g, int64(cut.bucket+1)*u.g
		most := u.freest(cut.bucket)
		if most > 1<<16 {
			continue
		}
		c.cutsChecked++
		value := make([]int64, most+1) // of the best set, by processors
		for i, d := range dom {
			if !d.within(from-c.p.d[i]+1, to-1) {
				continue
			}
			for m := most; m >= c.p.w[i]; m-- {
				value[m] = max(value[m], plus(value[m-c.p.w[i]], cut.part[u.class[i]]))
			}
		}
		if room := c.p.sum(from, to, func(free int64) int64 { return value[free] }); cut.room < room {
			c.fail("a cut of bucket %d has room for %d, and jobs that fit have %d", cut.bucket, cut.room, room)
		}
	}
}

// open checks that the best schedule, if it is known and not found yet, is in an open part,
// or in one taken; if it is not below the goal, in one that was open before.
func (c *checker) open(t *tree, taken ...*node) {
	if c == nil || !c.best {
		return
	}
	if t.best.below() > c.cost {
		c.among(t, slices.Concat(t.open, taken))
	}
	if t.best.goal > 0 && t.best.cost > c.cost {
		c.among(t, slices.Concat(t.leaves, taken))
	}
}

// aims notes a goal.
func (c *checker) aims() {
	if c != nil {
		c.goals++
	}
}

// reaches checks that no known schedule is below the goal.
func (c *checker) reaches(goal int64) {
	if c == nil {
		return
	}
	c.reached++
	if c.known != nil && c.cost < goal {
		c.fail("nothing is below the goal %d, and a schedule costs %d", goal, c.cost)
	}
}

// among checks that the known schedule is in one of the parts, whose bound is no higher.
func (c *checker) among(t *tree, parts []*node) {
	for _, n := range parts {
		if c.holds(n.dom) {
			if n.bound > times(c.cost, t.u.one) {
				c.fail("a bound of %d/%d for a part with a schedule that costs %d", n.bound, t.u.one, c.cost)
			}
			return
		}
	}
	c.fail("no open part has the best schedule %v", c.known)
}

// least checks the bound of the whole.
func (c *checker) least(t *tree) {
	if c != nil && c.known != nil && t.least > times(c.cost, t.u.one) {
		c.fail("a bound of %d/%d, and a schedule costs %d", t.least, t.u.one, c.cost)
	}
}

// searched checks that a whole search found the best schedule if it was there.
func (c *checker) searched(t *tree, dom []domain, whole bool) {
	if c != nil && whole && c.best && t.best.below() > c.cost && c.holds(dom) {
		c.fail("a search ends with a cost of %d, and misses %v, which costs %d", t.best.cost, c.known, c.cost)
	}
}
