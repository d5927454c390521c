package dynp

import (
	"cmp"
	"math/big"
	"slices"

	"github.com/backfill-lab/backfill/core/internal/wide"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/policy/plan"
	"github.com/backfill-lab/backfill/core/sim"
)

// A Term is one quality of a combination.
type Term struct {
	Quality Quality
	Weight  int // 1..1000, in a weighted combination
}

// A Tuning says how self-tuning dynP decides. Zero values of all fields but Decider are the
// paper's.
type Tuning struct {
	Decider Decider
	Orders  []*policy.Order // of plan.Orders, the initial one first; none is FCFS, SJF, LJF

	// Terms are the qualities; none is ARTwW. Several add up, weighted, each as a policy's
	// quality over the best policy's; or, with InTurn, each counts where those before are
	// equal.
	Terms  []Term
	InTurn bool

	Slack int // by which another policy must be better than the current one, hundredths of a percent, 0..9999

	// Only the First waiting jobs by planned start count, and only those planned to start
	// within Within seconds; 0 is no limit. Running jobs always count.
	First  int
	Within int64

	Work float64 // of plans in order plan.Opt: see plan.Book
}

// A SelfTuning is the self-tuning dynP scheduler. In every pass with more than one waiting
// job it makes a plan in each of its queue orders, measures the plans, and lets its Decider
// choose the order in force.
type SelfTuning struct {
	plan.Book
	t       Tuning
	m       *sim.Machine
	plans   []*plan.Plan
	inForce int
	record  func(*sim.Step)
	step    sim.Step

	sums   [][]kept     // by term and plan
	values [][]fraction // by term and plan, as judged: with the slack
	whole  []*big.Rat   // by plan, of a weighted combination
	rank   []int        // by plan
	order  []int        // rows by planned start, for First
	tables bool         // the policies are those of table 1
}

// kept is the sum of the waiting jobs in that version of a plan.
type kept struct {
	sum
	version int
	valid   bool
}

// New returns a self-tuning scheduler.
func New(t Tuning) *SelfTuning {
	if len(t.Orders) == 0 {
		t.Orders = standard()
	}
	if len(t.Terms) == 0 {
		t.Terms = []Term{{Quality: ARTwW, Weight: 1}}
	}
	s := &SelfTuning{t: t, tables: slices.Equal(t.Orders, standard())}
	s.Book.Work = t.Work
	for _, o := range t.Orders {
		s.plans = append(s.plans, s.Book.Plan(o))
		s.step.Options = append(s.step.Options, sim.Option{Name: plan.OrderName(o)})
	}
	n := len(t.Orders)
	s.rank = make([]int, n)
	for range t.Terms {
		s.sums = append(s.sums, make([]kept, n))
		s.values = append(s.values, make([]fraction, n))
	}
	return s
}

func standard() []*policy.Order {
	return []*policy.Order{policy.OrderNamed(""), policy.OrderNamed("sjf"), policy.OrderNamed("ljf")}
}

func (s *SelfTuning) Reset(m *sim.Machine) {
	s.Book.Reset(m)
	s.m = m
	s.use(0)
	for _, k := range s.sums {
		clear(k)
	}
}

// OnStep implements sim.Stepper. The steps have the kind "self-tuning".
func (s *SelfTuning) OnStep(record func(*sim.Step)) { s.record = record }

// InForce implements sim.Switcher.
func (s *SelfTuning) InForce() string { return plan.OrderName(s.plans[s.inForce].Order()) }

func (s *SelfTuning) Pass() {
	s.Begin()
	if len(s.plans) > 1 && s.Waiting() > 1 {
		s.tune()
	} else {
		for _, p := range s.plans {
			p.Sweep()
		}
		s.Current.Update()
	}
	s.Current.Start()
}

func (s *SelfTuning) use(plan int) { s.inForce, s.Current = plan, s.plans[plan] }

func (s *SelfTuning) tune() {
	for _, p := range s.plans {
		p.Update()
	}
	for k := range s.t.Terms {
		s.measure(k)
	}
	s.judge()
	before := s.inForce
	s.use(s.t.Decider(s.rank, before))
	if s.record != nil {
		s.tell(before)
	}
}

// measure works out the quality of every plan for the k-th term.
func (s *SelfTuning) measure(k int) {
	q := s.t.Terms[k].Quality
	running := ofRunning(q, s.m)
	for i, p := range s.plans {
		c := &s.sums[k][i]
		if v := p.Version(); !c.valid || c.version != v || s.t.Within > 0 {
			c.sum, c.version, c.valid = s.ofCounted(q, p.Rows()), v, true
		}
		all := running.plus(c.sum)
		s.values[k][i] = all.value(q, s.m.Now())
	}
}

// ofCounted is ofWaiting of the jobs that count.
func (s *SelfTuning) ofCounted(q Quality, rows []plan.Row) (sum sum) {
	if s.t.First == 0 && s.t.Within == 0 {
		return ofWaiting(q, rows)
	}
	s.order = s.order[:0]
	for i := range rows {
		if s.t.Within == 0 || rows[i].Start-s.m.Now() <= s.t.Within {
			s.order = append(s.order, i)
		}
	}
	if n := s.t.First; n > 0 && n < len(s.order) {
		slices.SortFunc(s.order, func(a, b int) int {
			return cmp.Or(cmp.Compare(rows[a].Start, rows[b].Start), a-b)
		})
		s.order = s.order[:n]
	}
	for _, i := range s.order {
		r := &rows[i]
		sum.add(q, r.Submit, r.Start, r.Start+r.Length, r.Procs)
	}
	return sum
}

// whole100 is all of something in hundredths of a percent.
const whole100 = 10_000

// judge ranks the plans: a plan's rank is how many are better.
func (s *SelfTuning) judge() {
	if s.record != nil {
		for i := range s.plans {
			s.step.Options[i].Value = s.t.Terms[0].Quality.float(s.values[0][i])
		}
	}
	if s.t.Slack > 0 {
		for _, values := range s.values {
			for i := range values {
				share := uint64(whole100)
				if i == s.inForce {
					share -= uint64(s.t.Slack)
				}
				values[i].num = values[i].num.Times(share)
			}
		}
	}
	compare := s.inTurn
	if len(s.t.Terms) > 1 && !s.t.InTurn {
		s.weigh()
		compare = func(a, b int) int { return s.whole[a].Cmp(s.whole[b]) }
	}
	for i := range s.rank {
		s.rank[i] = 0
		for k := range s.rank {
			if k != i && compare(k, i) < 0 {
				s.rank[i]++
			}
		}
	}
}

func (s *SelfTuning) inTurn(a, b int) int {
	for _, values := range s.values {
		if c := values[a].compare(values[b]); c != 0 {
			return c
		}
	}
	return 0
}

// weigh adds up, for each plan, the terms' weights times its quality over the best one's, in
// exact rational numbers. If the best is 0, a quality of 0 counts as 1, any other as 2.
func (s *SelfTuning) weigh() {
	s.whole = s.whole[:0]
	for range s.plans {
		s.whole = append(s.whole, new(big.Rat))
	}
	total := int64(0)
	for k, values := range s.values {
		weight := int64(s.t.Terms[k].Weight)
		total += weight
		best := values[0]
		for _, v := range values[1:] {
			if v.compare(best) < 0 {
				best = v
			}
		}
		for i, v := range values {
			ratio := big.NewRat(1, 1)
			switch {
			case best.num != wide.Uint{}:
				ratio.Quo(v.rat(), best.rat())
			case v.num != wide.Uint{}:
				ratio.SetInt64(2)
			}
			s.whole[i].Add(s.whole[i], ratio.Mul(ratio, big.NewRat(weight, 1)))
		}
	}
	for i, w := range s.whole {
		if s.record != nil {
			s.step.Options[i].Value, _ = w.Quo(w, big.NewRat(total, 1)).Float64()
		}
	}
}

func (s *SelfTuning) tell(before int) {
	s.step.Time, s.step.Kind, s.step.Waiting = s.m.Now(), "self-tuning", s.Waiting()
	s.step.Before = s.step.Options[before].Name
	s.step.After = s.step.Options[s.inForce].Name
	s.step.Case = ""
	if s.tables {
		s.step.Case = Case(s.rank[0], s.rank[1], s.rank[2], before)
	}
	s.record(&s.step)
}
