package rules

import "github.com/backfill-lab/backfill/core/sim"

// A Controller chooses a strategy for a state: a *Rigid, a *Fuzzy over StrategyNames, a
// *Pair, or your own. It is a pure function, neither keeps nor changes x, and is safe for
// concurrent use.
type Controller interface {
	Decide(x *Vector) Strategy
}

// An Explainer is a Controller that explains its decisions.
type Explainer interface {
	Explain(x *Vector) Decision
}

// Options configure a Policy. The zero value has all users in group 5, the default Advantage
// and the paper's Greedy.
type Options struct {
	Groups    Groups
	Advantage *Advantage
	Greedy    Algorithm // that starts the jobs in Greedy's order: FCFS, as in the paper, EASY or CONS
}

// A Policy asks its Controller for the strategy of each scheduling pass. It is a
// sim.Policy, sim.Stepper, sim.Switcher and sim.Explainer.
type Policy struct {
	c         Controller
	groups    Groups
	advantage Advantage
	greedy    Algorithm
	record    func(*sim.Step)
	step      sim.Step
	decision  Decision // of step

	pass
	state     *State
	lines     [numOrders]*line // nil until a strategy uses the order; BySubmit always exists
	fresh     []int32          // jobs that have just arrived and are in no line
	narrowest int32            // width of the narrowest waiting job, 0 if unknown
	waiting   int
	width     int      // of all waiting jobs
	unseen    bool     // nobody reads the decisions: skip those without effect
	at        Vector   // of the last decision, here because Decide would move it to the heap
	strategy  Strategy // of the last decision
	decided   bool     // there was a decision
}

// New returns a policy that asks c.
func New(c Controller, o Options) *Policy {
	p := &Policy{c: c, groups: o.Groups, advantage: DefaultAdvantage, greedy: o.Greedy}
	if o.Advantage != nil {
		p.advantage = *o.Advantage
	}
	return p
}

func (p *Policy) Reset(m *sim.Machine) {
	p.m, p.state = m, NewState(m.Procs(), p.groups)
	p.lines = [numOrders]*line{BySubmit: new(line)}
	p.fresh, p.narrowest, p.waiting, p.width, p.strategy, p.decided = p.fresh[:0], 0, 0, 0, 0, false
}

// entry returns j's entry in the line of order o.
func (p *Policy) entry(o Order, j *sim.Job) entry {
	e := entry{estimate: j.Estimate, index: j.Index, procs: j.Procs}
	switch o {
	case ByWidth:
		e.key = int64(j.Procs)
	case ByEstimate:
		e.key = j.Estimate
	case ByGroup:
		e.key = int64(p.groups.Of(j.User))
	case byGreed:
		e.key = j.Submit - p.advantage[p.groups.Of(j.User)-1]
	}
	return e
}

func (p *Policy) Submit(j *sim.Job) {
	p.state.Submit(j)
	p.waiting++
	p.width += int(j.Procs)
	if p.narrowest > 0 {
		p.narrowest = min(p.narrowest, j.Procs)
	}
	p.fresh = append(p.fresh, j.Index)
}

// queue adds the jobs that have just arrived to all lines.
func (p *Policy) queue() {
	for _, i := range p.fresh {
		for o, l := range p.lines {
			if l != nil {
				l.add(p.entry(Order(o), p.m.Job(i)))
			}
		}
	}
	p.fresh = p.fresh[:0]
}

func (p *Policy) End(r sim.Running) { p.state.End(p.m.Job(r.Index), r.Start, p.m.Now()) }

// Pass costs, beside the controller's decision, O(jobs started) for FCFS, O(running jobs +
// blocks of waiting jobs) for EASY, and for CONS a search of the profile for every job up
// to the last that could start.
func (p *Policy) Pass() {
	if p.unseen && p.width <= p.m.Free() { // all jobs start by every strategy
		p.startAll()
		return
	}
	p.queue()
	p.started = p.started[:0]
	if p.narrowest == 0 {
		p.narrowest = p.lines[BySubmit].narrowest()
	}
	if p.m.Free() < int(p.narrowest) {
		return
	}
	p.at = p.state.Vector()
	before := p.InForce()
	p.strategy, p.decided = p.c.Decide(&p.at), true
	if p.record != nil {
		p.tell(&p.at, before)
	}
	p.run(p.algorithm(), p.line(p.strategy.Order()))
	for i := range p.started {
		p.leave(&p.started[i])
	}
}

// algorithm returns how the last strategy starts jobs.
func (p *Policy) algorithm() Algorithm {
	if a := p.strategy.Algorithm(); a != Greedy {
		return a
	}
	return p.greedy
}

func (p *Policy) startAll() {
	start := func(i int32) {
		j := p.m.Job(i)
		p.m.Start(j)
		p.state.Start(j)
	}
	for _, b := range p.lines[BySubmit].blocks {
		for i := range b.entries {
			start(b.entries[i].index)
		}
	}
	for _, i := range p.fresh {
		start(i)
	}
	p.fresh = p.fresh[:0]
	for _, l := range p.lines {
		if l != nil {
			l.clear()
		}
	}
	p.narrowest, p.waiting, p.width = 0, 0, 0
}

func (p *Policy) line(o Order) *line {
	if p.lines[o] == nil {
		l := new(line)
		for _, b := range p.lines[BySubmit].blocks {
			for i := range b.entries {
				l.add(p.entry(o, p.m.Job(b.entries[i].index)))
			}
		}
		p.lines[o] = l
	}
	return p.lines[o]
}

func (p *Policy) leave(started *entry) {
	j := p.m.Job(started.index)
	p.state.Start(j)
	p.waiting--
	p.width -= int(j.Procs)
	if j.Procs == p.narrowest {
		p.narrowest = 0
	}
	for o, l := range p.lines {
		if l != nil {
			e := p.entry(Order(o), j)
			l.remove(&e)
		}
	}
}

// InForce implements sim.Switcher: the last strategy, "" before the first decision.
func (p *Policy) InForce() string {
	if !p.decided {
		return ""
	}
	return p.strategy.String()
}

// OnStep implements sim.Stepper: every decision is a step of the kind "rules". If the
// controller is an Explainer, its options are the outputs with their values and its Case
// is Decision.Case.
func (p *Policy) OnStep(record func(*sim.Step)) { p.record = record }

// Decision returns, while OnStep's record runs, the whole decision. Unless the controller
// is an Explainer, it holds only the state and the strategy.
func (p *Policy) Decision() *Decision { return &p.decision }

func (p *Policy) tell(x *Vector, before string) {
	p.step = sim.Step{Time: p.m.Now(), Kind: "rules", Waiting: p.waiting,
		Before: before, After: p.strategy.String(), Options: p.step.Options[:0]}
	p.decision = Decision{At: *x, Strategy: p.strategy}
	if e, ok := p.c.(Explainer); ok {
		p.decision = e.Explain(x)
		p.step.Case = p.decision.Case()
		for _, v := range p.decision.Values {
			p.step.Options = append(p.step.Options, sim.Option{Name: v.Name, Value: v.Value})
		}
	}
	p.record(&p.step)
}
