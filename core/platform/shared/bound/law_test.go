package bound

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/shared"
)

// A trial is an instance that oracles can solve.
type trial struct {
	nodes     int
	jobs      []shared.Job
	threshold int64
}

// draw makes a trial of at most most jobs from numbers in [0, n).
func draw(most int, r func(n int) int) trial {
	needs := []int32{250_000, 330_000, 500_000, 1_000_000}
	tr := trial{nodes: 1 + r(3), threshold: []int64{0, 3, 10}[r(3)] * shared.Second}
	for id := range 1 + r(most) {
		tr.jobs = append(tr.jobs, shared.Job{
			ID: int64(id), Submit: int64(r(20)) * shared.Second, Run: int64(r(12)) * shared.Second,
			Tasks: int32(1 + r(4)), CPU: needs[r(len(needs))],
		})
	}
	return tr
}

func (tr trial) stretch(t *testing.T) float64 {
	t.Helper()
	s, err := Stretch(context.Background(), tr.nodes, tr.jobs, tr.threshold)
	if err != nil {
		t.Fatalf("%+v: %v", tr, err)
	}
	return s
}

func (tr trial) feasible(t *testing.T, stretch float64) bool {
	t.Helper()
	ok, err := feasible(tr.nodes, tr.jobs, tr.threshold, stretch)
	if err != nil {
		t.Fatalf("%+v: %v", tr, err)
	}
	return ok
}

// checkOptimum compares with the oracles. The bound may be below the optimum by
// a part in 10^9 and never above it.
func checkOptimum(t *testing.T, tr trial) {
	t.Helper()
	got := tr.stretch(t)
	p := newProblem(tr.nodes, tr.jobs, tr.threshold)
	cuts := p.byCuts()
	if got > cuts*(1+1e-12) || got < cuts*(1-2e-9) {
		t.Fatalf("%+v: %.12f; the cuts say %.12f", tr, got, cuts)
	}
	if want := p.byMilestones(); math.Abs(got-want) > 1e-7*want {
		t.Fatalf("%+v: %.12f; the milestones say %.12f", tr, got, want)
	}
	for _, f := range []float64{1.0001, 1.3, 2} {
		if !tr.feasible(t, got*f) || !p.bySystem1(got*f) {
			t.Fatalf("%+v: %v is the bound, but %v is infeasible (system (1): %t)", tr, got, got*f, p.bySystem1(got*f))
		}
		if s := got / f; s >= 1 && (tr.feasible(t, s) || p.bySystem1(s)) {
			t.Fatalf("%+v: %v is the bound, but %v is feasible (system (1): %t)", tr, got, s, p.bySystem1(s))
		}
	}
}

func TestTheBoundIsTheOptimumOfSystem1(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 3000 {
		checkOptimum(t, draw(4, r.IntN))
	}
	for range 300 {
		checkOptimum(t, draw(7, r.IntN))
	}
}

// Without (1d) jobs are as wide as the cluster, and it is enough to serve the
// earliest deadline first.
func TestTheBoundOfDivisibleJobsIsTheOptimumWithoutConstraint1d(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	lower := 0
	for range 1000 {
		tr := draw(7, r.IntN)
		got, err := Divisible(context.Background(), tr.nodes, tr.jobs, tr.threshold)
		if err != nil {
			t.Fatal(err)
		}
		p := newProblem(tr.nodes, tr.jobs, tr.threshold)
		for i := range p.jobs {
			p.jobs[i].width = p.nodes
		}
		if cuts := p.byCuts(); got > cuts*(1+1e-12) || got < cuts*(1-2e-9) {
			t.Fatalf("%+v: %.12f; the cuts say %.12f", tr, got, cuts)
		}
		if !p.earliestDeadlineFirst(got*(1+1e-8)) || got > 1 && p.earliestDeadlineFirst(got*(1-1e-8)) {
			t.Fatalf("%+v: %.12f is not where the earliest deadline first begins to do", tr, got)
		}
		if s := tr.stretch(t); got > s*(1+3e-9) {
			t.Fatalf("%+v: %v, which is above the bound %v", tr, got, s)
		} else if got < s*0.99 {
			lower++
		}
	}
	if lower < 100 {
		t.Errorf("(1d) matters in %d of 1000 trials", lower)
	}
}

// checkLaws checks what is true of every instance, however large.
func checkLaws(t *testing.T, tr trial, r *rand.Rand) {
	t.Helper()
	s := tr.stretch(t)
	if !(s >= 1) {
		t.Fatalf("%+v: the bound is %v", tr, s)
	}
	if !tr.feasible(t, s*(1+1e-6)) {
		t.Errorf("%+v: a part in 10^6 above the bound %v is infeasible", tr, s)
	}
	if below := s * (1 - 1e-6); below >= 1 && tr.feasible(t, below) {
		t.Errorf("%+v: a part in 10^6 below the bound %v is feasible", tr, s)
	}
	if s > 1 && tr.feasible(t, s) {
		t.Errorf("%+v: the bound %v is not the infeasible end", tr, s)
	}
	const near = 1 + 3e-9

	more := tr
	more.nodes++
	if m := more.stretch(t); m > s*near {
		t.Errorf("%+v: the bound is %v, and %v with another node", tr, s, m)
	}
	fewer := tr
	fewer.jobs = nil
	for _, j := range tr.jobs {
		if r.IntN(3) > 0 {
			fewer.jobs = append(fewer.jobs, j)
		}
	}
	if f := fewer.stretch(t); f > s*near {
		t.Errorf("%+v: the bound is %v, and %v without some jobs", tr, s, f)
	}
	later, slower, mixed := tr, tr, tr
	later.jobs, slower.jobs, mixed.jobs = nil, nil, nil
	slower.threshold *= 3
	for _, j := range tr.jobs {
		j.Submit += 12345 * shared.Second
		later.jobs = append(later.jobs, j)
		j.Submit = (j.Submit - 12345*shared.Second) * 3
		j.Run *= 3
		slower.jobs = append(slower.jobs, j)
	}
	for _, i := range r.Perm(len(tr.jobs)) {
		mixed.jobs = append(mixed.jobs, tr.jobs[i])
	}
	for name, other := range map[string]trial{"a later start": later, "a slower clock": slower, "another order of the jobs": mixed} {
		if o := other.stretch(t); math.Abs(o-s) > 3e-9*s {
			t.Errorf("%+v: the bound is %v, and %v with %s", tr, s, o, name)
		}
	}
}

func TestLawsOfTheBound(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for range 1000 {
		checkLaws(t, draw(30, r.IntN), r)
	}
	for _, load := range []float64{0.2, 0.6, 0.9, 3} {
		checkLaws(t, trial{128, synthetic(t, 7, load), 10 * shared.Second}, r)
	}
}

// A schedule that meets the deadlines is a flow.
func TestWhatEDFCanDoIsFeasible(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	met := 0
	for range 3000 {
		tr := draw(12, r.IntN)
		s := 1 + 4*r.Float64()
		if newProblem(tr.nodes, tr.jobs, tr.threshold).earliestDeadlineFirst(s) {
			met++
			if !tr.feasible(t, s*(1+1e-9)) {
				t.Fatalf("%+v: EDF reaches the stretch %v", tr, s)
			}
		}
	}
	if met < 500 || met > 2500 {
		t.Errorf("EDF meets %d of 3000 sets of deadlines", met)
	}
}

func FuzzStretch(f *testing.F) {
	f.Add([]byte("\x00\x00\x03some jobs on a node or two"))
	f.Add([]byte{0, 1, 2, 0, 5, 1, 0, 0, 11, 3, 3, 3, 2, 2, 2})
	f.Fuzz(func(t *testing.T, script []byte) {
		next := func(n int) int {
			if len(script) == 0 {
				return 0
			}
			b := int(script[0]) % n
			script = script[1:]
			return b
		}
		checkOptimum(t, draw(5, next))
	})
}
