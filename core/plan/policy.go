package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/sim"
)

// A Policy starts jobs by the plan of one queue order. It is a sim.Policy,
// sim.Extender, sim.Explainer and sim.Planner; its Book takes reservations.
type Policy struct {
	Book
	plan *Plan
}

// New returns planning-based management over the given queue order.
func New(o *policy.Order) *Policy {
	p := &Policy{}
	p.plan = p.Book.Plan(o)
	return p
}

// Pass implements sim.Policy.
func (p *Policy) Pass() {
	p.Begin()
	p.plan.Update()
	p.plan.Start()
}

// Planned implements sim.Planner.
func (p *Policy) Planned(j *sim.Job) (start int64, ok bool) { return p.plan.Planned(j) }

// Explain implements sim.Explainer.
func (p *Policy) Explain(j *sim.Job) sim.Reason { return p.plan.Explain(j) }

// Planned returns the start that is planned or reserved for a waiting job, as of
// the last update.
func (p *Plan) Planned(j *sim.Job) (start int64, ok bool) {
	if r := p.Row(j); r != nil {
		return r.Start, r.Start != none
	}
	for _, r := range p.book.reserved {
		if r.job == j {
			return r.start, true
		}
	}
	return 0, false
}

// Explain tells why a waiting job has not started: when its slot opens, and
// whose ends make the room, running jobs and planned ones.
func (p *Plan) Explain(j *sim.Job) sim.Reason {
	m := p.book.m
	r := sim.Reason{Cause: sim.Planned, Free: m.Free(), Shadow: -1, Planned: -1}
	if int(j.Procs) > r.Free {
		r.Cause = sim.TooFew
	}
	start, ok := p.Planned(j)
	if !ok {
		return r
	}
	r.Planned = start
	for _, e := range m.Running() {
		if e.End == start {
			r.For = append(r.For, m.Job(e.Index))
		}
	}
	for i := range p.rows {
		if e := &p.rows[i]; e.Start+e.Length == start {
			r.For = append(r.For, e.Job)
		}
	}
	for _, e := range p.book.reserved {
		if e.job != nil && e.start+e.length == start {
			r.For = append(r.For, e.job)
		}
	}
	slices.SortFunc(r.For, func(a, b *sim.Job) int { return int(a.Index) - int(b.Index) })
	return r
}

// Prefix begins the name of every policy of this package.
const Prefix = "plan-"

const source = "Streit: A Self-Tuning Job Scheduler Family with Dynamic Policy Switching, JSSPP 2002"

// Orders is every order that a plan can have: those of a queue, and Opt.
var Orders = append(slices.Clip(policy.Orders), Opt)

// All lists plan-ORDER for every order.
func All() []policy.Info {
	var all []policy.Info
	for _, o := range Orders {
		all = append(all, describe(o))
	}
	return all
}

func describe(o *policy.Order) policy.Info {
	info := policy.Info{
		Name:  Prefix + OrderName(o),
		Title: "Planned " + strings.ToUpper(OrderName(o)),
		Doc: "Plans every waiting job anew at every event, in queue order, each at its earliest slot; conservative backfilling is implied. Queue order: " +
			o.Title + ". " + o.Doc,
		Source: source,
		Family: "plan",
	}
	if o == Opt {
		info.Doc = "Plans every waiting job anew at every event. " + o.Doc + " Option after a colon: work=" + defaultWork + " (about seconds per plan, the same on every machine)."
		info.Source, info.Options = o.Source, []policy.Option{WorkOption}
		return info
	}
	if o.Source != policy.Orders[0].Source && o.Source != policy.OrderNamed("sjf").Source {
		info.Source += "; order: " + o.Source
	}
	return info
}

// OrderName returns the order's name as the papers have it: fcfs for the order
// of submission.
func OrderName(o *policy.Order) string {
	if o.Name == "" {
		return "fcfs"
	}
	return o.Name
}

// OrderNamed returns the order with that OrderName. The error for an unknown
// one says which there are.
func OrderNamed(name string) (*policy.Order, error) {
	var names []string
	for _, o := range Orders {
		if OrderName(o) == name {
			return o, nil
		}
		names = append(names, OrderName(o))
	}
	return nil, fmt.Errorf("there is no queue order %q: it is one of %s", name, strings.Join(names, ", "))
}

// Describe returns what All has for a name, options left aside, or an error as
// Parse has it.
func Describe(name string) (policy.Info, error) {
	p, err := parse(name)
	if err != nil {
		return policy.Info{}, err
	}
	info := describe(p.plan.order)
	if _, options, given := strings.Cut(name, ":"); given {
		info.Name, info.Title = name, info.Title+" ("+options+")"
	}
	return info, nil
}

// Parse returns a new policy of that name, plan-ORDER; plan-opt may have options.
func Parse(name string) (sim.Policy, error) {
	p, err := parse(name)
	if err != nil {
		return nil, err
	}
	return p, nil
}

func parse(name string) (*Policy, error) {
	if !strings.HasPrefix(name, Prefix) {
		return nil, fmt.Errorf("there is no policy %q: its name begins with %s", name, Prefix)
	}
	base, options, given := strings.Cut(strings.TrimPrefix(name, Prefix), ":")
	o, err := OrderNamed(base)
	if err != nil {
		return nil, fmt.Errorf("there is no policy %q: %w", name, err)
	}
	p := New(o)
	err = policy.EachOption(options, given, func(key, value string) (err error) {
		switch {
		case o != Opt:
			return fmt.Errorf("%s takes no options", Prefix+base)
		case key != WorkOption.Name:
			return fmt.Errorf("there is no option %s: it is %s", key, WorkOption.Name)
		}
		p.Work, err = ParseWork(value)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("there is no policy %q: %w", name, err)
	}
	return p, nil
}
