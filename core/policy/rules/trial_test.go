package rules

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/backfill-lab/backfill/core/policy/policytest"
)

// counted counts the decisions of a controller.
type counted struct {
	Controller
	n *atomic.Int64
}

func (c counted) Decide(x *Vector) Strategy {
	c.n.Add(1)
	return c.Controller.Decide(x)
}

// A trial leaves out decisions, but none that makes a difference: its schedule is
// that of the policy which makes them all.
func TestATrialLeavesOutOnlyWhatMakesNoDifference(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 1))
	var tried, made atomic.Int64
	for n := range 120 {
		c := policytest.Random(r, 80)
		if n%3 == 0 {
			c = crowd(r, 300)
			for i := range c.Jobs {
				c.Jobs[i].Submit *= int64(1 + n%4) // from crowded to idle
			}
		}
		groups := users(r, &c)
		for _, controller := range []Controller{
			randomFuzzy(r, StrategyNames), randomRigid(r, Strategy(NumStrategies)), always(Strategy(n % NumStrategies))} {
			trial := Trial{Procs: c.Procs, Jobs: c.Jobs, Overrun: c.Overrun, Options: Options{Groups: groups, Advantage: &advantage}}
			got, err := trial.Schedule(context.Background(), counted{controller, &tried})
			if err != nil {
				t.Fatal(err)
			}
			want, err := policytest.Simulate(c, New(counted{controller, &made}, trial.Options))
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got, want) {
				t.Fatalf("case %d: a trial makes\n%v, the policy\n%v of\n%+v", n, got, want, c.Jobs)
			}
		}
	}
	if tried.Load() == 0 || tried.Load() >= made.Load() {
		t.Errorf("a trial makes %d of %d decisions", tried.Load(), made.Load())
	}
}
