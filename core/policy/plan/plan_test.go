package plan

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/slow"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/policy/policytest"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/verify"
)

// every calls f for each queue order.
func every(t *testing.T, f func(t *testing.T, o *policy.Order)) {
	for _, o := range policy.Orders {
		t.Run(OrderName(o), func(t *testing.T) { f(t, o) })
	}
}

// checkOracle checks a case without hints, which so few jobs do not need, and
// with.
func checkOracle(c policytest.Case, o *policy.Order) error {
	defer func(n int) { hintsFrom = n }(hintsFrom)
	for _, hintsFrom = range []int{1 << 30, 0} {
		if err := checkPlans(c, o); err != nil {
			return fmt.Errorf("hints from %d jobs on: %w", hintsFrom, err)
		}
	}
	return nil
}

func checkPlans(c policytest.Case, o *policy.Order) error {
	b := newBoth(o)
	placed, err := policytest.Simulate(c, b)
	if b.err != nil {
		return b.err
	}
	if err != nil {
		return err
	}
	if err := verify.Err(verify.Check(c.Problem(), placed)); err != nil {
		return err
	}
	want, err := policytest.Simulate(c, &oracle{order: o})
	if err != nil {
		return err
	}
	if !slices.Equal(placed, want) {
		return fmt.Errorf("the schedule is %v; the oracle's is %v", placed, want)
	}
	return nil
}

func TestEveryPlanIsTheOneMadeFromNothing(t *testing.T) {
	slow.AsWebAssembly(t)
	every(t, func(t *testing.T, o *policy.Order) {
		r := rand.New(rand.NewPCG(2002, 7))
		for n := range 80 {
			c := policytest.Random(r, 60)
			if err := checkOracle(c, o); err != nil {
				t.Fatalf("case %d, %d processors, overrun %d, %+v: %v", n, c.Procs, c.Overrun, c.Jobs, err)
			}
		}
	})
}

func TestALongBacklogIsTheOneMadeFromNothing(t *testing.T) {
	for _, o := range policy.Orders[:4] {
		r := rand.New(rand.NewPCG(185, 2))
		c := policytest.Case{Procs: 24}
		for i := range int64(200) {
			run := r.Int64N(15)
			c.Jobs = append(c.Jobs, policytest.Job(i+1, i/4, run, max(1, run)+r.Int64N(15), 1+r.IntN(1+r.IntN(24))))
		}
		if err := checkPlans(c, o); err != nil {
			t.Errorf("%s: %v", OrderName(o), err)
		}
	}
}

func FuzzPlans(f *testing.F) {
	f.Add([]byte{0, 10, 10, 7, 0, 10, 10, 1, 1, 3, 5, 0, 0, 30, 20, 140}, byte(0))
	f.Fuzz(func(t *testing.T, script []byte, which byte) {
		c := policytest.Parse(script[:min(len(script), 160)])
		if len(c.Jobs) == 0 {
			return
		}
		o := policy.Orders[int(which)%len(policy.Orders)]
		if err := checkOracle(c, o); err != nil {
			t.Fatalf("%s, %+v: %v", OrderName(o), c, err)
		}
	})
}

func TestEveryPlanningPolicyKeepsTheLaws(t *testing.T) {
	every(t, func(t *testing.T, o *policy.Order) {
		traits := policytest.Static
		if o.Name != "" && o.Name[0] == 'f' { // F1 to F4 look at the clock and have constants with units
			traits = 0
		} else if o.Name == "unicef" { // its quotients are rounded otherwise when all times are multiplied
			traits = policytest.Shiftable
		}
		policytest.Laws(t, func() sim.Policy { return New(o) }, traits)
	})
}

// punctual makes all estimates true.
func punctual(c policytest.Case) policytest.Case {
	c.Overrun = sim.Cut
	for i := range c.Jobs {
		c.Jobs[i].Run = max(1, c.Jobs[i].Run)
		c.Jobs[i].Estimate = c.Jobs[i].Run
	}
	return c
}

func TestWithExactEstimatesPlanFCFSIsConservativeBackfilling(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		c := punctual(policytest.Random(r, 60))
		want, err := policytest.Simulate(c, policy.NewConservative(policy.Orders[0]))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := policytest.Simulate(c, New(policy.Orders[0])); err != nil || !slices.Equal(got, want) {
			t.Fatalf("%+v: got %v, %v; conservative backfilling gives %v", c, got, err, want)
		}
	}
}

// forecast watches a run and remembers every planned start.
type forecast struct {
	p      *Policy
	jobs   []*sim.Job
	starts map[*sim.Job][]int64
	early  bool // a job has ended before its estimate
	moved  bool // a planned start has become later while no job had
	end    map[*sim.Job]int64
}

func (f *forecast) Submitted(_ int64, j *sim.Job) { f.jobs = append(f.jobs, j) }
func (f *forecast) Started(now int64, j *sim.Job) {
	f.jobs = slices.DeleteFunc(f.jobs, func(k *sim.Job) bool { return k == j })
	f.starts[j] = append(f.starts[j], now)
	f.end[j] = now + j.Estimate
}
func (f *forecast) Ended(now int64, j *sim.Job, _ bool) { f.early = f.early || now < f.end[j] }
func (f *forecast) Passed(int64) {
	for _, j := range f.jobs {
		if at, ok := f.p.Planned(j); ok {
			f.starts[j] = append(f.starts[j], at)
		}
	}
	for _, s := range f.starts {
		f.moved = f.moved || !f.early && !slices.IsSortedFunc(s, func(a, b int64) int { return int(b - a) })
	}
}

func watch(t *testing.T, c policytest.Case, o *policy.Order) *forecast {
	t.Helper()
	f := &forecast{p: New(o), starts: map[*sim.Job][]int64{}, end: map[*sim.Job]int64{}}
	e, err := sim.New(sim.Config{Procs: c.Procs, Jobs: c.Jobs, Overrun: c.Overrun, Observers: []sim.Observer{f}}, f.p)
	if err != nil {
		t.Fatal(err)
	}
	for e.Step() {
	}
	if e.Err() != nil {
		t.Fatal(e.Err())
	}
	return f
}

// Under FCFS a planned start moves later by the paper's own rule only: because
// a job ended early and another was put before it.
func TestUnderFCFSPlannedStartsMoveLaterOnlyAfterAnEarlyEnd(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 2))
	later := 0
	for range 300 {
		c := policytest.Random(r, 60)
		c.Overrun = sim.Cut
		f := watch(t, c, policy.Orders[0])
		if f.moved {
			t.Fatalf("%+v: a planned start moved later before any job had ended early", c)
		}
		for _, s := range f.starts {
			if !slices.IsSortedFunc(s, func(a, b int64) int { return int(b - a) }) {
				later++
				break
			}
		}
	}
	if later == 0 {
		t.Fatal("no planned start ever moved later, so the test shows nothing")
	}
}

func TestUnderFCFSWithExactEstimatesJobsStartAsFirstPlanned(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 3))
	for range 200 {
		c := punctual(policytest.Random(r, 60))
		for j, s := range watch(t, c, policy.Orders[0]).starts {
			if s[0] != s[len(s)-1] {
				t.Fatalf("%+v: job %d was planned for %d and started at %d", c, j.ID, s[0], s[len(s)-1])
			}
		}
	}
}

// An explainer asks after every pass why each job waits.
type explainer struct {
	p       *Policy
	m       *sim.Machine
	waiting []*sim.Job
	err     error
	asked   int
}

func (x *explainer) Submitted(_ int64, j *sim.Job) { x.waiting = append(x.waiting, j) }
func (x *explainer) Started(_ int64, j *sim.Job) {
	x.waiting = slices.DeleteFunc(x.waiting, func(k *sim.Job) bool { return k == j })
}
func (x *explainer) Ended(int64, *sim.Job, bool) {}
func (x *explainer) Passed(now int64) {
	for _, j := range x.waiting {
		x.asked++
		r := x.p.Explain(j)
		at, ok := x.p.Planned(j)
		switch few := int(j.Procs) > x.m.Free(); {
		case !ok || r.Planned != at || at <= now || r.Free != x.m.Free() || len(r.For) == 0,
			few != (r.Cause == sim.TooFew), !few && r.Cause != sim.Planned:
			x.err = fmt.Errorf("at second %d, with %d processors free, job %d is explained by %+v, planned for %d, %t", now, x.m.Free(), j.ID, r,
				at, ok)
		}
	}
}

func TestEveryWaitIsExplained(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	asked := 0
	for n := range 200 {
		c := policytest.Random(r, 40)
		x := &explainer{p: New(policy.Orders[n%len(policy.Orders)])}
		e, err := sim.New(sim.Config{Procs: c.Procs, Jobs: c.Jobs, Overrun: c.Overrun, Observers: []sim.Observer{x}}, x.p)
		if err != nil {
			t.Fatal(err)
		}
		x.m = e.Machine()
		for e.Step() && x.err == nil {
		}
		if err := errors.Join(x.err, e.Err()); err != nil {
			t.Fatalf("%+v: %v", c, err)
		}
		asked += x.asked
	}
	if asked < 1000 {
		t.Fatalf("only %d times was a waiting job asked", asked)
	}
}

func TestNoAllocationPerEvent(t *testing.T) {
	few, many := allocations(t, 1000), allocations(t, 8000)
	if many > few+40 {
		t.Errorf("%v allocations for 1,000 jobs, %v for 8,000", few, many)
	}
}

func allocations(t *testing.T, n int) float64 {
	c := policytest.Case{Procs: 32}
	for i := range int64(n) {
		run := 1 + i*7919%600
		c.Jobs = append(c.Jobs, policytest.Job(i+1, i*80, run, run+i*31%900, int(1+i*104729%14)))
	}
	return testing.AllocsPerRun(1, func() {
		if _, err := policytest.Simulate(c, New(policy.OrderNamed("sjf"))); err != nil {
			t.Fatal(err)
		}
	})
}

func TestNames(t *testing.T) {
	for _, info := range All.List() {
		if got, err := All.Find(info.Name); err != nil || !reflect.DeepEqual(got.Info, info) {
			t.Errorf("Find(%s) = %+v, %v", info.Name, got, err)
		}
	}
	for _, name := range []string{"", "plan", "plan-", "fcfs", "plan-easy", "plan-sjf-fcfs", "plan-sjf:work=1"} {
		if _, err := All.Parse(name); err == nil {
			t.Errorf("Parse(%q) finds a policy", name)
		}
	}
}
