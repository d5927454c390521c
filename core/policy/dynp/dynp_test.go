package dynp

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/slow"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/policy/plan"
	"github.com/backfill-lab/backfill/core/policy/policytest"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/verify"
)

// tunings is a bit of everything.
func tunings() (all []Tuning) {
	many := append(standard(), policy.OrderNamed("saf"), policy.OrderNamed("lxf"))
	for _, d := range []Decider{Simple, Advanced} {
		for q := ART; q <= WaitwW; q++ {
			all = append(all,
				Tuning{Decider: d, Orders: standard(), Terms: []Term{{q, 1}}},
				Tuning{Decider: d, Orders: many, Terms: []Term{{q, 1}}, Slack: 1234},
				Tuning{Decider: d, Orders: standard(), Terms: []Term{{q, 1}}, First: 3},
				Tuning{Decider: d, Orders: many, Terms: []Term{{q, 1}}, Within: 15, First: 5, Slack: 100})
		}
		all = append(all,
			Tuning{Decider: d, Orders: standard(), Terms: []Term{{MS, 1}, {SLD, 1}}, InTurn: true},
			Tuning{Decider: d, Orders: many, Terms: []Term{{MS, 1}, {ARTwW, 1}, {Wait, 1}}, InTurn: true, Slack: 700, First: 2},
			Tuning{Decider: d, Orders: standard(), Terms: []Term{{MS, 1}, {SLDwW, 3}}},
			Tuning{Decider: d, Orders: many, Terms: []Term{{Wait, 1}, {MS, 2}, {WaitwW, 5}}, Slack: 50})
	}
	return all
}

func checkOracle(c policytest.Case, t Tuning) error {
	return checkSteps(c, t, New(t), &oracle{t: t})
}

// stepper is either kind of dynP.
type stepper interface {
	sim.Policy
	sim.Stepper
}

func checkSteps(c policytest.Case, t Tuning, p stepper, o *oracle) error {
	var log []string
	name := func(n string) int {
		return slices.IndexFunc(t.Orders, func(o *policy.Order) bool { return plan.OrderName(o) == n })
	}
	p.OnStep(func(s *sim.Step) { log = append(log, fmt.Sprint(s.Time, s.Waiting, name(s.Before), name(s.After))) })
	got, err := policytest.Simulate(c, p)
	if err != nil {
		return err
	}
	if err := verify.Err(verify.Check(c.Problem(), got)); err != nil {
		return err
	}
	want, err := policytest.Simulate(c, o)
	if err != nil {
		return err
	}
	if !slices.Equal(log, o.log) {
		return fmt.Errorf("the steps are %q; the oracle's are %q", log, o.log)
	}
	if !slices.Equal(got, want) {
		return fmt.Errorf("the schedule is %v; the oracle's is %v", got, want)
	}
	return nil
}

func TestSelfTuningIsTheOneThatKeepsNothing(t *testing.T) {
	slow.AsWebAssembly(t)
	r := rand.New(rand.NewPCG(2002, 12))
	for i, tuning := range tunings() {
		for n := range 12 {
			c := policytest.Random(r, 30)
			if err := checkOracle(c, tuning); err != nil {
				t.Fatalf("tuning %d, case %d, %d processors, overrun %d, %+v: %v", i, n, c.Procs, c.Overrun, c.Jobs, err)
			}
		}
	}
}

func TestBasicIsTheOneThatKeepsNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(2001, 58))
	switches := 0
	for n := range 300 {
		c := policytest.Random(r, 40)
		b := Bounds{Lower: r.Int64N(20), Threshold: 1 + r.IntN(6)}
		b.Upper = b.Lower + r.Int64N(8)
		p := NewBasic(b)
		if err := checkSteps(c, Tuning{Orders: standard()}, p, &oracle{t: Tuning{Orders: standard()}, basic: &b}); err != nil {
			t.Fatalf("case %d, %+v, %d processors, overrun %d, %+v: %v", n, b, c.Procs, c.Overrun, c.Jobs, err)
		}
		if p.InForce() != "fcfs" {
			switches++
		}
	}
	if switches < 50 {
		t.Fatalf("only %d runs end with another policy than the first", switches)
	}
}

// Planning costs no memory per event, only buffers that grow.
func TestNoAllocationPerEvent(t *testing.T) {
	for _, name := range []string{"dynp-basic", "dynp-simple", "dynp-advanced:quality=ms-then-sldww,slack=3"} {
		few, many := allocations(t, name, 1000), allocations(t, name, 8000)
		if many > few+60 {
			t.Errorf("%s: %v allocations for 1,000 jobs, %v for 8,000", name, few, many)
		}
	}
}

func allocations(t *testing.T, name string, n int) float64 {
	var c policytest.Case
	c.Procs = 32
	for i := range int64(n) {
		run := 1 + i*7919%600
		c.Jobs = append(c.Jobs, policytest.Job(i+1, i*80, run, run+i*31%900, int(1+i*104729%14)))
	}
	return testing.AllocsPerRun(1, func() {
		if _, err := policytest.Simulate(c, must(t, name)); err != nil {
			t.Fatal(err)
		}
	})
}

func FuzzSelfTuning(f *testing.F) {
	f.Add([]byte{0, 10, 10, 7, 0, 10, 10, 1, 1, 3, 5, 0, 0, 30, 20, 140}, byte(0))
	f.Fuzz(func(t *testing.T, script []byte, which byte) {
		c := policytest.Parse(script[:min(len(script), 100)])
		if len(c.Jobs) == 0 {
			return
		}
		all := tunings()
		if err := checkOracle(c, all[int(which)%len(all)]); err != nil {
			t.Fatalf("tuning %d, %+v: %v", int(which)%len(all), c, err)
		}
	})
}

var names = []string{
	"dynp-basic", "dynp-basic:lower=10,upper=15,threshold=2", "dynp-simple", "dynp-advanced",
	"dynp-advanced:quality=ms-then-art,first=3", "dynp-simple:quality=2xsld+wait,policies=sjf+saf,slack=5",
	"dynp-advanced:policies=fcfs+sjf+ljf+opt,work=0.00001",
}

func TestDynPKeepsTheLaws(t *testing.T) {
	slow.AsWebAssembly(t)
	for _, name := range append(names, "dynp-advanced:hours=1") {
		t.Run(name, func(t *testing.T) {
			traits := policytest.Static
			if strings.HasPrefix(name, "dynp-basic") || strings.Contains(name, "hours") || strings.Contains(name, "sld") ||
				strings.Contains(name, "opt") {
				traits = policytest.Shiftable // bounds in seconds; roundings; the optimiser's buckets
			}
			policytest.Laws(t, func() sim.Policy { return must(t, name) }, traits)
		})
	}
}

func must(t testing.TB, name string) sim.Policy {
	t.Helper()
	p, err := All.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// checkSame compares the schedules of two policies on random cases.
func checkSame(t *testing.T, got, want func() sim.Policy) {
	t.Helper()
	r := rand.New(rand.NewPCG(7, 7))
	for n := range 100 {
		c := policytest.Random(r, 50)
		a, err := policytest.Simulate(c, got())
		if err != nil {
			t.Fatal(err)
		}
		if b, err := policytest.Simulate(c, want()); err != nil || !slices.Equal(a, b) {
			t.Fatalf("case %d, %+v: %v, %v; not %v", n, c, a, err, b)
		}
	}
}

func TestDynPWithOnePolicyIsThatPolicy(t *testing.T) {
	slow.AsWebAssembly(t)
	for _, o := range plan.Orders {
		for _, kind := range []string{"dynp-simple", "dynp-advanced"} {
			if o == plan.Opt && kind == "dynp-simple" {
				continue // one is enough of what takes so long
			}
			checkSame(t, func() sim.Policy { return must(t, kind+":work=0.00001,policies="+plan.OrderName(o)) }, func() sim.Policy {
				p := plan.New(o)
				p.Work = 0.00001
				return p
			})
		}
	}
}

// By response times weighted by width no plan of the paper's policies is better than
// opt's, so the simple decider that prefers it has it in force always.
func TestDynPThatPrefersOptIsThat(t *testing.T) {
	slow.AsWebAssembly(t)
	checkSame(t, func() sim.Policy { return must(t, "dynp-simple:work=0.00001,policies=opt+fcfs+sjf+ljf") }, func() sim.Policy {
		p, err := plan.All.Parse("plan-opt:work=0.00001")
		if err != nil {
			t.Fatal(err)
		}
		return p
	})
}

// The step says what opt's plan is worth: by the quality that it is made for nothing
// of the paper's is better, by others something is now and then.
func TestStepsWeighOpt(t *testing.T) {
	r := rand.New(rand.NewPCG(2004, 11))
	for quality, always := range map[string]bool{"artww": true, "ms": false, "sldww": false} {
		first, better := 0, 0
		for range 40 {
			p := must(t, "dynp-advanced:policies=fcfs+sjf+ljf+opt,work=0.00001,quality="+quality).(*SelfTuning)
			p.OnStep(func(s *sim.Step) {
				best := slices.MinFunc(s.Options, func(a, b sim.Option) int { return cmp.Compare(a.Value, b.Value) }).Value
				opt := s.Options[3]
				if opt.Name != "opt" || s.Case != "" {
					t.Fatalf("the step is %+v", *s)
				}
				if opt.Value == best {
					first++
				} else {
					better++
				}
				for _, o := range s.Options {
					if o.Name == s.After && o.Value != best {
						t.Fatalf("%s is chosen in %+v", s.After, *s)
					}
				}
			})
			if _, err := policytest.Simulate(policytest.Random(r, 40), p); err != nil {
				t.Fatal(err)
			}
		}
		if first == 0 || (better == 0) != always {
			t.Errorf("quality %s: opt's plan is the best %d times, another %d times", quality, first, better)
		}
	}
}

// The plans that are only weighed leave no trace in the schedule.
func TestDynPThatAlwaysChoosesOnePolicyIsThatPolicy(t *testing.T) {
	for i, o := range standard() {
		always := func([]int, int) int { return i }
		checkSame(t, func() sim.Policy { return New(Tuning{Decider: always, Orders: standard()}) }, func() sim.Policy { return plan.New(o) })
	}
}

// Basic dynP whose threshold or bounds leave no choice is one policy, from the
// first job on where the threshold is 1.
func TestBasicWithoutAChoiceIsOnePolicy(t *testing.T) {
	for name, o := range map[string]string{
		"dynp-basic:threshold=1000000":                   "",
		"dynp-basic:threshold=1,lower=0,upper=99999":     "",
		"dynp-basic:threshold=1,lower=99999,upper=99999": "sjf",
		"dynp-basic:threshold=1,lower=0,upper=0":         "ljf",
	} {
		checkSame(t, func() sim.Policy { return must(t, name) }, func() sim.Policy { return plan.New(policy.OrderNamed(o)) })
	}
}

// No plan is better by 99.99 percent on workloads this small.
func TestWithAlmostFullSlackThePolicyNeverChanges(t *testing.T) {
	checkSame(t, func() sim.Policy { return must(t, "dynp-advanced:slack=99.99") }, func() sim.Policy { return plan.New(policy.Orders[0]) })
}
