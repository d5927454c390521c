package plan

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/policy/policytest"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/verify"
)

// A booker observes a run and asks for reservations as jobs arrive, by the dice.
// It checks each answer against one counter a second, and what is planned around
// the reservations in every pass.
type booker struct {
	p       *Policy
	m       *sim.Machine
	order   *policy.Order
	dice    *rand.Rand
	granted map[*sim.Job]int64
	blocks  []span
	waiting []*sim.Job // without a reservation
	started map[*sim.Job]int64
	err     error
	refused int
}

type span struct {
	from, to int64
	procs    int32
}

func (b *booker) fail(format string, args ...any) {
	if b.err == nil {
		b.err = fmt.Errorf(format, args...)
	}
}

// spoken is what running jobs and reservations hold.
func (b *booker) spoken() *spoken {
	s := &spoken{now: b.m.Now()}
	for _, r := range b.m.Running() {
		s.take(s.now, r.End, r.Procs)
	}
	for j, start := range b.granted {
		if _, ok := b.started[j]; !ok {
			s.take(start, start+j.Estimate, j.Procs)
		}
	}
	for _, v := range b.blocks {
		s.take(v.from, v.to, v.procs)
	}
	return s
}

func (b *booker) Submitted(now int64, j *sim.Job) {
	if b.dice.IntN(5) == 0 {
		length, procs := 1+b.dice.Int64N(20), 1+b.dice.IntN(b.m.Procs())
		want := b.spoken().earliest(length, int32(procs), b.m.Procs())
		if got, err := b.p.Block(ASAP, length, procs); err != nil || got != want {
			b.fail("second %d: %d processors for %d s are blocked from %d, %v; the oracle says %d", now, procs, length, got, err, want)
		}
		b.blocks = append(b.blocks, span{want, want + length, int32(procs)})
	}
	switch b.dice.IntN(3) {
	case 0:
		want := b.spoken().earliest(j.Estimate, j.Procs, b.m.Procs())
		if got, err := b.p.Reserve(j, ASAP); err != nil || got != want {
			b.fail("second %d: job %d is reserved for %d, %v; the oracle says %d", now, j.ID, got, err, want)
		}
		b.granted[j] = want
	case 1:
		s, start := b.spoken(), now+b.dice.Int64N(30)
		s.procs = s.procs[min(int(start-now), len(s.procs)):]
		s.now = start
		want := s.earliest(j.Estimate, j.Procs, b.m.Procs())
		got, err := b.p.Reserve(j, start)
		switch {
		case (err == nil) != (want == start) || err == nil && got != start:
			b.fail("second %d: job %d asks for %d and gets %d, %v; the oracle says %d", now, j.ID, start, got, err, want)
		case err == nil:
			b.granted[j] = start
		default:
			b.refused++
			if !strings.HasSuffix(err.Error(), fmt.Sprintf("the earliest start from then on is %d", want)) {
				b.fail("second %d: job %d is refused in the words %q; the oracle says %d", now, j.ID, err, want)
			}
		}
	}
	if _, ok := b.granted[j]; !ok {
		b.waiting = append(b.waiting, j)
	}
}

func (b *booker) Started(now int64, j *sim.Job) {
	b.started[j] = now
	if want, ok := b.granted[j]; ok && want != now {
		b.fail("job %d was granted second %d and starts at %d", j.ID, want, now)
	}
	b.waiting = slices.DeleteFunc(b.waiting, func(k *sim.Job) bool { return k == j })
}

func (b *booker) Ended(int64, *sim.Job, bool) {}

// Passed compares the plan of the jobs that still wait with one made around the
// reservations from nothing. Jobs that the pass has started are running now and
// were placed before or beside them.
func (b *booker) Passed(now int64) {
	s := b.spoken()
	if b.order == Opt { // which has no keys: its plans are looked at before they start jobs
		b.waiting = b.waiting[:0]
	}
	slices.SortFunc(b.waiting, func(x, y *sim.Job) int {
		if p, q := b.order.Key(now, x), b.order.Key(now, y); p < q || p == q && x.Index < y.Index {
			return -1
		}
		return 1
	})
	for _, j := range b.waiting {
		want := s.earliest(j.Estimate, j.Procs, b.m.Procs())
		if got, ok := b.p.Planned(j); !ok || got != want {
			b.fail("second %d: job %d is planned for %d, %t; the oracle says %d", now, j.ID, got, ok, want)
		}
		s.take(want, want+j.Estimate, j.Procs)
	}
	for j, want := range b.granted {
		if _, ok := b.started[j]; ok {
			continue
		}
		if got, ok := b.p.Planned(j); !ok || got != want {
			b.fail("second %d: the reservation of job %d for %d is told as %d, %t", now, j.ID, want, got, ok)
		}
	}
}

// book runs one case with reservations and returns how many were refused.
func book(c policytest.Case, o *policy.Order, seed uint64) (refused int, err error) {
	b := &booker{p: New(o), order: o, dice: rand.New(rand.NewPCG(seed, 1)), granted: map[*sim.Job]int64{}, started: map[*sim.Job]int64{}}
	var p sim.Policy = b.p
	if o == Opt {
		b.p.Work = littleWork
		p = &watched{Policy: b.p, look: func(rows []Row) error {
			if err := b.spoken().noWorse(rows, c.Procs); err != nil {
				b.fail("second %d: %v", b.m.Now(), err)
			}
			return nil
		}}
	}
	e, err := sim.New(sim.Config{Procs: c.Procs, Jobs: c.Jobs, Overrun: c.Overrun, Observers: []sim.Observer{b}}, p)
	if err != nil {
		return 0, err
	}
	b.m = e.Machine()
	for e.Step() && b.err == nil {
	}
	if b.err != nil {
		return 0, b.err
	}
	if e.Err() != nil {
		return 0, e.Err()
	}
	// A block is a job that no one submitted: with these, the schedule is legal.
	problem, placed := c.Problem(), slices.Clone(e.Schedule())
	problem.Jobs = slices.Clone(problem.Jobs)
	for i, v := range b.blocks {
		problem.Jobs = append(problem.Jobs, policytest.Job(int64(10_000+i), 0, v.to-v.from, v.to-v.from, int(v.procs)))
		placed = append(placed, job.Placement{Start: v.from, End: v.to})
	}
	return b.refused, verify.Err(verify.Check(problem, placed))
}

func TestReservationsAreNeverViolated(t *testing.T) {
	r := rand.New(rand.NewPCG(20, 2))
	refused := 0
	for n := range 600 {
		c, o := policytest.Random(r, 40), policy.Orders[n%7]
		c.Overrun = sim.Cut
		k, err := book(c, o, uint64(n))
		if err != nil {
			t.Fatalf("case %d, %s, %d processors, %+v: %v", n, OrderName(o), c.Procs, c.Jobs, err)
		}
		refused += k
	}
	if refused < 100 {
		t.Fatalf("only %d requests were refused: the test shows little", refused)
	}
}

func TestARefusalSaysWhy(t *testing.T) {
	c := policytest.Case{Procs: 10, Jobs: []job.Job{
		policytest.Job(1, 0, 100, 100, 6), policytest.Job(2, 5, 50, 50, 6), policytest.Job(3, 5, 10, 10, 4)}}
	p := New(policy.Orders[0])
	e, err := sim.New(sim.Config{Procs: c.Procs, Jobs: c.Jobs}, p)
	if err != nil {
		t.Fatal(err)
	}
	e.Step()
	for _, call := range []struct {
		f    func() (int64, error)
		want string
	}{
		{func() (int64, error) { return p.Block(20, 30, 5) },
			"of 5 processors on [20, 50), only 4 are free at second 20; the earliest start from then on is 100"},
		{func() (int64, error) { return p.Block(20, 30, 11) }, "cannot be blocked on a machine of 10"},
		{func() (int64, error) { return p.Block(20, 0, 1) }, "cannot be blocked on a machine of 10"},
		{func() (int64, error) { return p.Reserve(e.Job(0), ASAP) }, "job 1 cannot be reserved for: it does not wait"},
		{func() (int64, error) { return p.Reserve(e.Job(1), ASAP) }, "job 2 cannot be reserved for: it does not wait"},
	} {
		if _, err := call.f(); err == nil || !strings.Contains(err.Error(), call.want) {
			t.Errorf("got %v, want %q in it", err, call.want)
		}
	}
	e.Step()
	if _, err := p.Reserve(e.Job(1), 4); err == nil || !strings.Contains(err.Error(), "second 4 is over, it is second 5 now") {
		t.Errorf("a reservation in the past: %v", err)
	}
}

// With sim.Extend a running job may hold what is reserved; the reserved job is
// then the next to start.
func TestALateReservationIsStartedAsSoonAsItFits(t *testing.T) {
	jobs := []job.Job{
		policytest.Job(1, 0, 35, 10, 3), // believed to end at 10, then 20, then 40; ends at 35
		policytest.Job(2, 1, 5, 5, 4),   // reserved for 15
		policytest.Job(3, 2, 100, 100, 2),
	}
	p := New(policy.Orders[0])
	e, err := sim.New(sim.Config{Procs: 4, Jobs: jobs, Overrun: sim.Extend}, p)
	if err != nil {
		t.Fatal(err)
	}
	e.Step()
	e.Step()
	if at, err := p.Reserve(e.Job(1), 15); err != nil || at != 15 {
		t.Fatalf("Reserve = %d, %v", at, err)
	}
	for e.Step() {
	}
	want := []int64{0, 35, 40}
	for i, at := range e.Schedule() {
		if at.Start != want[i] {
			t.Errorf("job %d starts at %d, not %d", jobs[i].ID, at.Start, want[i])
		}
	}
	if e.Err() != nil {
		t.Error(e.Err())
	}
}

// Whatever runs over, every job runs in the end and the schedule is legal.
func TestReservationsWithOverrunsEndLegally(t *testing.T) {
	r := rand.New(rand.NewPCG(20, 3))
	for n := range 300 {
		c := policytest.Random(r, 40)
		c.Overrun = sim.Extend
		p := New(policy.Orders[n%7])
		ask := &asker{p: p, dice: r}
		e, err := sim.New(sim.Config{Procs: c.Procs, Jobs: c.Jobs, Overrun: sim.Extend, Observers: []sim.Observer{ask}}, p)
		if err != nil {
			t.Fatal(err)
		}
		for e.Step() {
		}
		if err := e.Err(); err != nil {
			t.Fatalf("case %d, %+v: %v", n, c, err)
		}
		if err := verify.Err(verify.Check(c.Problem(), e.Schedule())); err != nil {
			t.Fatalf("case %d, %+v: %v", n, c, err)
		}
		for i, start := range ask.granted {
			if got := e.Schedule()[i].Start; got < start {
				t.Fatalf("case %d, %+v: job %d was granted second %d and starts at %d", n, c, c.Jobs[i].ID, start, got)
			}
		}
	}
}

// asker asks for a reservation for every third job.
type asker struct {
	p       *Policy
	dice    *rand.Rand
	granted map[int32]int64
}

func (a *asker) Submitted(now int64, j *sim.Job) {
	if a.granted == nil {
		a.granted = map[int32]int64{}
	}
	if a.dice.IntN(3) > 0 {
		return
	}
	if at, err := a.p.Reserve(j, now+a.dice.Int64N(40)); err == nil {
		a.granted[j.Index] = at
	}
}
func (a *asker) Started(int64, *sim.Job)     {}
func (a *asker) Ended(int64, *sim.Job, bool) {}
func (a *asker) Passed(int64)                {}
