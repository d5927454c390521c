package queue

import (
	"github.com/backfill-lab/backfill/core/internal/wide"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/policy/dynp"
)

// tuned is self-tuning dynP: in every pass with more than one waiting job it plans in three orders,
// and a decider chooses the plan that is in force.
type tuned struct {
	q       *queue
	plans   []*planner
	decide  dynp.Decider
	inForce int
	rank    []int
	scores  []wide.Uint
}

func newTuned(decide dynp.Decider) *tuned {
	t := &tuned{decide: decide, rank: make([]int, len(standard)), scores: make([]wide.Uint, len(standard))}
	for _, name := range standard {
		t.plans = append(t.plans, &planner{line: line{order: policy.OrderNamed(name)}})
	}
	return t
}

// standard are the orders of the paper, FCFS first.
var standard = [...]string{"", "sjf", "ljf"}

func (t *tuned) begin(q *queue) { t.q = q; t.each(func(p *planner) { p.begin(q) }) }
func (t *tuned) join(r row)     { t.each(func(p *planner) { p.join(r) }) }

func (t *tuned) leave(i int32)      { t.each(func(p *planner) { p.leave(i) }) }
func (t *tuned) ended(i int32)      { t.each(func(p *planner) { p.ended(i) }) }
func (t *tuned) outlived(i int32)   { t.each(func(p *planner) { p.outlived(i) }) }
func (t *tuned) altered(fewer bool) { t.each(func(p *planner) { p.altered(fewer) }) }
func (t *tuned) next() int64        { return t.plans[t.inForce].profile.begins.first() }

func (t *tuned) each(do func(p *planner)) {
	for _, p := range t.plans {
		do(p)
	}
}

func (t *tuned) pass() {
	t.each(func(p *planner) { p.sweep() })
	if len(t.plans[0].rows) > 1 {
		t.tune()
	} else {
		t.renew(t.plans[t.inForce])
	}
	rows := t.plans[t.inForce].rows
	for i := range rows {
		if r := &rows[i]; r.at <= t.q.e.Now {
			t.q.start(r, r.in, r.held)
			t.each(func(p *planner) { p.started(r.job) })
		}
	}
	t.each(func(p *planner) { p.sweep() })
}

func (t *tuned) renew(p *planner) {
	p.renew()
	p.fill(nil)
}

// tune chooses the plan in force. All have the same jobs, and the running ones in common, so that
// sums tell as much as averages.
func (t *tuned) tune() {
	for k, p := range t.plans {
		t.renew(p)
		t.scores[k] = wide.Uint{}
		for i := range p.rows {
			if r := &p.rows[i]; r.held != nil {
				response := r.at + r.limit - t.q.e.Jobs[r.job].Submit
				t.scores[k] = t.scores[k].AddProduct(uint64(response), uint64(t.q.e.Jobs[r.job].Cores()))
			}
		}
	}
	for k := range t.rank {
		t.rank[k] = 0
		for _, o := range t.scores {
			if o.Compare(t.scores[k]) < 0 {
				t.rank[k]++
			}
		}
	}
	t.inForce = t.decide(t.rank, t.inForce)
}
