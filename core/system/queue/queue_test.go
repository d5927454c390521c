package queue

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/drawn"
	"github.com/backfill-lab/backfill/core/internal/retell"
	"github.com/backfill-lab/backfill/core/job"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/system"
	"github.com/backfill-lab/backfill/core/verify"
	referee "github.com/backfill-lab/backfill/core/verify/system"
)

// names are all schedulers in all orders.
func names() (all []string) {
	for _, o := range policy.Orders {
		for _, kind := range []string{"fcfs", "list", "easy"} {
			if o.Name != "" {
				kind = o.Name + "-" + kind
			}
			all = append(all, kind)
		}
	}
	return all
}

func scheduler(t testing.TB, s *system.System, name string) *Queue {
	t.Helper()
	q, err := New(s, name)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// On one kind of node, with one partition and no resources, every scheduler does what it does on a
// machine, job by job: on one node with all cores, and on nodes of one core each.
func TestOnNodesOfOneKindItIsTheMachine(t *testing.T) {
	for seed := range uint64(6) {
		r := rand.New(rand.NewPCG(seed, 5))
		procs := 1 + r.IntN(24)
		one := system.NodeType{Names: "n", Cores: procs}
		many := system.NodeType{Names: "n[1-99]", Cores: 1}
		var plain []job.Job
		at := int64(0)
		for i := range 120 {
			if r.IntN(3) > 0 {
				at += int64(r.IntN(90))
			}
			p := job.Unknown
			p.ID, p.Submit, p.Run, p.Procs = int64(i+1), at, int64(1+r.IntN(300)), int32(1+r.IntN(procs))
			p.Estimate = max(p.Run+int64(r.IntN(200))-20, 1)
			plain = append(plain, p)
		}
		for _, node := range []system.NodeType{one, many} {
			if node.Cores == 1 {
				procs = 99
			}
			s, err := system.New(&system.Description{Format: system.Format, Nodes: []system.NodeType{node},
				Partitions: []system.Partition{{Name: "p", Nodes: "ALL"}}})
			if err != nil {
				t.Fatal(err)
			}
			var jobs []system.Job
			for _, p := range plain {
				jobs = append(jobs, system.Job{ID: p.ID, Submit: p.Submit, Run: p.Run, Limit: p.Estimate, Begin: system.None, MinNodes: 1,
					Tasks: p.Procs, CoresPerTask: 1, GPUType: system.None, QOS: system.None, Partitions: []int32{0}})
			}
			s.User("u", "")
			for _, name := range names() {
				e, err := system.NewEngine(system.Config{System: s, Jobs: jobs, Scheduler: scheduler(t, s, name), Cut: true})
				if err != nil {
					t.Fatal(err)
				}
				if err := e.Run(context.Background()); err != nil {
					t.Fatal(err)
				}
				found, err := policy.All.Find(name)
				if err != nil {
					t.Fatal(err)
				}
				m, err := sim.New(sim.Config{Procs: procs, Jobs: plain}, found.New())
				if err != nil {
					t.Fatal(err)
				}
				if err := m.Run(context.Background(), nil); err != nil {
					t.Fatal(err)
				}
				for i, p := range m.Schedule() {
					if e.Placed[i].Start != p.Start || e.Placed[i].End != p.End {
						t.Fatalf("seed %d: %s on %s: job %d runs from %d to %d, on the machine from %d to %d",
							seed, name, node.Names, i+1, e.Placed[i].Start, e.Placed[i].End, p.Start, p.End)
					}
				}
			}
		}
	}
}

// Whatever people do and nodes suffer, every schedule is legal, and jobs that never start wait for what
// cannot happen any more, or for nodes that are reserved.
func law(t *testing.T, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 23))
	d := drawn.BusySystem(r)
	d.Preemption = system.Preemption{}
	s, err := system.New(d)
	if err != nil {
		t.Fatal(err)
	}
	c := system.Config{System: s, Cut: r.IntN(2) == 0, UnixStart: int64(r.IntN(1000))}
	c.Jobs, c.Changes = drawn.BusyJobs(r, s)
	for i := range c.Jobs {
		if r.IntN(4) == 0 {
			c.Jobs[i].Partitions = append(c.Jobs[i].Partitions, int32(r.IntN(len(s.Partitions))))
		}
	}
	all := names()
	name := all[r.IntN(len(all))]
	c.Scheduler = scheduler(t, s, name)
	e, err := system.NewEngine(c)
	if err != nil {
		t.Fatal(err)
	}
	_ = e.Run(context.Background()) // what never starts is looked at below
	placed := slices.Clone(e.Placed)
	for i := range c.Jobs {
		j := &c.Jobs[i]
		if e.Phase[i] == system.Done {
			continue
		}
		if e.Phase[i] != system.Waiting || e.Depends(int32(i)) == system.Met && !e.Held[i] && j.Reservation == 0 && len(e.Reserved) == 0 {
			t.Errorf("seed %d: %s: job %d never ended: phase %d, %+v", seed, name, j.ID, e.Phase[i], *j)
		}
		placed[i].How, placed[i].End = system.Cancelled, e.Now // as the referee knows them
		c.Changes = append(c.Changes, system.Change{At: e.Now, Kind: system.Cancel, Job: int32(i)})
	}
	if err := verify.Err(referee.Check(retell.System(c, placed, e.Earlier...))); err != nil {
		t.Fatalf("seed %d: %s: %v", seed, name, err)
	}
}

func TestEveryScheduleIsLegal(t *testing.T) {
	for seed := range uint64(400) {
		law(t, seed)
	}
}

func FuzzQueue(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(law)
}
