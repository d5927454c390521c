package queue

import (
	"context"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/drawn"
	"github.com/backfill-lab/backfill/core/system"
)

// Whatever a policy says about a job that waits is so, and asking changes nothing.
func TestReasonsAreTrue(t *testing.T) {
	codes := map[string]int{}
	for seed := range uint64(150) {
		r := rand.New(rand.NewPCG(seed, 29))
		d := drawn.BusySystem(r)
		d.Preemption = system.Preemption{}
		s, err := system.New(d)
		if err != nil {
			t.Fatal(err)
		}
		c := system.Config{System: s, Cut: r.IntN(2) == 0}
		c.Jobs, c.Changes = drawn.BusyJobs(r, s)
		for i := range c.Jobs {
			if r.IntN(4) == 0 {
				c.Jobs[i].Partitions = append(c.Jobs[i].Partitions, int32(r.IntN(len(s.Partitions))))
			}
		}
		all := names()
		name := all[r.IntN(len(all))]
		plain, err := New(s, name)
		if err != nil {
			t.Fatal(err)
		}
		c.Scheduler = system.Watch(plain, func(e *system.Engine, started []int32) {
			for i := range e.Jobs {
				if e.Phase[i] == system.Waiting {
					reason := plain.(system.Explainer).Explain(e, int32(i), started)
					codes[reason.Code]++
					check(t, seed, name, e, int32(i), reason)
				}
			}
		})
		e, err := system.NewEngine(c)
		if err != nil {
			t.Fatal(err)
		}
		_ = e.Run(context.Background()) // some may never start
		c.Scheduler, _ = New(s, name)
		alone, err := system.NewEngine(c)
		if err != nil {
			t.Fatal(err)
		}
		if _ = alone.Run(context.Background()); !reflect.DeepEqual(e.Starts(), alone.Starts()) {
			t.Fatalf("seed %d: %s: asking changes the schedule", seed, name)
		}
	}
	for _, code := range []string{system.Resources, system.Behind, system.UnmetDependency, system.NotBegun, system.HeldByUser,
		system.NodesAway} {
		if codes[code] < 20 {
			t.Errorf("%s was said %d times of %v", code, codes[code], codes)
		}
	}
}

func check(t *testing.T, seed uint64, name string, e *system.Engine, i int32, r system.Reason) {
	t.Helper()
	j := &e.Jobs[i]
	fail := func(text string) {
		t.Fatalf("seed %d: %s at %d: job %d: %s: %+v\n%+v", seed, name, e.Now, j.ID, text, r, *j)
	}
	set := func(part int32) system.Bits {
		bits := system.NewBits(len(e.System.Nodes))
		copy(bits, e.System.Partitions[part].Bits)
		bits.And(e.Up)
		e.Allow(j, e.Now, bits)
		return bits
	}
	var now system.Reason
	now.Find(e.Free, j, r.Partition, set(r.Partition))
	switch r.Code {
	case system.HeldByUser:
		if !e.Held[i] {
			fail("nobody holds it")
		}
	case system.NotBegun:
		if e.Begin[i] <= e.Now {
			fail("its begin has come")
		}
	case system.UnmetDependency:
		if e.Depends(i) != system.Unmet || len(r.After) == 0 {
			fail("it waits for no job")
		}
	case system.Resources:
		if now.Fits || r.Fits || now.Tasks > r.Tasks {
			fail("there is a place")
		}
	case system.Behind:
		if !r.Fits || r.Ahead == 0 && r.Start == system.None && len(e.Reserved) == 0 || strings.HasSuffix(name, "list") {
			fail("nobody is before it")
		}
	case system.NodesAway:
		if _, ok := system.NewState(e.System).Place(j, r.Partition, set(r.Partition)); ok && len(j.Partitions) == 1 {
			fail("enough nodes are there")
		}
	case system.NotLooked:
		fail("the policy has looked")
	}
	if r.Start != system.None && r.Start < e.Now || r.First == system.None != (r.Ahead == 0) || r.First == i {
		fail("its start, or who is before it")
	}
	if r.First != system.None && e.Phase[r.First] != system.Waiting {
		fail("what is before it does not wait")
	}
}

// Every rule tells its line, without which the code of all its jobs would be None.
func TestEveryRuleTells(t *testing.T) {
	s := resolve(t, &system.Description{Nodes: []system.NodeType{{Names: "n", Cores: 1}},
		Partitions: []system.Partition{{Name: "p", Nodes: "ALL"}}})
	for _, name := range names() {
		made, err := New(s, name)
		if err != nil {
			t.Fatal(err)
		}
		if _, tells := made.(*queue).rule.(teller); !tells {
			t.Errorf("%s is no teller", name)
		}
	}
}
