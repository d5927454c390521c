package slurm

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/backfill-lab/backfill/core/system"
)

// crowd is jobs for nodes of 32 cores at a load of about 0.9, most of them small and short.
func crowd(s *system.System, n int) []system.Job {
	r := rand.New(rand.NewPCG(5, 5))
	jobs := make([]system.Job, n)
	at := 0.0
	for i := range jobs {
		tasks := int32(1) << r.IntN(9)
		length := int64(60 * (1 << r.IntN(8)) * (1 + r.IntN(3)))
		at += float64(tasks) * float64(length) / (0.9 * float64(s.Cores))
		jobs[i] = system.Job{ID: int64(i + 1), Submit: int64(at), Run: max(length*int64(1+r.IntN(10))/10, 1), Limit: length, Begin: system.None,
			MinNodes: 1, Tasks: tasks, CoresPerTask: 1, GPUType: system.None, QOS: system.None, Partitions: []int32{0},
			User: s.User(fmt.Sprint("u", r.IntN(50)), fmt.Sprint("a", r.IntN(10)))}
	}
	return jobs
}

func BenchmarkTwin(b *testing.B) {
	for _, c := range []struct{ nodes, jobs int }{{100, 10_000}, {1000, 10_000}, {1000, 100_000}} {
		b.Run(fmt.Sprintf("%d nodes, %d jobs", c.nodes, c.jobs), func(b *testing.B) {
			s, err := system.New(&system.Description{
				Format: system.Format, Nodes: []system.NodeType{{Names: fmt.Sprintf("n[1-%d]", c.nodes), Cores: 32, MemoryMiB: 1}},
				Partitions: []system.Partition{{Name: "p", Nodes: "ALL"}},
				Priority:   system.Priority{WeightAge: 1000, WeightFair: 10_000, WeightJobSize: 1000},
			})
			if err != nil {
				b.Fatal(err)
			}
			jobs := crowd(s, c.jobs)
			b.ReportAllocs()
			for b.Loop() {
				run(b, system.Config{System: s, Jobs: jobs, Scheduler: New(s), Cut: true})
			}
			b.ReportMetric(float64(c.jobs)*float64(b.N)/b.Elapsed().Seconds(), "jobs/s")
		})
	}
}
