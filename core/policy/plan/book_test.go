package plan

import (
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/policy/policytest"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// In a long run a Book keeps the jobs that wait and those behind them, and starts each as it would as one of few.
func TestABookForgetsJobsThatAreOver(t *testing.T) {
	const n = 20_000
	c := policytest.Case{Procs: 4}
	for i := range int64(n) {
		c.Jobs = append(c.Jobs, policytest.Job(i+1, 10*i, 19, 19+i%7, 1+int(i%3)/2))
	}
	p := New(policy.OrderNamed("sjf"))
	long, err := policytest.Fed(c, p)
	if err != nil {
		t.Fatal(err)
	}
	if cap(p.fixed) > 1000 {
		t.Errorf("%d jobs are kept of %d, of which few wait", cap(p.fixed), n)
	}
	const part = 7000 // in which all jobs before n-part have ended long before the last
	rest := policytest.Case{Procs: c.Procs, Jobs: slices.Clone(c.Jobs[n-part:])}
	short, err := policytest.Fed(rest, New(policy.OrderNamed("sjf")))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(long[n-1000:], short[part-1000:]) || long[n-1].Start == job.None {
		t.Error("the last jobs of the log start elsewhere without the first")
	}
}
