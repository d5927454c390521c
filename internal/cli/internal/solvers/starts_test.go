package solvers

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/optimum/exact"
	"github.com/backfill-lab/backfill/internal/cli/internal/solvers/solverstest"
)

// alike is a small instance of few kinds of jobs.
func alike(r *rand.Rand, n int) *exact.Instance {
	in := random(r, n)
	for i := range in.Jobs {
		if k := r.IntN(n); k < i {
			in.Jobs[i].Procs, in.Jobs[i].Estimate = in.Jobs[k].Procs, in.Jobs[k].Estimate
		}
	}
	return in
}

// keeps reports whether a schedule keeps s once equal jobs have exchanged their starts.
func (s *starts) keeps(in *exact.Instance, schedule []int64) bool {
	swapped := newStarts(in, schedule).hint
	for i, at := range swapped {
		if at < s.first[i] || at > s.last[i] {
			return false
		}
	}
	return !slices.ContainsFunc(s.before, func(pair [2]int) bool { return swapped[pair[0]] > swapped[pair[1]] })
}

// naive are the limits that hold for every list schedule.
func naive(in *exact.Instance) *starts {
	s := newStarts(in, in.List(exact.Policies[0].Order(in)))
	s.before = [][2]int{}
	end := in.Free[len(in.Free)-1].At
	for _, j := range in.Jobs {
		end += j.Estimate
	}
	for i, j := range in.Jobs {
		s.last[i] = end - j.Estimate
	}
	s.hint, _, _ = in.Best()
	return s
}

// orders yields all orders of n jobs.
func orders(n int, yield func([]int)) {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	var permute func(int)
	permute = func(k int) {
		if k == n {
			yield(order)
		}
		for i := k; i < n; i++ {
			order[k], order[i] = order[i], order[k]
			permute(k + 1)
			order[k], order[i] = order[i], order[k]
		}
	}
	permute(0)
}

// Every list schedule as cheap as the known one keeps the limits of newStarts; the
// cheapest are among them, and so is what our solver finds.
func TestSomeOptimumKeepsTheLimitsOfStarts(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 2004))
	reached, narrower, ordered := 0, 0, 0
	for n := range 300 {
		in := alike(r, 2+n%5)
		known, cost, _ := in.Best()
		s, all := newStarts(in, known), naive(in)
		if got, err := referee(in, s.hint); err != nil || got != cost || !s.keeps(in, s.hint) {
			t.Fatalf("the hint %v costs %d, %v, and keeps %+v: %t", s.hint, got, err, s, s.keeps(in, s.hint))
		}
		orders(len(in.Jobs), func(order []int) {
			schedule := in.List(order)
			if !all.keeps(in, schedule) {
				t.Fatalf("%+v: the list schedule %v does not keep %+v", in, schedule, all)
			}
			if in.Cost(schedule) > cost {
				return
			}
			if !s.keeps(in, schedule) {
				t.Fatalf("%+v: the schedule %v costs %d of %d and does not keep %+v", in, schedule, in.Cost(schedule), cost, s)
			}
			for i, at := range newStarts(in, schedule).hint {
				if at == s.last[i] {
					reached++
				}
			}
		})
		best, err := exact.Solve(context.Background(), in, exact.Options{})
		if err != nil || !best.Optimal || best.Cost != optimum(in, 1) || !s.keeps(in, best.Starts) {
			t.Fatalf("%+v: our optimum %+v, %v, does not keep %+v", in, best, err, s)
		}
		for i := range s.last {
			if s.last[i] < all.last[i] {
				narrower++
			}
		}
		ordered += len(s.before)
	}
	if reached < 100 || narrower < 500 || ordered < 200 {
		t.Errorf("a limit is reached %d times, tighter than a list schedule's %d times, and there are %d pairs", reached, narrower, ordered)
	}
}

// The limits of odd instances keep the known schedule and no list of them is null.
func TestOddInstancesHaveLimitsOfStarts(t *testing.T) {
	for _, in := range solverstest.Odd() {
		known, cost, _ := in.Best()
		s := newStarts(in, known)
		if !s.keeps(in, known) || in.Cost(s.hint) != cost || s.first == nil || s.last == nil || s.before == nil || s.hint == nil {
			t.Errorf("%s: %+v", in.Name, s)
		}
		if len(s.before) > 0 && len(s.before) != len(in.Jobs)-len(kinds(in)) {
			t.Errorf("%s: %d pairs of %d jobs", in.Name, len(s.before), len(in.Jobs))
		}
	}
}

// CP-SAT finds the same optimum with the limits, with those of every list schedule only,
// and with two workers.
func TestRealSolversFindTheOptimumWithinLimitsOfStarts(t *testing.T) {
	env := environment(t)
	if err := findCPSAT(env); err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(2026, 8))
	for n := range 6 {
		in := alike(r, 3+n%5)
		truth := float64(optimum(in, 1))
		known, _, _ := in.Best()
		for k, s := range []*starts{newStarts(in, known), naive(in), newStarts(in, known)} {
			task := &Task{Instance: in, Limits: Limits{Seconds: 60, Workers: 1 + k/2}}
			if c, err := cpsatWithin(context.Background(), env, task, s); err != nil || !c.optimal || c.objective != truth || c.bound != truth {
				t.Errorf("%+v: %+v, %v, expected %g, within %+v", in, c, err, truth, s)
			}
		}
	}
}
