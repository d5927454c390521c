package rules

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/backfill-lab/backfill/core/policy/policytest"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/job"
)

// both plays a run with a Policy and compares its State with the naive one's
// recomputation from nothing in every pass.
type both struct {
	*Policy
	shadow *naive
	t      *testing.T
	passes int
}

func (b *both) Reset(m *sim.Machine) { b.Policy.Reset(m); b.shadow.Reset(m) }
func (b *both) Submit(j *sim.Job)    { b.Policy.Submit(j); b.shadow.Submit(j) }
func (b *both) End(r sim.Running)    { b.Policy.End(r); b.shadow.End(r) }
func (b *both) Pass() {
	got, want := b.state.Vector(), b.shadow.features()
	for i := range got {
		if math.Abs(got[i]-want[i]) > 1e-13*math.Abs(want[i]) {
			b.t.Fatalf("second %d: %s is %v, from nothing %v", b.m.Now(), Features[i].Name, got[i], want[i])
		}
		if got[i] < Features[i].Least || got[i] > Features[i].Most {
			b.t.Fatalf("second %d: %s is %v, out of its range", b.m.Now(), Features[i].Name, got[i])
		}
	}
	b.passes++
	b.Policy.Pass()
	kept := b.shadow.waiting[:0]
	for _, j := range b.shadow.waiting {
		started := false
		for i := range b.started {
			started = started || b.started[i].index == j.Index
		}
		if !started {
			kept = append(kept, j)
		}
	}
	b.shadow.waiting = kept
}

func TestFeaturesAreThoseFromNothingAtEveryEvent(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for n := range 150 {
		c := policytest.Random(r, 60)
		if n%15 == 0 { // sums beyond 64 bits
			c.Procs = job.MaxProcs
			for i := range c.Jobs {
				j := &c.Jobs[i]
				j.Procs *= job.MaxProcs / 16
				j.Submit, j.Run, j.Estimate = 1e8*j.Submit, 1e8*j.Run, 1e8*j.Estimate
			}
		}
		groups := users(r, &c)
		b := &both{Policy: New(wild{uint64(n)}, Options{Groups: groups}), shadow: &naive{groups: groups}, t: t}
		if _, err := policytest.Simulate(c, b); err != nil {
			t.Fatal(err)
		}
		if b.passes == 0 {
			t.Fatal("no pass")
		}
	}
}

// TestFeaturesByHand is one state worked out on paper.
func TestFeaturesByHand(t *testing.T) {
	s := NewState(10, Groups{1, 2})
	jobs := []sim.Job{
		{Submit: 0, Estimate: 100, Procs: 4, User: 0}, {Submit: 5, Estimate: 30, Procs: 2, User: 1},
		{Submit: 6, Estimate: 10, Procs: 4, User: 0}, {Submit: 7, Estimate: 20, Procs: 5, User: -1},
	}
	if x := s.Vector(); x != (Vector{1}) {
		t.Fatalf("an idle machine has %v", x)
	}
	for i := range jobs {
		s.Submit(&jobs[i])
	}
	s.Start(&jobs[0])
	s.Start(&jobs[1])
	s.End(&jobs[1], 25, 35) // 10 s after 20 s of waiting: p*m*(C-r) = 10*2*30, p*p*m = 200
	// 4 of 10 processors run; 40 processor seconds of group 1 wait and 100 of group 5.
	want := Vector{3, 40, 100 * 40 / 140., 0, 0, 0, 100 * 100 / 140.}
	if x := s.Vector(); x != want {
		t.Fatalf("the features are %v, not %v", x, want)
	}
}
