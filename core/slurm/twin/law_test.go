package twin

import (
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/drawn/clusters"
	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/policy"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/sim/job"
	"github.com/backfill-lab/backfill/core/verify"
	referee "github.com/backfill-lab/backfill/core/verify/cluster"
)

// Every schedule of the twin is legal, whatever the system, the jobs and the parameters, and
// every job runs.
func law(t *testing.T, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 7))
	s, err := cluster.New(clusters.System(r))
	if err != nil {
		t.Fatal(err)
	}
	legal(t, seed, cluster.Config{System: s, Jobs: clusters.Jobs(r, s), Cut: r.IntN(2) == 0, UnixStart: int64(r.IntN(1000))})
}

// legal plays a run on a Twin. The referee finds the schedule legal, and a second run has the same.
func legal(t *testing.T, seed uint64, c cluster.Config) *cluster.Engine {
	c.Scheduler = New(c.System)
	first := run(t, c)
	if err := verify.Err(referee.Check(cluster.Retold(c, first.Placed))); err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	c.Scheduler = New(c.System)
	if again := run(t, c); !reflect.DeepEqual(first.Placed, again.Placed) {
		t.Errorf("seed %d: a second run differs", seed)
	}
	return first
}

func TestEveryScheduleIsLegal(t *testing.T) {
	for seed := range uint64(300) {
		law(t, seed)
	}
}

func FuzzTwin(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(law)
}

// With one kind of core, basic priorities, no backfilling and no delay, the twin is FCFS.
func TestWithBasicPrioritiesAndNoBackfillTheTwinIsFCFS(t *testing.T) {
	off := false
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 3))
		procs := 1 + r.IntN(16)
		s, err := cluster.New(&cluster.Description{
			Format: cluster.Format, Nodes: []cluster.NodeType{{Names: "n", Cores: procs, MemoryMiB: 1}},
			Partitions: []cluster.Partition{{Name: "p", Nodes: "ALL"}},
			Scheduling: cluster.Scheduling{Backfill: &off, BatchDelayS: ptr(0), QueueDepth: ptr(1000)},
			Priority:   cluster.Priority{Type: "basic"},
		})
		if err != nil {
			t.Fatal(err)
		}
		user := s.User("u", "", "")
		var jobs []cluster.Job
		var plain []job.Job
		at := int64(0)
		for i := range 80 {
			at += int64(r.IntN(60))
			p := job.Unknown
			p.ID, p.Submit, p.Run, p.Procs = int64(i+1), at, int64(1+r.IntN(300)), int32(1+r.IntN(procs))
			p.Estimate = p.Run + int64(r.IntN(100))
			plain = append(plain, p)
			jobs = append(jobs, cluster.Job{ID: p.ID, Submit: p.Submit, Run: p.Run, Limit: p.Estimate, Begin: cluster.None, MinNodes: 1,
				Tasks: p.Procs, CoresPerTask: 1, GPUType: cluster.None, QOS: cluster.None, Partitions: []int32{0}, User: user})
		}
		e := run(t, cluster.Config{System: s, Jobs: jobs, Scheduler: New(s)})
		m, err := sim.New(sim.Config{Procs: procs, Jobs: plain}, policy.NewFCFS(policy.Orders[0]))
		if err != nil {
			t.Fatal(err)
		}
		if err := m.Run(context.Background(), nil); err != nil {
			t.Fatal(err)
		}
		for i, p := range m.Schedule() {
			if e.Placed[i].Start != p.Start || e.Placed[i].End != p.End {
				t.Fatalf("seed %d: job %d runs from %d to %d, under FCFS from %d to %d", seed, i+1, e.Placed[i].Start, e.Placed[i].End, p.Start, p.End)
			}
		}
	}
}

// All times later by a multiple of every period: all starts later by as much.
func TestLaterJobsStartLater(t *testing.T) {
	const by = 86_400 * 30
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 9))
		s, err := cluster.New(clusters.System(r))
		if err != nil {
			t.Fatal(err)
		}
		s.Description.Scheduling.BfJobUs = 0
		jobs := clusters.Jobs(r, s)
		a := run(t, cluster.Config{System: s, Jobs: jobs, Scheduler: New(s)})
		later := slices.Clone(jobs)
		for i := range later {
			if later[i].Submit += by; later[i].Begin >= 0 {
				later[i].Begin += by
			}
		}
		b := run(t, cluster.Config{System: s, Jobs: later, Scheduler: New(s)})
		for i := range jobs {
			if a.Placed[i].Start+by != b.Placed[i].Start {
				t.Fatalf("seed %d: job %d starts at %d, and %d later at %d", seed, i+1, a.Placed[i].Start, by, b.Placed[i].Start)
			}
		}
	}
}

// Jobs that no limit lets start end the run with an error, not with a hang.
func TestARunWithJobsThatAreHeldEnds(t *testing.T) {
	s, err := cluster.New(&cluster.Description{Format: cluster.Format, Nodes: []cluster.NodeType{{Names: "n", Cores: 4, MemoryMiB: 1}},
		Partitions: []cluster.Partition{{Name: "p", Nodes: "ALL", MaxTimeS: 60}}})
	if err != nil {
		t.Fatal(err)
	}
	e, err := cluster.NewEngine(cluster.Config{System: s, Scheduler: nil, Jobs: []cluster.Job{{ID: 1, Run: 10, Limit: 120, Begin: cluster.None,
		MinNodes: 1, Tasks: 1, CoresPerTask: 1, GPUType: cluster.None, QOS: cluster.None, Partitions: []int32{0}, User: s.User("u", "", "")}}})
	if err != nil {
		t.Fatal(err)
	}
	e.Scheduler = New(s)
	if err := e.Run(context.Background()); err == nil {
		t.Error("a job beyond the partition's limit ran, or nobody says that it did not")
	}
}
