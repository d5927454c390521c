package queue

import (
	"context"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/drawn/clusters"
	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// Whatever a policy says about a job that waits is so, and asking changes nothing.
func TestReasonsAreTrue(t *testing.T) {
	codes := map[string]int{}
	for seed := range uint64(150) {
		r := rand.New(rand.NewPCG(seed, 29))
		d := clusters.BusySystem(r)
		d.Preemption = cluster.Preemption{}
		s, err := cluster.New(d)
		if err != nil {
			t.Fatal(err)
		}
		c := cluster.Config{System: s, Cut: r.IntN(2) == 0}
		c.Jobs, c.Changes = clusters.BusyJobs(r, s)
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
		c.Scheduler = cluster.Watch(plain, func(e *cluster.Engine, started []int32) {
			for i := range e.Jobs {
				if e.Phase[i] == cluster.Waiting {
					reason := plain.(cluster.Explainer).Explain(e, int32(i), started)
					codes[reason.Code]++
					check(t, seed, name, e, int32(i), reason)
				}
			}
		})
		e, err := cluster.NewEngine(c)
		if err != nil {
			t.Fatal(err)
		}
		_ = e.Run(context.Background()) // some may never start
		c.Scheduler, _ = New(s, name)
		alone, err := cluster.NewEngine(c)
		if err != nil {
			t.Fatal(err)
		}
		if _ = alone.Run(context.Background()); !reflect.DeepEqual(e.Starts(), alone.Starts()) {
			t.Fatalf("seed %d: %s: asking changes the schedule", seed, name)
		}
	}
	for _, code := range []string{cluster.Resources, cluster.Behind, cluster.UnmetDependency, cluster.NotBegun, cluster.HeldByUser,
		cluster.NodesAway} {
		if codes[code] < 20 {
			t.Errorf("%s was said %d times of %v", code, codes[code], codes)
		}
	}
}

func check(t *testing.T, seed uint64, name string, e *cluster.Engine, i int32, r cluster.Reason) {
	t.Helper()
	j := &e.Jobs[i]
	fail := func(text string) {
		t.Fatalf("seed %d: %s at %d: job %d: %s: %+v\n%+v", seed, name, e.Now, j.ID, text, r, *j)
	}
	set := func(part int32) cluster.Bits {
		bits := cluster.NewBits(len(e.System.Nodes))
		copy(bits, e.System.Partitions[part].Bits)
		bits.And(e.Up)
		e.Allow(j, e.Now, bits)
		return bits
	}
	var now cluster.Reason
	now.Find(e.Free, j, r.Partition, set(r.Partition))
	switch r.Code {
	case cluster.HeldByUser:
		if !e.Held[i] {
			fail("nobody holds it")
		}
	case cluster.NotBegun:
		if e.Begin[i] <= e.Now {
			fail("its begin has come")
		}
	case cluster.UnmetDependency:
		if e.Depends(i) != cluster.Unmet || len(r.After) == 0 {
			fail("it waits for no job")
		}
	case cluster.Resources:
		if now.Fits || r.Fits || now.Tasks > r.Tasks {
			fail("there is a place")
		}
	case cluster.Behind:
		if !r.Fits || r.Ahead == 0 && r.Start == cluster.None && len(e.Reserved) == 0 || strings.HasSuffix(name, "list") {
			fail("nobody is before it")
		}
	case cluster.NodesAway:
		if _, ok := cluster.NewState(e.System).Place(j, r.Partition, set(r.Partition)); ok && len(j.Partitions) == 1 {
			fail("enough nodes are there")
		}
	case cluster.NotLooked:
		fail("the policy has looked")
	}
	if r.Start != cluster.None && r.Start < e.Now || r.First == cluster.None != (r.Ahead == 0) || r.First == i {
		fail("its start, or who is before it")
	}
	if r.First != cluster.None && e.Phase[r.First] != cluster.Waiting {
		fail("what is before it does not wait")
	}
}

// Every rule tells its line, without which the code of all its jobs would be None.
func TestEveryRuleTells(t *testing.T) {
	s := resolve(t, &cluster.Description{Nodes: []cluster.NodeType{{Names: "n", Cores: 1}},
		Partitions: []cluster.Partition{{Name: "p", Nodes: "ALL"}}})
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
