package solvers

import (
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/optimum/exact"
	"github.com/backfill-lab/backfill/core/optimum/program"
	"github.com/backfill-lab/backfill/internal/cli/internal/solvers/solverstest"
)

// random is a small instance whose times are minutes, roughly.
func random(r *rand.Rand, n int) *exact.Instance {
	in := &exact.Instance{Procs: 4 + r.IntN(13), Now: 1000 + r.Int64N(1000)}
	in.Free = []exact.Step{{At: in.Now, Procs: r.IntN(in.Procs)}}
	for at, procs := in.Now, in.Free[0].Procs; procs < in.Procs; {
		at += 1 + r.Int64N(500)
		procs += 1 + r.IntN(in.Procs-procs)
		in.Free = append(in.Free, exact.Step{At: at, Procs: procs})
	}
	for i := range n {
		in.Jobs = append(in.Jobs, exact.Job{
			ID: int64(10 + i), Procs: 1 + r.IntN(in.Procs), Estimate: 20 + r.Int64N(700), Submit: r.Int64N(in.Now + 1)})
	}
	if r.IntN(2) == 0 { // some processors are never free
		in.Procs += 3
	}
	return in
}

// optimum is the least cost of the list schedules of all orders, on a machine of
// whole slots of scale seconds; one of them is optimal.
func optimum(in *exact.Instance, scale int64) int64 {
	up := func(s int64) int64 { return (s + scale - 1) / scale * scale }
	wide := &exact.Instance{Procs: in.Procs, Now: in.Now}
	for _, s := range in.Free {
		s.At = in.Now + up(s.At-in.Now)
		if n := len(wide.Free); n > 0 && wide.Free[n-1].At == s.At {
			wide.Free = wide.Free[:n-1]
		}
		wide.Free = append(wide.Free, s)
	}
	for _, j := range in.Jobs {
		j.Estimate = up(j.Estimate)
		wide.Jobs = append(wide.Jobs, j)
	}
	best, order := int64(-1), []int{}
	var place func()
	place = func() {
		if len(order) == len(in.Jobs) {
			if c := in.Cost(wide.List(order)); best < 0 || c < best {
				best = c
			}
		}
		for i := range in.Jobs {
			if !slices.Contains(order, i) {
				order = append(order, i)
				place()
				order = order[:len(order)-1]
			}
		}
	}
	place()
	return best
}

// environment returns an environment with HiGHS, CBC and CP-SAT.
func environment(t *testing.T) *Environment {
	if os.Getenv("BACKFILL_PYTHON") == "" {
		t.Skip("BACKFILL_PYTHON names no Python environment with solvers; make test-python makes one")
	}
	return &Environment{}
}

func named(t *testing.T, name string) *Solver {
	s, err := Named(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// CP-SAT has a schedule for every checked instance.
func TestRealSolversSurviveOddInstances(t *testing.T) {
	env := environment(t)
	for _, in := range solverstest.Odd() {
		a := named(t, "cpsat").Solve(context.Background(), env, &Task{Instance: in, Limits: Limits{Seconds: 2, MemoryMiB: 8192}})
		if a.Status != Optimal && a.Status != Feasible { // it begins with a schedule
			t.Errorf("%s: %+v", in.Name, a)
		}
	}
}

// TestRealSolversFindTheOptimum asks every solver of this machine for the optima of
// instances that are small enough to try all orders, with the program as LP and as
// MPS file. BACKFILL_PYTHON has to name a Python environment with HiGHS, CBC and
// CP-SAT; make test-python makes one and runs this.
func TestRealSolversFindTheOptimum(t *testing.T) {
	env := environment(t)
	r := rand.New(rand.NewPCG(2004, 2026))
	for n := range 12 {
		in := random(r, 2+n%5)
		end := in.Free[len(in.Free)-1].At - in.Now
		for _, j := range in.Jobs {
			end += j.Estimate
		}
		p, err := program.New(in, program.Options{Scale: 60, Horizon: end})
		if err != nil {
			t.Fatal(err)
		}
		relaxed, err := program.New(in, program.Options{Scale: 60, Horizon: end, Relaxed: true})
		if err != nil {
			t.Fatal(err)
		}
		inSlots, truth := optimum(in, 60), optimum(in, 1)
		for _, s := range All() {
			for _, mps := range []bool{false, true} {
				if mps && !s.Scaled {
					continue
				}
				a := s.Solve(context.Background(), env, &Task{Instance: in, Program: p, Relaxed: relaxed, MPS: mps,
					Limits: Limits{Seconds: 60, MemoryMiB: 8192}})
				if a.Status == Missing {
					if slices.Contains([]string{"own", "highs", "cbc", "cpsat"}, s.Name) {
						t.Fatalf("%s: %s", s.Name, a.Says)
					}
					continue
				}
				want := truth
				if s.Scaled {
					want = inSlots
				}
				if a.Below <= 0 || a.Below > truth || !s.Scaled && a.Below != truth {
					t.Errorf("%s, MPS %t: %d bounds the instance itself, whose optimum is %d: %+v", s.Name, mps, a.Below, truth, in)
				}
				if a.Status != Optimal || a.Objective != want || a.Bound != want || a.Cost > want || a.Cost < truth ||
					a.Version == "" && s.Name != "own" {
					t.Errorf("%s, MPS %t: %+v; the optimum is %d in slots, %d in seconds of %+v", s.Name, mps, a, inSlots, truth, in)
				}
			}
		}
	}
}
