package exact

import (
	"cmp"
	"math"
	"slices"
)

// A chrono searches the schedules whose jobs start in given domains, in the order of
// their starts. Once all jobs that start by some second are placed, the free processors
// only increase from then on. The next job starts at the first second with enough of
// them, because in an optimal schedule no job can move forward.
//
// A state is cut off if
//
//   - its price exceeds the incumbent's cost, or the goal;
//   - some job could run before the next one starts, without moving any other;
//   - another state with the same jobs placed is as cheap and leaves as much free;
//   - equal jobs, or jobs that start together, are not in the order of their numbers.
//
// Each rule keeps an optimal schedule if the domains contain one.
type chrono struct {
	p     *problem
	fare  fare
	one   int64 // of the fare's prices
	dom   []domain
	best  *incumbent
	h     int64     // seconds between the entries of low[i]
	low   [][]int64 // low[i][m]: least price of job i from second m*h on
	level []level
	memo  *memo

	nodes, begun, limit int64 // visited; of them before this search; at which it ends
	stop                func() bool
	stopped             bool // stop ended the search
}

// A fare is what the starts of a search cost.
type fare interface {
	// scale returns the unit of a price, a grid that its bends nearly fit, in seconds, and the
	// number of its cells.
	scale() (one, h int64, cells int)

	// worth returns what a start adds to the schedule's cost, the sum that the search makes
	// least. It never falls as t rises.
	worth(i int, t int64) int64

	// cost returns the price of a start, in 1/one: its worth and that of the processors held.
	cost(i int, t int64) int64

	// again reports whether a start of job i costs what one of the job before it does.
	again(i int) bool

	// free returns the price of all free processors: no schedule's jobs hold more.
	free() int64

	// tabulate sets each cell of row to the least price of a start of d in it, or less; never
	// if there is none.
	tabulate(i int, d domain, row []int64)
}

type level struct {
	profile         // from tau on
	end     []int64 // ends of the running jobs, increasing
	procs   []int64 // and their processors
	tau     int64   // start of the last job placed
	last    int     // that job
	cost    int64   // worth of the placed jobs
	paid    int64   // price of the placed jobs less that of the room, in 1/one
	since   []int64 // by job: the second from which enough processors are free
	set     set     // the placed jobs
	kids    []kid
}

// A kid is a job that may be placed next.
type kid struct {
	job   int
	extra int64 // cost of its start above its least price
}

// A set holds jobs.
type set [2]uint64

func (s set) has(i int) bool { return s[i>>6]>>(i&63)&1 != 0 }
func (s set) with(i int) set { s[i>>6] |= 1 << (i & 63); return s }

// MaxSearched is the largest number of jobs that Solve searches. Larger instances get
// a schedule and a bound, but no proof.
const MaxSearched = 128

const never = math.MaxInt64 / 2

func newChrono(p *problem, f fare, best *incumbent, m *memo) *chrono {
	c := &chrono{p: p, fare: f, best: best, memo: m}
	one, h, rows := f.scale()
	c.one, c.h = one, h
	flat := make([]int64, rows*p.n)
	for i := range p.n {
		c.low = append(c.low, flat[i*rows:(i+1)*rows])
	}
	c.level = make([]level, p.n+1)
	for k := range c.level {
		c.level[k].since = make([]int64, p.n)
	}
	return c
}

// run searches for schedules cheaper than the incumbent, in domains. It visits at
// most limit nodes and reports whether the search is complete.
func (c *chrono) run(dom []domain, limit int64) bool {
	c.dom, c.begun, c.limit = dom, c.nodes, c.nodes+limit
	c.memo.reset()
	for i := range c.p.n {
		if c.fare.again(i) && slices.Equal(dom[i], dom[i-1]) {
			copy(c.low[i], c.low[i-1])
			continue
		}
		c.tabulate(i)
	}
	l := &c.level[0]
	l.reset(&c.p.base)
	l.end, l.procs = l.end[:0], l.procs[:0]
	l.tau, l.last, l.cost, l.paid, l.set = 0, -1, 0, -c.fare.free(), set{}
	copy(l.since, c.p.early)
	return c.visit(0)
}

// tabulate fills low[i].
func (c *chrono) tabulate(i int) {
	row := c.low[i]
	c.fare.tabulate(i, c.dom[i], row)
	for m := len(row) - 1; m > 0; m-- {
		row[m-1] = min(row[m-1], row[m])
	}
}

// from returns the least price of job i if it starts at second t or later.
func (c *chrono) from(i int, t int64) int64 {
	row := c.low[i]
	return row[min(t/c.h, int64(len(row)-1))]
}

// visit searches below the state at depth k.
func (c *chrono) visit(k int) bool {
	if c.nodes >= c.limit {
		return false
	}
	if c.nodes++; c.nodes&255 == 0 && c.stop() {
		c.stopped = true
		return false
	}
	l := &c.level[k]
	p := c.p
	p.ticks += visitTicks + leftTicks*int64(p.n-k)
	if k == p.n {
		c.record(l)
		return true
	}
	bound := l.paid
	final := int64(0)     // no job starts later
	first := int64(never) // from then on another job could have run before
	for i := range p.n {
		if l.set.has(i) {
			continue
		}
		least := c.from(i, max(l.since[i], l.tau))
		if least == never {
			return true
		}
		bound += least
		first = min(first, l.since[i]+p.d[i])
		final = max(final, c.dom[i].most())
	}
	limit := (c.best.below() - 1) * c.one
	if bound > limit || k > 1 && c.memo.dominated(l, final) {
		return true
	}
	l.kids = l.kids[:0]
	for i := range p.n {
		if l.set.has(i) {
			continue
		}
		t := l.since[i]
		if t < l.tau || t == l.tau && i < l.last || t >= first ||
			i > 0 && p.same(i-1, i) && !l.set.has(i-1) || !c.dom[i].has(t) {
			continue
		}
		if extra := c.fare.cost(i, t) - c.from(i, t); bound+extra <= limit {
			l.kids = append(l.kids, kid{i, extra})
		}
	}
	slices.SortFunc(l.kids, func(a, b kid) int { return cmp.Or(cmp.Compare(a.extra, b.extra), a.job-b.job) })
	for _, kid := range l.kids {
		if bound+kid.extra > (c.best.below()-1)*c.one {
			break
		}
		c.place(k, kid.job)
		if !c.visit(k + 1) {
			return false
		}
	}
	return true
}

// place makes the state at depth k+1 by placing job i.
func (c *chrono) place(k, i int) {
	p := c.p
	l, m := &c.level[k], &c.level[k+1]
	t, w := l.since[i], p.w[i]
	end := t + p.d[i]
	m.tau, m.last = t, i
	m.cost = l.cost + c.fare.worth(i, t)
	m.paid = l.paid + c.fare.cost(i, t)
	m.set = l.set.with(i)
	s := 0
	for s+1 < len(l.at) && l.at[s+1] <= t {
		s++
	}
	m.at, m.free = append(m.at[:0], l.at[s:]...), append(m.free[:0], l.free[s:]...)
	m.at[0] = t
	last := 0
	for last+1 < len(m.at) && m.at[last+1] < end {
		last++
	}
	m.take(0, last, end, w)
	p.ticks += placeTicks + leftTicks*int64(p.n-k) + stepTicks*int64(len(m.at))
	// running jobs
	s = 0
	for s < len(l.end) && l.end[s] <= t {
		s++
	}
	m.end, m.procs = append(m.end[:0], l.end[s:]...), append(m.procs[:0], l.procs[s:]...)
	s, _ = slices.BinarySearch(m.end, end)
	m.end, m.procs = slices.Insert(m.end, s, end), slices.Insert(m.procs, s, w)
	for j := range p.n {
		if m.set.has(j) {
			continue
		}
		w := p.w[j]
		if m.free[0] >= w {
			m.since[j] = l.since[j]
			continue
		}
		s := 1
		for m.free[s] < w {
			s++
		}
		m.since[j] = m.at[s]
	}
}

func (c *chrono) record(l *level) {
	if l.cost >= c.best.cost {
		return
	}
	starts := make([]int64, c.p.n)
	for k := 1; k <= c.p.n; k++ {
		starts[c.level[k].last] = c.level[k].tau
	}
	c.best.take(starts, l.cost)
}

// An incumbent is the best schedule so far.
type incumbent struct {
	starts []int64
	cost   int64
	found  func()

	goal int64 // only cheaper schedules are looked for; 0 for none
}

// below returns what a schedule must cost less than to be looked for.
func (b *incumbent) below() int64 {
	if b.goal > 0 {
		return min(b.goal, b.cost)
	}
	return b.cost
}

func (b *incumbent) take(starts []int64, cost int64) {
	if cost < b.cost || b.starts == nil {
		b.starts, b.cost = append(b.starts[:0], starts...), cost
		if b.found != nil {
			b.found()
		}
	}
}
