package cluster

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/backfill-lab/backfill/core/verify"
	referee "github.com/backfill-lab/backfill/core/verify/cluster"
)

// The nodes that jobs with rare requests get on an idle system, worked out by hand.
func TestAskedPlacesByHand(t *testing.T) {
	s := lab(t, Scheduling{})
	named := func(names string) Bits {
		set, err := s.byName("test", names)
		if err != nil {
			t.Fatal(err)
		}
		return set
	}
	for _, c := range []struct {
		name string
		ask  func(j *Job)
		want string // "" for no place
	}{
		{"a node that it names", func(j *Job) { j.Asks.Nodes = named("b2") }, "b2:1"},
		{"the rest comes from above it first", func(j *Job) { j.Asks.Nodes, j.Tasks = named("a3"), 20 }, "a3:8 a4:8 b1:4"},
		{"two that it names, and one between", func(j *Job) { j.Asks.Nodes, j.MinNodes, j.Tasks = named("a1,a3"), 3, 3 }, "a1:1 a2:1 a3:1"},
		{"not the first", func(j *Job) { j.Asks.Not = named("a[1-4],b[2-4]") }, "b1:1"},
		{"neighbours", func(j *Job) { j.Asks.Contiguous, j.MinNodes, j.Tasks, j.Asks.Not = true, 3, 3, named("a[2,4]") }, "b1:1 b2:1 b3:1"},
		{"no such neighbours", func(j *Job) { j.Asks.Contiguous, j.MinNodes, j.Tasks, j.Asks.Not = true, 5, 5, named("a4,b4") }, ""},
		{"all alike", func(j *Job) { j.Asks.Alike, j.Features, j.MinNodes, j.Tasks = true, []uint64{1, 2}, 2, 2 }, "b1:1 b2:1"},
		{"a number of nodes of each kind", func(j *Job) {
			j.Asks.Counted, j.MinNodes, j.Tasks = []Counted{{1, 1}, {2, 2}}, 3, 3
		}, "b1:1 b2:1 h1:1"},
		{"GPUs of the job", func(j *Job) { j.Asks.GPUs = 2 }, "g1:1"},
		{"more than there are", func(j *Job) { j.Asks.GPUs = 3 }, ""},
		{"with each task", func(j *Job) { j.Asks.TaskGPUs, j.Tasks = 1, 2 }, "g1:2"},
	} {
		j := Job{MinNodes: 1, Tasks: 1, CoresPerTask: 1, GPUType: None, Asks: &Asks{}}
		c.ask(&j)
		got := ""
		if a, ok := NewState(s).Place(&j, 0, s.Partitions[0].Bits); ok {
			got = text(s, a)
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// greedy starts each waiting job as soon as it has a place, the first first.
type greedy struct{ waiting []int32 }

func (g *greedy) Came(_ *Engine, i int32)  { g.waiting = append(g.waiting, i) }
func (g *greedy) Ended(*Engine, int32)     {}
func (g *greedy) Changed(*Engine, *Change) {}
func (g *greedy) Pass(e *Engine) (wake int64) {
	var left []int32
	for _, i := range g.waiting {
		j := &e.Jobs[i]
		set := NewBits(len(e.System.Nodes))
		copy(set, e.System.Partitions[j.Partitions[0]].Bits)
		e.Share(j, j.Partitions[0], set)
		a, ok := e.Free.Place(j, j.Partitions[0], set)
		switch {
		case e.Phase[i] != Waiting:
		case ok:
			e.Start(i, j.Partitions[0], a)
		default:
			left = append(left, i)
		}
	}
	g.waiting = left
	return None
}

// Whatever jobs ask for, and whatever is done to them, the referee finds that they have it, and all is free in the end.
func TestWhatJobsAskForIsWhatTheyGet(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 36))
		d := &Description{Format: Format, Nodes: []NodeType{
			{Names: "n[1-3]", Cores: 4, MemoryMiB: 4000, Features: []string{"a"}, GPUs: map[string]int{"x": 2}},
			{Names: "n[4-6]", Cores: 8, MemoryMiB: 8000, Features: []string{"a", "b"}, GPUs: map[string]int{"y": 3}, Weight: 2, ThreadsPerCore: 2}},
			Partitions: []Partition{{Name: "p", Nodes: "ALL"}, {Name: "own", Nodes: "n[1-4]", ExclusiveUser: true},
				{Name: "force", Nodes: "n[2-5]", OverSubscribe: 2, OverForce: true}},
			Accounts: []Account{{Name: "x", Users: []User{{Name: "u"}, {Name: "v"}}}}, Scheduling: Scheduling{Topology: seed%4 == 3}}
		if seed%3 == 1 {
			d.Partitions[0].MaxCPUsPerNode, d.Partitions[2].MaxCPUsPerNode = 3, 4
		}
		s, err := New(d)
		if err != nil {
			t.Fatal(err)
		}
		c := Config{System: s, Scheduler: &greedy{}}
		empty := NewState(s)
		for len(c.Jobs) < 60 {
			j := asking(r, s)
			if _, ok := empty.Could(&j, j.Partitions[0]); !ok {
				continue
			}
			j.ID, j.Submit = int64(len(c.Jobs)+1), int64(len(c.Jobs))
			if r.IntN(6) == 0 && !j.WholeNodes {
				at := j.Submit + int64(r.IntN(20))
				c.Changes = append(c.Changes, Change{At: at, Kind: Suspend, Job: int32(len(c.Jobs))},
					Change{At: at + 1 + int64(r.IntN(9)), Kind: Continue, Job: int32(len(c.Jobs))})
			}
			c.Jobs = append(c.Jobs, j)
		}
		e, err := NewEngine(c)
		if err != nil {
			t.Fatal(err)
		}
		if err := e.Run(context.Background()); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if err := verify.Err(referee.Check(Retold(c, e.Placed))); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if got, want := fmt.Sprint(e.Free.Cores, e.Free.Memory, e.Free.GPUs, e.Free.Jobs), fmt.Sprint(empty.Cores, empty.Memory, empty.GPUs,
			empty.Jobs); got != want {
			t.Fatalf("seed %d: left %s, want %s", seed, got, want)
		}
	}
}

// asking draws a job.
func asking(r *rand.Rand, s *System) Job {
	j := Job{Run: int64(1 + r.IntN(30)), Limit: 60, Begin: None, MinNodes: int32(1 + r.IntN(3)), CoresPerTask: int32(1 + r.IntN(2)),
		GPUType:   None,
		MemoryMiB: int64(r.IntN(900)), MemoryPerCore: r.IntN(2) == 0, Partitions: []int32{int32(r.IntN(3))}, User: int32(r.IntN(2)), QOS: None,
		OwnNodes: r.IntN(5) == 0, WholeNodes: r.IntN(9) == 0, Asks: &Asks{}}
	j.Tasks = j.MinNodes + int32(r.IntN(6))
	some := func() Bits {
		set := NewBits(len(s.Nodes))
		set.Add(r.IntN(len(s.Nodes)))
		return set
	}
	a := j.Asks
	switch r.IntN(9) {
	case 0:
		a.Nodes = some()
	case 1:
		a.Not = some()
	case 2:
		a.Contiguous = true
	case 3:
		a.Alike, j.Features = true, []uint64{2, 1}
	case 4:
		a.Counted = []Counted{{2, 1}, {1, 1}}
		j.MinNodes = max(j.MinNodes, 2)
		j.Tasks = max(j.Tasks, j.MinNodes)
	case 5:
		a.GPUs = int32(1 + r.IntN(5))
	case 6:
		a.TaskGPUs, j.Tasks = 1, j.MinNodes
	case 7:
		a.GPUs, a.GPUMiB, j.MemoryMiB = 2, 500, 0
	case 8:
		j.Asks = nil
	}
	return j
}

// FORCE:32767, which Slurm takes, costs what the rows in use cost, and a job that fits in no row in use gets the next.
func TestRowsThatNobodyUsesCostNothing(t *testing.T) {
	s, err := New(&Description{Format: Format, Nodes: []NodeType{{Names: "n[1-5000]", Cores: 4}},
		Partitions: []Partition{{Name: "p", Nodes: "n[1-5000]", Default: true, OverSubscribe: 32767, OverForce: true}}})
	if err != nil {
		t.Fatal(err)
	}
	st := NewState(s)
	for row := int32(1); row <= 3; row++ {
		a, ok := st.Place(&Job{Tasks: 20000, CoresPerTask: 1, MinNodes: 5000}, 0, s.Partitions[0].Bits)
		if !ok || a.Row != row {
			t.Fatalf("the job that fills row %d: %+v, %t", row, a, ok)
		}
		st.Take(a)
		if used := len(st.rows[0]); used != int(row)*5000 {
			t.Errorf("%d rows are in use, %d numbers kept", row, used)
		}
	}
}
