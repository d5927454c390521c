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
type Policy struct{ Book }

// New returns planning-based management over the given queue order.
func New(o *policy.Order) *Policy {
	p := &Policy{}
	p.Current = p.Plan(o)
	return p
}

func (p *Policy) Pass() {
	p.Begin()
	p.Current.Update()
	p.Current.Start()
}

// Planned returns the planned or reserved start of a waiting job, as of the last Update.
func (p *Plan) Planned(j *sim.Job) (start int64, ok bool) {
	if r := p.Row(j); r != nil {
		return r.Start, r.Start != none
	}
	for _, r := range p.book.reserved {
		if r.Job == j {
			return r.Start, true
		}
	}
	return 0, false
}

// Explain says why a waiting job has not started: when its slot opens, and which running
// and planned jobs make the room by ending.
func (p *Plan) Explain(j *sim.Job) sim.Reason {
	start, ok := p.Planned(j)
	if !ok {
		start = none
	}
	return policy.ExplainPlanned(p.book.m, j, start, func(yield func(*sim.Job, int64) bool) {
		for _, r := range p.rows {
			if !yield(p.book.m.Job(r.Index), r.Start+r.Length) {
				return
			}
		}
		for _, r := range p.book.reserved {
			if r.Job != nil && !yield(r.Job, r.Start+r.Length) {
				return
			}
		}
	})
}

// ExplainStart implements sim.StartExplainer, by the plan in force.
func (b *Book) ExplainStart(j *sim.Job) sim.Start {
	at := slices.Index(b.begun, j)
	if at < 0 {
		panic("plan: the last pass has not started this job")
	}
	order := b.Current.order
	s := sim.Start{Way: sim.Due, Free: b.m.Free(), Shadow: none, Order: order.Words()}
	for _, o := range b.begun[at:] {
		s.Free += int(o.Procs)
	}
	if order == Opt {
		return s
	}
	key := order.Key(b.m.Now(), j)
	for i := range b.Current.rows {
		if r := &b.Current.rows[i]; r.before(&Row{key: key, Index: j.Index}) {
			s.Ahead++
		}
	}
	return s
}

// Prefix begins the name of every policy of this package.
const Prefix = "plan-"

const source = "Streit: A Self-Tuning Job Scheduler Family with Dynamic Policy Switching, JSSPP 2002"

// Orders is every order of a plan: those of a queue, and Opt.
var Orders = append(slices.Clip(policy.Orders), Opt)

// All is plan-ORDER for every order.
var All = policy.Ordered(Orders, func(o *policy.Order) []policy.Member[sim.Policy] {
	if o == Opt {
		options := policy.Options[float64]{WorkOption(func(work *float64) *float64 { return work })}
		return []policy.Member[sim.Policy]{policy.With(describe(o), options, 0, nil,
			func(work float64) sim.Policy { p := New(o); p.Work = work; return p })}
	}
	return []policy.Member[sim.Policy]{policy.With(describe(o), o.SinceOptions(), "first", nil,
		func(since string) sim.Policy { return New(o.Counting(since)) })}
})

func describe(o *policy.Order) policy.Info {
	name, acronym := OrderName(o), o.Acronym()
	if o.Name == "" {
		acronym = "FCFS"
	}
	info := policy.Info{Name: Prefix + name, Title: "Planned " + acronym, Family: "plan", Source: source,
		Doc: "Plans every waiting job again at every event"}
	order := o.Title
	if o.Name == "" {
		order = "first come, first served"
	}
	info.Spoken = "Plan of all jobs, " + order
	if o == Opt {
		info.Doc, info.Source = info.Doc+". "+o.Doc, o.Source
		return info
	}
	info.Doc += ", in queue order, each at its earliest slot; conservative backfilling is implied."
	return o.Describe(info)
}

// OrderName returns the order's name as in the papers: fcfs for the order of submission.
func OrderName(o *policy.Order) string {
	if o.Name == "" {
		return "fcfs"
	}
	return o.Name
}

// OrderNamed returns the order with that OrderName. The error lists the names.
func OrderNamed(name string) (*policy.Order, error) {
	var names []string
	for _, o := range Orders {
		if OrderName(o) == name {
			return o, nil
		}
		names = append(names, OrderName(o))
	}
	return nil, fmt.Errorf("unknown queue order %q: expected one of %s", name, strings.Join(names, ", "))
}
