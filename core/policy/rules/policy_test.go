package rules

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/slow"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/policy/plan"
	"github.com/backfill-lab/backfill/core/policy/policytest"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/verify"
)

// always is a rule base with one rule.
func always(s Strategy) Controller {
	r, err := NewRigid(nil, []Strategy{s})
	if err != nil {
		panic(err)
	}
	return r
}

// fuzzyAlways is a fuzzy rule base with one rule, for one strategy.
func fuzzyAlways(s Strategy) *Fuzzy {
	r := Rule{When: []Gauss{{10, 3}, {50, 1}}, Weights: make([]int8, NumStrategies)}
	r.Weights[s] = 1
	f, err := NewFuzzy([]int{0, 4}, StrategyNames, []Rule{r})
	if err != nil {
		panic(err)
	}
	return f
}

// users gives the jobs of a case users 0 to 6 and one in eight none, and returns groups of
// all five kinds.
func users(r *rand.Rand, c *policytest.Case) Groups {
	for i := range c.Jobs {
		c.Jobs[i].User = int32(r.IntN(8)) - 1
	}
	return Groups{1, 2, 3, 4, 5, 1, 3}
}

// greedyKey is Greedy's criterion as its documentation states it: the most wait
// plus advantage first.
func greedyKey(g Groups, a Advantage) verify.Key {
	return func(now int64, j *job.Job) float64 { return -float64(now - j.Submit + a[g.Of(j.User)-1]) }
}

// keyOf is the order of a strategy as the referee takes it.
func keyOf(s Strategy, g Groups, a Advantage) verify.Key {
	switch s.Order() {
	case ByWidth:
		return func(_ int64, j *job.Job) float64 { return float64(j.Procs) }
	case ByEstimate:
		return func(_ int64, j *job.Job) float64 { return float64(j.Estimate) }
	case ByGroup:
		return func(_ int64, j *job.Job) float64 { return float64(g.Of(j.User)) }
	case BySubmit:
		return nil
	}
	return greedyKey(g, a)
}

func disciplineOf(s Strategy) verify.Discipline {
	return [...]verify.Discipline{verify.FCFS, verify.EASY, verify.Planned, verify.FCFS}[s.Algorithm()]
}

// advantage is on the scale of the small cases.
var advantage = Advantage{40, 15, 0, 5, 0}

func TestARuleBaseWithOneRuleIsThatStrategy(t *testing.T) {
	for s := range Strategy(NumStrategies) {
		t.Run(s.String(), func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, uint64(s)))
			used := New(fuzzyAlways(s), Options{Groups: Groups{1, 2, 3, 4, 5, 1, 3}, Advantage: &advantage})
			for n := range 150 {
				c := policytest.Random(r, 60)
				groups := users(r, &c)
				want, err := verify.Expect(c.Problem(), disciplineOf(s), keyOf(s, groups, advantage))
				if err != nil {
					t.Fatal(err)
				}
				fresh := New(always(s), Options{Groups: groups, Advantage: &advantage})
				for _, p := range []*Policy{fresh, used} {
					got, err := policytest.Simulate(c, p)
					if err != nil {
						t.Fatal(err)
					}
					for i := range got {
						if got[i] != want[i] {
							t.Fatalf("case %d of %d processors, overrun %d: job %d is put at %+v; the referee says %+v\n%+v",
								n, c.Procs, c.Overrun, c.Jobs[i].ID, got[i], want[i], c.Jobs)
						}
					}
				}
			}
		})
	}
}

// TestOneRuleIsThePlainPolicyOnManyJobs is the same with queues of hundreds of
// jobs, so of many blocks, against the policies of core/policy and core/policy/plan.
func TestOneRuleIsThePlainPolicyOnManyJobs(t *testing.T) {
	plain := map[string]func(o *policy.Order) sim.Policy{
		"fcfs": func(o *policy.Order) sim.Policy { return policy.NewFCFS(o) },
		"easy": func(o *policy.Order) sim.Policy { return policy.NewEASY(o) },
		"cons": func(o *policy.Order) sim.Policy { return plan.New(o) },
	}
	for order, name := range map[Order]string{ByWidth: "narrow", ByEstimate: "sjf", BySubmit: ""} {
		for a := range Greedy {
			s := Combine(order, a)
			t.Run(s.String(), func(t *testing.T) {
				c := crowd(rand.New(rand.NewPCG(5, uint64(s))), 1500)
				got, err := policytest.Simulate(c, New(always(s), Options{}))
				if err != nil {
					t.Fatal(err)
				}
				want, err := policytest.Simulate(c, plain[AlgorithmNames[a]](policy.OrderNamed(name)))
				if err != nil {
					t.Fatal(err)
				}
				for i := range got {
					if got[i] != want[i] {
						t.Fatalf("job %d is put at %+v, not at %+v", c.Jobs[i].ID, got[i], want[i])
					}
				}
			})
		}
	}
}

// crowd is a case in which hundreds of jobs wait.
func crowd(r *rand.Rand, jobs int) policytest.Case {
	c := policytest.Case{Procs: 64}
	now := int64(0)
	for i := range jobs {
		now += r.Int64N(60)
		run := 1 + r.Int64N(600)*r.Int64N(5)
		procs := 1 + r.IntN(8)
		if r.IntN(10) == 0 {
			procs = 1 + r.IntN(c.Procs)
		}
		j := policytest.Job(int64(i+1), now, run, run+r.Int64N(1000)*r.Int64N(3), procs)
		j.User = int32(r.IntN(7))
		c.Jobs = append(c.Jobs, j)
	}
	return c
}

// A wild controller is a pure function of the state that changes its mind often.
type wild struct{ salt uint64 }

func (w wild) Decide(x *Vector) Strategy {
	h := w.salt
	for _, v := range x {
		h = (h ^ uint64(int64(16*v))) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	return Strategy(h % uint64(NumStrategies))
}

func TestSwitchingStrategiesKeepsTheLaws(t *testing.T) {
	for salt := range uint64(5) {
		fresh := func() sim.Policy { return New(wild{salt}, Options{Groups: Groups{1, 2, 3, 4, 5, 1, 3}}) }
		policytest.Laws(t, fresh, policytest.Shiftable)
	}
	// Without Greedy nothing has a unit but the features, which are ratios.
	r := rand.New(rand.NewPCG(4, 4))
	fresh := func() sim.Policy { return New(randomRigid(r, GreedyStrategy), Options{}) }
	one := fresh()
	policytest.Laws(t, func() sim.Policy { return New(one.(*Policy).c, Options{}) }, policytest.Static)
}

// randomRigid draws a rigid rule base of table 1 from the strategies below n.
func randomRigid(r *rand.Rand, n Strategy) *Rigid {
	choice := make([]Strategy, 192)
	for i := range choice {
		choice[i] = Strategy(r.IntN(int(n)))
	}
	b, err := NewRigid(Table1(), choice)
	if err != nil {
		panic(err)
	}
	return b
}

// TestEverySwitchIsTheStrategyFromNothing: whatever the policy has kept across
// switches, a pass starts the jobs that a policy that never kept anything starts.
func TestEverySwitchIsTheStrategyFromNothing(t *testing.T) {
	slow.AsWebAssembly(t)
	r := rand.New(rand.NewPCG(8, 8))
	for n := range 60 {
		c := policytest.Random(r, 60)
		if n%10 == 0 {
			c = crowd(r, 400)
		}
		groups := users(r, &c)
		got, err := policytest.Simulate(c, New(wild{uint64(n)}, Options{Groups: groups, Advantage: &advantage}))
		if err != nil {
			t.Fatal(err)
		}
		if found := verify.Check(c.Problem(), got); len(found) > 0 {
			t.Fatal(verify.Err(found))
		}
		want, err := policytest.Simulate(c, &naive{c: wild{uint64(n)}, groups: groups})
		if err != nil {
			t.Fatal(err)
		}
		for i := range got {
			if got[i] != want[i] {
				t.Fatalf("case %d: job %d is put at %+v, not at %+v", n, c.Jobs[i].ID, got[i], want[i])
			}
		}
	}
}

// TestSchedulesOfLongRunsAreLegal: the referee's rules, on runs too long for its
// own working, under rule bases of all kinds.
func TestSchedulesOfLongRunsAreLegal(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 1))
	c := crowd(r, 4000)
	pair, err := NewPair(randomFuzzy(r, OrderNames), randomFuzzy(r, AlgorithmNames))
	if err != nil {
		t.Fatal(err)
	}
	trial := Trial{Procs: c.Procs, Jobs: c.Jobs, Options: Options{Groups: GroupUsers(c.Jobs, Bounds{20, 15, 10, 5})}}
	for _, controller := range []Controller{randomFuzzy(r, StrategyNames), pair, randomRigid(r, Strategy(NumStrategies)), wild{1}} {
		placed := runWhole(t, c.Procs, c.Jobs, New(controller, trial.Options))
		if found := verify.Check(c.Problem(), placed); len(found) > 0 {
			t.Fatal(verify.Err(found))
		}
		scores, err := trial.Run(context.Background(), controller)
		if want := Score(c.Procs, c.Jobs, placed, trial.Options.Groups); err != nil || fmt.Sprint(scores) != fmt.Sprint(want) {
			t.Fatalf("the trial has %v, %v; the schedule %v", scores, err, want)
		}
	}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := trial.Run(done, wild{1}); !errors.Is(err, context.Canceled) {
		t.Fatalf("a cancelled trial returns %v", err)
	}
	trial.Procs = 0
	if _, err := trial.Run(context.Background(), wild{1}); err == nil {
		t.Fatal("a machine of no processors is accepted")
	}
}

// runWhole plays jobs against p.
func runWhole(tb testing.TB, procs int, jobs []job.Job, p sim.Policy) []job.Placement {
	e, err := sim.New(sim.Config{Procs: procs, Jobs: jobs}, p)
	if err != nil {
		tb.Fatal(err)
	}
	if err := e.Run(context.Background(), nil); err != nil {
		tb.Fatal(err)
	}
	return e.Schedule()
}

func TestStepsTellEveryDecision(t *testing.T) {
	c := crowd(rand.New(rand.NewPCG(6, 6)), 300)
	groups := GroupUsers(c.Jobs, DefaultBounds)
	base := randomRigid(rand.New(rand.NewPCG(6, 7)), Strategy(NumStrategies))
	p := New(base, Options{Groups: groups})
	steps, started := 0, 0
	last := ""
	p.OnStep(func(s *sim.Step) {
		steps++
		x := p.state.Vector()
		switch want := base.Decide(&x).String(); {
		case s.Kind != "rules" || s.Waiting < 1 || s.Before != last || s.After != want || p.InForce() != want:
			t.Fatalf("step %+v, the last was %s, the rule base says %s", s, last, want)
		case s.Case != base.When(base.Situation(&x)) || fmt.Sprint(s.Options) != fmt.Sprintf("[{%s 1}]", want):
			t.Fatalf("step %+v of situation %d", s, base.Situation(&x))
		}
		if d, want := p.Decision(), base.Explain(&x); !reflect.DeepEqual(*d, want) {
			t.Fatalf("the decision told is %+v, explained %+v", *d, want)
		}
		last = s.After
	})
	for _, at := range runWhole(t, c.Procs, c.Jobs, p) {
		if at.Start >= 0 {
			started++
		}
	}
	if steps < 100 || started != 300 {
		t.Fatalf("%d steps, %d jobs", steps, started)
	}
}

func TestNoAllocationPerEvent(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	fuzzy := randomFuzzy(r, StrategyNames)
	allocations := func(jobs int) float64 {
		c := crowd(rand.New(rand.NewPCG(3, 2)), jobs)
		groups := GroupUsers(c.Jobs, DefaultBounds)
		return testing.AllocsPerRun(1, func() { runWhole(t, c.Procs, c.Jobs, New(fuzzy, Options{Groups: groups})) })
	}
	// Blocks and buffers grow with the queue; anything per event would add thousands.
	if few, many := allocations(1000), allocations(8000); many > few+400 {
		t.Errorf("%v allocations for 1,000 jobs, %v for 8,000", few, many)
	}
}
