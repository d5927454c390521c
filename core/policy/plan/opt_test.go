package plan

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/slow"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/policy/policytest"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/verify"
)

// Enough work to prove what half a dozen jobs need, and so little that most plans
// of more are not proven.
const (
	muchWork   = 10
	littleWork = 0.00001
)

func newOpt(work float64) *Policy {
	p := New(Opt)
	p.Work = work
	return p
}

// A watched is planning-based management whose every plan is looked at, from the
// outside, before it starts jobs.
type watched struct {
	*Policy
	m    *sim.Machine
	look func(rows []Row) error
	err  error
}

func (w *watched) Reset(m *sim.Machine) {
	w.m = m
	w.Policy.Reset(m)
}

func (w *watched) Pass() {
	w.Begin()
	w.Current.Update()
	if err := w.look(w.Current.Rows()); err != nil && w.err == nil {
		w.err = fmt.Errorf("second %d: %w", w.m.Now(), err)
	}
	w.Current.Start()
}

// running is what running jobs hold.
func running(m *sim.Machine) *spoken {
	s := &spoken{now: m.Now()}
	for _, r := range m.Running() {
		s.take(m.Now(), r.End, r.Procs)
	}
	return s
}

// list is the sum of starts weighted by width of the rows, one after the other as
// early as they fit on a machine of which s is taken.
func (s *spoken) list(rows []Row, machine int) (cost int64) {
	s = &spoken{s.now, slices.Clone(s.procs)}
	for _, r := range rows {
		at := s.earliest(r.Length, r.Procs, machine)
		s.take(at, at+r.Length, r.Procs)
		cost += at * int64(r.Procs)
	}
	return cost
}

// least is the cheapest list of all: the oracle of the optimum.
func (s *spoken) least(rows []Row, machine int) int64 {
	rows, best := slices.Clone(rows), int64(-1)
	var permute func(k int)
	permute = func(k int) {
		if k == len(rows) {
			if c := s.list(rows, machine); best < 0 || c < best {
				best = c
			}
		}
		for i := k; i < len(rows); i++ {
			rows[k], rows[i] = rows[i], rows[k]
			permute(k + 1)
			rows[k], rows[i] = rows[i], rows[k]
		}
	}
	permute(0)
	return best
}

// planned is the cost of the plan itself, or an error if it is not legal beside s.
func (s *spoken) planned(rows []Row, machine int) (cost int64, err error) {
	s = &spoken{s.now, slices.Clone(s.procs)}
	for _, r := range rows {
		if r.Start < s.now {
			return 0, fmt.Errorf("job at %d is planned for %d", r.Index, r.Start)
		}
		s.take(r.Start, r.Start+r.Length, r.Procs)
		cost += r.Start * int64(r.Procs)
	}
	if len(s.procs) > 0 && slices.Max(s.procs) > machine {
		return 0, fmt.Errorf("%d of %d processors are planned for", slices.Max(s.procs), machine)
	}
	return cost, nil
}

// noWorse checks a plan against those of the paper's three policies.
func (s *spoken) noWorse(rows []Row, machine int) error {
	cost, err := s.planned(rows, machine)
	if err != nil {
		return err
	}
	for _, name := range []string{"", "sjf", "ljf"} {
		o, other := policy.OrderNamed(name), slices.Clone(rows)
		for i := range other {
			other[i].key = o.Key(s.now, &sim.Job{Estimate: other[i].Length})
		}
		sortRows(other)
		if c := s.list(other, machine); c < cost {
			return fmt.Errorf("the plan costs %d, that by %s %d", cost, OrderName(o), c)
		}
	}
	return nil
}

// checkOpt plays c with so much work and returns what the optimiser did.
func checkOpt(c policytest.Case, work float64, look func(w *watched, rows []Row) error) (Effort, error) {
	w := &watched{Policy: newOpt(work)}
	w.look = func(rows []Row) error { return look(w, rows) }
	placed, err := policytest.Simulate(c, w)
	if w.err != nil {
		return w.Effort(), w.err
	}
	if err != nil {
		return w.Effort(), err
	}
	return w.Effort(), verify.Err(verify.Check(c.Problem(), placed))
}

func TestEveryPlanOfOptIsTheOptimum(t *testing.T) {
	r := rand.New(rand.NewPCG(2004, 7))
	solved := 0
	for n := range 300 {
		c := policytest.Random(r, 6)
		e, err := checkOpt(c, muchWork, func(w *watched, rows []Row) error {
			s := running(w.m)
			cost, err := s.planned(rows, c.Procs)
			if want := s.least(rows, c.Procs); err == nil && cost != want {
				err = fmt.Errorf("the plan costs %d, the best %d", cost, want)
			}
			return err
		})
		if err != nil {
			t.Fatalf("case %d, %d processors, overrun %d, %+v: %v", n, c.Procs, c.Overrun, c.Jobs, err)
		}
		if e.Proven != e.Solved {
			t.Fatalf("case %d: %+v", n, e)
		}
		solved += e.Solved
	}
	if solved < 200 {
		t.Fatalf("only %d plans had to be looked for", solved)
	}
}

func TestOptIsNeverWorseThanThePapersPolicies(t *testing.T) {
	slow.AsWebAssembly(t)
	r := rand.New(rand.NewPCG(2004, 8))
	all := Effort{}
	for n := range 60 {
		c := policytest.Random(r, 60)
		e, err := checkOpt(c, littleWork, func(w *watched, rows []Row) error { return running(w.m).noWorse(rows, c.Procs) })
		if err != nil {
			t.Fatalf("case %d, %d processors, overrun %d, %+v: %v", n, c.Procs, c.Overrun, c.Jobs, err)
		}
		all.Solved, all.Proven = all.Solved+e.Solved, all.Proven+e.Proven
	}
	if all.Proven == all.Solved || all.Solved < 500 {
		t.Fatalf("the cases are too easy: %+v", all)
	}
}

// Beside reservations too, where it takes the best of these.
func TestOptPlansAroundReservations(t *testing.T) {
	r := rand.New(rand.NewPCG(20, 3))
	for n := range 150 {
		c := policytest.Random(r, 40)
		c.Overrun = sim.Cut
		if _, err := book(c, Opt, uint64(n)); err != nil {
			t.Fatalf("case %d, %d processors, %+v: %v", n, c.Procs, c.Jobs, err)
		}
	}
}

// A batch is jobs that are submitted in one second and run as long as estimated.
func batch(r *rand.Rand, n int) policytest.Case {
	c := policytest.Case{Procs: 4 + r.IntN(8)}
	for i := range n {
		run := 1 + r.Int64N(60)
		c.Jobs = append(c.Jobs, policytest.Job(int64(i+1), 100, run, run, 1+r.IntN(c.Procs)))
	}
	return c
}

// area is the sum of the starts weighted by width.
func area(jobs []job.Job, placed []job.Placement) (cost int64) {
	for i := range jobs {
		cost += placed[i].Start * int64(jobs[i].Procs)
	}
	return cost
}

// Where nothing comes unexpected, no plan costs more than the one before: jobs
// start where it said, and what is left of it is where the next begins.
func TestPlansOfOptOnlyGetBetter(t *testing.T) {
	slow.AsWebAssembly(t)
	r := rand.New(rand.NewPCG(2004, 9))
	better := 0
	for n := range 20 {
		c := batch(r, 40)
		started, last := int64(0), int64(-1)
		_, err := checkOpt(c, littleWork, func(w *watched, rows []Row) error {
			total := started
			for _, row := range rows {
				total += row.Start * int64(row.Procs)
				if row.Start == w.m.Now() {
					started += row.Start * int64(row.Procs)
				}
			}
			if last >= 0 && total > last {
				return fmt.Errorf("the plan costs %d, the one before %d", total, last)
			}
			if total < last {
				better++
			}
			last = total
			return nil
		})
		if err != nil {
			t.Fatalf("case %d, %+v: %v", n, c, err)
		}
	}
	if better < 20 {
		t.Errorf("only %d plans are better than the one before", better)
	}
}

// A plan that is proven the best is kept as long as nothing comes unexpected, and
// the whole batch costs what its first plan does, whatever numbers its jobs have.
func TestAProvenPlanIsNotLookedForAgain(t *testing.T) {
	r := rand.New(rand.NewPCG(2004, 10))
	solved := 0
	for n := range 40 {
		c := batch(r, 6)
		rows := make([]Row, len(c.Jobs))
		for i, j := range c.Jobs {
			rows[i] = Row{Length: j.Estimate, Procs: j.Procs}
		}
		want := (&spoken{now: 100}).least(rows, c.Procs)
		for range 2 {
			p := newOpt(muchWork)
			placed, err := policytest.Simulate(c, p)
			if err != nil {
				t.Fatal(err)
			}
			if got := area(c.Jobs, placed); got != want || p.Effort().Solved > 1 {
				t.Fatalf("case %d, %+v: the schedule costs %d, the best %d; %+v", n, c, got, want, p.Effort())
			}
			solved += p.Effort().Solved
			r.Shuffle(len(c.Jobs), func(i, j int) { c.Jobs[i], c.Jobs[j] = c.Jobs[j], c.Jobs[i] })
			for i := range c.Jobs {
				c.Jobs[i].ID = int64(i + 1)
			}
		}
	}
	if solved < 40 {
		t.Errorf("only %d of 80 plans had to be looked for", solved)
	}
}

// Jobs that fit in beside a proven plan, as early as if there were no others, leave it
// proven.
func TestWhatFitsBesideAProvenPlanIsNotLookedFor(t *testing.T) {
	c := policytest.Case{Procs: 10, Jobs: []job.Job{
		policytest.Job(1, 0, 100, 100, 6),
		policytest.Job(2, 1, 30, 30, 8), policytest.Job(3, 1, 20, 20, 9), // one of them has to wait for the other
		policytest.Job(4, 2, 50, 50, 4), // starts at once
		policytest.Job(5, 3, 40, 40, 1), // is in the way of job 3
	}}
	p := newOpt(muchWork)
	e, err := sim.New(sim.Config{Procs: c.Procs, Jobs: c.Jobs}, p)
	if err != nil {
		t.Fatal(err)
	}
	var solved []int
	for e.Step() {
		solved = append(solved, p.Effort().Solved)
	}
	if e.Err() != nil || !slices.Equal(solved[:3], []int{0, 1, 1}) {
		t.Errorf("so many plans were looked for up to each pass: %v, %v", solved, e.Err())
	}
}

// solitary tells whether no two jobs ever wait together under plan-fcfs.
func solitary(t *testing.T, c policytest.Case) bool {
	most := 0
	w := &watched{Policy: New(policy.Orders[0])}
	w.look = func(rows []Row) error {
		most = max(most, len(rows))
		return nil
	}
	if _, err := policytest.Simulate(c, w); err != nil {
		t.Fatal(err)
	}
	return most <= 1
}

func TestWithOneWaitingJobOptIsFCFS(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2004))
	seen := 0
	for seen < 200 {
		c := policytest.Random(r, 6)
		if !solitary(t, c) {
			continue
		}
		seen++
		sameAsFCFS(t, c)
	}
}

// Neither is anything better than the order of submission where all jobs are alike.
func TestAmongEqualJobsOptIsFCFS(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2004))
	for range 50 {
		c := policytest.Random(r, 40)
		procs, estimate := 1+r.IntN(c.Procs), 1+r.Int64N(30)
		for i := range c.Jobs {
			c.Jobs[i].Procs, c.Jobs[i].Estimate = int32(procs), estimate
		}
		sameAsFCFS(t, c)
	}
}

func sameAsFCFS(t *testing.T, c policytest.Case) {
	t.Helper()
	want, err := policytest.Simulate(c, New(policy.Orders[0]))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := policytest.Simulate(c, newOpt(littleWork)); err != nil || !slices.Equal(got, want) {
		t.Fatalf("%+v: got %v, %v; plan-fcfs gives %v", c, got, err, want)
	}
}

func TestOptKeepsTheLaws(t *testing.T) {
	slow.AsWebAssembly(t)
	// Multiplied times fall otherwise into the optimiser's buckets.
	policytest.Laws(t, func() sim.Policy { return newOpt(littleWork) }, policytest.Shiftable)
}

// A pass that would take minutes is given up at once.
func TestOptEndsWhenTheRunIsCancelled(t *testing.T) {
	c := batch(rand.New(rand.NewPCG(3, 2004)), 100)
	e, err := sim.New(sim.Config{Procs: c.Procs, Jobs: c.Jobs}, newOpt(1000))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := e.Run(ctx, nil); !errors.Is(err, context.Canceled) || !errors.Is(e.Err(), context.Canceled) {
		t.Errorf("the run ends with %v, %v", err, e.Err())
	}
}

func TestAnInstanceBeyondTheLimitsEndsTheRun(t *testing.T) {
	c := policytest.Case{Procs: job.MaxProcs}
	for i := range int64(3) {
		c.Jobs = append(c.Jobs, policytest.Job(i+1, 0, 5, job.MaxSeconds, job.MaxProcs))
	}
	_, err := policytest.Simulate(c, New(Opt))
	if err == nil || !strings.HasPrefix(err.Error(), "the 3 jobs that wait at second 0 ") || strings.Contains(err.Error(), "\n") {
		t.Errorf("the run ends with %v", err)
	}
}
