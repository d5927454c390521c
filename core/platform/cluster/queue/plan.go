package queue

import (
	"slices"
	"sort"

	"github.com/backfill-lab/backfill/core/policy"
)

// A planner has the plan of all waiting jobs, each at its earliest place beside the running jobs and those before it
// in its order. It is what planning from nothing would give; what has not changed is kept.
type planner struct {
	q *queue
	line
	profile timeline
	valid   int       // rows before this one have the places that they would get from nothing
	passed  bool      // a job has started before one that is ahead of it in the order
	bounds  [][]bound // of each class
}

// A bound says that jobs of this limit or more do not start before a second. Those of a class are in
// increasing order of both.
type bound struct{ limit, at int64 }

func (p *planner) begin(q *queue) {
	p.q = q
	p.profile.begin(q)
}

func (p *planner) join(r row) { p.valid = min(p.valid, p.add(p.q, r)) }

func (p *planner) leave(i int32) {
	p.profile.release(i)
	p.valid = 0
}

// ended is told that a job has given back its nodes. Nothing changes if it was expected now.
func (p *planner) ended(i int32) {
	if p.profile.holds[i].to > p.q.e.Now {
		p.valid = 0
	}
	p.profile.release(i)
}

func (p *planner) outlived(i int32) {
	p.profile.extend(i)
	p.valid = 0
}

func (p *planner) altered(bool) { p.valid = 0 }

// started is told that a job has started, by this plan or by another. As it runs it comes first: the jobs
// ahead of it in the order may get other nodes now.
func (p *planner) started(i int32) {
	first := slices.IndexFunc(p.rows, func(r row) bool { return r.job == i || p.q.in[r.job] })
	if !p.profile.start(i) || first >= 0 && p.rows[first].job != i {
		p.passed = true
	}
}

// sweep drops the rows of jobs that are not in the queue any more.
func (p *planner) sweep() {
	if p.passed {
		p.passed, p.valid = false, 0
	}
	valid := 0
	for i := range p.rows[:p.valid] {
		if p.q.in[p.rows[i].job] {
			valid++
		}
	}
	p.line.sweep(p.q)
	p.valid = valid
}

// renew takes the places away that may not be those from nothing.
func (p *planner) renew() {
	p.profile.advance()
	p.sweep()
	if p.reorder(p.q) {
		p.valid = 0
	}
	if k := slices.IndexFunc(p.rows[:p.valid], func(r row) bool { return r.at < p.q.e.Now }); k >= 0 {
		p.valid = k
	}
	for i := range p.bounds {
		p.bounds[i] = p.bounds[i][:0]
	}
	for i := range p.rows {
		switch r := &p.rows[i]; {
		case i < p.valid:
			p.learn(r)
		case r.held != nil:
			p.profile.release(r.job)
			r.at, r.held = never, nil
		}
	}
}

// fill places the jobs that have no place. With start it calls that for those whose time has come,
// and does not look at the end of the queue, where no job finds room now.
func (p *planner) fill(start func(r *row)) {
	last := len(p.rows) - 1
	for i := range p.rows {
		r := &p.rows[i]
		if i >= p.valid {
			for ; start != nil && last >= i && !p.roomFor(&p.rows[last]); last-- {
			}
			if last < i {
				break
			}
			if r.at, r.in, r.held = p.profile.first(r, never, p.least); r.held != nil {
				p.profile.hold(r.job, r.at, r.at+r.limit, r.held, true)
				p.learn(r)
			}
			p.valid = i + 1
		}
		if start != nil && r.at <= p.q.e.Now {
			start(r)
		}
	}
}

func (p *planner) roomFor(r *row) bool {
	return slices.ContainsFunc(r.classes, func(c *class) bool { return p.q.roomFor(c, r.job) })
}

// least returns a second before which a job of a class and limit does not start: a job before it in
// the queue that asks for the same and is not longer starts then.
func (p *planner) least(c *class, limit int64) int64 {
	if c.number >= len(p.bounds) {
		return 0
	}
	b := p.bounds[c.number]
	k := sort.Search(len(b), func(k int) bool { return b[k].limit > limit })
	if k == 0 {
		return 0
	}
	return b[k-1].at
}

// learn makes bounds of a row with a place.
func (p *planner) learn(r *row) {
	for _, c := range r.classes {
		if !c.sure || r.at <= p.least(c, r.limit) {
			continue
		}
		for c.number >= len(p.bounds) {
			p.bounds = append(p.bounds, nil)
		}
		b := p.bounds[c.number]
		k := sort.Search(len(b), func(k int) bool { return b[k].limit >= r.limit })
		end := k
		for end < len(b) && b[end].at <= r.at {
			end++
		}
		p.bounds[c.number] = slices.Replace(b, k, end, bound{r.limit, r.at})
	}
}

// planned starts jobs by the plan of one order.
type planned struct{ planner }

func byPlan(o *policy.Order) rule { return &planned{planner{line: line{order: o}}} }

func (p *planned) next() int64 { return p.profile.begins.first() }

func (p *planned) pass() {
	p.renew()
	p.fill(func(r *row) {
		p.q.start(r, r.in, r.held)
		p.started(r.job)
	})
	p.sweep()
}
