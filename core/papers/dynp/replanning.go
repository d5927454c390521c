package dynp

import (
	queue "github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/policy/plan"
	"github.com/backfill-lab/backfill/core/sim"
)

// A replanning is a program that places every waiting job anew after every event.
type replanning struct {
	plan.Book
	tuner
	queueList
	perEvent bool
	m        *sim.Machine
	plans    []*plan.Plan  // as policies; only one with one policy
	ended    []sim.Running // in this second, and not yet worked on
	pending  []sim.Running // the last of ended: in this step they still run
	arrived  []*sim.Job
	waiting  []slot
}

func newReplanning(p program) *replanning {
	s := &replanning{tuner: newTuner(p), queueList: queueList{handling: p.List}, perEvent: p.Steps == "event"}
	only, fixed := p.fixed()
	if fixed {
		s.handling = listSorted
	}
	for i := range policies {
		if fixed && i != only {
			continue
		}
		order := queue.OrderNamed([...]string{"", "sjf", "ljf"}[i])
		if s.handling != listSorted {
			order = queue.NewOrder(policies[i], func(_ int64, j *sim.Job) float64 { return s.key(i, j) })
		}
		s.plans = append(s.plans, s.Plan(order))
	}
	s.Current = s.plans[0]
	return s
}

func (s *replanning) Reset(m *sim.Machine) {
	s.Book.Reset(m)
	s.tuner.reset()
	s.queueList.reset()
	s.m, s.Current, s.ended, s.pending, s.arrived = m, s.plans[0], s.ended[:0], nil, s.arrived[:0]
}

func (s *replanning) Submit(j *sim.Job) { s.arrived = append(s.arrived, j) }
func (s *replanning) End(r sim.Running) { s.ended = append(s.ended, r) }

func (s *replanning) Pass() {
	if s.perEvent {
		s.holdOn()
	}
	for i, r := range s.ended {
		s.Book.End(r)
		if s.perEvent {
			s.pending = s.ended[i+1:]
			s.work()
		}
	}
	for _, j := range s.arrived {
		s.admit(j)
		if s.perEvent {
			s.work()
		}
	}
	s.ended, s.arrived = s.ended[:0], s.arrived[:0]
	if !s.perEvent {
		s.work()
	}
}

// holdOn lets jobs that end at their estimates hold their processors for a second more:
// until their own step they may end any moment.
func (s *replanning) holdOn() {
	now := s.m.Now()
	for i := range s.ended {
		if r := &s.ended[i]; i > 0 && r.End <= now {
			s.Extend(s.m.Job(r.Index), now, now+1)
			r.End = now + 1
		}
	}
}

func (s *replanning) admit(j *sim.Job) {
	s.queueList.add(j)
	s.Book.Submit(j)
	if s.decide != nil && s.handling != listSorted {
		s.plans[bySJF].Sweep()
		s.queueList.insert(s.current, j, s.slots(s.plans[bySJF]))
	}
}

// work brings the plans up to date, takes a step if it makes sense, and starts jobs.
func (s *replanning) work() {
	s.Begin()
	tuned := s.decide != nil && s.Waiting() >= s.threshold
	if tuned {
		s.tune()
	}
	if s.decide != nil {
		s.Current = s.plans[s.runs(s.current)]
	}
	if tuned && s.handling != listSorted {
		s.leave(s.current, s.slots(s.Current))
	}
	if !tuned {
		for _, p := range s.plans {
			p.Sweep()
		}
		s.Current.Update()
	}
	s.Current.Start()
}

func (s *replanning) tune() {
	var measured [3]int64
	begin := s.ofRunning(s.m, s.pending)
	for i, p := range s.plans {
		p.Update()
		measured[i] = begin
		for _, r := range p.Rows() {
			measured[i] = s.count(measured[i], s.m.Job(r.Index), r.Start)
		}
	}
	s.choose(s.m.Now(), s.Waiting(), measured)
}

// slots returns the waiting jobs with the starts that a plan has for them, as of its last update.
func (s *replanning) slots(p *plan.Plan) []slot {
	s.waiting = s.waiting[:0]
	for _, r := range p.Rows() {
		s.waiting = append(s.waiting, slot{s.m.Job(r.Index), r.Start})
	}
	return s.waiting
}
