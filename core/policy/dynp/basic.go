package dynp

import (
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/policy/plan"
	"github.com/backfill-lab/backfill/core/sim"
)

// Bounds are the parameters of basic dynP.
type Bounds struct {
	Lower     int64 // seconds: up to this average estimate, SJF
	Upper     int64 // seconds: up to this, FCFS; above, LJF
	Threshold int   // with fewer waiting jobs the policy stays as it is
}

// DefaultBounds are what the paper found best for its own machine.
var DefaultBounds = Bounds{Lower: 7200, Upper: 9000, Threshold: 5}

// A Basic is the basic dynP scheduler: when jobs are submitted and at least Threshold wait,
// the average estimate of the waiting jobs decides the policy, once a second: only the last
// submission could matter.
type Basic struct {
	plan.Book
	b       Bounds
	m       *sim.Machine
	arrived bool
	record  func(*sim.Step)
	step    sim.Step
}

// NewBasic returns basic dynP with these bounds.
func NewBasic(b Bounds) *Basic {
	d := &Basic{b: b, step: sim.Step{Kind: "basic", Options: make([]sim.Option, 1)}}
	d.Current = d.Plan(standard()[0])
	return d
}

func (d *Basic) Reset(m *sim.Machine) {
	d.Book.Reset(m)
	d.m, d.arrived = m, false
	d.Current.Use(standard()[0])
}

func (d *Basic) Submit(j *sim.Job) {
	d.Book.Submit(j)
	d.arrived = true
}

// OnStep implements sim.Stepper. The steps have the kind "basic" and one option,
// AERT, the average estimate in seconds.
func (d *Basic) OnStep(record func(*sim.Step)) { d.record = record }

// InForce implements sim.Switcher.
func (d *Basic) InForce() string { return plan.OrderName(d.Current.Order()) }

func (d *Basic) Pass() {
	d.Begin()
	if d.arrived && d.Waiting() >= d.b.Threshold {
		d.decide()
	}
	d.arrived = false
	d.Current.Update()
	d.Current.Start()
}

func (d *Basic) decide() {
	d.Current.Sweep() // a reservation may have been made of one
	n, total := int64(len(d.Current.Rows())), int64(0)
	for _, r := range d.Current.Rows() {
		total += r.Length
	}
	if n == 0 {
		return
	}
	before := d.InForce()
	d.Current.Use(policy.OrderNamed(d.b.choose(total, n)))
	if d.record != nil {
		d.step.Time, d.step.Waiting, d.step.Before, d.step.After = d.m.Now(), int(n), before, d.InForce()
		d.step.Options[0] = sim.Option{Name: "aert", Value: float64(total) / float64(n)}
		d.record(&d.step)
	}
}

// choose returns the name of the order for n jobs whose estimates add up to total. It
// compares total with n times the bounds, which is exact.
func (b Bounds) choose(total, n int64) string {
	switch {
	case total <= b.Lower*n:
		return "sjf"
	case total <= b.Upper*n:
		return ""
	default:
		return "ljf"
	}
}
